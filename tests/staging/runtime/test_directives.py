"""Directives do nothing in Python, and reach the back end in a trace."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import function, set_element_type, set_loop_options


def test_they_do_nothing_in_python() -> None:
    items = [1]
    assert set_loop_options(maximum_iterations=3) is None
    assert set_element_type(items, tf.float32, []) is None
    assert items == [1]


def test_an_empty_list_gets_its_element_type() -> None:
    @function
    def halves(n):
        items = []
        set_element_type(items, tf.float32, [])
        return items, n

    found, _ = halves(tf.constant(1))
    assert found == []
    model = halves.graph(tf.constant(1))
    lists = [node for node in model.nodes if node.op == "EmptyTensorList"]
    assert [dict(node.attributes)["element_dtype"] for node in lists] == ["float32"]


def test_iterations_are_limited() -> None:
    @function
    def count(n):
        i = 0
        while i < n:
            set_loop_options(maximum_iterations=3)
            i += 1
        return i

    assert count(tf.constant(10)).numpy() == 3
    assert count(tf.constant(2)).numpy() == 2


def test_options_are_given_by_name() -> None:
    with pytest.raises(TypeError):
        set_loop_options(3)
