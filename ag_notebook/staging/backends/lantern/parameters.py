"""Arrays that live outside of programs, are read when a program runs, and can be trained: `Parameter`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.types import type_of
from ag_notebook.staging.backends.lantern.objects import aligned_zeros


class Parameter:
    """An array that functions read (as a global, an attribute, …) and optimizers change in place.

    A program reads the array when it runs, so a changed value needs no new trace. Outside of staged functions, it behaves
    as the array.

    Args:
        array: of a dtype of Lantern's. It is copied.
        name: for reports.

    Raises:
        TypeError: Lantern has no such dtype.
    """

    # A slot that no code of the user's names: what it holds is read at each run, so it is not guarded.
    __slots__ = ("__weakref__", "_ag_array", "name")
    __array_priority__ = 100

    def __init__(self, array: Any, name: str = "parameter") -> None:
        __tracebackhide__ = True
        from ag_notebook.staging.tracebacks import users_frames

        held = np.asarray(array)
        with users_frames:
            type_of(held)
        self._ag_array, self.name = _copy(held, held.dtype), name

    @property
    def value(self) -> np.ndarray:
        """The array itself; in a staged function what stands for it, as it may be another array at the next call."""
        return self._staged()  # type: ignore[no-any-return]

    @value.setter
    def value(self, array: Any) -> None:
        held = np.asarray(array)
        if held.dtype.kind not in "biuf":
            raise TypeError(f"the value of {self.name} is an array of numbers, not of dtype {held.dtype}")
        self._ag_array = _copy(held, self._ag_array.dtype)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        from ag_notebook.staging.backends.lantern.staging.session import session_or_none

        if session_or_none() is not None:
            return self._staged().__array__(dtype)  # type: ignore[no-any-return]
        return np.array(self._ag_array, dtype) if copy else np.asarray(self._ag_array, dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return getattr(ufunc, method)(*map(_plain, inputs), **kwargs)

    def __ag_array__(self) -> np.ndarray:
        """What guards of other back ends compare, whose graphs have what the array held."""
        return self._ag_array

    def _staged(self) -> Any:
        """The value that stands for it in the program, or the array where nothing is staged."""
        from ag_notebook.staging.backends.lantern.staging.session import session_or_none

        if session_or_none() is None:
            return self._ag_array
        from ag_notebook.staging.backends.lantern.staging.values import read_parameter

        return read_parameter(self)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._staged(), name)

    def __getitem__(self, index: Any) -> Any:
        return self._staged()[index]

    def __len__(self) -> int:
        return len(self._ag_array)

    def __repr__(self) -> str:
        return f"<parameter {self.name} {self._ag_array.dtype}{list(self._ag_array.shape)}>"

    __hash__ = object.__hash__


def _copy(array: Any, dtype: np.dtype) -> np.ndarray:
    """A contiguous copy, from the start of a line of the cache on."""
    given = np.asarray(array, dtype)
    copy = aligned_zeros(given.shape, given.dtype)
    copy[...] = given
    return copy


def array_of(parameter: Parameter) -> np.ndarray:
    """The array, also where something is staged."""
    return parameter._ag_array


def _plain(value: Any) -> Any:
    return value._staged() if isinstance(value, Parameter) else value


def _operator(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, *others: function(_plain(self), *map(_plain, others))


def _reflected(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, other: function(_plain(other), _plain(self))


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"):
    setattr(Parameter, f"__{_name}__", _operator(getattr(operator, _name)))
    setattr(Parameter, f"__r{_name}__", _reflected(getattr(operator, _name)))
for _name in ("lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs"):
    setattr(Parameter, f"__{_name}__", _operator(getattr(operator, _name)))
