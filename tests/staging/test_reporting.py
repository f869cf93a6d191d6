"""Reports: identical events are counted, and blocks that Python never entered are named."""

from __future__ import annotations

import ast
import functools

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


# functions below decorators ------------------------------------------------------------------------


def plus_one(f):
    @functools.wraps(f)
    def inner(*args):
        return f(*args) + 1

    return inner


def quiet(f):
    @functools.wraps(f)
    def inner(*args):
        return f(*args)

    return inner


def never(f):
    @functools.wraps(f)
    def inner(*args):
        return args[0]

    return inner


@plus_one
@quiet
def decorated(x):
    if x.shape.rank == 0:
        for i in range(9):
            x = x + i
    else:
        x = -x
    return x


def test_the_functions_below_a_decorated_one_are_of_its_report() -> None:
    staged = function(decorated)
    assert [each.name for each in staged.report().functions] == ["decorated"]
    report = staged.report(tf.constant(1))
    outer, middle, inner = report.functions
    assert [each.name for each in report.functions] == ["decorated"] * 3
    assert report.title == "decorated"
    first = decorated.__wrapped__.__wrapped__.__code__.co_firstlineno
    assert (inner.span.line, inner.traces, middle.traces) == (first, (), ())
    assert "range(9)" in inner.source and "ag.for_stmt" in inner.generated.text
    assert "+ 1" in outer.source and "+ 1" not in middle.source
    decisions = {(e.construct, e.decision, e.span.line - first) for e in outer.traces[0].events}
    assert {("if", "python", 3), ("for", "unrolled", 4), ("if", "not reached", 7)} <= decisions
    assert [(note.code, note.span.line - first) for note in report.notes] == [("AG122", 4)]
    assert [e.name for e in staged.report_with(["optimized"]).functions] == ["decorated"] * 3
    assert function(decorated, mute=("AG122",)).report(tf.constant(1)).notes == ()


def test_what_a_decorator_does_not_call_is_not_shown() -> None:
    @never
    def lost(x):
        return x * 2

    staged = function(lost)
    assert [each.span.line for each in staged.report(tf.constant(1)).functions] == [
        lost.__code__.co_firstlineno
    ]


def test_partials_objects_and_methods_have_what_they_wrap() -> None:
    class Counting:
        def __init__(self, f):
            functools.update_wrapper(self, f)
            self.f = f

        def __call__(self, x):
            return self.f(x)

    def halved(x):
        return x / 2

    endless = quiet(halved)
    endless.__wrapped__ = endless
    for value, count in (
        (Counting(halved), 2),
        (functools.partial(quiet(halved)), 2),
        (endless, 1),
        (halved, 1),
    ):
        functions = function(value).report(tf.constant(1.0)).functions
        assert len(functions) == count, value
        assert count == 1 or functions[1].name == "halved"


def test_a_back_end_that_does_not_trace_shows_them_when_they_were_called() -> None:
    staged = function(quiet(lambda x: x + 3), backend="python")
    assert len(staged.report().functions) == 1
    staged(1)
    assert len(staged.report().functions) == 2
