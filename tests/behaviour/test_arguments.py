"""Lists, dicts and objects among the arguments: they stay themselves, and changes of them reach the caller."""

from __future__ import annotations

import numpy as np
import pytest


def test_changed_list_is_returned_as_itself(check):
    def script(make, value):
        def put(items, x):
            items[0] = x
            items.append(x + 1)
            return items

        f = make(put)
        first, second = [1, 2], [5, 6]
        given = [f(first, value(7)), f(second, value(8)), f(first, value(9))]
        return given, first, second, given[0] is first, given[1] is second

    check.script(script)


def test_parts_that_are_not_touched_stay(check):
    def script(make, value):
        def count(table, n):
            for _ in range(n):
                table["a"] += 1
            return table["a"]

        table = {"a": value(1), "b": [value(2)]}
        result = make(count)(table, value(3))
        return result, table

    check.script(script)


def test_inner_lists_are_swapped(check):
    def script(make, value):
        def swap(rows):
            rows[0], rows[1] = rows[1], rows[0]

        rows = [[value(2)], [value(1)]]
        first = rows[0]
        make(swap)(rows)
        return rows, rows[1] is first

    check.script(script)


def test_new_objects_are_kept_by_the_caller(check):
    def script(make, value):
        class Box:
            pass

        def keep(n, items):
            box = Box()
            box.size = n * 2
            items.append(box)
            items.append([n, [n + 1]])

        f = make(keep)
        items = []
        f(value(1), items)
        f(value(4), items)
        return [i.size if isinstance(i, Box) else i for i in items], items[0] is items[2]

    check.script(script)


def test_one_list_by_two_arguments(check):
    def script(make, value):
        def both(a, b):
            a[0] += 1
            return b[0], a is b

        f = make(both)
        one, other = [value(1)], [value(1)]
        return f(one, other), f(one, one), f([one][0], one)

    check.script(script)


def test_method_that_returns_its_object(check):
    def script(make, value):
        class Sum:
            def __init__(self):
                self.total = 0

        def add(self, x):
            self.total += x
            return self

        f = make(add)
        s = Sum()
        f(f(s, value(1)), value(5))
        return s.total

    check.script(script)


def test_array_that_changed_is_read_again(check):
    def script(make, value):
        rates = np.array([1, 2])

        def scaled(x):
            return x + rates[0]

        f = make(scaled)
        first = f(value(1))
        rates[0] = 10
        return first, f(value(1))

    check.script(script)


def test_array_outside_is_not_written_in_silence():
    import tensorflow as tf

    from ag_notebook.staging import StagingError, function

    counts = np.zeros(2)

    def count(x):
        counts[0] += 1
        return x

    with pytest.raises(StagingError) as caught:
        function(count)(tf.constant(1))
    assert caught.value.code == "AG231"
    assert counts.tolist() == [0, 0]


def test_generator_expressions_are_used_up(check):
    def used(n):
        b = (i * n for i in [1, 2, 3])
        first = next(b)
        c = (i * n for i in [1, 2])
        return first, sum(b), list(c), list(c)

    check(used, (2,))


def test_order_of_a_dict_made_in_two_branches(check):
    def keys(n):
        d = {}
        if n > 1:
            d["a"] = 1
            d["b"] = 2
        else:
            d["b"] = 2
            d["a"] = 1
        r = 0
        for k in d:
            r = r * 10 + d[k]
        return r

    check.never_wrong(keys, (0,), (2,))


def test_names_that_are_not_ascii(check):
    def größer(höhe):
        def mögliche(x):
            return x + 1 if x > 0 else -x

        return mögliche(höhe)

    check(größer, (3,), (-3,))
