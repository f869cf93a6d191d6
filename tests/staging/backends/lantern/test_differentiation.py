"""Gradients through recursion, loops and branches, with respect to arguments, fields and parameters."""

import numpy as np
import pytest
from lantern_staging import TREE, Tree, refused, staged

from ag_notebook.staging.backends import lantern
from ag_notebook.staging.errors import StagingError


def tree_prod(base, tree):
    if tree is None:
        return base
    return tree_prod(base, tree.left) * tree_prod(base, tree.right) * tree.value


def numeric(f, x, step=1e-6):
    return (f(x + step) - f(x - step)) / (2 * step)


def test_tree_prod():
    value, gradient = lantern.value_and_grad(tree_prod)(2.0, TREE)
    assert value == tree_prod(2.0, TREE) == 3840.0
    assert np.isclose(gradient, numeric(lambda b: tree_prod(b, TREE), 2.0))


def test_fields_of_records():
    base, fields = lantern.grad(tree_prod, (0, 1))(2.0, TREE)
    assert base == 9600.0
    assert fields[id(TREE)] == {"value": 1920.0} and fields[id(TREE.right.left)] == {"value": 768.0}
    assert len(fields) == 4


def test_loops_and_branches():
    def run(x, n):
        total = 0.0
        for k in range(n):
            total += x**2 if k % 2 == 0 else np.sin(x) * k
        return total

    value, gradient = lantern.value_and_grad(run)(1.5, 5)
    assert np.isclose(value, run(1.5, 5)) and np.isclose(gradient, numeric(lambda x: run(x, 5), 1.5))


def test_structures():
    def loss(weights, x):
        return ((weights["w"] @ x + weights["b"][0]) ** 2).sum()

    weights = {"w": np.eye(2), "b": (np.ones(2), 3)}
    gradient = lantern.grad(staged(loss))(weights, np.array([1.0, 2.0]))
    assert np.allclose(gradient["w"], 2 * np.outer([2.0, 3.0], [1.0, 2.0]))
    assert np.allclose(gradient["b"][0], [4.0, 6.0]) and gradient["b"][1] is None


def test_a_tree_rnn():
    w = lantern.Parameter(np.full((2, 2), 0.3), "w")

    def encode(tree):
        if tree is None:
            return np.zeros(2)
        return np.tanh(w @ (encode(tree.left) + encode(tree.right)) + tree.value)

    def loss(tree, label):
        return lantern.cross_entropy(encode(tree), label)

    assert np.isclose(staged(loss)(TREE, 1), loss(TREE, 1))
    from ag_notebook.staging.backends.lantern.differentiation import entry_of, parameter_gradients

    value, ((found, gradient),) = parameter_gradients(entry_of(loss), (TREE, 1), {})
    assert found is w and np.isclose(value, loss(TREE, 1))
    before = w.value.copy()

    def at(x):
        w.value[0, 1] = x
        return loss(TREE, 1)

    assert np.isclose(gradient[0, 1], numeric(at, before[0, 1]))


def test_dtypes():
    assert lantern.grad(lambda x: x * x)(np.float32(3)).dtype == np.float32


@pytest.mark.parametrize(
    "function", [lambda x: x * np.ones(2), lambda x: (x, x), lambda x: 3, lambda x: x > 0]
)
def test_what_is_no_float_has_none(function):
    with pytest.raises(StagingError, match="AG319"):
        lantern.grad(function)(1.0)


def test_python_constants_have_none():
    assert lantern.grad(lambda how, x: x, (0, 1))("a", 2.0) == (None, 1.0)
    assert Tree is not None


def test_a_gradient_inside_of_what_is_staged_is_refused():
    def square(x):
        return x * x

    refused(lambda x: lantern.grad(square)(x), 3.0, code="AG319", at="lantern.grad(square)")
    with pytest.raises(StagingError, match="AG319"):
        lantern.grad(lantern.grad(square))(3.0)


def test_second_derivatives_are_refused_as_such():
    with pytest.raises(StagingError, match=r"AG319.*second derivatives.*differences"):
        lantern.grad(lantern.value_and_grad(lambda x: x**3))(2.0)


def test_argnums_that_are_none():
    with pytest.raises(IndexError, match="argument 3"):
        lantern.grad(lambda x: x, 3)(2.0)
    with pytest.raises(TypeError, match="argnums"):
        lantern.grad(lambda x: x, "x")
    with pytest.raises(TypeError, match="a str"):
        lantern.grad("x")
    assert lantern.grad(lambda x, y: x * y, -1)(3.0, 4.0) == 3.0
