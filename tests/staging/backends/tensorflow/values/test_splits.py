"""Checks which objects and copies may be one with another after paths have met."""

from __future__ import annotations

import pytest

from ag_notebook.staging.backends.carriers import Maybe, Undefined
from ag_notebook.staging.backends.tensorflow.values.specs import Constant, OptionalType, SequenceType
from ag_notebook.staging.backends.tensorflow.values.splits import Splits, find_splits
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.context import Context


@pytest.fixture
def context():
    return Context(default_converter(), Options())


def test_an_object_that_stayed_itself_is_not_split(context):
    items = [1]
    found = find_splits(context, [("items", [Constant(items), Constant(items)], items)])
    assert not found.existing
    assert not found.copies


def test_a_copy_of_what_has_another_name(context):
    items, copy = [1], [1]  # `items` is a variable of this frame, so it has another name than `b`
    by_its_own_name = find_splits(context, [("items", [Constant(items)], copy)])
    assert not by_its_own_name.copies
    found = find_splits(context, [("b", [Constant(items)], copy)])
    assert list(found.existing.values()) == [items]
    assert found.copies == {(0,): copy}


def test_two_copies_of_one_new_object(context):
    a = [Constant([1])]  # a list that nobody but its type holds, under this name
    found = find_splits(context, [("a", a, [1]), ("a", a, [1])])
    assert set(found.copies) == {(0,), (1,)}
    alone = find_splits(context, [("a", a, [1])])
    assert not alone.copies


def test_parts_of_tuples_and_behind_flags(context):
    items, copy = [1], [1]
    sides = [SequenceType(tuple, (Constant(0), Constant(items)))]
    found = find_splits(context, [("b", sides, (0, copy))])
    assert found.copies == {(0, 1): copy}
    assert found.at([(5, [2])]).copies == {(0, 1): [2]}
    assert found.at([Undefined("b")]).copies == {}
    maybe = Maybe(None, copy, None, None)
    assert find_splits(context, [("b", [OptionalType(None, Constant(items))], maybe)]).copies == {(0,): copy}


def test_what_was_split_before_passes_it_on(context):
    held = {"new": [1]}
    first = held.pop("new")
    Splits(copies={(0,): first}).note(context)
    assert find_splits(context, [("b", [Constant(first)], [1])]).copies == {(0,): [1]}


def test_within_and_merged():
    small, large = Splits(copies={(0,): []}), Splits({1: []}, {(0,): [], (1,): []})
    assert small.is_within(large)
    assert not large.is_within(small)
    assert small.merged(large).is_within(large)
