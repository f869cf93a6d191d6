"""`assert`, `raise` and unbound names under staged tests: raised when the program runs, at the user's line."""

import numpy as np
import pytest
from lantern_staging import agrees, raises, refused, staged


def test_assert():
    def run(x, n):
        assert n > 0, "must be positive"
        return x * n

    agrees(run, (2.0, 3))
    error, line = raises(run, 2.0, 0)
    assert type(error) is AssertionError and str(error) == "must be positive"
    assert line == 'assert n > 0, "must be positive"'


def test_raise_in_a_loop():
    def run(xs):
        total = 0.0
        for x in xs:
            if x < 0:
                raise KeyError("negative")
            total += x
        return total

    made = agrees(run, (np.arange(3.0),))
    for _ in range(2):
        with pytest.raises(KeyError, match="negative"):
            made(-np.arange(3.0))
    error, line = raises(run, -np.arange(3.0))
    assert line == 'raise KeyError("negative")' and error.__context__ is None


def test_raise_in_a_definition():
    def root(n, depth):
        if depth > 3:
            raise RecursionError("too deep")
        return depth if n <= 1 else root(n // 2, depth + 1)

    agrees(root, (8, 0), (1, 0))
    assert str(raises(root, 1000, 0)[0]) == "too deep"


def test_both_branches_raise():
    def run(x):
        if x > 0:
            raise ValueError("more")
        else:
            raise TypeError("less")

    assert str(raises(run, 1.0)[0]) == "more"
    assert str(raises(run, -1.0)[0]) == "less"


def test_unbound_name():
    def run(x):
        if x > 0:
            y = x
        return y

    agrees(run, (1.0,))
    assert raises(run, -1.0)[1] == "return y"


def test_none_is_used():
    def run(x):
        y = None
        if x > 0:
            y = x
        return y + 1

    agrees(run, (1.0,))
    assert raises(run, -1.0)[1] == "return y + 1"


def test_exceptions_are_caught_where_python_catches_them():
    def run(x):
        try:
            if x < 0:
                raise ValueError("negative")
            y = 10 // x
        except ValueError:
            y = -1
        except ZeroDivisionError:
            y = -2
        return y

    def item(xs, i):
        try:
            return xs[i]
        except IndexError:
            return -1.0

    agrees(run, (-3,), (0,), (4,))
    agrees(item, (np.arange(3.0), 1), (np.arange(3.0), 7))


def test_staged_values_in_an_exception_are_refused():
    def run(x):
        if x < 0:
            raise ValueError(x)
        return x

    refused(run, 1.0, code="AG312", at="raise ValueError")


def test_message_that_changes_something_is_refused():
    seen = []

    def run(x):
        assert x > 0, seen.append(1)
        return x

    refused(run, 1.0, code="AG311", at="assert")
    assert not seen


def test_errors_of_operations_are_at_the_users_line():
    def run(xs, i):
        ys = xs * 2
        return ys[i]

    def divide(a, b):
        return a // b

    assert raises(run, np.arange(3.0), 7)[1] == "return ys[i]"
    assert isinstance(raises(divide, 1, 0)[0], ZeroDivisionError)
    assert staged(run)(np.arange(3.0), -1) == 4.0
