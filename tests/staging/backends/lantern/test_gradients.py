"""Every rule agrees with differences of the operation's meaning, in shapes that broadcast and of every rank."""

from __future__ import annotations

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern.gradients import RULES
from ag_notebook.staging.backends.lantern.ir.builder import Builder
from ag_notebook.staging.backends.lantern.ir.operations import RULES as TYPES
from ag_notebook.staging.backends.lantern.ir.program import Block, Program, Variable
from ag_notebook.staging.backends.lantern.ir.types import type_of
from ag_notebook.staging.backends.lantern.meanings import MEANINGS


def gradients(kind, attributes, values, seed):
    """What the rule gives, worked out in NumPy."""
    variables = [Variable(type_of(value)) for value in values]
    builder = Builder(Program(), Block())
    result = builder.emit(kind, *variables, **attributes)
    g = Variable(result.type)
    found = RULES[kind](builder, builder.block.operations[0], g)
    known = dict(zip([*variables, g], [*map(np.asarray, values), np.asarray(seed)], strict=True))
    for operation in builder.block.operations:
        (made,) = operation.results
        value = MEANINGS[operation.kind](operation.attributes, *(known[x] for x in operation.arguments))
        assert type_of(value) == made.type, operation.kind
        known[made] = value
    assert all(part is None or part.type == x.type for part, x in zip(found, variables, strict=True))
    return [part and known[part] for part in found]


def differences(kind, attributes, values, seed, at, step=1e-6):
    """The derivative of sum(seed * result) with respect to each item of one argument."""

    def moved(place, by):
        changed = [np.array(value) for value in values]
        changed[at][place] += by
        return np.sum(seed * MEANINGS[kind](attributes, *changed))

    places = list(np.ndindex(np.shape(values[at])))
    slopes = [(moved(place, step) - moved(place, -step)) / (2 * step) for place in places]
    return np.reshape(slopes, np.shape(values[at]))


def items(*shape, low=0.3, high=2.0, seed=0):
    """Floats that are apart from each other, and from 0."""
    count = int(np.prod(shape))
    return np.random.default_rng([seed, count]).permutation(np.linspace(low, high, count)).reshape(shape)


def either_sign(*shape):
    return items(*shape) * np.resize([1.0, -1.0], shape)


SMOOTH = "exp expm1 log log1p sin cos tan tanh sigmoid sqrt neg".split()
CASES = [
    *((kind, {}, [items(2, 3, high=1.2)]) for kind in SMOOTH),
    *((kind, {}, [either_sign(5)]) for kind in ("abs", "relu")),
    *(
        (kind, {}, [items(*left), items(*right, low=0.3519, high=1.9373, seed=1)])
        for kind in ("+", "-", "*", "/", "**", "%", "maximum", "minimum")
        for left, right in [((), ()), ((3,), ()), ((2, 1), (1, 3)), ((3,), (2, 2, 3)), ((2, 1, 3), (4, 1))]
    ),
    ("where", {}, [np.array([True, False]), items(3, 1), items(2, seed=1)]),
    ("where", {}, [np.array([[True], [False]]), np.float64(2), items(3)]),
    *(
        ("matmul", {}, [either_sign(*left), items(*right, seed=1)])
        for left, right in [
            ((3,), (3,)),
            ((2, 3), (3,)),
            ((3,), (3, 2)),
            ((2, 3), (3, 4)),
            ((2, 2, 3), (3, 4)),
            ((2, 3), (2, 3, 2)),
            ((2, 2, 3), (1, 3, 2)),
            ((2, 2, 3), (3,)),
            ((3,), (2, 3, 2)),
            ((2, 1, 2, 3), (3, 3, 2)),
            ((1, 1), (1, 1)),
            ((2, 0), (0, 3)),
        ]
    ),
    *(
        (kind, {"axes": axes, "keepdims": keep}, [items(2, 3, 2)])
        for kind in ("sum", "amax", "amin")
        for axes in [(), (0,), (2,), (0, 2), (0, 1, 2)]
        for keep in (False, True)
    ),
    ("sum", {"axes": ()}, [items()]),
    ("reshape", {"shape": (3, 2)}, [items(2, 3)]),
    ("broadcast", {"shape": (4, 2, 3)}, [items(2, 1)]),
    ("transpose", {"axes": (2, 0, 1)}, [items(2, 3, 4)]),
    ("concatenate", {"axis": 1}, [items(2, 1), items(2, 3), items(2, 0)]),
    ("slice", {"starts": (1, 2), "stops": (4, -1), "steps": (2, -1)}, [items(4, 3)]),
    ("slice", {"starts": (-1,), "stops": (-1,), "steps": (-1,)}, [items(3)]),
    ("place", {"starts": (3, 0), "stops": (-1, 2), "steps": (-2, 1), "shape": (4, 3)}, [items(2, 2)]),
    ("row", {}, [items(3, 2), np.int32(-1)]),
    ("row", {}, [items(3), np.int64(1)]),
    ("take", {}, [items(3, 2), np.array([[2, 0, 2], [-1, 1, 1]])]),
    ("set-row", {}, [items(3, 2), np.int64(-2), items(2, seed=1)]),
    ("set-row", {}, [items(3), np.int64(2), items()]),
    ("add-rows", {"size": 4}, [np.int64(-1), items(2)]),
    ("add-rows", {"size": 4}, [np.array([1, 1, -1]), items(3, 2)]),
    *((kind, {}, [items(*shape)]) for kind in ("softmax", "log-softmax") for shape in [(3,), (2, 3)]),
    ("cross-entropy", {}, [items(3), np.int32(2)]),
    ("cross-entropy", {}, [items(2, 3), np.array([0, 2])]),
    ("cast", {"dtype": "f64"}, [items(3)]),
]


@pytest.mark.parametrize(("kind", "attributes", "values"), CASES)
def test_differences(kind, attributes, values):
    values = [np.asarray(value) for value in values]
    result = MEANINGS[kind](attributes, *values)
    seed = items(*np.shape(result), low=-1.0, seed=3)
    found = gradients(kind, attributes, values, seed)
    for at, (part, value) in enumerate(zip(found, values, strict=True)):
        assert (part is None) == (value.dtype.kind != "f")
        if part is not None:
            np.testing.assert_allclose(
                part, differences(kind, attributes, values, seed, at), rtol=1e-6, atol=1e-7
            )


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("abs", [0.0], [0]),
        ("relu", [0.0], [0]),
        ("maximum", [2.0, 2.0], [1, 0]),
        ("minimum", [2.0, 2.0], [1, 0]),
        ("**", [0.0, 0.0], [0, 0]),
        ("**", [0.0, 2.0], [0, 0]),
        ("**", [-3.0, 2.0], [-6, np.nan]),
        ("sqrt", [0.0], [np.inf]),
        ("floor", [0.5], [None]),
        ("//", [3.5, 2.0], [None, None]),
        ("<", [3.5, 2.0], [None, None]),
    ],
)
def test_kinks(kind, values, expected):
    with np.errstate(all="ignore"):
        found = gradients(kind, {}, list(map(np.float64, values)), 1.0)
    for part, value in zip(found, expected, strict=True):
        assert part is value is None or np.array_equal(part, value, equal_nan=True)


def test_equal_maxima_share():
    (found,) = gradients("amax", {"axes": (1,)}, [np.array([[1.0, 3, 3], [2, 1, 0]])], np.array([6.0, 5]))
    np.testing.assert_array_equal(found, [[0, 3, 3], [5, 0, 0]])


@pytest.mark.parametrize("kind", ["*", "**", "%", "maximum", "matmul", "softmax", "amax", "sigmoid"])
def test_singles_stay_singles(kind):
    values = [items(2, 2).astype(np.float32)] * (1 if kind in ("softmax", "amax", "sigmoid") else 2)
    attributes = {"axes": (0,)} if kind == "amax" else {}
    result = MEANINGS[kind](attributes, *values)
    for part in gradients(kind, attributes, values, np.ones_like(result)):
        assert part.dtype == np.float32


def test_casts_between_floats():
    (found,) = gradients("cast", {"dtype": "f32"}, [items(2)], np.array([1.0, 2], np.float32))
    assert found.dtype == np.float64
    assert found.tolist() == [1, 2]
    assert gradients("cast", {"dtype": "f32"}, [np.array([1, 2])], np.array([1.0, 2], np.float32)) == [None]


def test_every_operation_has_a_rule_and_a_meaning():
    assert set(RULES) == set(TYPES) == set(MEANINGS)
