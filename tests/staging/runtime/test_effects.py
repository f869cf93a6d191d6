"""Changes of objects are logged once, undone in reverse, and kept where code outside can see them."""

from __future__ import annotations

import collections

import pytest

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.effects import (
    MISSING,
    StagedRaise,
    attribute_location,
    cell_location,
    global_location,
    items_location,
    kept_effects,
    refuse_if_known_outside,
    refuse_split,
    touch,
    trace,
)
from ag_notebook.staging.runtime.handlers import Handlers


class Box:
    kind = "box"

    def __init__(self, value):
        self.value = value

    @property
    def twice(self):
        return 2 * self.value


class Slotted:
    __slots__ = ("a",)


@pytest.fixture
def context():
    with tracing(Context(None, Options())) as made:
        yield made


def cell_of(value):
    return (lambda: value).__closure__[0]


@pytest.mark.parametrize(
    "make",
    [
        lambda: attribute_location(Box(1), "value"),
        lambda: attribute_location(Slotted(), "a"),
        lambda: attribute_location(type("Made", (), {"a": 1}), "a"),
        lambda: cell_location(cell_of(1), "value"),
        lambda: global_location({"x": 1}, "x"),
    ],
    ids=["attribute", "slot", "class attribute", "cell", "global"],
)
def test_a_location_is_written_deleted_and_put_back(make) -> None:
    location = make()
    before = location.get()
    location.set(7)
    assert location.get() == location.value() == 7
    location.set(MISSING)
    assert location.get() is MISSING
    location.set(before)
    assert location.get() is before


@pytest.mark.parametrize(
    "items", [[1, 2], {"a": 1}, {1, 2}, collections.deque([1]), bytearray(b"ab")], ids=type
)
def test_the_items_of_a_container_are_put_back_in_place(items) -> None:
    location, before = items_location(items), items.copy()
    held = location.get()
    items.clear()
    location.set(held)
    assert items == before


def test_an_attribute_that_only_the_class_has_is_read_from_it() -> None:
    box = Box(1)
    assert attribute_location(box, "kind").get() is MISSING
    assert attribute_location(box, "kind").value() == "box"


def test_reading_what_is_absent_says_so_as_python_does() -> None:
    error = attribute_location(Box(1), "size").value().error()
    assert isinstance(error, AttributeError)
    assert str(error) == "'Box' object has no attribute 'size'"
    error = global_location({}, "size").value().error()
    assert isinstance(error, NameError)
    assert str(error) == "name 'size' is not defined"


def test_a_trace_gives_the_changes_and_undoes_them(context) -> None:
    box, items = Box(1), [1]

    def change():
        for value in (2, 3):
            touch(context, attribute_location(box, "value"))
            box.value = value
        touch(context, items_location(items))
        items.append(4)
        touch(context, attribute_location(box, "same"))
        return "result"

    traced = trace(context, change)
    assert traced.result == "result"
    assert (box.value, items) == (1, [1])
    found = {(e.location.label): (e.before, e.after) for e in traced.effects.values()}
    assert found["Box.value"] == (1, 3)
    before, after = found["list"]
    assert (before.value, after.value) == ([1], [1, 4])
    assert set(found) == {"Box.value", "list"}  # what holds the same as before is no effect


def test_a_failed_trace_is_undone_too(context) -> None:
    box = Box(1)

    def change():
        touch(context, attribute_location(box, "value"))
        box.value = 2
        raise ValueError("unrelated")

    with pytest.raises(ValueError, match="unrelated"):
        trace(context, change)
    assert (box.value, context.scopes) == (1, [])


def test_preset_values_are_seen_inside_only(context) -> None:
    box = Box(1)
    location = attribute_location(box, "value")
    assert trace(context, lambda: box.value, [(location, 5)]).result == 5
    assert box.value == 1


def test_an_index_error_belongs_to_a_branch_at_run_time(context) -> None:
    empty: list = []

    def fail():
        return empty[3]

    with pytest.raises(IndexError):
        trace(context, fail)  # the outermost function: nothing is conditional there
    inner = trace(context, lambda: trace(context, fail)).result
    assert isinstance(inner.raised, IndexError)
    context.handlers.append(Handlers((LookupError,), 1))
    with pytest.raises(StagingError, match="AG270"):  # the handler is outside of the branch
        trace(context, lambda: trace(context, fail))


def test_a_staged_raise_passes_except_exception(context) -> None:
    assert not issubclass(StagedRaise, Exception)

    def fail():
        try:
            raise StagedRaise(KeyError("k"))
        except Exception:
            return "swallowed"

    assert isinstance(trace(context, fail).raised, KeyError)


def test_effects_on_new_objects_are_not_kept(context) -> None:
    box = Box(1)

    def change():
        new = Box(0)
        for each in (box, new):
            touch(context, attribute_location(each, "value"))
            each.value = 9
        return new

    effects = trace(context, change).effects
    assert len(effects) == 2
    assert [e.location.owner for e in kept_effects(effects, [change]).values()] == [box]


def test_a_change_that_cannot_be_logged_is_refused_outside_only(context) -> None:
    held = iter([1])

    def uses():
        refuse_if_known_outside(context, held, "an iterator is advanced")

    def makes():
        refuse_if_known_outside(context, iter([1]), "an iterator is advanced")

    with pytest.raises(
        StagingError, match="an iterator is advanced in a way that cannot be staged"
    ) as caught:
        trace(context, uses)
    assert (caught.value.code, caught.value.span.file) == ("AG231", __file__)
    trace(context, makes)


def test_objects_that_may_be_one_are_neither_compared_nor_changed(context) -> None:
    a, b = [1], [2]
    context.split[id(a)] = a
    with pytest.raises(StagingError, match="AG233"):
        refuse_split(b, a)
    refuse_split(b)
    with pytest.raises(StagingError, match="AG233.*a list is changed"):
        trace(context, lambda: touch(context, items_location(a)))
