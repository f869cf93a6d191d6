"""Copies of what a trace made: each object once, what was there before stays itself."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.values.made_here import Copier, MadeHere, fresh, refuse_lost
from ag_notebook.staging.backends.tensorflow.values.specs import Constant, SequenceType, SharedType
from ag_notebook.staging.backends.tensorflow.values.structure import own, spec_of, view
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.effects import Effect, attribute_location


class Box:
    def __init__(self, v=None):
        self.v = v

    def get(self):
        return self.v


def test_a_copier_copies_each_object_once_and_keeps_the_rest() -> None:
    outside, box = [1], Box()
    box.v = [box, outside]
    copied = Copier(lambda value: None if value is outside or isinstance(value, int) else id(value))(box)
    assert copied is not box
    assert copied.v is not box.v
    assert copied.v[0] is copied
    assert copied.v[1] is outside


def test_a_function_that_holds_itself() -> None:
    box = Box(2)

    def f(k):
        return f(k - 1) + box.v if k else 0

    made = MadeHere([], None).copier(f)
    box.v = 100
    assert made is not f
    assert made(3) == 6


def test_each_call_gets_copies_of_its_own() -> None:
    here = MadeHere([], None)
    kept = here.copier(Box(1).get)
    first, second = (fresh(here.copier.made)(kept) for _ in range(2))
    first.__self__.v = 5
    assert (first(), second(), kept()) == (5, 1, 1)


def test_what_is_outside_stays_itself() -> None:
    box = Box(1)
    get = box.get
    assert MadeHere([get], None).copier(get).__self__ is box


def test_what_was_undone_is_read_through_the_view() -> None:
    box = Box(1)
    get = box.get
    location = attribute_location(box, "v")
    with view({location.key: Effect(location, 1, 9)}):
        assert MadeHere([], None).copier(get)() == 9


def test_an_object_in_two_places_is_shared() -> None:
    items = [tf.constant(1)]
    spec = own(spec_of((items, items, [2])))
    (final,) = MadeHere([], None).finals([((items, items, [2]), spec)])
    assert isinstance(final, SequenceType)
    assert [type(item) for item in final.items] == [SharedType, SharedType, SequenceType]
    assert final.items[0] == final.items[1]
    assert len(final.tensors()) == len(spec.tensors())


def test_staged_values_are_refused() -> None:
    with tf.Graph().as_default():
        held = {Box(tf.constant(1)).get}
        with pytest.raises(StagingError, match="AG244.*holds staged values"):
            MadeHere([], None).finals([(held, Constant(frozenset(held)))])


def test_what_a_branch_made_and_does_not_take_apart() -> None:
    box = Box(1)
    location = attribute_location(box, "v")
    effects = {location.key: Effect(location, None, 1)}
    refuse_lost([box, [box]], effects, [], "a branch")  # taken apart
    refuse_lost([box.get], effects, [box], "a branch")  # was there before
    for value in (box.get, {box: 1}, [(box.get,)]):
        with pytest.raises(StagingError, match="AG244.*a branch gives out what holds a Box"):
            refuse_lost([value], effects, [], "a branch")
