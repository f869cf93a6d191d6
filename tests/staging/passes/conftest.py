"""Shows what one pass makes of a function: text in, text out."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Sequence

import gast
import pytest

from ag_notebook.staging.passes.pass_ import Pass, Unit
from ag_notebook.staging.passes.pipeline import run_passes
from ag_notebook.staging.tree.names import Names
from ag_notebook.staging.tree.printer import print_tree

Lowered = Callable[..., str]


def unit_of(source: str, classes: Sequence[str] = (), free: Sequence[str] = ()) -> Unit:
    (function,) = ast.parse(textwrap.dedent(source)).body
    tree = gast.ast_to_gast(function)
    return Unit(gast.Module([tree], []), Names(tree, tuple(free)), "cell", tuple(classes), frozenset(free))


def text_after(passes: Sequence[type[Pass]], source: str, classes: Sequence[str], free: Sequence[str]) -> str:
    unit = unit_of(source, classes, free)
    run_passes(unit, passes)
    return print_tree(unit.function, "cell").text


@pytest.fixture
def facts() -> Callable[..., list[tuple[int, int, str]]]:
    """`facts(Pass, …, source)`: line, column and text of what the last of these passes says about its grounds."""

    def run(*passes_and_source: object, free: Sequence[str] = ()) -> list[tuple[int, int, str]]:
        *passes, source = passes_and_source
        assert isinstance(source, str)
        unit = unit_of(source.strip("\n"), free=free)

        def restart(kind: type[Pass], unit: Unit, ran: bool) -> None:
            print_tree(unit.function, "cell")  # completes positions, as it does where snapshots are taken
            if kind is not passes[-1]:
                unit.facts = []

        unit.facts = []
        run_passes(unit, passes, restart)  # type: ignore[arg-type]
        assert all(fact.span.file == "cell" for fact in unit.facts)
        return [(fact.span.line, fact.span.column, fact.text) for fact in unit.facts]

    return run


@pytest.fixture
def lowered() -> Lowered:
    """`lowered(Pass, …, source)`: the function's text after these passes."""

    def run(*passes_and_source: object, classes: Sequence[str] = (), free: Sequence[str] = ()) -> str:
        *passes, source = passes_and_source
        assert isinstance(source, str)
        return text_after(passes, source, classes, free)  # type: ignore[arg-type]

    return run


@pytest.fixture
def check(lowered: Lowered) -> Callable[..., None]:
    """`check(Pass, …, before, after)`: the texts of a function before and after these passes."""

    def run(*arguments: object, classes: Sequence[str] = (), free: Sequence[str] = ()) -> None:
        *before, after = arguments
        assert isinstance(after, str)
        assert lowered(*before, classes=classes, free=free) == textwrap.dedent(after).lstrip("\n")

    return run
