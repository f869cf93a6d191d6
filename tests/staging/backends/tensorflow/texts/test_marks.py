"""Texts that Python's own classes write, with marks for the staged values in them."""

from __future__ import annotations

import collections
import types

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.texts.marks import written
from ag_notebook.staging.errors import StagingError


@pytest.fixture
def n():
    with tf.Graph().as_default():
        yield tf.constant(1) + 1


def test_staged_parts_stand_where_python_writes_them(n) -> None:
    assert written(types.SimpleNamespace(a=n, b=2), as_repr=False) == ["namespace(a=", (n, "r"), ", b=2)"]
    assert written(slice(0, n), as_repr=True) == ["slice(0, ", (n, "r"), ", None)"]
    found = written(collections.OrderedDict(a=[n], b=(n,)), as_repr=False)
    assert [part for part in found if not isinstance(part, str)] == [(n, "r"), (n, "r")]


def test_a_text_without_staged_parts_is_one_part() -> None:
    assert written(collections.Counter("aab"), as_repr=False) == ["Counter({'a': 2, 'b': 1})"]


def test_a_class_that_looks_at_the_values_is_refused(n) -> None:
    class Rounded(collections.UserList):
        def __repr__(self):
            return f"<{self.data[0]:.2f}>"

    class Chosen(collections.UserList):
        def __repr__(self):
            return "many" if self.data[0] else "none"

    for value in (Rounded([n]), Chosen([n])):
        with pytest.raises(StagingError, match="AG263"):
            written(value, as_repr=True)


def test_outside_of_writing_a_tensor_has_its_own_text(n) -> None:
    written(slice(0, n), as_repr=True)
    assert "Tensor" in repr(n) and "\0" not in repr(n)
