"""Elementwise operations on scalars and arrays, as the evaluator has them."""

import numpy as np
import pytest
from agreement import agree
from sampling import SHAPES, check, program_of, values

from ag_notebook.staging.backends.lantern.ir.operations import (
    COMPARISONS,
    EXACT,
    FLOAT_UNARY,
    LOGIC,
    NUMBER_BINARY,
    NUMBER_UNARY,
    RULES,
)
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS, INTEGERS, NUMBERS, type_of
from ag_notebook.staging.backends.lantern.native.executable import compiled
from ag_notebook.staging.backends.lantern.native.kernels import KERNELS
from ag_notebook.staging.backends.lantern.native.scalars import SCALARS


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(), (7,), (2, 33)])
def test_functions(dtype, shape):
    anywhere = [name for name in (*FLOAT_UNARY, *NUMBER_UNARY) if name not in ("log", "log1p", "sqrt")]
    check([(name, [0], {}) for name in anywhere], [values(dtype, shape)])
    check([(name, [0], {}) for name in ("log", "log1p", "sqrt")], [values(dtype, shape, low=0.1)])


@pytest.mark.parametrize("dtype", INTEGERS)
def test_functions_of_integers(dtype):
    check([(name, [0], {}) for name in NUMBER_UNARY], [values(dtype, (3, 5))])


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shapes", SHAPES)
def test_binary_operations(dtype, shapes):
    left, right = (values(dtype, shape, seed) for seed, shape in enumerate(shapes))
    everywhere = [name for name in (*NUMBER_BINARY, "/", *COMPARISONS) if name != "**"]
    check([(name, [0, 1], {}) for name in everywhere], [left, right])
    check([("**", [0, 1], {})], [np.abs(left), right])


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("shapes", SHAPES[:3])
def test_binary_operations_of_integers(dtype, shapes):
    left, right = (values(dtype, shape, seed) for seed, shape in enumerate(shapes))
    right = np.where(right == 0, right.dtype.type(4), right)[()]
    everywhere = [name for name in (*NUMBER_BINARY, *COMPARISONS) if name != "**"]
    check([(name, [0, 1], {}) for name in everywhere], [left, right])
    check([("**", [0, 1], {})], [left, np.abs(right)])
    if dtype == "i64":
        exact = [name for name in EXACT if name != "**!"]
        check([(name, [0, 1], {}) for name in exact], [left, right])
        check([("**!", [0, 1], {})], [left, np.abs(right)])


def test_integers_wrap_around():
    least = np.array([np.iinfo("i4").min, -7, 7, 2**30], "i4")
    check(
        [(name, [0, 1], {}) for name in ("+", "-", "*", "//", "%")], [least, np.array([-1, 2, -2, 4], "i4")]
    )
    check([(name, [0], {}) for name in ("neg", "abs")], [least])


@pytest.mark.parametrize("shapes", SHAPES)
def test_logic_and_choice(shapes):
    tests = [values("bool", shape, seed) for seed, shape in enumerate(shapes)]
    check([(name, [0, 1], {}) for name in (*LOGIC, *COMPARISONS)] + [("not", [0], {})], tests)
    for dtype in DTYPES:
        sides = [values(dtype, shape, seed) for seed, shape in enumerate(shapes)]
        check([("where", [0, 1, 2], {})], [tests[0], *sides])


@pytest.mark.parametrize("dtype", DTYPES)
def test_casts(dtype):
    check([("cast", [0], {"dtype": target}) for target in DTYPES], [values(dtype, (2, 9), low=-9, high=9)])


SPECIAL = np.array(
    [
        0.0,
        -0.0,
        np.inf,
        -np.inf,
        np.nan,
        1e-300,
        -1e-300,
        1e300,
        -1e300,
        0.5,
        -0.5,
        89,
        -89,
        104,
        -104,
        710,
        -746,
        1e-40,
        3e38,
    ]
)


@pytest.mark.parametrize("dtype", FLOATS)
def test_special_values(dtype):
    with np.errstate(all="ignore"):
        special = SPECIAL.astype(DTYPES[dtype])
    kinds = [name for name in (*FLOAT_UNARY, *NUMBER_UNARY) if name not in ("sin", "cos", "tan")]
    check([(name, [0], {}) for name in kinds], [special], gradients=False)
    check(
        [(name, [0], {}) for name in ("sin", "cos", "tan")],
        [special[np.abs(special) < 1000]],
        gradients=False,
    )
    pairs = [special[:, None], special[None, :12]]
    kinds = [name for name in (*NUMBER_BINARY, "/", *COMPARISONS) if name not in ("//", "%")]
    check([(name, [0, 1], {}) for name in kinds], pairs, gradients=False)
    moderate = [part[np.abs(part) < 1000] for part in (special, special)]
    check(
        [("//", [0, 1], {}), ("%", [0, 1], {})], [moderate[0][:, None], moderate[1][None, :]], gradients=False
    )


def test_all_operations_have_code():
    places = {"check", "constant", "none?", "reshape", "row"}
    assert set(RULES) - places <= KERNELS.keys() | SCALARS.keys()


@pytest.mark.parametrize("dtype", ["i32", "i64"])
def test_division_by_constants(dtype):
    least = np.iinfo(DTYPES[dtype]).min
    by = [1, 2, 3, 8, -1, -2, -7, 2**30, least]
    given = np.array([least, least + 1, -9, -8, -2, -1, 0, 1, 7, 8, 2**30, -1 - least], DTYPES[dtype])
    results = " ".join(f"(// x ({dtype} {each})) (% x ({dtype} {each}))" for each in by)
    for kind, values in ((dtype, given), (f"(tensor {dtype} {given.size})", [given])):
        program = read(f"(def f ((x {kind})) (values {results}))")
        for value in values:
            agree(program, "f", [value], gradients=False)
            quotients = compiled(program, "f").run([value])[::2]
            np.testing.assert_array_equal(quotients[1], value // DTYPES[dtype](2))
