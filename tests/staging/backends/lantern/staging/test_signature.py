"""Arguments: what is staged, what is a record, what is Python's."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from lantern_staging import TREE, Tree, staged

from ag_notebook.staging.backends.lantern import Parameter, grad
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F32, F64, I64, ArrayType, RecordType
from ag_notebook.staging.backends.lantern.staging.session import Session
from ag_notebook.staging.backends.lantern.staging.signature import argument_spec, converted, guarded, leaves
from ag_notebook.staging.backends.lantern.staging.structure import ArraySpec, Constant, Parts, ReferenceSpec
from ag_notebook.staging.errors import StagingError


class Pair(NamedTuple):
    x: Any
    y: Any


def test_specs():
    made, tree = Session(), ReferenceSpec(RecordType("Tree"), Tree)
    for value, expected in [
        (1, ArraySpec(I64, True)),
        (1.5, ArraySpec(F64, True)),
        (True, ArraySpec(BOOL, True)),
        (np.float32(1), ArraySpec(F32)),
        (2**70, Constant(2**70)),
        ("a", Constant("a")),
        (None, Constant(None)),
        (TREE, tree),
        ((1, [TREE]), Parts(tuple, (ArraySpec(I64, True), Parts(list, (tree,))))),
        ({"a": 1}, Parts(dict, (ArraySpec(I64, True),), ("a",))),
    ]:
        assert argument_spec(made, value) == expected
    assert isinstance(argument_spec(made, np.str_("a")), Constant)
    assert isinstance(argument_spec(made, 1j), Constant)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (np.arange(3, dtype=np.uint8), "dtype uint8"),
        (np.arange(3.0).astype(">f8"), "dtype >f8"),
        (np.array(["a"]), "dtype <U1"),
        (np.array([1, "a"], dtype=object), "dtype object"),
        (np.ones((1, 1, 1, 1, 1)), "5 dimensions"),
        (np.ones(2).view(np.recarray), "a recarray"),
        (np.ma.array([1.0, 2.0], mask=[False, True]), "a MaskedArray"),
        ([np.float16([1.0])], "dtype float16"),
    ],
)
def test_arrays_that_are_not_lanterns_are_refused(value, said):
    """As parts of the key, what they hold would be that of the first call."""
    with pytest.raises(StagingError) as found:
        argument_spec(Session(), value)
    assert found.value.code == "AG310"
    assert said in found.value.message
    assert found.value.fix


def test_leaves():
    value = (1, "a", {"t": TREE, "x": [2.5]})
    spec = argument_spec(Session(), value)
    assert list(leaves(value, spec)) == [1, TREE, 2.5]
    assert guarded(value, spec) == [1, "a", [None, [2.5]]]
    parameter = Parameter(1.0)
    assert guarded(parameter, argument_spec(Session(), parameter)) is None


def test_arrays_of_another_back_end():
    import tensorflow as tf

    value = ([tf.constant([1.0, 2.0])], {"a": tf.Variable(3)}, Pair(tf.constant(True), "text"))
    made = Session()
    spec = argument_spec(made, value)
    vector = Parts(list, (ArraySpec(ArrayType("f32", (2,))),))
    assert spec.items[0] == vector
    assert [s.type.dtype for s in (spec.items[1].items[0], spec.items[2].items[0])] == ["i32", "bool"]
    found = converted(made, value)
    assert [type(x).__module__ for x in leaves(found, spec)] == ["numpy"] * 3
    assert type(found[2]) is Pair and found[2].y == "text"
    with pytest.raises(StagingError, match="a Tensor is an argument"):
        argument_spec(made, tf.constant("a"))
    assert isinstance(argument_spec(made, tf.ragged.constant([[1], []])), Constant)


def test_tensors_are_arguments_like_arrays():
    import tensorflow as tf

    def collatz(n):
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    made = staged(collatz)
    assert [made(tf.constant(n)) for n in (27, 6)] == [111, 8]
    assert made(np.int32(27)) == 111
    assert [trace.signature for trace in made.traces()] == ["n: i32"]
    gradient = grad(lambda xs, d: np.sum(xs[0] * d["a"]))([tf.constant([1.0, 2.0])], {"a": tf.constant(2.0)})
    assert gradient[0].tolist() == [2.0, 2.0]
