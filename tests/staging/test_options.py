"""Options are plain, comparable data."""

from __future__ import annotations

import dataclasses

import pytest

from ag_notebook.staging.options import Options


def test_options_are_frozen_and_compare_by_value() -> None:
    assert Options() == Options(reduce_retracing=False)
    assert Options() != Options(jit_compile=True)
    with pytest.raises(dataclasses.FrozenInstanceError):
        Options().reduce_retracing = True  # type: ignore[misc]
