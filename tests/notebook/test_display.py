"""The report's one output."""

import pytest

from ag_notebook import views
from ag_notebook.notebook.display import ReportDisplay
from ag_notebook.report import StagingReport


def test_html_and_text_where_html_is_shown(bare):
    bundle = ReportDisplay(StagingReport("f", "python", ()), bare.shell)._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html"}


def test_text_alone_in_a_terminal(bare):
    bare.shell.display_formatter.active_types = ["text/plain"]
    bundle = ReportDisplay(StagingReport("f", "python", ()), bare.shell)._repr_mimebundle_()
    assert set(bundle) == {"text/plain"}
    assert "\x1b[" not in bundle["text/plain"]  # not a terminal: no colour


def test_a_view_that_fails_says_so_and_the_value_stays(session, monkeypatch: pytest.MonkeyPatch):
    def broken(report):
        raise RuntimeError("<no ink>")

    monkeypatch.setattr(views, "html", broken)
    ran = session.ok("%%autograph\ndef f(x):\n    return x\nf(1)")
    assert ran.value == 1
    assert "AG401" in ran.bundles[0]["text/html"]
    assert "&lt;no ink&gt;" in ran.bundles[0]["text/html"]
    assert "AG401" not in ran.bundles[0]["text/plain"]
