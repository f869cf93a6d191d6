"""Copies keep staged values and copy what holds them."""

from __future__ import annotations

import copy
import dataclasses

import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.runtime.copies import INSTEAD, asdict, astuple, deepcopy, shallow_copy


@dataclasses.dataclass
class Inner:
    """A part."""

    x: object


@dataclasses.dataclass
class Outer:
    """A whole."""

    inner: Inner
    parts: list


def test_plain_values_as_python_does() -> None:
    whole = Outer(Inner(1), [Inner(2), {"k": (3,)}])
    assert deepcopy(whole) == copy.deepcopy(whole)
    assert deepcopy(whole).parts is not whole.parts
    assert shallow_copy(whole).parts is whole.parts
    assert asdict(whole) == dataclasses.asdict(whole)
    assert astuple(whole) == dataclasses.astuple(whole)
    assert set(INSTEAD) == {copy.copy, copy.deepcopy, dataclasses.asdict, dataclasses.astuple}


def test_staged_values_stay() -> None:
    def run(x):
        whole = Outer(Inner(x), [x])
        other = deepcopy(whole)
        assert other.inner is not whole.inner
        assert other.inner.x is x
        assert other.parts is not whole.parts
        assert asdict(whole)["inner"] == {"x": x}
        return shallow_copy(x)

    assert int(function(run)(tf.constant(3))) == 3
