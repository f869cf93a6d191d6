"""Compares objects that are reachable in more than one way with Python's."""

import numpy as np
import pytest
import tensorflow as tf
from oracle import stage

from ag_notebook.staging import StagingError


class Cell:
    """A box with one value and a link."""

    def __init__(self, value, link=None):
        self.value = value
        self.link = link


def test_two_names_of_one_object_in_a_loop(check):
    def run(n):
        a = Cell(0)
        b = a
        for i in range(n):
            a.value += i
            if b.value > 3:
                b.value -= 3
        return a.value, b.value, a is b

    check(run, (0,), (3,), (6,))


def test_object_in_a_list_and_in_a_dict(check):
    def run(xs):
        cell = Cell(1)
        items = [cell, Cell(5)]
        table = {"first": cell, "second": items[1]}
        for v in xs:
            if v > 0:
                items[0].value += v
            else:
                table["second"].value = items[0].value
        return cell.value, items[1].value, table["first"].value

    check(run, ([1, 2],), ([3, -1, 4],), ([-1],))


def test_self_reference(check):
    def run(x):
        cell = Cell(x)
        cell.link = cell
        if x > 0:
            cell.link.link.value += 10
        return cell.value, cell.link.value

    check(run, (1,), (-1,))


def test_list_inside_a_list(check):
    def run(x):
        row = [1, 2]
        grid = [row, row, [3]]
        if x > 0:
            grid[0][1] = x
            grid[2].append(x)
        return row, grid[1], len(grid[2])

    check(run, (5,), (-5,))


def test_argument_of_a_helper_is_the_callers_object(check):
    def run(n):
        def shift(cells, by):
            for cell in cells:
                if cell.value < by:
                    cell.value += by
            cells = [Cell(100)]
            return cells[0].value

        cells = [Cell(1), Cell(4)]
        got = 0
        for i in range(n):
            got += shift(cells, i)
        return [cell.value for cell in cells], got

    check(run, (0,), (3,), (6,))


def test_copy_is_not_the_original(check):
    def run(x):
        items = [1, 2]
        copied = items[:]
        also = list(items)
        if x > 0:
            copied.append(x)
            also[0] = x
        return items, len(copied), copied[-1], also[0]

    check(run, (7,), (-7,))


def test_tensor_copies_are_values(check):
    def run(xs):
        def first_set(items, v):
            items[0] = v
            return items

        ys = xs[:]
        ys[1] = 50
        zs = first_set(ys[:], 9)
        return xs[1], ys[0], ys[1], zs[0]

    check(run, ([1, 2, 3],))


def test_linked_cells_walked_and_changed(check):
    def run(x):
        last = Cell(3)
        middle = Cell(2, last)
        first = Cell(1, middle)
        node = first
        while node is not None:
            if node.value < x:
                node.value *= 10
            node = node.link
        return first.value, middle.value, last.value

    check(run, (0,), (3,), (9,))


def test_swap_of_attributes(check):
    def run(a, b):
        left, right = Cell(a), Cell(b)
        if left.value > right.value:
            left.value, right.value = right.value, left.value
        return left.value, right.value

    check(run, (1, 2), (5, 2))


def test_swap_of_names_of_objects_outside_staged_code(check):
    def run(x):
        left, right = Cell(1), Cell(2)
        left, right = right, left
        if x > 0:
            left.value += x
        return left.value, right.value

    check(run, (3,), (-3,))


def test_link_made_in_a_branch_to_an_existing_object(check):
    def run(x):
        target = Cell(x)
        node = Cell(0)
        if x > 0:
            node.link = target
        found = 0
        if node.link is not None:
            found = node.link.value
        return found, target.value

    check(run, (3,), (-3,))


def test_fresh_list_stored_in_an_object_in_a_loop(check):
    def run(n):
        cell = Cell([])
        for i in range(n):
            if i % 2 == 0:
                cell.value = [i, i + 1]
            else:
                cell.value[0] += 100
        return cell.value if n > 0 else [0, 0]

    check(run, (1,), (2,), (5,), static=())


def test_default_list_is_shared_between_calls_of_a_helper(check):
    def run(x):
        def collect(v, into=[]):  # noqa: B006
            if v > 0:
                into.append(v)
            return len(into)

        return collect(x), collect(x + 1), collect(-1)

    check(run, (3,), (-1,), (-5,))


def test_object_captured_by_a_closure_and_passed(check):
    def run(xs):
        total = Cell(0)

        def add(v):
            total.value += v

        def add_to(cell, v):
            if v > 2:
                cell.value += 100

        for v in xs:
            add(v)
            add_to(total, v)
        return total.value

    check(run, ([1, 5],), ([],))


def test_dict_view_and_loop_over_it(check):
    def run(x):
        table = {"a": 1, "b": 2}
        for key in list(table):
            if table[key] < x:
                table[key] = x
        return table, list(table.values())[0]

    check(run, (0,), (2,), (9,))


class Holder:
    """A box that may hold a list."""

    def __init__(self):
        self.size = 1


def changed_later(check, run, at):
    """Copies that a change would give away: refused at the change, never a wrong value."""
    check.refuses(run, (3, [3, 4, 5]), (-3, [3, 4, 5]), at=at, code="AG233")


def test_attribute_first_bound_in_a_loop(check):
    def run(n, xs):
        items = [1]
        box = Holder()
        for _ in xs:
            box.items = items
        items.append(n)
        return box.items, items

    changed_later(check, run, r"items\.append")


def test_list_in_a_tuple_bound_in_a_branch(check):
    def run(n, xs):
        items = [n]
        pair = (0, [1])
        if n > 0:
            pair = (1, items)
        items.append(7)
        return pair

    changed_later(check, run, r"items\.append")


def test_list_in_an_object_bound_in_a_branch(check):
    def run(n, xs):
        items = [n]
        cell = Cell([], None)
        if n > 0:
            cell = Cell(items)
        items.append(7)
        return cell.value

    changed_later(check, run, r"items\.append")


def test_one_new_list_with_two_names(check):
    def run(n, xs):
        a, b = [1], [2]
        if n > 0:
            a = [n]
            b = a
        a.append(5)
        return a, b

    changed_later(check, run, r"a\.append")


def test_one_new_list_twice_in_a_tuple(check):
    def run(n, xs):
        pair = ([1], [2])
        if n > 0:
            a = [n]
            pair = (a, a)
        pair[0].append(7)
        return pair

    changed_later(check, run, r"append")


def test_inner_branch_binds_and_outer_passes_it_on(check):
    def run(n, xs):
        items, other = [1], [0]
        if n > -9:
            if n > 0:
                other = items
        other.append(2)
        return items, other

    changed_later(check, run, r"other\.append")


def test_changed_in_the_iteration_after_it_was_bound(check):
    def run(n, xs):
        a, b = [1], [0]
        for v in xs:
            b.append(v)
            b = a
        return a, b

    changed_later(check, run, r"b\.append")


def test_object_changed_in_the_iteration_after_it_was_bound(check):
    def run(n, xs):
        a, b = Cell(1), Cell(0)
        for v in xs:
            b.value += v
            if v > 3:
                a = Cell(9)
            b = a
        return a.value, b.value

    changed_later(check, run, r"b\.value")


def test_bound_after_the_last_change(check):
    def run(n, xs):
        items, other = [1], [0]
        if n > 0:
            if n > 1:
                items.append(n)
                other = items
        return items, other, other is None

    check(run, (3, [1]), (1, [1]), (-1, [1]))


def test_items_of_a_list_that_the_graph_grew_are_changed_where_they_are(check):
    def by_loop(n, xs):
        rows = []
        for v in xs:
            rows.append([v, 0])
        for row in rows:
            row[1] = 9
        return rows

    def by_index(n, xs):
        rows = []
        for v in xs:
            row = Holder()
            row.value = v
            rows.append(row)
        if len(rows) > 1:
            rows[0].value = 4
        return [row.value for row in rows]

    def after_appending(n, xs):
        rows = []
        row = [0, 0]
        for v in xs:
            rows.append(row)
            row[1] = v
        return rows

    check(by_loop, (3, [3, 4, 5]), (3, []), (3, [7]))
    check(by_index, (3, [3, 4, 5]), (3, []), (3, [7]))
    changed_later(check, after_appending, r"row\[1\] = v")


def test_items_of_a_list_that_the_graph_grew_are_replaced(check):
    def run(xs):
        rows = []
        for v in xs:
            row = [v, 0]
            row[1] = v + 1
            rows.append(row)
        if len(rows) > 1:
            changed = list(rows[0])
            changed[1] = 9
            rows[0] = changed
        return rows

    check(run, ([3, 4, 5],), ([3],))


SHARED = [1, 2]
HELD = Cell([1, 2])
TABLE = {"a": [1, 2]}


def test_what_the_caller_or_a_global_may_be_after_a_staged_test_is_never_wrong(check):
    def argument(x, items):
        if x > 0:
            items = items[1:]
        items.append(3)

    def in_a_loop(x, items):
        while x > 0:
            items = [*items[1:], 9]
            x -= 1
        items[0] = 5

    def of_a_global(x):
        items = SHARED
        if x > 0:
            items = items[1:]
        items.append(3)

    def of_an_object(x):
        items = HELD.value
        if x > 0:
            items = [4]
        items.append(3)

    def of_a_dict(x):
        items = TABLE["a"] if x > 0 else [4]
        items.append(3)

    def whole_dict(x, table):
        if x > 0:
            table = {"a": 5}
        table["a"] = 7

    def state():
        return SHARED, HELD.value, TABLE

    if check.staged:
        for run in (argument, in_a_loop, of_a_global, of_an_object, of_a_dict, whole_dict):
            before = repr(state())
            given = {"a": 1} if run is whole_dict else [1, 2]
            arguments = (given,) if run in (argument, in_a_loop, whole_dict) else ()
            with pytest.raises(StagingError, match="AG233"):
                stage(run)(tf.constant(-1), *arguments)
            assert repr(state()) == before


def test_an_array_of_a_global_is_not_changed_by_another_name(check):
    def run(x):
        weights = ARRAY
        if x > 0:
            weights += 1
        return list(weights)

    if check.staged:
        check.refuses(run, (3,), (-3,), at="x > 0", code="AG231")
    assert ARRAY.tolist() == [1.0, 2.0]


ARRAY = np.array([1.0, 2.0])
