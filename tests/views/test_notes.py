"""Notes that say the same of several places are read once."""

from dataclasses import replace
from pathlib import PurePath

import sample

from ag_notebook import views
from ag_notebook.report import Note
from ag_notebook.views.notes import MOST, PlacedNote, placed_notes


def note(line: int, message: str = "`log(…)` was called once.", column: int = 4) -> Note:
    return Note("AG124", "warning", sample.span(line - 1, column), message, "Call it outside.")


def test_the_lines_of_one_message_are_together_in_order():
    other, plain = note(3, "another"), Note("AG510", "info", None, "no place")
    found = placed_notes([note(5), other, note(2), note(5, column=20), plain, plain])
    assert found == [
        PlacedNote(note(5), (sample.span(1), sample.span(4))),
        PlacedNote(other, (sample.span(2),)),
        PlacedNote(plain, ()),
    ]
    assert [each.words((str(span.line) for span in each.spans), {sample.span(1).file}) for each in found] == [
        "lines 2, 5",
        "line 3",
        "",
    ]


def test_files_and_levels_are_not_mixed():
    elsewhere = replace(note(2), span=replace(sample.span(1), file="other.py"))
    assert (
        len(placed_notes([note(2), elsewhere, replace(note(2), level="info"), replace(note(2), fix="")])) == 4
    )


def test_many_lines_are_counted():
    (placed,) = placed_notes([note(line) for line in range(1, MOST + 4)])
    assert len(placed.spans) == MOST
    assert placed.words((str(span.line) for span in placed.spans), {sample.span(1).file}).endswith(
        ", 11, 12 and 3 more"
    )


def test_lines_of_another_file_than_the_one_shown_say_so():
    there = replace(note(2), span=replace(sample.span(1), file="/home/other.py"))
    report = replace(sample.collatz(), notes=(note(4), there))
    text, html = views.text(report), views.html(report)
    for shown in (text, html):
        assert "line 2 of other.py" in shown
        assert "line 4 of" not in shown
    (placed,) = placed_notes([note(2)])
    both = {sample.span(1).file, "other.py"}
    assert placed.words(["2"], both) == f"line 2 of {PurePath(sample.span(1).file).name}"


def test_both_views_have_each_once():
    report = replace(sample.collatz(), notes=(note(4), note(4, column=20), note(5)))
    text = views.text(report, 100)
    assert "AG124 warning  lines 4, 5: `log(…)` was called once. Call it outside." in text
    assert text.count("was called once") == 1
    assert " · 1 warning" in text
    html = views.html(report)
    assert "<b>AG124</b> <b>AG124</b>" not in html
    assert html.count("was called once") == 1
    (places,) = [part for part in html.split("<b>AG124 warning</b>")[1:]]
    assert places.startswith(' lines <a href="#agn-')
    assert [piece.split("<")[0] for piece in places.split('">')[1:3]] == ["4", "5"]
