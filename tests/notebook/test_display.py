"""The report's one output."""

import pytest

from ag_notebook import views
from ag_notebook.notebook.display import ReportDisplay, Screen, passes_text, with_places
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
    assert set(bundle) == {"text/plain", "text/html"}


def test_text_alone_in_a_terminal(bare):
    bare.shell.display_formatter.active_types = ["text/plain"]
    bundle = ReportDisplay(StagingReport("f", "python", ()), bare.shell)._repr_mimebundle_()
    assert set(bundle) == {"text/plain"}
    assert "\x1b[" not in bundle["text/plain"]  # not a terminal: no colour


def with_passes(*texts: str) -> FunctionReport:
    before, snapshots = "def f():\n    return 1\n", []
    for text in texts:
        snapshots.append(
            PassSnapshot(f"pass {len(snapshots)}", "Says →.", text != before, GeneratedCode(text, ()))
        )
        before = text
    return FunctionReport(
        "f",
        Span("f.py", 1, 0, 2, 12),
        "def f():\n    return 1\n",
        GeneratedCode(before, ()),
        tuple(snapshots),
        (),
    )


CHANGED = with_passes("def f():\n    return 1\n", "def f():\n    return 2\n")


def test_passes_in_a_terminal():
    assert passes_text(CHANGED, Screen(False, 80, False, False)).splitlines() == [
        "Passes of f (2 ran, 1 changed the code)",
        "  2 pass 1  +1 -1  Says →.",
        "    @@ -1,2 +1,2 @@",
        "     def f():",
        "    -    return 1",
        "    +    return 2",
        "Without change: pass 0",
    ]


def test_passes_in_colour_and_without_unicode():
    text = passes_text(CHANGED, Screen(False, 80, True, True))
    assert "\x1b[31m-    return 1\x1b[0m" in text
    assert "\x1b[32m+    return 2\x1b[0m" in text
    assert "Says ->." in text
    assert text.isascii()


def test_passes_that_changed_nothing_say_so():
    idle = with_passes("def f():\n    return 1\n")
    assert passes_text(idle, Screen(False, 80, False, False)).splitlines() == [
        "Passes of f (1 ran, 0 changed the code)",
        "Without change: pass 0",
    ]


def test_passes_on_a_page(bare):
    display = ReportDisplay(StagingReport("f", "python", ()), bare.shell, 7, (CHANGED,))
    bundle = display._repr_mimebundle_()
    assert "+    return 2" in bundle["text/plain"]
    assert "<b>pass 1</b> +1" in bundle["text/html"]


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
    def broken(report, salt):
        raise RuntimeError("<no ink>")

    monkeypatch.setattr(views, "html", broken)
    ran = session.ok("%%autograph\ndef f(x):\n    return x\nf(1)")
    assert ran.value == 1
    assert "AG401" in ran.bundles[0]["text/html"]
    assert "&lt;no ink&gt;" in ran.bundles[0]["text/html"]
    assert "AG401" not in ran.bundles[0]["text/plain"]
