"""The report's one output."""

import pytest

from ag_notebook import views
from ag_notebook.notebook.display import ReportDisplay, with_places
from ag_notebook.report import (
    FunctionReport,
    GeneratedCode,
    GraphModel,
    GraphNode,
    MapEntry,
    Note,
    PassSnapshot,
    Span,
    StagingReport,
    Trace,
)


def test_html_and_text_where_html_is_shown(bare):
    bundle = ReportDisplay(StagingReport("f", "python", ()), bare.shell)._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", views.MIME_TYPE}


def test_text_alone_in_a_terminal(bare):
    bare.shell.display_formatter.active_types = ["text/plain"]
    bundle = ReportDisplay(StagingReport("f", "python", ()), bare.shell)._repr_mimebundle_()
    assert set(bundle) == {"text/plain"}
    assert "\x1b[" not in bundle["text/plain"]  # not a terminal: no colour


def test_parts_are_chosen_in_both_forms(bare):
    span, code = Span("f.py", 1, 0, 2, 12), GeneratedCode("def f():\n    return 2\n", ())
    snapshots = (
        PassSnapshot("source", "", True, GeneratedCode("def f():\n    return 1\n", ())),
        PassSnapshot("pass 1", "Says →.", True, code),
    )
    function = FunctionReport("f", span, "", code, snapshots, ())
    report = StagingReport("f", "python", (function,))
    bundle = ReportDisplay(report, bare.shell, 7, ("passes",))._repr_mimebundle_()
    assert "+    return 2" in bundle["text/plain"]
    assert "<b>pass 1</b> +1" in bundle["text/html"]
    bundle = ReportDisplay(report, bare.shell, 7, ("code",))._repr_mimebundle_()
    assert "pass 1" not in bundle["text/plain"] + bundle["text/html"]


def test_cells_are_called_what_the_notebook_calls_them(bare):
    name = bare.shell.compile.cache("f()", 7)
    cell, file = Span(name, 1, 0, 1, 3), Span("/home/module.py", 1, 0, 1, 3)
    inner = GraphModel("body", "body", (GraphNode("a", "Add", (), cell),), ())
    graph = GraphModel("main", "main", (GraphNode("w", "While", (), file, subgraphs=(inner,)),), ())
    function = FunctionReport(
        "f",
        cell,
        "f()",
        GeneratedCode("f()", (MapEntry(1, 0, 1, 3, cell, False),)),
        (),
        (Trace("", "", (), graph),),
    )
    report = with_places(
        StagingReport("f", "python", (function,), notes=(Note("AG1", "info", cell, ""),)), bare.shell
    )
    assert report.notes[0].span.file == "Cell In[7]"
    shown = report.functions[0]
    assert shown.span == Span("Cell In[7]", 1, 0, 1, 3)
    assert shown.generated.source_map[0].origin.file == "Cell In[7]"
    assert shown.traces[0].graph.nodes[0].span == file
    assert shown.traces[0].graph.nodes[0].subgraphs[0].nodes[0].span.file == "Cell In[7]"


def test_a_view_that_fails_says_so_and_the_value_stays(session, monkeypatch: pytest.MonkeyPatch):
    def broken(report, salt, timeout, show):
        raise RuntimeError("<no ink>")

    monkeypatch.setattr(views, "html", broken)
    ran = session.ok("%%autograph\ndef f(x):\n    return x\nf(1)")
    assert ran.value == 1
    assert "AG401" in ran.bundles[0]["text/html"]
    assert "&lt;no ink&gt;" in ran.bundles[0]["text/html"]
    assert "AG401" not in ran.bundles[0]["text/plain"]
