"""The list of passes, and how they are run."""

from __future__ import annotations

import ast

import gast

from ag_notebook.staging.passes.pass_ import Pass, Unit
from ag_notebook.staging.passes.pipeline import PIPELINE, run_passes
from ag_notebook.staging.tree.names import Names


def test_every_pass_says_what_it_does() -> None:
    assert len({p.name for p in PIPELINE}) == len(PIPELINE)
    assert all(p.name and p.summary.endswith(".") for p in PIPELINE)


def test_every_pass_opens_with_a_sentence_and_an_example() -> None:
    import sys

    for kind in PIPELINE:
        text = sys.modules[kind.__module__].__doc__ or ""
        first, _, rest = text.partition("\n\n")
        assert first.strip().endswith((".", ":")), kind
        assert "->" in rest or "\n    " in rest, kind


class Counting(Pass):
    ran = 0
    lowers = (gast.Break,)

    def run(self) -> None:
        type(self).ran += 1


class MakesBreak(Pass):
    makes = (gast.Break,)


def test_a_pass_runs_only_if_there_is_something_to_lower() -> None:
    def run(*passes: type[Pass]) -> list[str]:
        tree = gast.ast_to_gast(ast.parse("def f(): pass"))
        seen: list[str] = []
        run_passes(Unit(tree, Names(tree), ""), passes, lambda kind, unit, ran: seen.append(kind.__name__))
        return seen

    Counting.ran = 0
    assert run(Counting) == ["Counting"]
    assert Counting.ran == 0
    assert run(MakesBreak, Counting) == ["MakesBreak", "Counting"]
    assert Counting.ran == 1
