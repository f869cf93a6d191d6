"""Plain values, asked by a check."""

import numpy as np
import tensorflow as tf

import ag_notebook as ag
from ag_notebook.staging.backends.python.checking import PythonChecks

CHECKS = PythonChecks()


def test_arrays_are_numpys():
    array = np.ones(2)
    assert CHECKS.array(array) is array
    assert CHECKS.array(np.float32(1)) == 1
    assert CHECKS.array([1]) is None


def test_nothing_is_staged():
    assert CHECKS.taken_apart([1]) is CHECKS.put_back([1]) is None
    assert not CHECKS.draws_random_numbers({"RandomUniform"})
    assert CHECKS.examples(int, None) == []
    assert CHECKS.like(1, 2.0) == 1


def test_a_run_has_no_gradients():
    value, gradients = CHECKS.run(lambda: 1.0, {"x": 1.0})
    assert (value, gradients()) == (1.0, {})


def test_arrays_of_texts_have_a_text():
    checks = PythonChecks()
    assert checks.spelled(np.array(["a", "b'"])) == """np.array(['a', "b'"])"""
    assert checks.spelled(np.array([["a"], ["b"]])) == "np.array([['a'], ['b']])"
    for value in (np.array([b"a"]), np.array([object()]), np.array(["2020-01-01"], "datetime64[D]")):
        assert checks.spelled(value) is None


def test_a_vector_of_texts_can_be_checked():
    for given, text in (
        (tf.constant(["a", "b"]), "tf.constant(['a', 'b'])"),
        (np.array(["a", "b"]), "np.array(['a', 'b'])"),
    ):
        (check,) = ag.function(lambda s: s[0]).check(given)
        assert text in check.call
        assert not check.difference
