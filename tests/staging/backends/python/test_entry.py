"""A function staged to Python is converted and run: the same results and effects, no traces."""

from __future__ import annotations

import pytest

from ag_notebook.staging import function


class Counter:
    def __init__(self):
        self.n = 0

    def add(self, by):
        while by > 0:
            by -= 1
            self.n += 1
        return self.n


def test_results_and_effects_are_pythons() -> None:
    counter = Counter()
    add = function(counter.add, backend="python")
    assert (add(2), add(3), counter.n) == (2, 5, 5)


def test_functions_it_calls_are_converted_too() -> None:
    def inner(x):
        return x.missing

    def outer(x, *, again=False):
        return [inner(x) for _ in range(1 + again)]

    with pytest.raises(AttributeError, match="'int' object has no attribute 'missing'"):
        function(outer, backend="python")(3)
    assert "def outer" in function(outer, backend="python").code


def test_there_is_nothing_to_trace() -> None:
    staged = function(Counter().add, backend="python")
    assert staged.graph(3) is None
    traced = staged.entry.trace(3)
    assert (traced.events, traced.graph, traced.reason) == ((), None, "Python runs it")
    staged(1)
    assert staged.traces() == []
