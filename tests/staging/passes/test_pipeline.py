"""The list of passes, and how they are run."""

from __future__ import annotations

import ast
import importlib.util
from importlib import import_module
from pathlib import Path

import gast

from ag_notebook.staging import passes, source
from ag_notebook.staging.converter import make_unit
from ag_notebook.staging.passes.pass_ import Pass, Unit
from ag_notebook.staging.passes.pipeline import PIPELINE, run_passes
from ag_notebook.staging.passes.probes import AddProbes
from ag_notebook.staging.tree.names import Names

_SPEC = importlib.util.spec_from_file_location(
    "plain_functions", Path(__file__).parents[2] / "behaviour" / "plain_functions.py"
)
assert _SPEC is not None and _SPEC.loader is not None
plain_functions = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(plain_functions)


def test_every_pass_says_what_it_does() -> None:
    assert len({p.name for p in PIPELINE}) == len(PIPELINE)
    for kind in PIPELINE:
        assert kind.name and kind.summary.endswith("."), kind


def test_every_pass_stands_in_the_pipeline() -> None:
    folder = Path(passes.__file__).parent
    modules = [import_module(f"{passes.__name__}.{path.stem}") for path in folder.glob("[a-z]*.py")]
    found = {
        each
        for module in modules
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Pass)
        and each.name
        and each.__module__ == module.__name__
    }
    assert found - {AddProbes} == set(PIPELINE)  # which runs before all, and only for probed functions


def is_runtime(node: gast.AST, unit: Unit) -> bool:
    """Whether a node is `ag.form` or a call of it: no pass looks for those."""
    form = node.func if isinstance(node, gast.Call) else node
    return (
        isinstance(form, gast.Attribute)
        and isinstance(form.value, gast.Name)
        and form.value.id == unit.names.ag
    )


def test_passes_say_what_they_put_into_the_tree() -> None:
    """A later pass is left out where nobody says that there is something for it."""
    later = {kind: PIPELINE[index + 1 :] for index, kind in enumerate(PIPELINE)}
    for function, _ in plain_functions.CASES:

        def check(kind: type[Pass], unit: Unit, ran: bool) -> None:
            looked_for = {each for other in later[kind] for each in other.lowers}
            users = (node for node in gast.walk(unit.function) if not is_runtime(node, unit))
            there = {type(node) for node in users} & looked_for
            assert there <= unit.kinds, f"{kind.__name__} has `makes` without {there - unit.kinds}"

        unit = make_unit(source.find(function), function.__code__.co_freevars)
        run_passes(unit, PIPELINE, check)


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
