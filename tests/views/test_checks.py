"""Checks in the views: what differs stands first and open, in plain words, whatever the texts are."""

from dataclasses import replace

import sample

from ag_notebook import views
from ag_notebook.report import Check, Note, StagingReport
from ag_notebook.views.checks import checks_html, checks_text, checks_title, state_of

SAME = Check("f(1)", ("value", "printed"))
DIFFERENT = Check("f(2)", ("value",), "`result` is 1 in Python and 2 staged.")
SKIPPED = Check("f(3)", (), skipped="It did not end in 1 s.")


def with_checks(*checks):
    return replace(sample.collatz(), checks=checks)


def test_states():
    assert [state_of(each) for each in (SAME, DIFFERENT, SKIPPED)] == [
        "the same",
        "different",
        "not compared",
    ]


def test_the_title_counts():
    report = with_checks(SAME, DIFFERENT, SKIPPED, SAME)
    assert checks_title(report) == "Checked against Python: 1 different, 2 the same, 1 not compared"


def test_the_text():
    assert checks_text(with_checks(SAME, DIFFERENT, SKIPPED), 80) == [
        "Checked against Python: 1 different, 1 the same, 1 not compared",
        "  f(2): different; `result` is 1 in Python and 2 staged.",
        "  f(1): the same; value, printed",
        "  f(3): not compared; It did not end in 1 s.",
    ]


def test_the_terminal_shows_them():
    assert "  f(2): different; " in views.text(with_checks(SAME, DIFFERENT))
    assert "Checked" not in views.text(sample.collatz())
    assert all(
        len(row) <= 80 for row in views.text(with_checks(replace(DIFFERENT, call="f" * 300))).split("\n")
    )


def test_html_opens_where_something_differs():
    assert checks_html(with_checks(SAME)).startswith('<details style="margin:6px 0"><summary><b>Checks</b>')
    assert checks_html(with_checks(SAME, DIFFERENT)).startswith("<details open ")
    assert "<b>Checks</b>" in views.html(with_checks(SAME))
    assert "<b>Checks</b>" not in views.html(sample.collatz())


def test_the_part_that_differs_is_code():
    differs = replace(DIFFERENT, difference="`result[<1>]` is 1 in Python and 2 staged.")
    assert "<code>result[&lt;1&gt;]</code> is 1" in checks_html(with_checks(differs))


def test_hostile_texts_stay_texts():
    bad = "<script>alert(1)</script>"
    shown = views.html(with_checks(Check(bad, (bad,), bad, bad)))
    assert "<script" not in shown
    assert shown.count("&lt;script&gt;") >= 3


def test_what_was_left_out_of_a_comparison_is_said():
    check = Check("f(1)", ("value", "printed"), skipped="Not compared: os.mkdir.")
    report = StagingReport("f", "python", (), checks=(check,))
    assert checks_text(report, 200)[1] == "  f(1): the same; value, printed. Not compared: os.mkdir."


def test_a_difference_that_a_note_tells_is_read_once():
    note = Note(
        "AG126", "warning", None, f"staged, `f(2)` does something else: {DIFFERENT.difference}", "Fix."
    )
    other = replace(DIFFERENT, call="f(7)")
    report = replace(with_checks(SAME, DIFFERENT, other), notes=(note,))
    for shown in (views.text(report), views.html(report)):
        assert shown.count("is 1 in Python and 2") == 2
        assert "see AG126 above." in shown
