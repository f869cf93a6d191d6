"""What code can reach: by variables, defaults, globals that it names, containers, attributes and arrays."""

from __future__ import annotations

import functools

import numpy as np

from ag_notebook.staging.runtime.reachability import is_array, own_attributes, reachable

GLOBAL_BOX: list = []


class Box:
    def __init__(self, value):
        self.value = value


def test_what_code_can_reach() -> None:
    held, default, other = [1], [2], [3]

    def function(x=default):
        return held, GLOBAL_BOX

    wanted = {id(v): v for v in (held, default, other, GLOBAL_BOX)}
    assert reachable([function], set(wanted)) == {id(held), id(default), id(GLOBAL_BOX)}
    assert reachable([{"key": (Box(other),)}], set(wanted)) == {id(other)}
    assert reachable([function, other], set(wanted)) == set(wanted)


def test_partials_methods_and_views_lead_to_what_they_hold() -> None:
    box, array = Box([1]), np.zeros(3)
    view = array[:2]
    assert reachable([functools.partial(max, box)], {id(box.value)}) == {id(box.value)}
    assert reachable([box.value.append], {id(box.value)}) == {id(box.value)}
    assert reachable([(view,)], {id(array)}) == {id(array)}


def test_arrays_and_attributes_are_told_from_others() -> None:
    assert is_array(np.zeros(1)) and not is_array(np.float32(1)) and not is_array([1])
    assert own_attributes(Box(2)) == {"value": 2} and own_attributes(1) is None
