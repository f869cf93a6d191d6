"""Checks that a report is a value: frozen through and through, equal by content, usable as a key."""

import dataclasses

import pytest
import sample

from ag_notebook.report import Note, StagingReport


def records(value):
    """All dataclasses in a report."""
    if dataclasses.is_dataclass(value):
        yield value
        for field in dataclasses.fields(value):
            yield from records(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from records(item)


def test_every_part_is_frozen():
    parts = list(records(sample.collatz()))
    assert len({type(part) for part in parts}) == 14
    for part in parts:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(part, dataclasses.fields(part)[0].name, None)


def test_reports_are_equal_by_content_and_hashable():
    assert sample.collatz() == sample.collatz()
    assert hash(sample.collatz()) == hash(sample.collatz())
    assert sample.collatz() != dataclasses.replace(sample.collatz(), title="other")


def test_a_report_is_one_line_where_it_is_printed():
    beside = StagingReport("f", "lantern", ())
    report = StagingReport(
        "f", "tensorflow", (), notes=(Note("AG101", "info", None, "a\nb"),), beside=(beside,)
    )
    assert str(report) == repr(report)
    assert (
        repr(report) == "<StagingReport of f on tensorflow, lantern: ag_notebook.views.text(report) shows it>"
    )
