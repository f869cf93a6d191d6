"""Staged values: what they have of NumPy's arrays, and that writes are seen under each name or refused."""

import copy
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from lantern_staging import agrees, refused

from ag_notebook.staging.backends.lantern.ir.program import Variable
from ag_notebook.staging.backends.lantern.ir.types import F32, ArrayType
from ag_notebook.staging.backends.lantern.staging.session import Session, staging
from ag_notebook.staging.backends.lantern.staging.values import Array, Store
from ag_notebook.staging.errors import StagingError


def test_attributes():
    def run(x):
        return x.shape, x.ndim, x.size, len(x), x.T, x.real, [float(i) for i in range(x.shape[1])]

    agrees(run, (np.ones((2, 3)),))
    assert Array(Variable(F32)).dtype == np.float32


def test_python_does_not_decide():
    value = Array(Variable(F32))
    for ask in (bool, int, float, np.asarray, lambda v: [1, 2][v]):
        with pytest.raises(StagingError, match="AG316"):
            ask(value)
    with pytest.raises(TypeError, match="unhashable"):
        hash(value)
    with pytest.raises(TypeError):
        len(value)
    with pytest.raises(AttributeError):
        copy.copy(value).__nothing__


def test_unknown_attributes_are_refused():
    error = refused(lambda x: x.tobytes(), np.ones(2), code="AG310")
    assert isinstance(error, AttributeError) and "a staged array" in error.message
    assert "`mean`" in refused(lambda x: x.maen(), np.ones(2), code="AG310").fix
    agrees(lambda x: hasattr(x, "nothing"), (np.ones(2),))


@pytest.mark.parametrize(
    ("value", "said"), [(3.0, "a float has"), (3, "an int has"), (np.float32(3), "a number of f32 has")]
)
def test_unknown_attributes_of_numbers_are_refused_as_such(value, said):
    error = refused(lambda tree: tree.head, value, code="AG310", at="tree.head")
    assert error.message.startswith(said) and "record" in error.fix and "argmax" not in error.fix


def test_stores():
    with staging(Session()):
        store = Store()
        value = Array(Variable(ArrayType("f32", (2,))), store=store)
        assert value.variable.type.shape == (2,)
        store.write()
        with pytest.raises(StagingError, match="AG317"):
            _ = value.variable


def test_an_alias_of_a_written_array_is_refused():
    def run(x):
        a = x.copy()
        b = a
        b[0] = 5.0
        return a.sum() + b.sum()

    refused(run, np.arange(3.0), code="AG317", at="a.sum()")


def test_a_view_of_a_written_array_is_refused():
    def run(x):
        a = x.copy()
        row = a[0]
        a[0, 0] = 5.0
        return row + 1

    refused(run, np.ones((2, 2)), code="AG317", at="row + 1")


def test_copies_are_written():
    def run(x):
        a = x.copy()
        b = a.copy()
        b[0] = 5.0
        return a, b, x

    agrees(run, (np.arange(3.0),))


def test_numpys_own_operators_ask():
    def run(x):
        return np.float32(2) * x, np.ones(3) + x, [1.0, 2.0, 3.0] - x, np.add(np.ones(3), x)

    agrees(run, (np.arange(3.0),))


@pytest.mark.parametrize("number", [2j, Fraction(1, 2), Decimal(2)])
def test_numbers_that_lantern_lacks(number):
    refused(lambda x, y: x + y, 1.0, number, code="AG310")
    refused(lambda x, y: y * x, 1.0, number, code="AG310")
