"""Programs mean what they say, to any depth, and gradients agree with differences."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from lantern_programs import Tree, sample, samples

from ag_notebook.staging.backends.lantern import evaluate
from ag_notebook.staging.backends.lantern.evaluate import gradients, run
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.ir.types import type_of

FIB = read("(def fib ((n i64)) (if (< n 2) n (+ (call fib (- n 1)) (call fib (- n 2)))))")
DEEP = read("(def f ((n i64) (x f64)) (if (== n 0) x (+ 0.5 (call f (- n 1) (* x 1.0)))))")
TREE = read(
    "(record Tree (value f64) (left (ref Tree)) (right (ref Tree)))"
    "(def prod ((t (ref Tree)))"
    "  (if (none? t) 1.0 (* (field t value) (* (call prod (field t left)) (call prod (field t right))))))"
)


def tree(value, left=None, right=None):
    return SimpleNamespace(value=value, left=left, right=right)


def test_recursion():
    assert run(FIB, "fib", [15]) == (610,)
    assert run(DEEP, "f", [20_000, 1.0]) == (10_001.0,)


def test_gradients_of_deep_recursion():
    assert gradients(DEEP, "f", [5_000, 1.0]) == ((2501.0,), (None, 1.0), {})


def test_recursion_without_end(monkeypatch):
    monkeypatch.setattr(evaluate, "MOST_BLOCKS", 1000)
    with pytest.raises(RecursionError, match="f goes deeper than 1000 blocks"):
        run(DEEP, "f", [-1, 1.0])
    assert run(DEEP, "f", [3, 1.0]) == (2.5,)


def test_gradients_of_objects():
    shared = tree(3.0)
    top = tree(2.0, shared, shared)
    values, (found,), _ = gradients(TREE, "prod", [top])
    assert values == (18.0,)
    assert found == {id(top): {"value": 9.0}, id(shared): {"value": 12.0}}
    assert gradients(TREE, "prod", [None]) == ((1.0,), ({},), {})


def test_loops():
    program = read(
        "(param w (tensor f64 2)) (def f ((x (tensor f64 2)) (n i64))"
        "(let* (((i y) (while ((i 0) (y x)) (< i n) (values (+ i 1) (* y w))))) (sum y :axes (0))))"
    )
    values, (by_x, by_n), by = gradients(program, "f", [np.array([1.0, 2.0]), 3], {"w": np.array([2.0, 3.0])})
    assert values == (62.0,)
    assert by_n is None
    np.testing.assert_array_equal(by_x, [8, 27])
    np.testing.assert_array_equal(by["w"], [12, 54])


def test_seeds_and_what_does_not_matter():
    program = read(
        "(param w f32) (param k i64) (def f ((x f32) (y (tensor f32 2))) (values (* x x) 3 (* x (f32 2))))"
    )
    parameters = {"w": np.float32(1), "k": np.int64(1)}
    y = np.zeros(2, np.float32)
    values, found, by = gradients(program, "f", [3.0, y], parameters)
    assert values == (9, 3, 6)
    assert found[0] == 8
    np.testing.assert_array_equal(found[1], [0, 0])
    assert by == {"w": 0}
    assert {value.dtype for value in (*found, by["w"])} == {np.dtype("f4")}
    _, found, _ = gradients(program, "f", [3.0, y], parameters, seeds=[10.0, None, -1.0])
    assert found[0] == 58


def test_named_dimensions():
    program = read(
        "(def f ((x (tensor f64 n)) (y (tensor f64 n m)))"
        "  (sum (* (broadcast (reshape x :shape (n 1)) :shape (n m)) y) :axes (0 1)))"
    )
    x, y = np.array([1.0, 2.0]), np.array([[1.0, 2, 3], [4, 5, 6]])
    values, (by_x, by_y), _ = gradients(program, "f", [x, y])
    assert values == (36.0,)
    np.testing.assert_array_equal(by_x, [6, 15])
    np.testing.assert_array_equal(by_y, [[1, 1, 1], [2, 2, 2]])
    with pytest.raises(TypeError, match=r"^y has shape \(3, 1\), not \(2, 1\)"):
        run(program, "f", [x, np.ones((3, 1))])


def test_dimensions_of_fields():
    program = read(
        "(record R (v (tensor f64 n)) (next (ref R)))"
        "(def f ((r (ref R))) (if (none? r) 0.0 (+ (sum (field r v) :axes (0)) (call f (field r next)))))"
    )
    last = SimpleNamespace(v=np.array([1.0, 2.0]), next=None)
    top = SimpleNamespace(v=np.array([3.0, 4.0]), next=last)
    assert run(program, "f", [top]) == (10,)
    last.v = np.ones(3)
    with pytest.raises(TypeError, match=r"r\.next\.v has shape \(3,\), not \(2,\)"):
        run(program, "f", [top])


def test_a_size_that_nothing_tells():
    program = read(
        "(record R (v (tensor f64 n))) (def f ((r (ref R))) (if (none? r) (broadcast 1.0 :shape (n)) (field r v)))"
    )
    with pytest.raises(TypeError, match="the size n is not known"):
        run(program, "f", [None])
    np.testing.assert_array_equal(run(program, "f", [SimpleNamespace(v=np.ones(2))])[0], [1, 1])


@pytest.mark.parametrize(
    ("text", "arguments", "error", "message"),
    [
        ("(def f ((x f64)) x)", [], TypeError, "f takes 1 arguments, not 0"),
        ("(def f ((x f64)) x)", ["a"], TypeError, "x is of type str, not f64"),
        ("(param w f32) (def f () w)", [], TypeError, "there is no array for the parameter w"),
        ("(def f ((x i64)) (// 1 x))", [0], ZeroDivisionError, "by zero"),
        ("(def f ((x (tensor f64 2))) (row x 2))", [np.ones(2)], IndexError, "index 2 is out of bounds"),
        (
            "(record R (x f64)) (def f ((r (ref R))) (field r x))",
            [None],
            AttributeError,
            "'NoneType' object has no attribute 'x'",
        ),
    ],
)
def test_errors(text, arguments, error, message):
    with pytest.raises(error, match=message):
        run(read(text), "f", arguments)


def test_nan_and_infinity_without_warnings():
    program = read(
        "(def f ((x f32)) (values (/ x (f32 0)) (log (- x x)) (sqrt (neg x)) (* (exp (f32 1e3)) (- x x))))"
    )
    np.testing.assert_array_equal(run(program, "f", [1.0]), [np.inf, -np.inf, np.nan, np.nan])
    assert np.isnan(gradients(program, "f", [1.0])[1][0])


@pytest.mark.parametrize("special", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_values_have_their_types(seed, special):
    made = sample(random.Random(seed), special=special)
    types = made.program.definitions[made.name].result_types
    values, found, by = gradients(made.program, made.name, made.arguments, made.parameters)
    assert tuple(map(type_of, values)) == types
    for value, expected in zip(
        values, run(made.program, made.name, made.arguments, made.parameters), strict=True
    ):
        np.testing.assert_array_equal(value, expected)
    pairs = [*zip(found, made.arguments, strict=True), *((by[name], made.parameters[name]) for name in by)]
    for gradient, value in pairs:
        if isinstance(value, (np.ndarray, np.generic)):
            assert (gradient is None) == (value.dtype.kind != "f")
            assert gradient is None or type_of(gradient) == type_of(value)


def leaves(made):
    """The floats that go in: where they are, and their gradients' places in what `gradients` gives."""
    for at, value in enumerate(made.arguments):
        if isinstance(value, Tree):
            waiting, seen = [value], {}
            while waiting:
                node = waiting.pop()
                if node is not None and id(node) not in seen:
                    seen[id(node)] = node
                    waiting += [node.left, node.right]
            for key, node in seen.items():
                for field in ("value", "weights"):
                    yield (
                        (node.__dict__, field),
                        lambda found, key=key, field=field, at=at: found[1][at][key][field],
                    )
        elif isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind == "f":
            yield (made.arguments, at), lambda found, at=at: found[1][at]
    for name in made.parameters:
        yield (made.parameters, name), lambda found, name=name: found[2][name]


def check_differences(made, rng):
    """Compares the slope along a random direction; where two steps disagree, there is a kink. Says if it compared.

    Floats are moved at first, so that none are just where a branch changes (0, or equal to others).
    """
    result = (made.program, made.name, made.arguments, made.parameters)
    places = list(leaves(made))
    for (holder, key), _ in places:
        holder[key] = np.asarray(holder[key] + 0.3 * rng.standard_normal(np.shape(holder[key])))[()]
    starts = [holder[key] for (holder, key), _ in places]
    directions = [rng.standard_normal(np.shape(start)) for start in starts]
    seeds = [
        rng.standard_normal(np.shape(value)) if value.dtype.kind == "f" else None for value in run(*result)
    ]
    found = gradients(*result, seeds)

    def total(step):
        for ((holder, key), _), start, direction in zip(places, starts, directions, strict=True):
            holder[key] = np.asarray(start + step * direction)[()]
        pairs = zip(run(*result), seeds, strict=True)
        return sum(float(np.sum(value * seed)) for value, seed in pairs if seed is not None)

    slopes = [(total(step) - total(-step)) / (2 * step) for step in (1e-5, 2e-6)]
    if not np.allclose(*slopes, rtol=1e-6, atol=1e-7):
        return False
    slope = sum(
        np.sum(part(found) * direction) for (_, part), direction in zip(places, directions, strict=True)
    )
    np.testing.assert_allclose(slope, slopes[1], rtol=1e-5, atol=1e-6)
    return True


def test_differences_of_many_programs():
    compared = [
        check_differences(sample(random.Random(seed), ("f64", "i64", "bool")), np.random.default_rng(seed))
        for seed in range(80)
    ]
    assert sum(compared) > 60


@settings(max_examples=25, deadline=None)
@given(samples(dtypes=("f64", "i32")))
def test_differences_of_any_program(made):
    check_differences(made, np.random.default_rng(0))
