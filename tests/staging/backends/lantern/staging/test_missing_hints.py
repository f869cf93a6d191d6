"""Which hint a message names."""

import enum
from typing import Optional

import numpy as np
import pytest
from lantern_staging import refused


class Op(enum.Enum):
    ADD = 1


class Other:
    pass


class Formula:
    op: str
    kind: Op
    parts: list["Formula"]
    left: Optional["Formula"]
    value: float

    def __init__(self, value, left=None):
        self.op, self.kind, self.value, self.left = "a", Op.ADD, value, left
        self.parts, self.right, self.count, self.weights = [], None, 3, np.ones(2, np.float32)
        self.says = "text"
        self.links, self.step, self.other = {1: 2}, np.float32(1), Other()


@pytest.mark.parametrize(
    ("read", "said", "fix"),
    [
        (lambda f: f.op == "a", "Formula.op is a str", "`op: int`"),
        (lambda f: f.kind is Op.ADD, "Formula.kind is an Op", "`kind: int`"),
        (lambda f: f.parts, "Formula.parts is list[Formula]", 'Optional["Formula"]'),
        (lambda f: f.right, "no hint for `right`", '`right: Optional["Formula"]`'),
        (lambda f: f.count, "no hint for `count`", "`count: int`"),
        (lambda f: f.weights, "no hint for `weights`", "`weights: lantern.Array[np.float32, 2]`"),
        (lambda f: f.says, "no hint for `says`", "`says: int`"),
        (lambda f: f.links, "no hint for `links`", "use links"),
        (lambda f: f.step, "no hint for `step`", "`step: np.float32`"),
        (lambda f: f.other, "no hint for `other`", '`other: Optional["Other"]`'),
        (lambda f: f.vlaue, "no hint for `vlaue`", "correct the name"),
    ],
)
def test_the_hint_that_is_missing_is_named(read, said, fix):
    error = refused(read, Formula(1.0, Formula(2.0)), code="AG314")
    assert said in error.message and fix in error.fix, error
