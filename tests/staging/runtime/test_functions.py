"""Checks which functions count as one."""

from __future__ import annotations

from ag_notebook.staging.runtime.functions import same_function


def adder(k, by=1):
    return lambda w, step=by: w + k + step


def counter():
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    return step


def recursive():
    def down(k):
        return k if k <= 0 else down(k - 1)

    return down


def test_functions_of_one_code():
    assert same_function(adder(1), adder(1))
    assert not same_function(adder(1), adder(2))
    assert not same_function(adder(1), adder(True))
    assert not same_function(adder(1), adder(1, by=2))
    assert not same_function(adder([]), adder([]))
    assert same_function(recursive(), recursive())
    assert not same_function(recursive(), counter())
    assert not same_function(counter(), counter()), "each counts for itself"
