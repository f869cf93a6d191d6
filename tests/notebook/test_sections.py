"""What of a report is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ag_notebook.notebook.sections import LONGEST_BESIDE_OUT, missing_rungs, sections_of, without_notes
from ag_notebook.report import (
    CompiledCode,
    CompiledLine,
    FunctionReport,
    GeneratedCode,
    GraphModel,
    Note,
    PassSnapshot,
    Run,
    Span,
    StagingReport,
    Trace,
)

CODE = GeneratedCode("def f(): ...", ())
GRAPH = GraphModel("g", "main", (), ())
PROGRAM = CompiledCode("HLO", (CompiledLine("HloModule f"),))
FUNCTION = FunctionReport(
    "f",
    Span("cell", 1, 0, 2, 0),
    "def f(): ...",
    CODE,
    (PassSnapshot("p", "", True, CODE),),
    (Trace("()", "first call", (), GRAPH, None, GRAPH, (PROGRAM,)),),
)
NOTE = Note("AG101", "warning", None, "a note")
WHOLE = StagingReport("f", "python", (FUNCTION,), Run("f()", "1", 0.5), (NOTE,))


def test_every_part():
    assert (
        sections_of(WHOLE, ("code", "trace", "passes", "graph", "optimized", "xla", "notes", "result"))
        == WHOLE
    )


def test_code_alone():
    shown = sections_of(WHOLE, ("code",))
    assert shown.functions[0].source == FUNCTION.source
    assert shown.functions[0].passes == ()
    trace = shown.functions[0].traces[0]
    assert trace == replace(
        FUNCTION.traces[0], optimized=None, compiled=()
    )  # the graph says which lines are in it
    assert shown.notes == ()
    assert shown.run is None


def test_the_graph_alone():
    graph = sections_of(WHOLE, ("graph",)).functions[0]
    assert (graph.source, graph.generated.text) == ("", "")
    assert graph.traces == (replace(FUNCTION.traces[0], optimized=None, compiled=()),)


def test_times_come_with_the_graph_that_says_which_lines_are_in_it():
    (function,) = sections_of(WHOLE, ("times",)).functions
    assert (function.source, function.traces[0].graph) == (FUNCTION.source, GRAPH)


def test_the_optimized_graph_comes_with_what_it_is_compared_with():
    (trace,) = sections_of(WHOLE, ("optimized",)).functions[0].traces
    assert (trace.graph, trace.optimized, trace.compiled) == (GRAPH, GRAPH, ())


@pytest.mark.parametrize("part", ["trace", "passes", "xla"])
def test_each_of_the_other_parts_of_a_function(part):
    (function,) = sections_of(WHOLE, (part,)).functions
    assert function.source == (FUNCTION.source if part == "trace" else "")
    assert function.passes == (FUNCTION.passes if part == "passes" else ())
    assert function.traces[0].compiled == (FUNCTION.traces[0].compiled if part == "xla" else ())


def test_programs_belong_to_parts():
    programs = tuple(
        CompiledCode(name, (), parts) for name, parts in [("Lantern", ("graph", "xla")), ("LLVM", ("llvm",))]
    )
    report = replace(
        WHOLE, functions=(replace(FUNCTION, traces=(replace(FUNCTION.traces[0], compiled=programs),)),)
    )
    for show, names in [
        (("graph",), ["Lantern"]),
        (("xla",), ["Lantern"]),
        (("llvm",), ["LLVM"]),
        (("code",), []),
    ]:
        (function,) = sections_of(report, show).functions
        assert [program.name for program in function.traces[0].compiled] == names
    assert missing_rungs(report, ("llvm", "assembly")) == "the assembly"


def test_nothing_of_functions():
    assert sections_of(WHOLE, ("result", "notes")) == StagingReport("f", "python", (), WHOLE.run, (NOTE,))


def test_what_a_report_was_made_without():
    assert missing_rungs(WHOLE, ("optimized", "xla")) == ""
    bare = replace(
        WHOLE, functions=(replace(FUNCTION, traces=(replace(FUNCTION.traces[0], optimized=None),)),)
    )
    assert missing_rungs(bare, ("optimized", "xla")) == "the optimized graph"
    assert missing_rungs(bare, ()) == ""
    both = sections_of(WHOLE, ("code",))
    assert missing_rungs(both, ("optimized", "xla")) == "the optimized graph and the programs of XLA"
    said = replace(both, notes=(Note("AG303", "info", None, "why"),))
    assert missing_rungs(said, ("optimized", "xla")) == ""
    assert missing_rungs(StagingReport("f", "python", ()), ("xla",)) == ""
    untraced = replace(WHOLE, functions=(replace(FUNCTION, traces=()),))
    assert missing_rungs(untraced, ("xla",)) == "the programs of XLA"


def test_a_note_stands_for_a_part_that_could_not_be_made():
    said = Note("AG305", "info", None, "why")
    report = replace(WHOLE, notes=(NOTE, said))
    assert sections_of(report, ("optimized",)).notes == (said,)
    assert sections_of(report, ("xla",)).notes == (said,)
    assert sections_of(report, ("code",)).notes == ()
    assert sections_of(report, ("code", "notes")).notes == (NOTE, said)


def shown_value(value: str, **options) -> str | None:
    report = StagingReport("f", "python", (), Run("f()", value, 0.5, 0.2))
    run = sections_of(report, ("result",), **options).run
    assert run is None or (run.call, run.seconds, run.traced_seconds) == ("f()", 0.5, 0.2)
    return None if run is None else run.value


def test_a_long_value_is_left_to_out():
    short, long = "x" * LONGEST_BESIDE_OUT, "x" * (LONGEST_BESIDE_OUT + 1)
    assert shown_value(short, value_is_out=True) == short
    assert shown_value(long, value_is_out=True) == ""
    assert shown_value("a\nb", value_is_out=True) == ""


def test_a_value_that_is_shown_nowhere_else_is_whole():
    assert shown_value("a\nb" * 100) == "a\nb" * 100


@pytest.mark.parametrize("value", ["None", ""])
def test_nothing_to_say_no_result(value):
    def shown(run: Run) -> Run | None:
        return sections_of(StagingReport("f", "python", (), run), ("result",)).run

    assert shown(Run("f()", value, None)) is None
    assert shown(Run("f()", value, 0.5)) == Run("f()", value, 0.5)


def test_muted_notes_are_left_out_but_errors_are_not():
    notes = tuple(Note(code, level, None, "m") for code, level in (("AG122", "info"), ("AG901", "error")))
    report = StagingReport("f", "python", (), notes=notes)
    assert without_notes(report, "AG122, AG901").notes == notes[1:]
    assert without_notes(report, "") is report
