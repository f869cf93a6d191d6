"""Says whether a value has another name than the one that is about to be bound anew."""

from __future__ import annotations

from ag_notebook.staging.runtime.aliases import known_otherwise


class Box:
    def __init__(self, held):
        self.held = held


def test_a_value_with_one_name_is_not_known_otherwise() -> None:
    only = [1]
    assert not known_otherwise(only, "only")


def test_another_local_name_counts() -> None:
    a = [1]
    b = a
    assert known_otherwise(b, "b")


def test_a_containers_item_and_an_attribute_count() -> None:
    a = [1]
    outer = {"key": [a]}
    assert known_otherwise(outer["key"][0], "a")
    b = [1]
    box = Box(b)
    assert known_otherwise(box.held, "b")


def test_a_callers_name_counts() -> None:
    def called(items):
        return known_otherwise(items, "items")

    kept = [1]
    assert called(kept)
    fresh = called([1])  # not inside an assert, where pytest would keep the list
    assert not fresh


def test_versions_of_the_same_name_do_not_count() -> None:
    items = [1]
    items_1 = items
    assert not known_otherwise(items_1, "items")
