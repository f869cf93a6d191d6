"""`and`, `or`, `not`: the value Python gives, the right side only where Python evaluates it, one op where it is cheap."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.backends.tensorflow.control.logic import and_, as_number, not_, or_
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("right", [True, False])
def test_truth_tables_take_no_conditional(graph, left, right) -> None:
    found = graph(lambda a, b: (and_(a, lambda: b), or_(a, lambda: b), not_(a)), left, right)
    assert list(found) == [left and right, left or right, not left]
    assert not [op for op in graph.ops if "If" in op]


def test_a_right_side_that_may_fail_is_conditional() -> None:
    @function
    def divides(x):
        return x != 0 and 12 % x == 0

    assert [divides(tf.constant(x)).numpy() for x in (0, 4, 5)] == [False, True, False]
    assert "StatelessIf" in {n.op for n in divides.graph(tf.constant(0)).nodes}


def test_a_python_right_side_needs_no_op(graph) -> None:
    found = graph(lambda a: (and_(a, lambda: True), or_(a, lambda: False)), True)
    assert list(found) == [True, True]
    assert not [op for op in graph.ops if "Logical" in op or "If" in op]


def test_operands_are_returned(graph) -> None:
    def build(n, m):
        return and_(n, lambda: m), or_(n, lambda: m)

    assert list(graph(build, 0, 5)) == [0, 5]
    assert list(graph(build, 3, 5)) == [5, 3]


def test_a_bool_in_arithmetic_is_a_weak_int(graph) -> None:
    def build(x):
        found = as_number(x > 2)
        assert isinstance(found, WeakNumber)
        assert as_number(x) is x
        return found + 1.5, as_number(tf.stack([x > 2, x > 5]))

    assert list(graph(build, 3)) == [2.5, [1, 0]]
