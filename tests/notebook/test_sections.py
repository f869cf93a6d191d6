"""What of a report is shown."""

from __future__ import annotations

import pytest

from ag_notebook.notebook.sections import LONGEST_BESIDE_OUT, passes_of, sections_of, without_notes
from ag_notebook.report import (
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
FUNCTION = FunctionReport(
    "f",
    Span("cell", 1, 0, 2, 0),
    "def f(): ...",
    CODE,
    (PassSnapshot("p", "", True, CODE),),
    (Trace("()", "first call", (), GraphModel("g", "main", (), ())),),
)
NOTE = Note("AG101", "warning", None, "a note")
WHOLE = StagingReport("f", "python", (FUNCTION,), Run("f()", "1", 0.5), (NOTE,))


def test_everything_but_the_passes_which_are_shown_apart():
    show = ("code", "passes", "graph", "notes", "result")
    shown = sections_of(WHOLE, show)
    assert shown.functions[0].passes == ()
    assert shown.functions[0].traces == FUNCTION.traces
    assert (shown.run, shown.notes) == (WHOLE.run, WHOLE.notes)
    assert passes_of(WHOLE, show) == (FUNCTION,)


def test_code_alone():
    shown = sections_of(WHOLE, ("code",))
    assert shown.functions[0].source == FUNCTION.source
    assert shown.functions[0].traces[0].graph is None
    assert shown.notes == ()
    assert shown.run is None
    assert passes_of(WHOLE, ("code",)) == ()


def test_the_graph_alone():
    graph = sections_of(WHOLE, ("graph",)).functions[0]
    assert (graph.source, graph.generated.text) == ("", "")
    assert graph.traces == FUNCTION.traces


@pytest.mark.parametrize("show", [("result", "notes"), ("result", "notes", "passes")])
def test_neither_code_nor_graph(show):
    assert sections_of(WHOLE, show) == StagingReport("f", "python", (), WHOLE.run, (NOTE,))


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
