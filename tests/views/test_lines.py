"""Checks what is said of each line against the sample's events, graph and source map."""

from dataclasses import replace

import sample

from ag_notebook.report import (
    Event,
    FunctionReport,
    GeneratedCode,
    GraphModel,
    MapEntry,
    Span,
    StagingReport,
    Trace,
)
from ag_notebook.report.texts import split_lines
from ag_notebook.views.lines import report_lines


def collatz_lines():
    return report_lines(sample.collatz()).functions[0]


def test_gutter_and_operations():
    said = [(line.number, line.gutter, line.op_count) for line in collatz_lines().lines]
    assert said == [
        (2, "", 0), (3, "G", 1), (4, "G", 4), (5, "P", 0), (6, ".", 0), (7, "G", 14), (8, "G", 3),
        (9, "U2", 0), (10, "G", 4), (11, "G", 1),
    ]  # fmt: skip


def test_remarks():
    said = {line.number: line.remarks for line in collatz_lines().lines if line.remarks}
    assert said == {
        4: ("StatelessWhile (loop body, test)", "steps: the number 0 became int32[]"),
        5: ("the test is the Python bool False",),
        6: ("not reached",),
        7: ("StatelessIf (then, else)",),
        9: ("unrolled 2 times",),
    }


def test_generated_lines_by_source_line():
    made = {line.number: [g.number for g in line.generated] for line in collatz_lines().lines}
    assert made == {
        2: [1], 3: [2], 4: [3, 4, 5, 14, 15, 16], 5: [6, 8, 9, 10, 11], 6: [7], 7: [12], 8: [13],
        9: [17, 19, 20], 10: [18], 11: [21],
    }  # fmt: skip


def test_changed_lines_are_those_that_read_differently():
    assert [line.number for line in collatz_lines().lines if line.changed] == [4, 5, 6, 7, 9, 10]


def test_rows_have_every_line_of_both_texts_once_and_in_order():
    function = collatz_lines()
    rows = function.rows()
    assert [line.number for row in rows for line in row.sources] == list(range(2, 12))
    assert [line.number for row in rows for line in row.generated] == list(range(1, 22))
    for row in rows:
        above = row.continued or (row.sources[-1] if row.sources else None)
        assert {line.source for line in row.generated} <= {above.number}
    assert [row.continued.number for row in rows if row.continued] == [5, 4, 9]


def test_rows_keep_both_orders_when_generated_code_comes_in_another_order():
    source = "def f():\n    a\n    b\n    c\n"
    order = [1, 4, 2, 4]
    entries = tuple(
        MapEntry(number, 0, number, 9, Span("m.py", line, 0, line, 9), False)
        for number, line in enumerate(order, 1)
    )
    code = GeneratedCode("one\nfour\ntwo\nfour again\n", entries)
    report = FunctionReport("f", Span("m.py", 1, 0, 4, 5), source, code, (), ())
    rows = report_lines(StagingReport("f", "python", (report,))).functions[0].rows()
    seen = [
        ([line.number for line in row.sources], row.continued and row.continued.number,
         [line.number for line in row.generated])
        for row in rows
    ]  # fmt: skip
    assert seen == [([1], None, [1]), ([2], None, []), ([3], None, []), ([4], None, [2]),
                    ([], 2, [3]), ([], 4, [4])]  # fmt: skip


def test_code_without_source_map_is_shown_all_the_same():
    function = sample.collatz().functions[0]
    bare = replace(function, generated=GeneratedCode(function.generated.text, ()))
    rows = report_lines(StagingReport("f", "python", (bare,))).functions[0].rows()
    assert [line.number for row in rows for line in row.generated] == list(range(1, 22))
    assert [line.number for row in rows for line in row.sources] == list(range(2, 12))


def with_events(*events: Event) -> list[str]:
    function = sample.collatz().functions[0]
    bare = replace(function, traces=(Trace("()", "", events, None),))
    return [line.gutter for line in report_lines(StagingReport("f", "python", (bare,))).functions[0].lines]


def test_the_widest_construct_has_the_word():
    while_, call = sample.events()[0], sample.events()[7]
    inside = replace(call, span=sample.span(3, 10, 11))
    assert with_events(inside, while_)[2] == "G"
    assert with_events(inside)[2] == "C"
    assert with_events(replace(while_, decision="fitted"))[2] == ""


def test_a_block_that_was_not_reached_marks_its_lines_but_not_those_with_a_decision():
    skipped = Event(sample.span(6, 8, end_line=9), "block", "not reached", "python", "")
    staged = Event(sample.span(8), "for", "staged", "tensorflow", "")
    assert with_events(skipped, staged) == ["", "", "", "", "", ".", ".", "G", ".", ""]


def test_only_the_shown_trace_counts():
    function = sample.collatz().functions[0]
    first = Trace("(verbose=True)", "first call", (replace(sample.events()[2], decision="staged"),), None)
    twice = replace(function, traces=(*function.traces, *function.traces, first))
    assert report_lines(StagingReport("f", "t", (twice,))).functions[0].lines == collatz_lines_without_notes()


def collatz_lines_without_notes():
    return report_lines(replace(sample.collatz(), notes=())).functions[0].lines


def test_lines_of_other_files_are_not_mixed_up():
    report = sample.collatz()
    other = replace(
        report.functions[0], name="other", span=replace(report.functions[0].span, file="other.py")
    )
    model = report_lines(replace(report, functions=(*report.functions, replace(other, traces=()))))
    assert [line.gutter for line in model.functions[1].lines] == [""] * 10
    assert len({line.key for function in model.functions for line in function.lines}) == 20
    assert model.at(sample.span(3)).number == 4
    assert model.at(replace(sample.span(3), file="nowhere.py")) is None
    assert model.at(None) is None


def test_operations_of_functions_that_are_not_shown_are_of_the_line_that_called_them():
    report = sample.collatz()
    (function,) = report.functions
    there, here = Span("other.py", 4, 0, 4, 0), function.span
    first, last = (replace(here, line=n, end_line=n) for n in (here.line, here.end_line))
    nodes = tuple(
        replace(sample.node(f"n{number}", "Mul"), span=span, callers=callers)
        for number, (span, callers) in enumerate(
            [(there, (there, last, first)), (there, ()), (last, (first,)), (there, (there,))]
        )
    )
    trace = replace(function.traces[0], events=(), graph=GraphModel("f", "main", nodes, ()))
    made = report_lines(replace(report, functions=(replace(function, traces=(trace,)),)))
    counts = {line.number: line.op_count for line in made.functions[0].lines if line.op_count}
    assert counts == {here.end_line: 2}


def test_colours_follow_the_order_of_appearance():
    assert [line.colour for line in collatz_lines().lines] == list(range(10))


def test_split_lines_counts_as_python_does():
    assert split_lines("a\x0cb\r\nc\rd\n") == ["a\x0cb", "c", "d"]
    assert split_lines("") == []


def test_a_line_in_another_spelling_has_not_changed():
    code = GeneratedCode("x = 'a'\n", (MapEntry(1, 0, 1, 7, Span("m.py", 1, 0, 1, 7), False),))
    for source, changed in (('x = "a"  # first\n', False), ('x = "b"\n', True)):
        report = FunctionReport("f", Span("m.py", 1, 0, 1, 7), source, code, (), ())
        (line,) = report_lines(StagingReport("f", "python", (report,))).functions[0].lines
        assert line.changed is changed


def test_a_line_that_went_both_ways_says_so_once():
    function = sample.collatz().functions[0]
    ways = [
        Event(sample.span(4, 8), "if", "python", "python", f"the test is {test}: {block} taken", 1, block)
        for test, block in ((True, "body"), (False, "else"))
    ]
    for events, said in ((ways, ("if: sometimes body, sometimes else",)), (ways[:1], (ways[0].why,))):
        bare = replace(function, traces=(Trace("()", "", tuple(events), None),))
        lines = report_lines(StagingReport("f", "python", (bare,))).functions[0].lines
        assert lines[3].remarks == said


def test_a_test_that_only_hands_a_value_back_is_no_part_to_name():
    function = sample.collatz().functions[0]
    bare = replace(function, traces=(Trace("()", "", (), sample.lowered_graph()),))
    lines = report_lines(StagingReport("f", "python", (bare,))).functions[0].lines
    assert lines[2].remarks == ("StatelessWhile (loop body)",)
