"""Checks the rungs between source and machine in a terminal, and that the view keeps to its rows."""

from dataclasses import replace

import pytest
import sample
from sample import graph, node
from test_ladder import laddered

from ag_notebook import views
from ag_notebook.report import CompiledCode, CompiledLine, Note, Run, Span
from ag_notebook.views.ladder_text import (
    MOST_ROWS,
    Block,
    compiled_rows,
    decisions_rows,
    optimized_rows,
    passes_rows,
    within,
)
from ag_notebook.views.lines import PARTS, report_lines
from ag_notebook.views.literal import cells


def test_passes_with_diffs_and_why():
    rows = passes_rows(laddered().functions[0], 80, False)
    line = sample.FIRST + 2
    assert rows[:2] == [
        "Passes of collatz (2 of 3 changed the code)",
        "  2 calls  +1 -1  every call goes through the runtime",
    ]
    assert f"    why, line {line}: The state is n, steps." in rows
    assert f"{line:>4} +    def loop_test(n, steps):" in rows
    assert rows[-1] == "Without change: returns"


def test_colour_is_around_what_changed_and_nothing_else():
    rows = passes_rows(laddered().functions[0], 80, True)
    assert "  10 \x1b[31m-        steps = steps + len(name)\x1b[0m" in rows
    assert [row.replace("\x1b[31m", "").replace("\x1b[32m", "").replace("\x1b[0m", "") for row in rows] == (
        passes_rows(laddered().functions[0], 80, False)
    )


def test_decisions_by_line():
    (lines,) = report_lines(laddered()).functions
    rows = decisions_rows(lines, 100)
    count = sum(len(line.events) for line in lines.lines)
    assert rows[0] == f"Decisions ({count})"
    assert any(row.startswith(f"{sample.FIRST + 2:>4} while: staged, ") for row in rows)
    (bare,) = report_lines(
        replace(laddered(), functions=(replace(laddered().functions[0], traces=()),))
    ).functions
    assert decisions_rows(bare, 100) == []


def test_the_optimized_graph():
    (trace,) = laddered().functions[0].traces
    assert optimized_rows(trace, 80) == [
        "Optimized graph: 34 → 33 ops: 1 removed",
        "     main: 1 removed",
        f"{sample.FIRST + 8:>4}   removed Const b",
    ]
    assert optimized_rows(replace(trace, optimized=None), 80) == []


def test_a_program():
    (program,) = laddered().functions[0].traces[0].compiled
    assert compiled_rows(program, 80, sample.FILE) == [
        "HLO (2 lines)",
        "     ENTRY %f {",
        f"{sample.FIRST + 8:>4}   add(a, b)",
    ]


def test_numbers_of_lines_of_other_files_are_left_out():
    spans = (Span("other.py", 7, 0, 7, 1), Span(sample.FILE, 70, 0, 70, 1))
    program = CompiledCode("Lantern", tuple(CompiledLine(f"(def f{span.line})", span) for span in spans))
    assert compiled_rows(program, 80, sample.FILE)[1:] == ["     (def f7)", "  70 (def f70)"]


def test_the_rungs_stand_in_order_and_by_choice():
    text = views.text(laddered(), show=PARTS)
    order = [
        text.index(head)
        for head in ("def collatz", "Passes of", "main ", "Optimized graph", "HLO (", "AG101")
    ]
    assert order == sorted(order)
    assert "Passes of" not in views.text(laddered())
    assert "HLO (2 lines)" in views.text(laddered())
    text = views.text(laddered(), show=("trace",))
    assert "Decisions (" in text and "HLO" not in text and "def collatz" not in text


@pytest.mark.parametrize("width", [80, 120])
def test_no_row_is_wider_than_the_terminal(width):
    long = graph("f", "main", [node("n" * 300, "Add", 2)], "")
    (function,) = laddered().functions
    trace = replace(
        function.traces[0], graph=long, optimized=graph("f", "main", [node("m" * 300, "Add")], "")
    )
    report = replace(laddered(), functions=(replace(function, traces=(trace,)),))
    for row in views.text(report, width, show=PARTS).split("\n"):
        assert cells(row) <= width


def rows(count):
    return [f"row {i}" for i in range(count)]


def test_what_fits_is_left_alone():
    assert within([Block(rows(3)), Block([]), Block(rows(4))], 0, 8) == [rows(3), rows(4)]


def test_the_longest_parts_are_cut_with_a_count():
    shown = within(
        [Block(["head"], cuttable=False), Block(rows(3)), Block(rows(100)), Block(rows(50))], 0, 50
    )
    assert shown[:2] == [["head"], rows(3)]
    assert shown[2] == [*rows(20), "… 80 more rows"]
    assert len(shown[3]) == 21
    assert sum(map(len, shown)) + len(shown) - 1 <= 50


def test_too_many_parts_leave_out_those_in_the_middle():
    middle = [Block(rows(9)) for _ in range(100)]
    shown = within([Block(["head"], cuttable=False), *middle, Block(["note"]), Block(["run"])], 2, 60)
    assert shown[0] == ["head"] and shown[-2:] == [["note"], ["run"]]
    left = sum(len(part) > 1 for part in shown)
    assert shown[-3] == [f"… {100 - left} more parts"]
    assert sum(map(len, shown)) + len(shown) - 1 <= 60


@pytest.mark.parametrize("count", [1, 40])
def test_the_whole_view_keeps_to_its_rows(count):
    functions = tuple(replace(laddered().functions[0], name=f"f{i}") for i in range(count))
    notes = tuple(Note("AG101", "info", None, f"note {i} " + "word " * 30) for i in range(200))
    report = replace(laddered(), functions=functions, notes=notes, run=Run("f()", "x\n" * 500, 1.0))
    text = views.text(report, show=PARTS)
    assert len(text.split("\n")) <= MOST_ROWS
    assert "note 0" in text and "f() in 1 s =" in text
    large = views.text(sample.large(5000), show=PARTS)
    assert len(large.split("\n")) <= MOST_ROWS
