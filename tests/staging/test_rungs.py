"""Reports with what is below the graph: for the last trace with a graph, and only where it is asked for."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.rungs import reports_with


def doubled(x):
    return x * 2.0 + x * 2.0


def test_nothing_is_made_that_was_not_asked_for() -> None:
    staged = function(doubled)
    (trace,) = staged.report(tf.constant(1.0)).functions[0].traces
    assert trace.optimized is None and trace.compiled == ()
    assert staged.report_with(()) == staged.report()


def test_the_last_trace_gets_the_rungs() -> None:
    staged = function(doubled)
    staged.graph(tf.constant(1.0))
    report = staged.report_with(("optimized", "xla"), tf.constant([1.0]))
    first, last = report.functions[0].traces
    assert (first.optimized, first.compiled) == (None, ())
    assert last.optimized is not None and last.optimized.op_count < last.graph.op_count
    assert [program.name for program in last.compiled] == ["HLO", "optimized HLO for the CPU"]
    assert report.notes == ()


def test_parameters_may_have_any_name() -> None:
    staged = function(lambda rungs: rungs + 1.0)
    (trace,) = staged.report_with(["optimized"], rungs=tf.constant(1.0)).functions[0].traces
    assert trace.optimized is not None


def test_what_is_missing_is_a_note_of_the_report() -> None:
    staged = function(lambda s: s + "!")
    report = staged.report_with(("xla",), tf.constant("a"))
    assert [note.code for note in report.notes] == ["AG303"]


def test_without_a_trace_there_is_nothing_below() -> None:
    report = function(doubled).report_with(("optimized",))
    assert report.functions[0].traces == ()
    (note,) = report.notes
    assert (note.code, note.level) == ("AG305", "info")
    assert note.message == "There is no optimized graph, because nothing was traced yet."


def test_back_ends_need_not_have_rungs() -> None:
    staged = function(doubled, backend="python")
    report = staged.report_with(("optimized", "xla"), 1.0)
    assert all(trace.optimized is None and trace.compiled == () for trace in report.functions[0].traces)
    (note,) = report.notes
    assert note.code == "AG305"
    assert note.message == (
        "There is no optimized graph and no program of XLA, because the back end `python` makes no graphs for that."
    )
    assert staged.report_with(()).notes == ()


def test_of_several_functions_those_have_rungs_that_were_traced() -> None:
    traced, other, third = (function(doubled) for _ in range(3))
    traced.graph(tf.constant(1.0))
    reports = reports_with([other, traced], ["optimized"])
    assert reports[0].notes == reports[1].notes == ()
    assert reports[1].functions[0].traces[0].optimized is not None
    first, second = reports_with([other, third], ["optimized"])
    assert first.notes == second.notes
    assert [note.code for note in first.notes] == ["AG305"]
    assert reports_with([other, third], ())[0].notes == ()


def test_an_unknown_rung_is_refused_with_the_nearest() -> None:
    with pytest.raises(
        StagingError, match=r"AG504.*no rung 'optimised' below the graph.*Did you mean `optimized`\?"
    ):
        function(doubled).report_with(("optimised",), tf.constant(1.0))
    with pytest.raises(StagingError, match="Choose of optimized, xla"):
        function(doubled).report_with(("wasm",), tf.constant(1.0))


def test_rungs_of_other_back_ends_are_a_note() -> None:
    report = function(doubled).report_with(("assembly", "optimized", "llvm"), tf.constant(1.0))
    assert report.functions[0].traces[0].optimized is not None
    (note,) = report.notes
    assert note.message == (
        "There is no program of LLVM and no assembly, because the back end `tensorflow` makes none."
    )
    assert note.fix == "It has: optimized, xla, times. Choose another back end for that, such as `lantern`."
    (note,) = function(doubled, backend="python").report_with(("llvm",), 1.0).notes
    assert note.fix == "Choose another back end, such as `lantern`."
