"""Checks that a note is a value with a code, and that a fix may be missing."""

import dataclasses
import typing

import pytest

from ag_notebook.report import Level, Note, Span


def test_a_note_without_a_fix_has_an_empty_one():
    assert Note("AG101", "warning", Span("a.py", 1, 0, 1, 2), "message").fix == ""


def test_a_note_cannot_be_changed():
    note = Note("AG101", "error", None, "message", "fix")
    with pytest.raises(dataclasses.FrozenInstanceError):
        note.level = "info"
    assert dataclasses.replace(note, level="info") == Note("AG101", "info", None, "message", "fix")


def test_levels_from_mild_to_grave():
    assert typing.get_args(Level) == ("info", "warning", "error")
