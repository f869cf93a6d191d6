"""What is timed, and what of that is tracing."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

import ag_notebook as ag
from ag_notebook.notebook.timing import Stopwatch, calls_staged, seconds_tracing


class Entry:
    """An entry of a back end that counts the time of its traces."""

    def __init__(self, seconds: float) -> None:
        self.seconds_tracing = seconds


def staged(seconds: float | None = None) -> ag.StagedFunction:
    function = ag.function(lambda x: x + 1, backend="python")
    if seconds is not None:
        function._entry = Entry(seconds)
    return function


class Model:
    step = ag.function(lambda self, x: x + 1, backend="python")

    @property
    def broken(self):
        raise RuntimeError("looked up by running code")


NAMES = {"f": staged(), "g": lambda x: x, "model": Model(), "module": SimpleNamespace(f=staged()), "x": 1}


@pytest.mark.parametrize(
    "expression",
    [
        "f(1)",
        "print(f(x))",
        "[f(i) for i in range(3)]",
        "model.step(x)",
        "module.f(x)",
        "list(map(f, [1]))",
        "await f(1)",
        "f(x).numpy()",
        "f'{f(x)}'",
    ],
)
def test_expressions_that_call_a_staged_function(expression):
    assert calls_staged(expression, NAMES)


@pytest.mark.parametrize(
    "expression",
    ["x", "f", "g(x)", "print(x)", "f.report(x)", "f.original(x)", "model.broken()", "unknown(x)"],
)
def test_expressions_that_do_not(expression):
    assert not calls_staged(expression, NAMES)


def test_a_staged_call_has_a_time_and_another_has_none():
    watch = Stopwatch({"f": staged(), "g": print})
    time.sleep(0.01)
    seconds, traced = watch.read("f(1)")
    assert 0.01 <= seconds < 5
    assert traced is None  # this back end does not count
    assert watch.read("g(1)") == (None, None)


def test_the_time_of_tracing_is_what_was_added():
    f = staged(2.0)
    watch = Stopwatch({"f": f, "also_f": f, "g": staged()})
    f.entry.seconds_tracing += 0.25
    seconds, traced = watch.read("f(1)")
    assert traced == 0.25
    assert 0 <= seconds < 0.25  # without the tracing


def test_an_expression_that_traces_in_an_unknown_way_is_timed():
    f = staged(2.0)
    watch = Stopwatch({"f": f, "run_all": print})
    f.entry.seconds_tracing += 0.25
    assert watch.read("run_all()")[1] == 0.25


def test_a_call_whose_trace_exists_only_runs():
    seconds, traced = Stopwatch({"f": staged(2.0)}).read("f(1)")
    assert seconds >= 0
    assert traced is None


def test_methods_are_counted():
    class Counted:
        step = staged(1.5)

    assert seconds_tracing({"Counted": Counted, "f": staged(2.0)}) == 3.5
    assert seconds_tracing({"x": 1}) == 0.0
