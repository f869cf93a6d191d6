"""Replays the programs that once went wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from judging import judge
from run import load_saved

SAVED = sorted((Path(__file__).parent / "regressions").glob("*.py"))


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_program_agrees_or_is_refused(path):
    verdict = judge(load_saved(path))
    assert verdict.kind in {"equal", "refused"}, f"{verdict.detail}\n{verdict.trace}"
