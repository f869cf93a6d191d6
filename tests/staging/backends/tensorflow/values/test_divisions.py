"""A division of ints by zero is Python's error, and costs no check where the divisor is known."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import function


def test_a_known_divisor_is_not_checked() -> None:
    divided = function(lambda x: (x / 2, x // 3, x % 4))
    assert [float(v) for v in divided(tf.constant(7))] == [3.5, 2.0, 3.0]
    assert "Assert" not in str(divided.graph(tf.constant(7)))


@pytest.mark.parametrize("divisor", [3, 7, 10, 49, 1000])
def test_a_known_divisor_divides_exactly(divisor) -> None:
    divide = function(lambda x: x / divisor)
    assert [float(divide(tf.constant(n))) for n in range(1, 20)] == [n / divisor for n in range(1, 20)]


@pytest.mark.parametrize("divide", [lambda a, b: a / b, lambda a, b: a // b, lambda a, b: a % b])
def test_zero(divide) -> None:
    with pytest.raises(ZeroDivisionError, match="by zero"):
        function(divide)(tf.constant(1), tf.constant(0))


def test_a_literal_zero_fails_where_it_is_reached() -> None:
    run = function(lambda x: x // 0 if x > 1 else x)
    assert int(run(tf.constant(1))) == 1
    with pytest.raises(ZeroDivisionError):
        run(tf.constant(2))
