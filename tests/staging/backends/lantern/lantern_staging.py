"""Compares functions that are staged to Lantern with their originals, on the same arguments."""

from __future__ import annotations

import linecache
from typing import Any, Optional

import numpy as np
import pytest

from ag_notebook import staging
from ag_notebook.staging.backends import lantern, registry
from ag_notebook.staging.backends.lantern import REGISTRATION
from ag_notebook.staging.errors import AgNotebookError

if "lantern" not in registry.names():
    registry.register(REGISTRATION)


class Tree:
    """A tree of plain annotations, as in Moldovan et al. 2019, §8."""

    left: Optional["Tree"]
    right: Optional["Tree"]
    value: float

    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    @property
    def is_leaf(self):
        return self.left is None and self.right is None

    def total(self):
        s = self.value
        if self.left is not None:
            s += self.left.total()
        if self.right is not None:
            s += self.right.total()
        return s


TREE = Tree(2.0, Tree(3.0), Tree(4.0, Tree(5.0)))


def staged(function):
    return staging.function(function, backend="lantern")


def same(got: Any, want: Any) -> bool:
    """Whether two results are equal, of the same structure and dtypes; numbers of Python's come back as NumPy's."""
    if isinstance(want, (tuple, list)):
        return type(got) is type(want) and len(got) == len(want) and all(map(same, got, want))
    if isinstance(want, dict):
        return list(got) == list(want) and all(same(got[key], want[key]) for key in want)
    if want is None or isinstance(want, (str, type)):
        return got == want and type(got) is type(want)
    if type(want) in (int, float) and not isinstance(got, (bool, np.bool_)):
        return np.shape(got) == () and bool(np.isclose(got, want, equal_nan=True))
    dtype = want.dtype if isinstance(want, (np.ndarray, np.generic)) else np.asarray(want).dtype
    got = got if isinstance(got, (np.ndarray, np.generic)) else np.asarray(got)
    return got.dtype == dtype and got.shape == np.shape(want) and np.allclose(got, want, equal_nan=True)


def agrees(function, *cases):
    """Calls the staged function with each tuple of arguments, and the original."""
    made = staged(function)
    for arguments in cases:
        with np.errstate(all="ignore"):
            want, got = function(*arguments), made(*arguments)
        assert same(got, want), f"{function.__name__}{arguments}: {got!r} instead of {want!r}"
    return made


def gradient_agrees(function, x, step=1e-6):
    """The gradient of the sum of what a function gives is that of differences."""

    def total(x):
        return (function(x) ** 2).sum()

    got = lantern.grad(total)(x)
    want = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        moved = np.zeros_like(x)
        moved[place] = step
        want[place] = (total(x + moved) - total(x - moved)) / (2 * step)
    assert np.allclose(got, want, rtol=1e-5, atol=1e-6), f"{got} instead of {want}"


def raises(function, *arguments, as_in_python=True):
    """Both raise an exception of the same class, and the staged one at a line of the function: that."""
    with pytest.raises(Exception) as found:
        staged(function)(*arguments)
    if as_in_python:
        with pytest.raises(type(found.value)):
            function(*arguments)
    traceback = found.value.__traceback__
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    assert traceback.tb_frame.f_code.co_filename == function.__code__.co_filename
    return found.value, linecache.getline(traceback.tb_frame.f_code.co_filename, traceback.tb_lineno).strip()


def refused(function, *arguments, code, at=""):
    """The function is refused with that code, at a line that holds `at`."""
    with pytest.raises(AgNotebookError) as found:
        staged(function)(*arguments)
    assert found.value.code == code, found.value
    assert found.value.span is not None
    assert at in linecache.getline(found.value.span.file, found.value.span.line)
    assert found.value.message.endswith(".")
    return found.value


def program(function, *arguments) -> str:
    """The S-expressions of the trace for these arguments."""
    made = staged(function)
    made(*arguments)
    return "\n".join(line.text for line in made.traces()[-1].compiled[0].lines)
