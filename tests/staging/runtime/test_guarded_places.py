"""The places that a trace may have read are found, and no others."""

from __future__ import annotations

import collections
import dataclasses
import functools
import types

import pytest

from ag_notebook.staging.runtime.guarded_places import guards_of
from ag_notebook.staging.runtime.guards import MOST_ITEMS


class Settings:
    shared = 1

    def __init__(self, **held):
        self.__dict__.update(held)

    @property
    def computed(self):
        raise AssertionError("a property must not run")


class Slotted:
    __slots__ = ("k",)

    def __init__(self, k):
        self.k = k


@dataclasses.dataclass
class Data:
    k: int
    inner: object = None


def guards(function, *args, written=(), defaults=False, shapes=False):
    """Guards by label: those of default values, and of what objects lack and classes declare, only where asked for."""
    names = function.__code__.co_varnames
    found = guards_of([function], dict(zip(names, args, strict=False)), written)
    return {
        guard.label: guard
        for guard in found
        if (defaults or "defaults__" not in guard.label)
        and (shapes or not guard.label.startswith(("class ", "what is lacking in ")))
    }


def in_module(text="x", **names):
    """A function `f(x)` of a module that holds these names."""
    exec(f"def f(x, y=None): return {text}", names)
    return names["f"], names


def test_a_global() -> None:
    f, names = in_module("x + STEP", STEP=1, OTHER=2)
    found = guards(f, 0)
    assert set(found) == {"STEP"}
    del names["STEP"]
    assert not found["STEP"].holds()


def test_a_builtin_that_a_global_hides_later() -> None:
    f, names = in_module("max(x, 0)")
    found = guards(f, 0)
    assert found["max"].holds()
    names["max"] = min
    assert not found["max"].holds()


def test_a_closure_cell() -> None:
    scale = 2

    def f(x):
        return x * scale

    guard = guards(f, 1)["scale"]
    assert guard.holds()
    scale = 3
    assert not guard.holds()


def test_attributes_that_code_names_of_an_argument_and_of_its_class() -> None:
    f, _ = in_module("x.k + x.shared")
    box = Settings(k=2, other=3)
    found = guards(f, box)
    assert set(found) == {"x.k", "x.shared"}
    box.k = 3
    assert [found[n].holds() for n in ("x.k", "x.shared")] == [False, True]
    box.shared = 5
    assert not found["x.shared"].holds()


@pytest.mark.parametrize(
    ("text", "holder", "labels"),
    [
        ("BOX.inner.k", Settings(inner=Settings(k=1)), {"BOX", "BOX.inner", "BOX.inner.k"}),
        ("(lambda b: b.k)(BOX.inner)", Settings(inner=Settings(k=1)), {"BOX", "BOX.inner", "BOX.inner.k"}),
        (
            "getattr(BOX, 'k')",
            Settings(k=1, m=2),
            {"BOX", "BOX.k", "BOX.m", "the attributes of BOX", "getattr"},
        ),
        ("vars(BOX)[x]", Settings(k=1), {"BOX", "BOX.k", "the attributes of BOX", "vars"}),
        ("BOX['a']['b']", {"a": {"b": 1}}, {"BOX", "BOX['a']"}),
        ("BOX[0].k", [Settings(k=1)], {"BOX", "BOX[0].k"}),
        ("BOX.k", Slotted(1), {"BOX", "BOX.k"}),
        ("show(BOX)", Data(1, Data(2)), {"BOX", "BOX.k", "BOX.inner", "BOX.inner.k", "BOX.inner.inner"}),
        ("BOX(x)", functools.partial(int, {"a": [1]}), {"BOX", "BOX[0]", "BOX[0]['a']"}),
    ],
)
def test_what_is_inside_of_a_global(text, holder, labels) -> None:
    f, _ = in_module(text, BOX=holder)
    assert set(guards(f, 0)) == labels


def test_default_values() -> None:
    def f(x, memo={"k": [1]}):  # noqa: B006
        return memo["k"]

    found = guards(f, 0, defaults=True)
    assert "f.__defaults__[0]['k']" in found
    f.__defaults__ = ({"k": [1]},)
    assert not found["f.__defaults__"].holds()


def test_a_cycle_of_objects_ends() -> None:
    box = Settings(k=1)
    box.me = box
    f, _ = in_module("BOX.me.k", BOX=box)
    assert set(guards(f, 0)) == {"BOX", "BOX.me", "BOX.k"}


def test_a_long_chain_of_objects_does_not_overflow() -> None:
    box = None
    for k in range(3000):
        box = Settings(k=k, following=box)
    f, _ = in_module("BOX.following.k", BOX=box)
    assert len(guards(f, 0)) == 1 + 2 * 3000


def test_a_container_beyond_the_limit_is_not_looked_into() -> None:
    f, names = in_module("ITEMS[x]", ITEMS=[[k] for k in range(MOST_ITEMS + 1)])
    found = guards(f, 0)
    assert set(found) == {"ITEMS"}
    names["ITEMS"].append([0])
    assert not found["ITEMS"].holds()


def test_functions_and_modules_by_identity() -> None:
    module = types.ModuleType("helpers")
    module.scale = lambda x: x
    f, _ = in_module("helpers.scale(x)", helpers=module)
    guard = guards(f, 0)["helpers.scale"]
    assert guard.holds()
    module.scale = lambda x: x
    assert not guard.holds()


def test_properties_are_not_run() -> None:
    f, _ = in_module("x.computed")
    assert guards(f, Settings()) == {}


def test_what_the_trace_writes_is_not_guarded() -> None:
    f, names = in_module("(x * STEP, ITEMS)", STEP=1, ITEMS=[1])
    written = [("global", id(names), "STEP"), ("items", id(names["ITEMS"]), "")]
    assert guards(f, 0, written=written) == {}


def test_a_dict_that_grows_while_it_is_looked_at() -> None:
    grows: dict[str, object] = {}

    class Loads(list):
        def __len__(self):
            grows.setdefault("loaded", 1)
            return 0

    grows.update(first=Loads(), second=2)
    f, _ = in_module("x.held")
    assert all(
        guard.holds() for guard in guards(f, Settings(held=grows)).values() if guard.value is not grows
    )
    assert grows["loaded"] == 1


def test_what_an_object_lacks_and_its_class_declares() -> None:
    class Declaring:
        count = 1

        def scale(self):
            return 2

    held = Declaring()
    f, _ = in_module("x.missing")
    found = guards(f, held, shapes=True)
    assert set(found) == {"class Declaring", "what is lacking in x"}
    held.other, Declaring.count = 1, 2
    assert all(guard.holds() for guard in found.values())
    held.missing = 1
    assert not found["what is lacking in x"].holds()
    Declaring.scale = lambda self: 3
    assert not found["class Declaring"].holds()


def test_an_attribute_that_the_trace_makes_is_not_lacking() -> None:
    held = Settings()
    f, _ = in_module("x.made")
    found = guards(f, held, written=[("attribute", id(held), "made")], shapes=True)
    held.made = 1
    assert all(guard.holds() for guard in found.values())


class Row(list):
    pass


@pytest.mark.parametrize(
    ("held", "change"),
    [
        (collections.deque([1]), lambda held: held.append(2)),
        (collections.OrderedDict(a=1), lambda held: held.update(a=2)),
        ({1}, lambda held: held.add(2)),
        (bytearray(b"a"), lambda held: held.extend(b"b")),
        (Row([1]), lambda held: held.append(2)),
    ],
)
def test_what_a_container_holds_that_the_signature_does_not_take_apart(held, change) -> None:
    f, _ = in_module("x[0]")
    found = guards(f, [held])
    assert all(guard.holds() for guard in found.values())
    change(held)
    assert not all(guard.holds() for guard in found.values())


def test_a_list_that_the_signature_takes_apart_is_not_guarded() -> None:
    f, _ = in_module("x[0]")
    assert not guards(f, [1, (2, {"a": 3})])
