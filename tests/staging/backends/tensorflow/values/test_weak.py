"""Weak numbers behave as Python's numbers that take the dtype of what they meet."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.values.weak import PendingNumber, WeakNumber, promote


def weak(value):
    tensor = tf.constant(value)
    return WeakNumber(tensor, tensor.dtype)


@pytest.mark.parametrize(
    ("left", "right", "dtypes", "is_weak"),
    [
        (weak(3), 2, tf.int32, True),
        (weak(3), 0.5, tf.float32, True),
        (weak(1.5), weak(2), tf.float32, True),
        (weak(3), 2**40, tf.int64, True),
        (weak(3), tf.constant(2, tf.int64), tf.int64, False),
        (weak(3), tf.constant(2.0, tf.float16), tf.float16, False),
        (weak(1.5), tf.constant(2.0, tf.float64), tf.float64, False),
        (weak(1.5), tf.constant(2, tf.int64), tf.float64, False),
        (weak(3), tf.constant(True), tf.int32, False),
        (2, tf.constant(3, tf.uint8), tf.uint8, False),
    ],
)
def test_two_operands_get_one_dtype(left, right, dtypes, is_weak) -> None:
    a, b, result = promote(left, right)
    assert (a.dtype, b.dtype, result) == (dtypes, dtypes, is_weak)
    b, a, result = promote(right, left)
    assert (a.dtype, b.dtype, result) == (dtypes, dtypes, is_weak)


@pytest.mark.parametrize(
    "compute",
    [
        lambda a, b: a + b, lambda a, b: 10 - a, lambda a, b: a * 1.5, lambda a, b: a / b, lambda a, b: b // a,
        lambda a, b: -a % b, lambda a, b: 2**a, lambda a, b: abs(-b), lambda a, b: +a,
    ],
)  # fmt: skip
def test_operators_give_what_python_gives(compute) -> None:
    found, expected = compute(weak(3), weak(7)), compute(3, 7)
    assert isinstance(found, WeakNumber)
    assert found.natural.is_floating == isinstance(expected, float)
    assert found.tensor().numpy() == pytest.approx(expected)


def test_comparisons_are_bool_tensors() -> None:
    for found, expected in (
        (weak(3) < 4, True),
        (weak(3) >= 3.5, False),
        (2 > weak(3), False),
        (tf.constant(3) <= weak(3), True),
    ):
        assert (found.dtype, found.numpy().item()) == (tf.bool, expected)


def test_a_strong_operand_makes_the_result_strong() -> None:
    found = tf.constant([1, 2], tf.int64) * weak(3)
    assert (found.dtype, found.numpy().tolist()) == (tf.int64, [3, 6])


def test_tensorflow_takes_a_weak_number_in_the_dtype_it_wants() -> None:
    assert tf.convert_to_tensor(weak(3), tf.float32).dtype == tf.float32
    assert tf.fill([2], weak(3)).numpy().tolist() == [3, 3]
    for value, dtype in ((weak(1.5), tf.int32), (weak(1), tf.string), (weak(1), tf.bool)):
        with pytest.raises(TypeError, match="does not fit"):
            tf.convert_to_tensor(value, dtype)


def test_a_pending_number_makes_one_placeholder_for_each_dtype() -> None:
    made: list = []

    def make(dtype):
        made.append(dtype)
        return tf.constant(5, dtype)

    number = PendingNumber(make, tf.int32)
    assert made == []
    assert (number + tf.constant(1.5)).numpy() == 6.5
    assert (number + tf.constant(0.5)).numpy() == 5.5
    assert made == [tf.float32]
    number.tensor()
    assert list(number.placeholders) == [tf.float32, tf.int32]
