"""A trace keeps what it assumes of tests, in order, and what earlier attempts found out."""

from __future__ import annotations

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context
from ag_notebook.staging.runtime.forks import next_assumption

REFUSAL = StagingError("AG270", "it may raise.", fix="Test before.")


def test_assumptions_are_numbered_and_follow_what_was_found_out() -> None:
    context = Context(None, Options(), assumed=(True,), taken=[])  # type: ignore[arg-type]
    context.refusal = REFUSAL
    assert next_assumption(context, False, REFUSAL) == (0, True)
    assert next_assumption(context, False, REFUSAL) == (1, False)
    assert next_assumption(context, True, REFUSAL) == (2, True)
    assert context.taken == [True, False, True]
    assert context.refusal is None and context.fork is REFUSAL
