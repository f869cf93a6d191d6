"""Tests what keeps NumPy arrays from changing in place."""

import numpy as np
import pytest

from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.arrays import Watch, arrays_of, frozen, on_copies, refused_write
from ag_notebook.staging.runtime.context import Context, tracing


def reads(held):
    return lambda: held


def test_arrays_are_found_in_structures():
    one, two, three = (np.zeros(n) for n in (1, 2, 3))
    found = arrays_of([reads({"a": [one], "b": (two, {1: two})}), three])
    assert {id(a) for a in found} == {id(one), id(two), id(three)} and len(found) == 3


def test_frozen_arrays_cannot_be_written_and_are_freed_again():
    array = np.zeros(4)
    view, never = array[:2], np.zeros(1)
    never.flags.writeable = False
    held = reads([view, array, never])
    with tracing(Context(default_converter(), Options())):
        with pytest.raises(StagingError, match="AG231"), frozen(held):
            array += 1
    assert array.flags.writeable and view.flags.writeable and not never.flags.writeable
    assert not array.any()


def test_other_errors_stay_what_they_are():
    with pytest.raises(ValueError, match="mine"), frozen(reads([np.zeros(1)])):
        raise ValueError("mine")
    assert refused_write(ValueError("mine")) is None
    assert refused_write(TypeError("read-only")) is None
    assert refused_write(ValueError("output array is read-only")) is None  # nothing is frozen


def test_a_function_without_arrays_in_its_state_is_itself():
    def body(n):
        return (n,)

    assert on_copies(body, (1,), ("n",)) is body


def test_what_is_not_changed_is_the_array_itself():
    array = np.zeros(2)
    run = on_copies(lambda item, a, n: (a, n + item), (array, 1), ("a", "n"), first=1)
    assert run(5, array, 1)[0] is array
    changed = on_copies(lambda a: (a.__iadd__(1),), (array,), ("array",))
    assert changed(array)[0].tolist() == [1.0, 1.0] and not array.any()
    other = array
    with pytest.raises(StagingError, match="AG231"):
        changed(other)


def test_a_watch_sees_changes():
    array, objects = np.zeros(2), np.array([None, "x"], dtype=object)
    watch = Watch([[array, objects]])
    assert not watch.has_changed()
    objects[0] = 1
    assert watch.has_changed()
    objects[0] = None
    array[1] = -0.0
    assert watch.has_changed()
