"""The garbage collector stands still while `uncollected` calls, and only then."""

from __future__ import annotations

import gc

import pytest

from ag_notebook.staging.collecting import uncollected


def test_the_collector_is_off_during_the_call_alone() -> None:
    assert gc.isenabled()
    assert uncollected(gc.isenabled) is False
    assert gc.isenabled()
    assert uncollected(lambda: uncollected(gc.isenabled)) is False


def test_after_an_exception_it_is_on_again() -> None:
    with pytest.raises(ZeroDivisionError):
        uncollected(lambda: 1 // 0)
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    try:
        assert uncollected(lambda: 3) == 3
        assert not gc.isenabled()
    finally:
        gc.enable()
