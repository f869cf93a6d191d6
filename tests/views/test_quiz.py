"""A quiz asks for lines without saying what became of them; the answers are there, out of sight."""

import re

import sample

from ag_notebook import views
from ag_notebook.report import StagingReport
from ag_notebook.views.lines import report_lines
from ag_notebook.views.quiz import NOTHING, TASK, is_asked


def asked_of(report):
    return [line for function in report_lines(report).functions for line in function.lines if is_asked(line)]


def test_it_asks_for_lines_that_were_staged_decided_or_unrolled():
    report = sample.collatz()
    asked = asked_of(report)
    assert asked
    lines = [line for function in report_lines(report).functions for line in function.lines]
    assert {line.gutter[:1] for line in lines if line not in asked} <= {"", ".", "C"}


def test_text_has_a_question_mark_for_each_line_and_no_letter():
    report = sample.collatz()
    rows = views.text(report, quiz=True).split("\n")
    asked = asked_of(report)
    marked = [row for row in rows if re.match(r"\s*\d+ \?", row)]
    assert [re.sub(r"^\s*\d+ \?  ", "", row) for row in marked] == [line.text.rstrip() for line in asked]
    assert rows[-1] == "The answers: %autograph --last"
    assert not any(re.match(r"\s*\d+ [GPUC.]", row) for row in rows)
    assert TASK in " ".join(rows)
    assert max(map(len, rows)) <= 80


def test_a_report_in_which_nothing_was_decided_says_so():
    report = StagingReport("nothing", "python", ())
    assert NOTHING in views.text(report, quiz=True) and NOTHING in views.html(report, quiz=True)


def test_text_is_ascii_where_that_is_asked_for():
    views.text(sample.hostile(), ascii=True, quiz=True).encode("ascii")


def test_html_has_the_answers_in_a_closed_fold():
    report = sample.collatz()
    shown = views.html(report, quiz=True)
    before, inside = shown.split("<details", 1)
    assert before.count("<b>?</b>") == len(asked_of(report))
    assert "AG" not in before and "StatelessWhile" not in before
    assert not inside.partition(">")[0].endswith(" open") and views.html(report) in shown


def test_html_of_hostile_text_is_text():
    before = views.html(sample.hostile(), quiz=True).split("<details", 1)[0]
    assert "<script" not in before and "<img" not in before


def test_data_says_that_it_is_a_quiz_under_an_id_of_its_own():
    plain, quiz = (views.data(sample.collatz(), quiz=quiz) for quiz in (False, True))
    assert (plain["quiz"], quiz["quiz"]) == (False, True)
    assert plain["id"] != quiz["id"]
    assert plain["sides"] == quiz["sides"]
