"""Options are plain, comparable data."""

from __future__ import annotations

import dataclasses

import pytest

from ag_notebook.staging.options import Options


def test_options_are_frozen_and_compare_by_value() -> None:
    assert Options() == Options(recursive=True)
    assert Options() != Options(jit_compile=True)
    with pytest.raises(dataclasses.FrozenInstanceError):
        Options().recursive = False  # type: ignore[misc]
