"""Events carry the user's place, and are recorded only while tracing."""

from __future__ import annotations

import sys

from ag_notebook.report import Event, Span
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.events import record, span_of_frame, user_frame, user_span


def called_from(name: str, function):
    """Calls `function` from a function `call` of a module of that name."""
    namespace = {"__name__": name, "function": function}
    exec(compile("def call():\n    return function()", f"<{name}>", "exec"), namespace)
    return namespace["call"]()


def test_the_users_frame_is_the_innermost_that_is_not_ours() -> None:
    assert user_frame() is sys._getframe()
    for name in ("ag_notebook.staging", "tensorflow.python.ops", "contextlib"):
        assert called_from(name, user_frame).f_code.co_name == "called_from"


def test_a_users_module_of_a_like_name_is_the_users() -> None:
    assert called_from("ag_notebook_examples", user_frame).f_code.co_name == "call"


def test_the_span_is_of_the_running_expression() -> None:
    first = sys._getframe().f_lineno
    span = user_span()
    assert (span.file, span.line, span.end_line) == (__file__, first + 1, first + 1)
    if sys.version_info >= (3, 11):
        text = "    span = user_span()"
        assert (span.column, span.end_column) == (text.index("user_span"), len(text))
    else:
        assert (span.column, span.end_column) == (0, 0)


def test_a_frame_that_has_not_begun_has_its_line_at_least() -> None:
    def generate():
        yield 1

    frame = generate().gi_frame
    assert span_of_frame(frame).line == generate.__code__.co_firstlineno


def test_nothing_is_recorded_outside_of_a_trace() -> None:
    context = Context(None, Options())
    record("if", "staged", "tensorflow", "why")
    assert context.events == []


def test_an_event_is_recorded_at_the_users_line() -> None:
    context = Context(None, Options())
    with tracing(context):
        record("while", "unrolled", "python", "why", 3, "body")
    line = sys._getframe().f_lineno - 1
    (event,) = context.events
    assert event.span.line == line
    assert event == Event(event.span, "while", "unrolled", "python", "why", 3, "body")
    assert isinstance(event.span, Span)
