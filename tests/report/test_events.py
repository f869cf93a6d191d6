"""Checks what an event says when only the needful is given, and that it is a value."""

import typing

from ag_notebook.report import Decision, Event, Span

SPAN = Span("a.py", 1, 0, 1, 5)


def test_an_event_counts_once_and_names_no_block():
    event = Event(SPAN, "if", "staged", "tensorflow", "the test is a tensor")
    assert (event.count, event.taken) == (1, "")


def test_events_are_equal_by_all_they_say():
    event = Event(SPAN, "if", "python", "python", "why", 1, "body")
    assert event == Event(SPAN, "if", "python", "python", "why", taken="body")
    assert event != Event(SPAN, "if", "python", "python", "why", taken="else")
    assert len({event, Event(SPAN, "if", "python", "python", "why", 2, "body")}) == 2


def test_decisions_are_the_six_that_views_know():
    decisions = set(typing.get_args(Decision))
    assert decisions == {"staged", "python", "unrolled", "as is", "not reached", "fitted"}
