"""Each operation on each kind of operand, forward and backward, as the evaluator has it."""

import sys
from pathlib import Path

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.operations import (
    COMPARISONS,
    FLOAT_UNARY,
    FLOATS,
    LOGIC,
    NUMBER_BINARY,
    NUMBER_UNARY,
    RULES,
)
from ag_notebook.staging.backends.lantern.ir.program import Block, Definition, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, INTEGERS, NUMBERS, type_of
from ag_notebook.staging.backends.lantern.native.kernels import KERNELS
from ag_notebook.staging.backends.lantern.native.scalars import SCALARS

sys.path.insert(0, str(Path(__file__).parent))
from agreement import agree

SHAPES = [((), ()), ((3, 5), (5,)), ((4, 1), (1, 3)), ((), (2, 3)), ((2, 1, 3, 1), (4, 1, 2))]


def values(dtype, shape, seed=0, low=-2.0, high=2.0):
    random = np.random.default_rng(seed)
    if dtype == "bool":
        return np.asarray(random.integers(2, size=shape).astype(bool))[()]
    found = random.uniform(low, high, size=shape)
    found = found if dtype in FLOATS else np.round(found * 3)
    return np.asarray(found.astype(DTYPES[dtype]))[()]


def program_of(cases):
    """A program with one definition `f` that does each case - (kind, places of arguments, attributes) - on its arguments."""

    def built(arguments):
        program = Program()
        block = Block(
            tuple(Variable(type_of(np.asarray(value)), f"x{i}") for i, value in enumerate(arguments))
        )
        builder = Builder(program, block)
        block.results = tuple(
            builder.emit(kind, *(block.parameters[place] for place in places), **attributes)
            for kind, places, attributes in cases
        )
        program.definitions["f"] = Definition("f", block, tuple(v.type for v in block.results))
        return program

    return built


def check(cases, arguments, gradients=True):
    agree(program_of(cases)(arguments), "f", arguments, gradients=gradients)


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


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["exp", "expm1", "log", "tanh", "sigmoid"])
def test_functions_are_accurate(dtype, name):
    """Within four units of the last place of the exact value, which comes from longer floats."""
    from ag_notebook.staging.backends.lantern.native.executable import compiled

    random = np.random.default_rng(1)
    x = np.concatenate(
        [random.normal(size=500), random.normal(size=500) * 20, random.normal(size=500) * 1e-3]
    ).astype(DTYPES[dtype])
    x = np.abs(x) if name == "log" else x
    (found,) = compiled(program_of([(name, [0], {})])([x]), "f").run([x])
    wide = x.astype(np.longdouble)
    exact = 1 / (1 + np.exp(-wide)) if name == "sigmoid" else getattr(np, name)(wide)
    error = np.abs(found.astype(np.longdouble) - exact)
    assert np.max(error / np.spacing(np.abs(exact).astype(DTYPES[dtype]))) < 4


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("keepdims", [False, True])
def test_reductions(dtype, keepdims):
    for shape, choices in [
        ((7,), [(0,)]),
        ((3, 20), [(0,), (1,), (0, 1)]),
        ((2, 3, 4, 5), [(1,), (0, 2), (3,), (1, 3)]),
    ]:
        cases = [
            (name, [0], {"axes": axes, "keepdims": keepdims})
            for name in ("sum", "amax", "amin")
            for axes in choices
        ]
        check(cases, [values(dtype, shape)])
    places = [
        (name, [0], {"axes": axes, "keepdims": keepdims})
        for name in ("argmax", "argmin")
        for axes in [(0,), (1,), (0, 1)]
    ]
    check(places, [values(dtype, (4, 6))])


def test_reductions_of_bools():
    cases = [(name, [0], {"axes": axes}) for name in ("all", "any") for axes in [(0,), (1,), (0, 1)]]
    check(cases, [values("bool", (4, 3))])


@pytest.mark.parametrize("dtype", FLOATS)
def test_reductions_of_nan(dtype):
    x = values(dtype, (3, 20))
    x[1, 4] = np.nan
    x[2, 5] = np.inf
    names = ("sum", "amax", "amin", "argmax", "argmin")
    check(
        [(name, [0], {"axes": axes}) for name in names for axes in [(0,), (1,), (0, 1)]], [x], gradients=False
    )


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize(
    "shapes",
    [
        ((5,), (5,)),
        ((9, 5), (5,)),
        ((5,), (5, 3)),
        ((4, 5), (5, 6)),
        ((2, 4, 5), (5, 3)),
        ((2, 1, 4, 5), (3, 5, 2)),
        ((17, 33), (33,)),
        ((5,), (2, 5, 3)),
        ((2, 4, 5), (5,)),
        ((3, 0), (0, 2)),
    ],
)
def test_products(dtype, shapes):
    check([("matmul", [0, 1], {})], [values(dtype, shape, seed) for seed, shape in enumerate(shapes)])


@pytest.mark.parametrize("dtype", DTYPES)
def test_moves(dtype):
    x, y = values(dtype, (2, 3, 4)), values(dtype, (2, 1, 4), 1)
    cases = [("transpose", [0], {"axes": axes}) for axes in [(0, 1, 2), (2, 0, 1), (1, 0, 2)]]
    cases += [
        ("concatenate", [0, 1, 0], {"axis": 1}),
        ("reshape", [0], {"shape": (4, 6)}),
        ("reshape", [0], {"shape": (24,)}),
    ]
    cases += [("broadcast", [0], {"shape": (5, 2, 3, 4)}), ("broadcast", [1], {"shape": (2, 3, 4)})]
    bounds = [
        ((0, 1, 0), (2, 3, 4), (1, 1, 2)),
        ((1, 2, 3), (-1, -1, -1), (-1, -2, -1)),
        ((0, 0, 0), (2, 0, 4), (1, 1, 1)),
    ]
    cases += [("slice", [0], dict(zip(("starts", "stops", "steps"), each))) for each in bounds]
    wide = {"starts": (1, 0, 8), "stops": (5, 3, -1), "steps": (2, 1, -2)}
    cases += [("place", [0], {"shape": (5, 4, 9), **wide, "stops": (5, 3, 0)})]
    check(cases, [x, y])


def test_scalars_are_reshaped():
    check(
        [
            ("reshape", [0], {"shape": (1, 1)}),
            ("reshape", [1], {"shape": ()}),
            ("broadcast", [0], {"shape": (3,)}),
        ],
        [np.float32(3), np.ones((1, 1), "f4")],
    )


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("index_dtype", INTEGERS)
def test_rows(dtype, index_dtype):
    index, indices = (
        values(index_dtype, (), 3) * 0 - 2,
        np.array([[1, -1, 1], [0, 2, 1]], DTYPES[index_dtype]),
    )
    for shape in [(3,), (3, 4), (3, 2, 2)]:
        x = values(dtype, shape)
        cases = [("row", [0, 1], {}), ("take", [0, 2], {}), ("set-row", [0, 1, 3], {})]
        check(cases, [x, DTYPES[index_dtype](index), indices, values(dtype, shape[1:], 5)])


@pytest.mark.parametrize("dtype", NUMBERS)
def test_sums_of_rows(dtype):
    indices = np.array([1, -1, 1], "i8")
    for shape in [(3,), (3, 4)]:
        check([("add-rows", [0, 1], {"size": 3})], [indices, values(dtype, shape)])
        check([("add-rows", [0, 1], {"size": 3})], [np.int64(-3), values(dtype, shape[1:])])


@pytest.mark.parametrize("dtype", FLOATS)
def test_classes(dtype):
    for shape in [(6,), (2, 3, 4), (1,)]:
        x = values(dtype, shape, high=30)
        labels = values("i64", shape[:-1], low=0, high=1) % shape[-1]
        check([("softmax", [0], {}), ("log-softmax", [0], {}), ("cross-entropy", [0, 1], {})], [x, labels])


def test_large_constants():
    program, large = Program(), values("f64", (40, 30))
    block = Block((Variable(type_of(np.zeros(30)), "x"),))
    builder = Builder(program, block)
    small = builder.constant(np.arange(30.0))
    block.results = (
        builder.emit("matmul", builder.constant(large), builder.emit("*", small, block.parameters[0])),
    )
    program.definitions["f"] = Definition("f", block, tuple(v.type for v in block.results))
    agree(program, "f", [values("f64", (30,))])


def test_all_operations_have_code():
    places = {"constant", "none?", "reshape", "row"}
    assert set(RULES) - places <= KERNELS.keys() | SCALARS.keys()
