"""What a staged value says of itself to the user's code: the class and the attributes that it has in Python."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Optional

import numpy as np
import pytest
from lantern_staging import agrees, refused


class Base:
    def __init__(self, k: float):
        self.k = k

    def grown(self, x):
        return x + self.k

    def times(self, n):
        return 0.0 if n == 0 else self.k + self.times(n - 1)


class Derived(Base):
    def grown(self, x):
        return super().grown(x) * 2

    def times(self, n):
        return super().times(n) + 1

    def is_derived(self):
        return self.__class__ is Derived


def test_classes():
    agrees(lambda n: (n.__class__ is int, n.__class__.__name__, type(n) is int), (3,), (2.5,), (True,))
    agrees(
        lambda x: (x.__class__ is np.ndarray, x[0].__class__.__name__), (np.ones(2),), (np.ones(2, np.int32),)
    )
    agrees(lambda o: (o.__class__ is Derived, o.__class__.__name__, o.is_derived()), (Derived(2.0),))
    agrees(lambda o: type(o) is Derived and type(o).__name__ == "Derived", (Derived(2.0),))


def test_super():
    agrees(lambda o, x: o.grown(x), (Derived(2.0), 3.0), (Base(2.0), 3.0))
    agrees(lambda o, n: o.times(n), (Derived(2.0), 3), (Base(2.0), 3))


@pytest.mark.parametrize("name", ["shape", "ndim", "size", "dtype", "T", "nbytes", "sum", "astype", "copy"])
def test_pythons_numbers_have_nothing_of_numpys(name):
    def has(x):
        return hasattr(x, name), getattr(x, name, 5) if not hasattr(x, name) else 5

    agrees(has, (3,), (2.5,), (True,), (np.float64(2.5),), (np.ones(2),))
    assert "np.asarray" in refused(lambda x: getattr(x, name), 3, code="AG310").fix
    assert name in refused(_reader(name), 2.5, code="AG310").message


def _reader(name):
    read = {
        "shape": lambda x: x.shape,
        "ndim": lambda x: x.ndim,
        "size": lambda x: x.size,
        "dtype": lambda x: x.dtype,
        "T": lambda x: x.T,
        "nbytes": lambda x: x.nbytes,
        "sum": lambda x: x.sum(),
        "astype": lambda x: x.astype(float),
        "copy": lambda x: x.copy(),
    }
    return read[name]


def test_what_lantern_calls_its_own_is_not_shown():
    agrees(
        lambda x: (hasattr(x, "weak"), hasattr(x, "type"), hasattr(x, "store"), hasattr(x, "real")),
        (3,),
        (np.ones(2),),
    )


def test_fields_as_a_dict_and_managers_are_refused():
    def entered(o):
        with o:
            return 1

    refused(lambda o: vars(o), Base(1.0), code="AG310")
    refused(lambda o: o.__dict__, Base(1.0), code="AG310")
    refused(entered, Base(1.0), code="AG310", at="with o")


@pytest.mark.parametrize(
    "function",
    [
        lambda n: n + "a",
        lambda n: "a" + n,
        lambda n: n < "a",
        lambda n: {1: 2} - n,
        lambda n: n + [1],
        lambda n: n < (1,),
        lambda n: n[0],
    ],
)
def test_errors_name_pythons_classes(function):
    for number in (3, 2.5):
        with pytest.raises(TypeError) as found:
            agrees(function, (number,))
        with pytest.raises(TypeError):
            function(number)
        assert type(number).__name__ in str(found.value) and "Array" not in str(found.value)


def test_texts_are_not_repeated():
    assert "text" in refused(lambda n: "a" * n, 3, code="AG310").fix


def test_an_index_that_no_number_takes_can_be_caught():
    def first(x):
        try:
            return x[0]
        except TypeError:
            return x

    agrees(first, (3,), (2.5,), (np.ones(2),))


def test_numbers_and_arrays_are_compared_with_none_and_texts():
    agrees(lambda x: (x == None, x != "a"), (np.ones(2),))  # noqa: E711
    agrees(lambda n: (n == None, n != "a", n is None), (3,), (np.float64(1),))  # noqa: E711


def test_keys_and_members_are_refused():
    for function in (lambda n: {n: 1}, lambda n: {n}, lambda n: {1: 2}.get(n, 3)):
        refused(function, 3, code="AG310")


def test_numbers_of_arrays_with_dimensions():
    for function in (lambda x: int(x), lambda x: float(x)):
        try:
            function(np.ones(1))
        except TypeError:
            with pytest.raises(TypeError):
                agrees(function, (np.ones(1),))
        else:
            agrees(function, (np.ones(1),))


def test_squares_of_bools():
    bools = np.array([True, False])
    refused(lambda x: x**2, bools, code="AG310")
    refused(lambda x, n: x**n, bools, 2, code="AG310")
    agrees(lambda x: (x**3, x**1, x**2.0, x ** np.int64(2)), (bools,))


@dataclass
class Chain:
    value: float
    following: Optional[Chain] = None

    def __getattr__(self, name):
        if name == "double":
            return self.value * 2
        raise AttributeError(name)


@dataclass
class Plain:
    value: float
    following: Optional[Plain] = None


def test_attributes_that_a_method_makes_are_refused():
    for function in (lambda c: c.double, lambda c: hasattr(c, "double"), lambda c: getattr(c, "double", 5)):
        assert "__getattr__" in refused(function, Chain(1.0), code="AG310").message
    agrees(lambda c: c.value, (Chain(1.0),))


def test_records_are_not_taken_apart_as_a_whole():
    for function in (dataclasses.asdict, dataclasses.astuple, lambda c: dataclasses.asdict(c)):
        refused(lambda c, function=function: function(c), Plain(1.0), code="AG310")
    agrees(lambda c: dataclasses.asdict(Plain(c.value)), (Plain(1.0),))
