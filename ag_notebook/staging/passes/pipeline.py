"""Lists the passes in order and runs them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ag_notebook.staging.passes.asserts import LowerAsserts
from ag_notebook.staging.passes.augmented import LowerAugmentedAssignments
from ag_notebook.staging.passes.booleans import LowerBooleans
from ag_notebook.staging.passes.breaks import LowerBreaks
from ag_notebook.staging.passes.calls import LowerCalls
from ag_notebook.staging.passes.comparisons import LowerComparisons
from ag_notebook.staging.passes.comprehensions import LowerComprehensions
from ag_notebook.staging.passes.continues import LowerContinues
from ag_notebook.staging.passes.control_flow import LowerControlFlow
from ag_notebook.staging.passes.directives import MoveDirectives
from ag_notebook.staging.passes.generators import SplitGenerators
from ag_notebook.staging.passes.if_expressions import LowerIfExpressions
from ag_notebook.staging.passes.item_reads import LowerItemReads
from ag_notebook.staging.passes.item_writes import LowerItemWrites
from ag_notebook.staging.passes.lists import LowerLists
from ag_notebook.staging.passes.numbers import MarkNumbers
from ag_notebook.staging.passes.pass_ import Pass, Unit
from ag_notebook.staging.passes.patterns import LowerPatterns
from ag_notebook.staging.passes.plain_names import PlainNames
from ag_notebook.staging.passes.raises import LowerRaises
from ag_notebook.staging.passes.returns import LowerReturns
from ag_notebook.staging.passes.texts import LowerTexts
from ag_notebook.staging.passes.tries import GuardTries
from ag_notebook.staging.passes.unpackings import LowerUnpackings
from ag_notebook.staging.passes.walruses import LowerWalruses

PIPELINE: tuple[type[Pass], ...] = (
    PlainNames,
    SplitGenerators,
    LowerPatterns,
    LowerComprehensions,
    LowerWalruses,
    MoveDirectives,
    LowerReturns,
    LowerBreaks,
    LowerContinues,
    LowerItemWrites,
    LowerControlFlow,
    LowerUnpackings,
    LowerAsserts,
    LowerRaises,
    LowerTexts,
    GuardTries,
    MarkNumbers,
    LowerAugmentedAssignments,
    LowerComparisons,
    LowerBooleans,
    LowerIfExpressions,
    LowerLists,
    LowerItemReads,
    LowerCalls,
)


def run_passes(
    unit: Unit, passes: Sequence[type[Pass]], after: Callable[[type[Pass], Unit, bool], None] | None = None
) -> None:
    """Runs passes in order on a unit's tree; `after` is told when each is done, and whether it had anything to do."""
    for kind in passes:
        ran = not kind.lowers or not unit.kinds.isdisjoint(kind.lowers)
        if ran:
            kind(unit).run()
            unit.kinds.update(kind.makes)
        if after is not None:
            after(kind, unit, ran)
