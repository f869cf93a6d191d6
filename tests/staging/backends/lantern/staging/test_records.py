"""Objects of annotated classes are records: fields, methods, properties, operators, and what is refused."""

import math
from dataclasses import dataclass
from typing import NamedTuple, Optional

import numpy as np
import pytest
from lantern_staging import TREE, Tree, agrees, program, raises, refused, staged

from ag_notebook.staging.backends import lantern
from ag_notebook.staging.backends.lantern.ir.types import F32, F64, I64, ArrayType, RecordType
from ag_notebook.staging.backends.lantern.staging.records import has_subclasses, hints_of, is_record_class


@dataclass
class Point:
    x: float
    y: float

    def norm(self):
        return math.sqrt(self.x * self.x + self.y * self.y)

    def __add__(self, other):
        return self.x + other.x

    def __bool__(self):
        return self.x != 0

    def __len__(self):
        return 2

    def __getitem__(self, i):
        return self.x if i == 0 else self.y


class Node(NamedTuple):
    head: float
    tail: Optional["Node"]


class Parsed:
    def __init__(self, word: int, left: Optional["Parsed"] = None, right: Optional["Parsed"] = None):
        self.word, self.left, self.right = word, left, right


class Cell:
    weights: np.ndarray
    bias: lantern.Array[np.float32, 2]
    count: np.int32
    next: "Cell | None"
    name: str


def cell(**fields):
    made = Cell()
    vars(made).update(fields)
    return made


def test_which_classes_are_records():
    class Named:
        name: str
        size: float

    assert all(map(is_record_class, (Point, Node, Parsed, Tree, Cell)))
    assert not any(map(is_record_class, (Named, int, dict, object)))
    assert hints_of(Parsed)["word"] is int
    assert hints_of(int) == {}


def test_declared_records():
    made = staged(lambda t: t.value)
    made(TREE)
    records = made.entry.traces[0].program.records
    assert records == {"Tree": {"left": RecordType("Tree"), "right": RecordType("Tree"), "value": F64}}
    made = staged(lambda c: c.bias)
    given = cell(
        weights=np.ones((2, 3)), bias=np.zeros(2, np.float32), count=np.int32(1), next=None, name="a"
    )
    made(given)
    found = made.entry.traces[0].program.records["Cell"]
    assert found["weights"] == ArrayType("f64", (2, 3)) and found["bias"] == ArrayType("f32", (2,))
    assert found["count"] == ArrayType("i32") and found["next"] == RecordType("Cell") and "name" not in found
    assert F32 != F64 != I64


def test_array_fields():
    def run(c):
        total = c.bias * 2
        while c is not None:
            total = total + (c.weights @ np.ones(3)).astype(np.float32) * c.count
            c = c.next
        return total

    last = cell(weights=np.ones((2, 3)), bias=np.zeros(2, np.float32), count=np.int32(1), next=None, name="a")
    first = cell(weights=np.eye(2, 3), bias=np.ones(2, np.float32), count=np.int32(3), next=last, name="b")
    agrees(run, (first,))


def test_methods_properties_and_operators():
    def run(p, q):
        return p.norm(), p + q, 1 if p else 2, len(p), p[0], p[1], isinstance(p, Point), isinstance(p, Tree)

    agrees(run, (Point(3.0, 4.0), Point(0.0, 1.0)), (Point(0.0, 4.0), Point(0.0, 1.0)))
    agrees(lambda t: (t.total(), t.is_leaf, t.right.left.is_leaf), (TREE,))


def test_named_tuples():
    def total(node):
        s = 0.0
        while node is not None:
            s += node.head
            node = node.tail
        return s

    agrees(total, (Node(1.0, Node(2.0, None)),))


class Pair(NamedTuple):
    head: float
    tail: Optional["Pair"] = None


def test_named_tuples_are_taken_apart():
    def unpacked(pair):
        if pair is None:
            return 0.0
        head, tail = pair
        return head + unpacked(tail)

    def looped(pair):
        total = 0.0
        while pair:
            head, pair = pair
            total = total * 2 + head
        return total

    def indexed(pair):
        return 1.0 if pair is None else pair[0] * indexed(pair[1]) * pair[-2] + len(pair)

    pair = Pair(1.5, Pair(2.0, Pair(3.0)))
    for function in (unpacked, looped, indexed):
        agrees(function, (pair,), (None,))

    def too_far(pair):
        while pair[0] > 0:
            head, pair = pair
        return pair[0]

    error, line = raises(too_far, pair)
    assert type(error) is TypeError and line == "while pair[0] > 0:"


class Odd:
    """Fields with the names of what stands for a record, and with letters of other alphabets."""

    kind: int
    type: float
    variable: float
    ag_value: float
    größe: float
    next: Optional["Odd"]

    def __init__(self, kind, next=None):
        self.kind, self.next = kind, next
        self.type, self.variable, self.ag_value, self.größe = 1.0, 2.0, 3.0, 4.0


def test_fields_of_any_name():
    def run(odd):
        if odd.kind == 0:
            return odd.größe
        return run(odd.next) * odd.kind + odd.type * odd.variable + odd.ag_value

    agrees(run, (Odd(2, Odd(1, Odd(0))),), (Odd(0),))


def test_fields_of_python_numbers_are_weak():
    def run(tree, x):
        return x * tree.value

    assert agrees(run, (TREE, np.float32(2)))(TREE, np.float32(2)).dtype == np.float32


def test_references_come_back_as_the_objects():
    def leftmost(tree):
        while tree.left is not None:
            tree = tree.left
        return tree, tree.value

    found, value = staged(leftmost)(TREE)
    assert found is TREE.left and value == 3.0


def test_shared_trees_and_words():
    table = lantern.Parameter(np.arange(6.0).reshape(3, 2), "table")

    def encode(t):
        if t.left is None:
            return table[t.word]
        return encode(t.left) + 2 * encode(t.right)

    leaf = Parsed(2)
    got = staged(encode)(Parsed(0, leaf, Parsed(1, leaf, leaf)))
    assert np.allclose(got, table.value[2] * 7)


def test_a_hint_that_is_missing():
    class Bare:
        left: Optional["Bare"]

        def __init__(self):
            self.left, self.value = None, 1.0

    Bare.__annotations__["left"] = Optional[Bare]
    error = refused(lambda b: b.value, Bare(), code="AG314")
    assert "`value`" in error.message and isinstance(error, AttributeError)


def test_an_array_hint_that_says_too_little():
    empty = cell(weights=None, bias=np.zeros(2, np.float32), count=np.int32(1), next=None, name="a")
    assert "Array[" in refused_outside(lambda c: c.bias, empty).fix


def refused_outside(function, *arguments):
    with pytest.raises(lantern_error()) as found:
        staged(function)(*arguments)
    assert found.value.code == "AG314"
    return found.value


def lantern_error():
    from ag_notebook.staging.errors import StagingError

    return StagingError


def test_writes_are_refused():
    def run(t):
        t.value = 3.0
        return t.value

    def back(t):
        t.value = t.value
        return t.value

    refused(run, TREE, code="AG311", at="t.value = 3.0")
    refused(back, TREE, code="AG311", at="t.value = t.value")


def test_identity_of_references_is_refused():
    refused(lambda t: t.left is t.right, TREE, code="AG310")
    refused(lambda t: t == t.right, TREE, code="AG310")


def test_objects_of_derived_classes_are_refused():
    class Base:
        value: float
        next: "Base"

        def __init__(self, value, next=None):
            self.value, self.next = value, next

    Base.__annotations__["next"] = Base

    def run(b):
        return b.value if b.next is None else b.next.value

    assert not has_subclasses(Base)
    agrees(run, (Base(1.0, Base(2.0)),))

    class Derived(Base):
        pass

    assert has_subclasses(Base)
    agrees(run, (Base(1.0, Base(2.0)),))
    assert "Derived" in refused_outside(run, Base(1.0, Derived(2.0))).message


def test_none_has_no_fields():
    error, line = raises(lambda t: t.left.left.value, TREE)
    assert isinstance(error, AttributeError) and "t.left.left.value" in line


def test_records_as_text():
    assert "(record Point (x f64) (y f64))" in program(lambda p: p.x, Point(1.0, 2.0))


def test_an_object_that_is_given_is_not_none():
    def run(t=None, k=2):
        return k if t is None else t.value

    agrees(run, (), (TREE,))


def test_membership():
    class Bag:
        def __init__(self, held: float, rest: Optional["Bag"] = None):
            self.held, self.rest = held, rest

        def __contains__(self, x):
            return self.held == x or (self.rest is not None and x in self.rest)

    Bag.__init__.__annotations__["rest"] = Optional[Bag]
    agrees(lambda b, x: (x in b, x + 9 not in b), (Bag(1.0, Bag(2.0)), 2.0))


class Counted:
    size: int
    inner: Optional["Counted"]
    limit = 7

    def __init__(self, size, inner=None):
        self.size, self.inner = size, inner

    @staticmethod
    def twice(x):
        return 2 * x

    @classmethod
    def thrice(cls, x):
        return 3 * x


def test_what_the_class_holds():
    agrees(lambda b: (b.twice(b.size), b.thrice(b.size), b.limit, Counted.twice(b.size)), (Counted(3),))
    agrees(lambda b: hasattr(b, "__nothing__"), (Counted(3),))
    assert isinstance(raises(lambda b: b.__nothing__, Counted(3))[0], AttributeError)
    refused(lambda b: len(b), Counted(3), code="AG318", at="len(b)")
    refused(lambda b, c: b < c, Counted(3), Counted(4), code="AG318", at="b < c")


def test_classes_of_one_name():
    def other():
        class Counted:
            weight: float

            def __init__(self, weight):
                self.weight = weight

        return Counted

    agrees(lambda a, b: (a.size, b.weight), (Counted(3), other()(4.5)))
