"""The back end's face: what it owns, what it says of values, and what it leaves to others."""

import subprocess
import sys

import numpy as np
import pytest

from ag_notebook.staging.backends import registry
from ag_notebook.staging.backends.carriers import LazySequence, Maybe, StagedRange
from ag_notebook.staging.backends.lantern import Parameter
from ag_notebook.staging.backends.lantern.ir.program import Variable
from ag_notebook.staging.backends.lantern.ir.types import BOOL, F64, I64, ArrayType
from ag_notebook.staging.backends.lantern.staging import BACKEND
from ag_notebook.staging.backends.lantern.staging.session import Session, staging
from ag_notebook.staging.backends.lantern.staging.values import Array
from ag_notebook.staging.backends.protocol import Backend
from ag_notebook.staging.errors import StagingError


def test_it_is_a_back_end():
    assert isinstance(BACKEND, Backend)
    assert registry.named("lantern") is BACKEND


def test_ownership():
    value, parameter = Array(Variable(F64)), Parameter(1.0)
    assert registry.owner(value).name == registry.owner(parameter).name == "python"
    with staging(Session()):
        assert registry.owner(value) is registry.owner(parameter) is BACKEND
        assert registry.owner(1.0).name == registry.owner(np.ones(2)).name == "python"


def test_descriptions():
    number = Array(Variable(I64), weak=True)
    assert BACKEND.describe(number) == "a staged int"
    assert BACKEND.describe(Array(Variable(ArrayType("f32", (2, 3))))) == "a staged (tensor f32 2 3)"
    assert BACKEND.describe(Maybe(Array(Variable(BOOL)), number, None, BACKEND)) == "a staged int, or None"
    assert BACKEND.describe(StagedRange(0, number, 1, BACKEND)) == "a range with a staged bound"
    assert BACKEND.describe(LazySequence(3, abs, BACKEND)) == "a sequence of staged items"
    assert "parameter" in BACKEND.describe(Parameter(1.0))


def test_what_makes_arrays():
    assert BACKEND.makes(np.zeros) and BACKEND.makes(np.full_like)
    assert not BACKEND.makes(np.prod) and not BACKEND.makes(len)


def test_classes():
    number = Array(Variable(I64), weak=True)
    assert BACKEND.class_of(number) is int and BACKEND.class_of(Array(Variable(I64))) is np.int64
    with pytest.raises(StagingError, match="AG310"):
        BACKEND.class_of(Maybe(Array(Variable(BOOL)), number, None, BACKEND))


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: BACKEND.perform(print, (1,), {}, "print"), "AG311"),
        (lambda: BACKEND.text(["a"]), "AG310"),
        (lambda: BACKEND.percent_text("%d", 1), "AG310"),
        (lambda: BACKEND.match_parts(len, 1), "AG310"),
        (lambda: BACKEND.pick([[1]], 0), "AG310"),
        (lambda: BACKEND.list_method([], "index", (1,)), "AG310"),
        (lambda: BACKEND.join_parts([]), "AG310"),
        (lambda: BACKEND.builtin("sorted", ([],), {}), "AG310"),
    ],
)
def test_refused_by_name(call, code):
    with pytest.raises(StagingError, match=code) as found:
        call()
    assert found.value.fix


def test_gradients_of_plain_functions_where_no_entry_point_names_the_back_end():
    program = """
import importlib.metadata
importlib.metadata.entry_points = lambda **given: ()
from ag_notebook.staging.backends import lantern, registry
import numpy as np

def power(x, n):
    if n == 0:
        return 1.0
    return x * power(x, n - 1)

w = lantern.Parameter(np.float64(3))
print(lantern.value_and_grad(lambda x, n: w * power(x, n))(np.float64(2), np.int64(3)), registry.names())
"""
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "24.0" in made.stdout and "36.0" in made.stdout
    assert "'lantern'" in made.stdout
