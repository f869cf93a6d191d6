"""Errors of ours say code, place, message and fix, in this order."""

from __future__ import annotations

import pytest

from ag_notebook.report import Span
from ag_notebook.staging.errors import AgNotebookError, ConversionError, StagedRuntimeError, StagingError

SPAN = Span("Cell In[3]", 7, 4, 7, 9)


def test_text_with_place_and_fix() -> None:
    error = StagingError("AG201", "it does not fit.", span=SPAN, fix="Cast it.")
    assert str(error) == "AG201 (Cell In[3], line 7): it does not fit. Cast it."


def test_text_without_place_and_fix() -> None:
    assert str(ConversionError("AG110", "locals() is not supported.")) == "AG110: locals() is not supported."


def test_the_parts_can_be_read_alone() -> None:
    error = StagingError("AG201", "it does not fit.", span=SPAN, fix="Cast it.")
    assert (error.code, error.span, error.message, error.fix) == (
        "AG201",
        SPAN,
        "it does not fit.",
        "Cast it.",
    )


@pytest.mark.parametrize("kind", [ConversionError, StagingError, StagedRuntimeError])
def test_one_base_catches_every_kind(kind: type[AgNotebookError]) -> None:
    with pytest.raises(AgNotebookError, match="AG999"):
        raise kind("AG999", "message")
    assert not issubclass(kind, (ValueError, TypeError))
