"""What objects of the user's classes answer to tests, `len` and texts."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime import special
from ag_notebook.staging.runtime.context import Context, tracing
from ag_notebook.staging.runtime.special import answer, method_of, spoken


@pytest.fixture
def context():
    with tracing(Context(default_converter(), Options())) as made:
        yield made


class Bag:
    def __init__(self, count):
        self.count = count

    def __len__(self):
        return self.count

    def __repr__(self):
        return f"Bag({self.count})"


class Flag(Bag):
    __hash__ = None

    def __bool__(self):
        return self.count

    def __format__(self, spec):
        return f"<{spec}>"


def test_the_first_method_that_the_class_has() -> None:
    assert method_of(Bag(1), "__bool__", "__len__") == ("__len__", Bag.__len__)
    assert method_of(Flag(1), "__bool__", "__len__") == ("__bool__", Flag.__bool__)
    assert method_of(Bag(1), "__str__", "__repr__") == ("__repr__", Bag.__repr__)
    assert method_of(Bag(1), "__int__") is None
    assert method_of([], "__len__") is None


def test_what_decides_in_a_test(context) -> None:
    assert special.tested(Bag(0)) is False
    assert special.tested(Bag(2)) is True
    plain = object()
    assert special.tested(plain) is plain
    assert special.tested(3) == 3


def test_pythons_checks_of_an_answer(context) -> None:
    with pytest.raises(TypeError, match="__bool__ should return bool"):
        special.tested(Flag(3))
    with pytest.raises(ValueError, match=">= 0"):
        answer(len, Bag(-1))
    assert answer(len, Bag(4)) == 4
    assert answer(abs, Bag(4)) is NotImplemented
    assert answer(int, Bag(4)) is NotImplemented


def test_fields_of_texts(context) -> None:
    assert spoken(Bag(3)) == ("Bag(3)", "", "")
    assert spoken(Bag(3), "r", ">9") == ("Bag(3)", "", ">9")
    assert spoken(Flag(3), "", "x") == ("<x>", "", "")
    bag = Bag(3)
    assert spoken(bag, "", ">9")[0] is bag  # Python refuses it, and is to say so
    assert spoken(4, "r") == (4, "r", "")


def test_outside_of_a_trace_python_asks() -> None:
    bag = Bag(0)
    assert special.tested(bag) is bag
    assert answer(len, bag) is NotImplemented
    assert spoken(bag)[0] is bag


@pytest.mark.parametrize(
    "run",
    [
        lambda x: str(ValueError(x)),
        lambda x: repr(ValueError(x)),
        lambda x: str(ValueError(x, "b")),
        lambda x: repr(ValueError(x, "b")),
        lambda x: str(ValueError(1, (x, 2))),
        lambda x: str(KeyError(x)),
        lambda x: str(OSError(x, "no")),
        lambda x: f"{ValueError(x)!r} {ValueError(x)}",
        lambda x: "%s %r" % (ValueError(x), KeyError(x)),
    ],
)
def test_texts_of_exceptions_with_staged_arguments(run) -> None:
    assert function(run)(tf.constant(3)).numpy().decode() == run(3)
