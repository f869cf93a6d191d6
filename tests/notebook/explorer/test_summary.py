"""What a run is doing and what it gave, in words."""

import inspect

from ag_notebook.notebook.explorer import summary
from ag_notebook.notebook.explorer.session import PHASES, Request, Work
from ag_notebook.report import Check, Note, Run, StagingReport


def work(**given) -> Work:
    bound = inspect.signature(lambda: None).bind()
    request = Request(bound, given.pop("backends", ("tensorflow",)), run=given.pop("run", True))
    return Work(request, **given)


def test_the_bar_moves_in_each_phase_and_from_one_to_the_next():
    made = work()
    before = -1.0
    for phase in PHASES[1:]:
        if phase == "checking":
            continue
        made.enter(phase)
        done, text = summary.progress(made, None)
        made.phase_begun -= 3
        later, _ = summary.progress(made, None)
        assert before < done < later < 1.0 and "…" in text and text.endswith(" s")
        before = later
    made.enter("waiting")
    assert "waiting for the run of another explorer" in summary.progress(made, None)[1]


def test_stopping_that_takes_long_says_why():
    made = work(phase="running")
    assert summary.progress(made, 0.5)[1].startswith("stopping …")
    assert "cannot be cancelled" in summary.progress(made, 3.0)[1]


def test_how_a_run_ended():
    assert summary.ended(work(ended=0.0123, begun=0.0)) == "Done in 12.3 ms"
    assert summary.ended(work(ended=1.25, begun=0.0, run=False)) == "Traced in 1.25 s, not run"
    stopped = summary.ended(work(ended=3.0, begun=1.0, is_stopped=True, phase="running"))
    assert stopped.startswith("Stopped after 2 s, while running.")
    assert summary.ended(work(ended=1.0, begun=0.0, error=ValueError("x"))) == "ValueError after 1 s"


def facts(report, **given) -> dict[str, str]:
    return {name: text for name, text, _ in summary.facts(work(report=report, **given))}


def test_value_time_and_traces():
    report = StagingReport("f", "tensorflow", (), Run("f()", "111", 0.0021, 0.1))
    assert facts(report, traces=1, new_traces=1, reason="first call") == {
        **{"Value": "111", "Time": "2.1 ms, and 100 ms of tracing", "Traces": "Trace 1: first call."}
    }
    assert facts(report, traces=1)["Traces"] == "No new trace: the one there is fits."
    assert facts(report, traces=3)["Traces"] == "No new trace: one of the 3 fits."
    assert facts(report, traces=3, new_traces=2, reason="n changed")["Traces"] == "2 new traces: n changed."
    assert "Traces" not in facts(report, traces=0, backends=("python",))
    assert facts(None) == {}


def test_what_a_check_found():
    same = Check("f(1)", ("value", "printed"))
    assert facts(StagingReport("f", "x", (), checks=(same,)))["Same as Python"] == "value, printed of 1 call"
    other = Check("f(2)", ("value",), "result is 1, not 2")
    assert facts(StagingReport("f", "x", (), checks=(same, other))) == {
        "Differs from Python": "f(2): result is 1, not 2"
    }
    skipped = Check("f(1)", (), skipped="It did not end.")
    assert facts(StagingReport("f", "x", (), checks=(skipped,)))["Not compared"] == "It did not end."


def test_back_ends_side_by_side():
    other = StagingReport("f", "lantern", (), Run("f()", "2", 0.001))
    note = Note("AG512", "warning", None, "The back ends do not agree: …")
    report = StagingReport("f", "tensorflow", (), Run("f()", "1", 0.001), (note,), beside=(other,))
    found = facts(report)
    assert found["Value on tensorflow"] == "1" and found["Value on lantern"] == "2"
    assert found["Side by side"] == note.message


def test_facts_are_text():
    html = summary.facts_html([("Value", "<script>x</script>", True)])
    assert "<script>" not in html and "&lt;script&gt;" in html and "⚠" in html
    assert summary.facts_html([]) == ""
