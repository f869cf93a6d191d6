"""Generators with a twin: when a loop over one runs in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import tensorflow as tf

import ag_notebook.staging as ag
from ag_notebook.staging.runtime import generators


def countdown(k: Any) -> Iterator[Any]:
    while k > 0:
        yield k
        k -= 1


def test_outside_of_a_trace_it_is_a_generator_like_others() -> None:
    made = ag.convert(countdown)(3)
    assert next(made) == 3
    assert list(made) == [2, 1]
    assert generators.twin_of(made, leaves=False) is None


def test_in_a_trace_it_is_one_too_and_has_a_twin_until_it_is_begun() -> None:
    found: dict[str, Any] = {}

    def look(made: Any) -> Any:
        found["type"] = type(made).__name__
        found["fresh"] = generators.twin_of(made, leaves=False) is not None
        next(made)
        found["begun"] = generators.twin_of(made, leaves=False) is not None
        return 0

    def f(n: Any) -> Any:
        return n + ag.do_not_convert(look)(countdown(2))

    assert int(ag.function(f)(tf.constant(1))) == 1
    assert found == {"type": "generator", "fresh": True, "begun": False}


def test_a_held_generator_of_pythons_goes_on_where_a_loop_left_it() -> None:
    def f(n: Any) -> Any:
        steps = countdown(5)
        for v in steps:
            if v == 3:
                break
        return n, list(steps)

    assert ag.function(f)(tf.constant(1))[1] == [2, 1]


def test_the_loop_is_a_loop_of_the_graph() -> None:
    def f(n: Any) -> Any:
        total = 0
        for v in countdown(n):
            total += v
        return total

    staged = ag.function(f)
    assert int(staged(tf.constant(4))) == 10
    graph = staged.graph(tf.constant(4))
    assert graph is not None
    assert any(node.op.endswith("While") for node in graph.nodes)


def test_the_decision_is_that_of_the_generator() -> None:
    def f(n: Any) -> Any:
        total = 0
        for v in countdown(n):
            total += v
        for v in countdown(3):
            total += v * n
        return total

    (report,) = ag.function(f).report(tf.constant(4)).functions
    made = [(e.decision, e.backend, e.count) for e in report.traces[0].events if e.construct == "for"]
    assert made == [("staged", "tensorflow", 1), ("unrolled", "python", 3)]
