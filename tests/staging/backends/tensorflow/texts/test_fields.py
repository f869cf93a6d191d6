"""Templates of `str.format` and `%` become the parts of an f-string."""

from __future__ import annotations

import pytest

from ag_notebook.staging.backends.tensorflow.texts.fields import format_parts, percent_parts


def test_names_attributes_items_and_specs_of_fields() -> None:
    assert format_parts("{a[0]}{b.real:>{w}}{{", (), {"a": [5], "b": 7, "w": 3}) == [
        "", (5, "", ""), "", (7, "", (">", (3, "", ""))), "{",
    ]  # fmt: skip


def test_flags_of_percent() -> None:
    assert percent_parts("%+5d%-6s", (1, "a")) == ["", (1, "", " >+5d"), "", ("a", "s", " <6"), ""]
    with pytest.raises(TypeError, match="not enough arguments"):
        percent_parts("%d %d", (1,))
