"""Programs with recursion, branches and loops: machine code does what the evaluator does, forward and backward."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled

sys.path.insert(0, str(Path(__file__).parent))
from agreement import agree, same

SCALARS = read("""
(def fib ((n i64)) (if (< n 2) n (+ (call fib (- n 1)) (call fib (- n 2)))))
(def ackermann ((m i64) (n i64))
  (if (== m 0) (+ n 1)
    (if (== n 0) (call ackermann (- m 1) 1)
      (call ackermann (- m 1) (call ackermann m (- n 1))))))
(def is_even ((n i64)) (if (== n 0) true (call is_odd (- n 1))))
(def is_odd ((n i64)) (if (== n 0) false (call is_even (- n 1))))
(def power ((x f64) (n i64)) (if (== n 0) 1.0 (* x (call power x (- n 1)))))
(def both ((x f64) (n i64))
  (if (== n 0) (values x (* x x))
    (let* (((a b) (call both (sin x) (- n 1)))) (values (* a b) (+ a x)))))
(def collatz ((n i64))
  (let* (((steps left) (while ((steps 0) (left n)) (> left 1)
      (values (+ steps 1) (if (== (% left 2) 0) (// left 2) (+ (* left 3) 1)))))) steps))
(def newton ((x f64)) (let* (((r k) (while ((r x) (k 0)) (< k 5) (values (- r (/ (- (* r r) x) (* r 2.0))) (+ k 1))))) r))
(def nested ((x f64) (n i64))
  (if (== n 0) x
    (let* (((s i) (while ((s 0.0) (i 0)) (< i n)
          (let* (((t j) (while ((t s) (j 0)) (< j i) (values (+ (* t x) 1.0) (+ j 1)))))
            (values (+ t (call nested (* x 0.5) (- n 1))) (+ i 1))))))
      s)))
(def chosen ((x f64) (y f64)) (let* ((z (* x y)) (w (if (> x y) (* z x) (+ y z)))) (* w (if (< z 0.0) z (exp y)))))
""")


@pytest.mark.parametrize(
    ("name", "arguments", "value"),
    [
        ("fib", [15], 610),
        ("ackermann", [2, 3], 9),
        ("is_even", [7], False),
        ("is_odd", [7], True),
        ("power", [2.0, 10], 1024.0),
        ("both", [0.7, 3], None),
        ("collatz", [27], 111),
        ("newton", [2.0], 2**0.5),
        ("nested", [0.3, 3], None),
        ("chosen", [0.3, 3.0], None),
        ("chosen", [0.3, -3.0], None),
    ],
)
def test_scalars(name, arguments, value):
    (first, *_) = agree(SCALARS, name, arguments)
    if value is not None:
        assert first == pytest.approx(value)


def test_gradient_of_a_power():
    _, (gradient, none), _ = compiled(SCALARS, "power").gradients([3.0, 4])
    assert gradient == pytest.approx(4 * 3.0**3)
    assert none is None


@dataclass(eq=False)
class Tree:
    value: float
    weights: Any
    word: int = 0
    left: Any = None
    right: Any = None


TREES = read("""
(record Tree (value f64) (weights (tensor f64 3)) (word i32) (left (ref Tree)) (right (ref Tree)))
(param w (tensor f64 3 3))
(param emb (tensor f64 4 3))
(param scale f64)
(def product ((t (ref Tree)))
  (if (none? t) 1.0 (* (field t value) (* (call product (field t left)) (call product (field t right))))))
(def state ((t (ref Tree)))
  (if (none? t) (broadcast 0.5 :shape (3))
    (let* ((l (call state (field t left))) (r (call state (field t right))))
      (tanh (+ (+ (matmul w l) (* r scale)) (+ (field t weights) (row emb (field t word))))))))
(def loss ((t (ref Tree))) (sum (* (call state t) (call state t)) :axes (0)))
(def leftmost ((t (ref Tree))) (if (none? (field t left)) t (call leftmost (field t left))))
""")


def tree(depth, random):
    if not depth:
        return None
    word = int(random.integers(4))
    return Tree(
        float(random.normal()),
        random.normal(size=3),
        word,
        tree(depth - 1, random),
        tree(depth - 2 if depth > 1 else 0, random),
    )


@pytest.fixture
def random():
    return np.random.default_rng(7)


@pytest.fixture
def weights(random):
    return {"w": random.normal(size=(3, 3)), "emb": random.normal(size=(4, 3)), "scale": np.float64(0.7)}


@pytest.mark.parametrize("name", ["product", "state", "loss"])
def test_trees(name, random, weights):
    agree(TREES, name, [tree(4, random)], weights)


def test_none_is_a_tree(weights):
    assert compiled(TREES, "product").run([None], weights) == (1.0,)


def test_shared_nodes_are_one(random, weights):
    shared = tree(2, random)
    root = Tree(2.0, np.ones(3), 1, shared, Tree(1.5, np.zeros(3), 0, shared, None))
    agree(TREES, "loss", [root], weights)
    agree(TREES, "product", [root], weights)


def test_a_record_is_the_object(random, weights):
    root = tree(3, random)
    (found,) = compiled(TREES, "leftmost").run([root], weights)
    assert found is root.left.left


def test_objects_are_packed_again(weights):
    root = Tree(2.0, np.zeros(3))
    product = compiled(TREES, "product")
    assert product.run([root], weights) == (2.0,)
    root.value, root.left = 3.0, Tree(5.0, np.zeros(3))
    assert product.run([root], weights) == (15.0,)


def test_two_trees(random, weights):
    program = read("""
    (record Tree (value f64) (left (ref Tree)))
    (def sum ((t (ref Tree)) (u (ref Tree)))
      (if (none? t) (if (none? u) 0.0 (field u value)) (+ (* (field t value) (field t value)) (call sum (field t left) u))))
    """)
    agree(program, "sum", [tree(3, random), tree(1, random)])


LOOPS = read(
    """
(param w (tensor f32 n n))
(def recurrent ((x (tensor f32 n)) (count i64))
  (let* (((h s i) (while ((h x) (s 0f) (i 0)) (< i count)
      (values (tanh (+ (matmul w h) x)) (+ s (sum h :axes (0))) (+ i 1))))) (values h s)))
(def swapped ((x (tensor f32 n)) (y (tensor f32 n)) (count i64))
  (let* (((a b i) (while ((a x) (b y) (i 0)) (< i count) (values b (+ a (* b b)) (+ i 1))))) (values a b)))
(def filled ((x (tensor f32 n)) (count i64))
  (let* (((ys i) (while ((ys (broadcast 0f :shape (4))) (i 0)) (< i count)
      (values (set-row ys i (sum (* x (cast i :dtype "f32")) :axes (0))) (+ i 1))))) ys))
(def kept ((x (tensor f32 n)) (count i64))
  (let* (((a i) (while ((a x) (i 0)) (< i count) (values (if (== (% i 2) 0) x (* a 2f)) (+ i 1))))) a))
""".replace("0f", "(f32 0.0)")
    .replace("2f", "(f32 2.0)")
    .replace('"f32"', "f32")
)


@pytest.mark.parametrize("count", [0, 1, 2, 4])
@pytest.mark.parametrize("name", ["recurrent", "swapped", "filled", "kept"])
def test_loops_with_arrays(name, count, random):
    x, y = (random.normal(size=5).astype("f4") for _ in range(2))
    arguments = [x, y, count] if name == "swapped" else [x, count]
    agree(LOOPS, name, arguments, {"w": random.normal(size=(5, 5)).astype("f4") / 2})


def test_each_size_is_compiled(random):
    swapped = compiled(LOOPS, "swapped")
    for size in (1, 3, 17, 3):
        x = random.normal(size=size).astype("f4")
        w = np.zeros((size, size), "f4")
        found = swapped.run([x, x, 1], {"w": w})
        same(found, (x, x + x * x))


def test_seeds(random):
    arguments = [random.normal(size=5).astype("f4"), 3]
    seeds = [random.normal(size=5).astype("f4"), np.float32(2)]
    agree(LOOPS, "recurrent", arguments, {"w": random.normal(size=(5, 5)).astype("f4")}, seeds=seeds)


def test_parameters_are_read_at_each_run(random, weights):
    state, root = compiled(TREES, "state"), tree(3, random)
    before = state.run([root], weights)
    weights["w"] *= 2
    after = state.run([root], weights)
    assert not np.allclose(before[0], after[0])
    agree(TREES, "state", [root], weights)


def test_arrays_that_are_not_contiguous(random):
    x = random.normal(size=(5, 2)).astype("f4")[:, 1]
    agree(LOOPS, "kept", [x, 3], {"w": random.normal(size=(5, 5)).astype("f4").T})
