"""Reports: identical events are counted, and blocks that Python never entered are named."""

from __future__ import annotations

import ast

import tensorflow as tf

from ag_notebook.report import Event, Span
from ag_notebook.staging import function
from ag_notebook.staging.reporting import blocks_not_reached, collapsed, function_report

SPAN = Span("a.py", 2, 0, 2, 5)

TEXT = """\
def f(x, verbose):
    if verbose:
        y = 1
        y = 2
    else:
        y = 3
    for i in []:
        y += i
    while x:
        x -= 1
"""


def test_identical_events_are_one_with_a_count() -> None:
    call = Event(SPAN, "call", "as is", "python", "why")
    other = Event(SPAN, "call", "as is", "python", "another")
    assert [(e.why, e.count) for e in collapsed([call, other, call, call])] == [("why", 3), ("another", 1)]


def test_an_unrolled_loop_keeps_its_most_iterations() -> None:
    events = [Event(SPAN, "for", "unrolled", "python", "why", count) for count in (2, 5, 3)]
    assert [e.count for e in collapsed(events)] == [5]


def event(line, construct, decision, count=1, taken=""):
    return Event(Span("a.py", line, 4, line, 9), construct, decision, "python", "why", count, taken)


def places(events):
    return [(e.construct, e.decision, e.span.line, e.span.end_line) for e in events]


def test_blocks_never_entered() -> None:
    tree = ast.parse(TEXT)
    events = [
        event(2, "if", "python", taken="else"),
        event(7, "for", "unrolled", 0),
        event(9, "while", "unrolled", 2),
    ]
    found = blocks_not_reached(tree, "a.py", events)
    assert places(found) == [("if", "not reached", 3, 4), ("for", "not reached", 8, 8)]


def test_a_block_entered_once_was_reached() -> None:
    tree = ast.parse(TEXT)
    both = [event(2, "if", "python", taken="else"), event(2, "if", "python", taken="body")]
    assert blocks_not_reached(tree, "a.py", both) == []
    loops = [event(7, "for", "unrolled", 0), event(7, "for", "unrolled", 1)]
    assert blocks_not_reached(tree, "a.py", loops) == []


def test_staged_blocks_and_other_files_do_not_count() -> None:
    tree = ast.parse(TEXT)
    staged = [event(2, "if", "staged"), event(9, "while", "staged")]
    assert blocks_not_reached(tree, "a.py", staged) == []
    assert blocks_not_reached(tree, "b.py", [event(2, "if", "python", taken="else")]) == []


def test_the_report_of_a_function() -> None:
    def choose(x, verbose):
        if verbose:
            x = x + 100
        if x > 0:
            x = x * 2
        return x

    first = choose.__code__.co_firstlineno
    staged = function(choose)
    staged(tf.constant(1), False)
    report = function_report(staged)
    assert (report.name, report.span.file, report.span.line) == ("choose", __file__, first)
    assert report.source.lstrip().startswith("def choose(x, verbose):")
    assert report.generated.text == staged.code
    assert [p.name for p in report.passes]
    (trace,) = report.traces
    decisions = {(e.construct, e.decision, e.span.line - first) for e in trace.events}
    assert {("if", "python", 1), ("if", "not reached", 2), ("if", "staged", 3)} <= decisions


def test_flags_of_returns_are_no_decisions_of_the_users() -> None:
    def checked(items, n):
        try:
            return items[n]
        finally:
            n += 1

    def matched(n, key):
        match key:
            case "a":
                return n
        return -n

    staged = function(checked)
    staged(tf.constant([1, 2]), tf.constant(0))
    (trace,) = staged.report().functions[0].traces
    assert [e for e in trace.events if e.construct == "if"] == []
    staged = function(matched)
    staged(tf.constant(1), "b")
    (trace,) = staged.report().functions[0].traces
    decided = [
        (e.span.line - matched.__code__.co_firstlineno, e.decision)
        for e in trace.events
        if e.construct == "if"
    ]
    assert decided == [(2, "python")]
