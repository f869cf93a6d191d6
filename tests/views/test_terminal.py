"""Compares the terminal view with golden files; `AG_WRITE_GOLDENS=1` writes them anew."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
import sample

from ag_notebook import staging, views
from ag_notebook.report import GraphModel, Omission, Run
from ag_notebook.report.texts import split_lines
from ag_notebook.views.literal import cells

GOLDENS = Path(__file__).parent / "goldens"
ANSI = re.compile(r"\x1b\[[\d;]*m")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("collatz_80", {"width": 80}),
        ("collatz_120", {"width": 120}),
        ("collatz_80_color", {"width": 80, "color": True}),
        ("collatz_120_ascii", {"width": 120, "ascii": True}),
    ],
)
def test_golden(name, options):
    shown = views.text(sample.collatz(), **options) + "\n"
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("AG_WRITE_GOLDENS"):
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8"), (
        f"{path.name} differs: look at what changed, then AG_WRITE_GOLDENS=1 pytest {__file__} writes it anew"
    )


@pytest.mark.parametrize("width", [80, 100, 120, 200])
@pytest.mark.parametrize("report", [sample.collatz(), sample.hostile(), sample.large(5000)])
@pytest.mark.parametrize("color", [False, True])
def test_no_row_is_wider_than_the_terminal(width, report, color):
    for row in ANSI.sub("", views.text(report, width, color)).split("\n"):
        assert cells(row) <= width, row


def test_widths_below_80_are_taken_as_80():
    assert views.text(sample.collatz(), 20) == views.text(sample.collatz(), 80)


def test_colour_changes_nothing_but_escapes():
    assert ANSI.sub("", views.text(sample.collatz(), 80, color=True)) == views.text(sample.collatz(), 80)


def test_no_escape_sequence_of_a_stranger_gets_through():
    assert "\x1b" not in views.text(sample.hostile())
    plain = set(ANSI.findall(views.text(sample.hostile(), color=True)))
    assert plain <= {"\x1b[0m", "\x1b[1m", "\x1b[3m", "\x1b[1;31m"}


def test_ascii_is_ascii():
    report = replace(sample.collatz(), title="größe 漢")
    views.text(report, ascii=True).encode("ascii")


def test_every_source_character_is_shown_however_long_the_line():
    long = "x = " + " + ".join(f"name_{number}" for number in range(60))
    function = replace(sample.collatz().functions[0], source=f"def f():\n    {long}\n")
    shown = views.text(replace(sample.collatz(), functions=(function,), notes=()), 80)
    assert [f"name_{number}" in shown for number in range(60)] == [True] * 60


def test_value_of_several_lines_stands_alone():
    report = replace(sample.collatz(), run=Run("f()", "[[1 2]\n [3 4]]", None))
    assert views.text(report).endswith("f() =\n[[1 2]\n [3 4]]")


def test_more_than_one_trace_is_listed():
    function = sample.collatz().functions[0]
    second = replace(function.traces[0], signature="(n: int64[])", reason="n was int32[]")
    report = replace(sample.collatz(), functions=(replace(function, traces=(function.traces[0], second)),))
    shown = views.text(report)
    assert "2 traces; the last one with a graph is shown" in shown
    assert "2  (n: int64[]) · n was int32[]" in shown


def test_a_run_without_value_is_the_call_alone():
    for run, last in (
        (Run("tri2(3)", "", None), "tri2(3)"),
        (Run("say(3)", "None", 0.5), "say(3) in 500 ms"),
    ):
        assert views.text(replace(sample.collatz(), run=run)).split("\n")[-2:] == ["", last]


def test_the_time_of_a_long_call_stands_beside_it():
    report = replace(sample.collatz(), run=Run("f(" + "x, " * 60 + ")", "None", 0.5))
    (row,) = views.text(report).rsplit("\n\n", 1)[1].split("\n")
    assert row.endswith("… in 500 ms")


def test_a_trace_without_operations_says_so():
    function = sample.collatz().functions[0]
    empty = replace(function.traces[0], graph=GraphModel("build", "main", (), ()))
    shown = views.text(replace(sample.collatz(), functions=(replace(function, traces=(empty,)),)))
    assert "\nThis graph computes nothing: it has only inputs, constants and copies.\n" in shown


def test_what_is_left_out_is_said_below_the_headline():
    report = replace(sample.collatz(), omitted=(Omission("operations of f", 9000),))
    assert views.text(report, 80).split("\n")[1] == (
        "Left out to keep this report small: operations of f (9,000)."
    )


# fmt: off
def one_line(x):
    while x > 0: x -= 1  # noqa: E701
    return x * 2
# fmt: on


def test_generated_lines_of_a_compound_statement_on_one_line_are_indented():
    rows = views.text(staging.function(one_line, backend="python").report_so_far(), 100).splitlines()
    (head,) = [index for index, row in enumerate(rows) if "def loop_body(x): …" in row]
    assert rows[head].index("def") + 4 == rows[head + 1].index("x -= 1")
    assert rows[head].index("def") == rows[head + 2].index("x, =")


@pytest.mark.parametrize("count", [9, 99, 999, 12345])
def test_the_column_of_letters_is_as_wide_as_its_letters(count):
    report = sample.collatz()
    (function,) = report.functions
    (trace,) = function.traces
    first, *others = trace.events
    events = (replace(first, decision="unrolled", count=count), *others)
    report = replace(report, functions=(replace(function, traces=(replace(trace, events=events),)),))
    rows = views.text(report, 100).splitlines()
    lines = split_lines(function.source)
    found = [
        next(row for row in rows if row.rstrip().find(line.strip()) > 4) for line in lines if line.strip()
    ]
    columns = {
        row.index(line.strip()) - len(line) + len(line.lstrip())
        for row, line in zip(found, filter(str.strip, lines))
    }
    assert len(columns) == 1
    assert f" U{count} " in views.text(report, 100)
    assert f">U{count} </b>" in views.html(report)
