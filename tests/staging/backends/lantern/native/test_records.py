"""Objects as records."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from agreement import agree
from failing import PROGRAM, TABLE, Chain, Named, chain

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled
from ag_notebook.staging.backends.lantern.native.records import Packing
from ag_notebook.staging.backends.lantern.objects import Record


@dataclass(eq=False)
class All:
    a: Any
    b: Any
    c: Any
    d: Any
    e: Any
    f: Any
    g: Any


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


def test_parameters_are_read_at_each_run(random, weights):
    state, root = compiled(TREES, "state"), tree(3, random)
    before = state.run([root], weights)
    weights["w"] *= 2
    after = state.run([root], weights)
    assert not np.allclose(before[0], after[0])
    agree(TREES, "state", [root], weights)


def test_a_record_that_holds_itself():
    loop = Chain(1.0)
    loop.next = Chain(2.0, loop)
    total = compiled(PROGRAM, "total")
    with pytest.raises(ValueError, match=r"c\.next\.next holds itself"):
        total.run([loop])
    loop.next.next = None
    assert total.run([loop]) == (5.0,)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (Named(left=Named(value="one")), r"n\.left\.value is of type str, not f32"),
        (Named(right=Named(weights=np.zeros(3, "f4"))), r"n\.right\.weights has shape \(3,\)"),
        (Named(right=Named(weights=np.zeros(2))), r"n\.right\.weights is of type float64"),
        (Named(left=3), r"n\.left has no field"),
        (Named(left=Named(right=Chain(1.0))), r"n\.left\.right has no field"),
    ],
)
def test_fields_of_other_types(wrong, message):
    named = compiled(PROGRAM, "named")
    with pytest.raises(TypeError, match=message):
        named.run([wrong])
    assert named.run([Named(left=Named(value=2))]) == (3.0,)


def test_gradients_of_fields_are_zeros_again():
    root = Record(Named(left=Named()), "Named", "n")
    packing = Packing(PROGRAM, [root])
    packing.memory["Named"][:, 4] = np.float32(2).view(
        np.uint32
    )  # after the four fields: the gradient of `value`
    packing.gradients["Named", "weights"] += 3
    found = packing.gradient(root)
    assert [each["value"] for each in found.values()] == [2, 2]
    assert [each["weights"].tolist() for each in found.values()] == [[3, 3], [3, 3]]
    packing.clear_gradients()
    for each in packing.gradient(root).values():
        assert each["value"] == 0
        assert each["weights"].tolist() == [0, 0]


def test_fields_of_all_dtypes():
    program = read("""
    (record All (a bool) (b i32) (c i64) (d f32) (e f64) (f (tensor bool 2)) (g (tensor i32 1)))
    (def fields ((x (ref All)))
      (values (field x a) (field x b) (field x c) (field x d) (field x e) (field x f) (field x g)))
    """)
    value = All(True, -3, 2**40, 0.5, np.float64(0.25), np.array([True, False]), np.array([7], "i4"))
    agree(program, "fields", [value])
    agree(program, "fields", [All(False, np.int32(3), -1, 1, True, value.f[::-1], value.g)])
