"""Compares stars, tuples and `next` over staged lists whose length the code says, whatever the run."""

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function


def _digits(*values):
    total = 0
    for value in values:
        total = total * 10 + value
    return total, len(values)


def test_comprehensions_are_starred(check):
    def call(xs):
        pairs = list(zip(*[(v, v * v) for v in xs], strict=True))
        return (
            _digits(*[v * 2 for v in xs]),
            max(*(v + 1 for v in xs)),
            pairs,
            "{}-{}-{}".format(*[v for v in xs]),
        )

    check(call, ([3, 1, 2],))


def test_comprehensions_are_printed_starred(check):
    def show(xs):
        print(*[v * 2 for v in xs], sep=", ")
        return xs[0]

    check(show, ([3, 1, 2],))


def test_tuples_of_comprehensions(check):
    def make(xs):
        nested = tuple(v * w for v in xs for w in xs)
        parts = tuple((v, v > 1, "a" if v > 2 else "b") for v in xs)
        return (
            tuple(v * 2 for v in xs),
            tuple([v + 1 for v in xs]),
            nested,
            parts,
            tuple(sorted(-v for v in xs)),
        )

    check(make, ([3, 1, 2],))


def test_lists_that_grow_by_known_numbers(check):
    def grow(xs, n):
        made = [n]
        for v in xs:
            made.append(v)
            made.append(v * 2)
        if n > 1:
            made.append(1)
        else:
            made.append(2)
        made.pop()
        made.append(n)
        return _digits(*made), tuple(made)

    check(grow, ([3, 1], 2), ([3, 1], 0))


def test_what_is_left_of_an_iterator(check):
    def rest(xs):
        it = iter([v * 2 for v in xs])
        rows = iter(xs)
        first = next(it), next(rows)
        return first, _digits(*it), tuple(rows), list(it)

    check(rest, ([3, 1, 2],))


def test_dicts_of_names_and_comprehensions(check):
    def name(xs):
        return dict(zip("abc", (v * 2 for v in xs))), {k: v for k, v in zip("abc", [v + 1 for v in xs])}

    check(name, ([3, 1, 2],))


def test_in_a_branch_and_in_a_loop(check):
    def place(xs, n):
        made = [v * 2 for v in xs]
        found = _digits(*made)[0] if n > 1 else sum(tuple(made))
        while n < 5:
            found += _digits(*made)[0] + max(*[v + n for v in xs])
            n += 2
        return found

    check(place, ([3, 1, 2], 2), ([3, 1, 2], 0))


@pytest.mark.parametrize("where", ["condition", "branch", "break"])
def test_lengths_that_a_run_decides_are_refused(where):
    def make(xs):
        made = []
        for v in xs:
            if where == "branch" and v > 1:
                made.append(v)
            if where == "break":
                made.append(v)
                if v > 1:
                    break
        made = [v for v in xs if v > 1] if where == "condition" else made
        return tuple(made)

    with pytest.raises(StagingError, match="AG261"):
        function(make)(tf.constant([3, 1, 2]))
