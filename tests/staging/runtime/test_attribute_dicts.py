"""The dict of an object's attributes is told from other dicts, and a write of an item of it is one of an attribute."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.attribute_dicts import log_items, owner_of
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.effects import trace


def context_of(*entered: Any) -> Context:
    return Context(default_converter(), Options(), entered=list(entered))


def names_it(held: Any) -> Any:
    return held.__dict__


def test_the_owner_of_a_dict() -> None:
    held = SimpleNamespace(a=1)
    context = context_of(names_it)
    assert owner_of(context, held.__dict__) is held
    assert owner_of(context, {"a": held}) is None
    assert owner_of(context_of(len), held.__dict__) is None
    assert owner_of(None, held.__dict__) is None


def test_a_write_is_one_of_an_attribute() -> None:
    held, table = SimpleNamespace(a=1, b=2), {"a": 1}
    context = context_of(names_it)

    def run() -> None:
        log_items(context, held.__dict__, "a", "new")
        held.__dict__.update(a=5, new=6)
        log_items(context, table)
        table["a"] = 7

    with tracing(context):
        effects = traced_effects(context, run)
    assert effects == {"SimpleNamespace.a", "SimpleNamespace.new", "dict"}
    assert vars(held) == {"a": 1, "b": 2} and table == {"a": 1}


def traced_effects(context: Context, run: Any) -> set[str]:
    return {effect.location.label for effect in trace(context, run).effects.values()}
