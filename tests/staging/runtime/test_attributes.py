"""Writes of attributes: plain ones are effects, those through descriptors of libraries are refused in staged code."""

from __future__ import annotations

import decimal
from types import SimpleNamespace

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.runtime import attributes


def test_outside_of_a_trace_it_is_pythons() -> None:
    held = SimpleNamespace()
    attributes.setattr(held, "a", 3)
    assert held.a == 3
    attributes.delattr(held, "a")
    assert not hasattr(held, "a")


def test_a_plain_attribute_is_merged() -> None:
    held = SimpleNamespace(a=1)

    @function
    def run(x):
        if x > 0:
            held.a = x

    run(tf.constant(-2))
    assert held.a == 1
    run(tf.constant(5))
    assert held.a == 5


def test_a_descriptor_written_in_c_is_refused() -> None:
    held = decimal.Context(prec=9)

    @function
    def run(x):
        if x > 0:
            held.prec = 5

    with pytest.raises(StagingError, match="AG231"):
        run(tf.constant(-2))
    assert held.prec == 9
