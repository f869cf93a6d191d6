"""A guard holds as long as the place that was read holds the same."""

from __future__ import annotations

import types

import pytest

from ag_notebook.staging.runtime.guards import MOST_ITEMS, guards_of


class Settings:
    shared = 1

    def __init__(self, **held):
        self.__dict__.update(held)

    @property
    def computed(self):
        raise AssertionError("a property must not run")


def guards(function, *args, reads, written=()):
    found = guards_of(
        [(function, args)], lambda f: [tuple(r.split(".")) for r in reads], [function, *args], set(written)
    )
    return {guard.label: guard for guard in found}


def in_module(text="x", **names):
    """A function `f(x)` of a module that holds these names."""
    exec(f"def f(x): return {text}", names)
    return names["f"], names


def test_a_global_number() -> None:
    f, names = in_module(STEP=1)
    guard = guards(f, 0, reads=["STEP"])["STEP"]
    assert guard.holds()
    names["STEP"] = 1.0
    assert not guard.holds()  # equal, but another type
    names["STEP"] = 1
    assert guard.holds()
    del names["STEP"]
    assert not guard.holds()


def test_an_attribute_of_an_argument_and_of_its_class() -> None:
    f, _ = in_module()
    box = Settings(k=2)
    found = guards(f, box, reads=["x.k", "x.shared"])
    assert set(found) == {"x.k", "x.shared"}
    box.k = 3
    assert [found[n].holds() for n in ("x.k", "x.shared")] == [False, True]
    box.shared = 5
    assert not found["x.shared"].holds()


def test_a_closure_cell() -> None:
    scale = 2

    def f(x):
        return x * scale

    guard = guards(f, 1, reads=["scale"])["scale"]
    assert guard.holds()
    scale = 3
    assert not guard.holds()


@pytest.mark.parametrize(
    ("make", "change"),
    [
        (lambda: [1, 2], lambda c: c.append(3)),
        (lambda: [1, 2], lambda c: c.__setitem__(0, True)),
        (lambda: {"a": 1}, lambda c: c.update(a=2)),
        (lambda: {"a": 1}, lambda c: c.update(b=1) or c.pop("a")),
        (lambda: {1, 2}, lambda c: c.add(3)),
    ],
    ids=["longer", "another type", "value", "key", "set"],
)
def test_the_items_of_a_container(make, change) -> None:
    f, names = in_module(ITEMS=make())
    guard = guards(f, 0, reads=["ITEMS"])["ITEMS"]
    assert guard.holds()
    change(names["ITEMS"])
    assert not guard.holds()


def test_a_large_container_is_not_compared() -> None:
    f, names = in_module(ITEMS=list(range(MOST_ITEMS + 1)))
    assert guards(f, 0, reads=["ITEMS"]) == {}


def test_functions_and_modules_by_identity() -> None:
    module = types.ModuleType("helpers")
    module.scale = lambda x: x
    f, _ = in_module("helpers.scale(x)", helpers=module)
    guard = guards(f, 0, reads=["helpers.scale"])["helpers.scale"]
    assert guard.holds()
    module.scale = lambda x: x
    assert not guard.holds()


def test_properties_are_not_run() -> None:
    f, _ = in_module()
    assert guards(f, Settings(), reads=["x.computed"]) == {}


def test_what_the_trace_writes_is_not_guarded() -> None:
    f, names = in_module(STEP=1, ITEMS=[1])
    written = [("global", id(names), "STEP"), ("items", id(names["ITEMS"]), "")]
    assert guards(f, 0, reads=["STEP", "ITEMS"], written=written) == {}
