"""Gives the behaviour tests their `check` fixture, once for each way of running a converted function."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from oracle import Check


@pytest.fixture(params=["converted", "prefixes", "staged"])
def check(request: pytest.FixtureRequest) -> Check:
    return Check(request.param)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A trace that never ends must cost one test, not the run."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.timeout(60))
