"""Clocks and random numbers are refused, at the user's line."""

from __future__ import annotations

import itertools
import random
import time

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.runtime.impurities import refuse_impure


@pytest.mark.parametrize(
    ("draw", "code"),
    [(time.time, "AG232"), (random.getstate, "AG232"), (random.random, "AG232")],
    ids=["time", "random", "method"],
)
def test_what_gives_another_value_at_each_call_is_refused(draw, code) -> None:
    def call(x):
        return x + draw()

    with pytest.raises(StagingError) as caught:
        function(call)(tf.constant(1.0))
    assert (caught.value.code, caught.value.span.line) == (code, call.__code__.co_firstlineno + 1)


def test_nothing_is_refused_outside_of_a_trace() -> None:
    refuse_impure(None, time.time)
