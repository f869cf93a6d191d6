"""Compares functions that a branch or body makes: each trace makes them anew, from one code and often the same cells."""

from __future__ import annotations

import types
from typing import Any

from ag_notebook.staging.runtime.bytecode import outer_writes


def same_function(a: types.FunctionType, b: types.FunctionType) -> bool:
    """Whether calls of two functions do the same: one code, the same variables outside, the same defaults."""
    if a.__code__ is not b.__code__ or a.__globals__ is not b.__globals__:
        return False
    written, _ = outer_writes(a.__code__)
    cells = zip(a.__code__.co_freevars, a.__closure__ or (), b.__closure__ or ())
    return (
        all(x is y or (name not in written and _same_contents(x, y, a, b)) for name, x, y in cells)
        and _all_one(a.__defaults__ or (), b.__defaults__ or ())
        and (a.__kwdefaults__ or {}).keys() == (b.__kwdefaults__ or {}).keys()
        and _all_one((a.__kwdefaults__ or {}).values(), (b.__kwdefaults__ or {}).values())
    )


def _same_contents(a: types.CellType, b: types.CellType, function: Any, other: Any) -> bool:
    try:
        held, also = a.cell_contents, b.cell_contents
    except ValueError:
        return False
    return _is_one(held, also) or (held is function and also is other)


def _is_one(a: Any, b: Any) -> bool:
    return a is b or (type(a) is type(b) and type(a) in (int, bool, str, type(None)) and a == b)


def _all_one(a: Any, b: Any) -> bool:
    left, right = list(a), list(b)
    return len(left) == len(right) and all(map(_is_one, left, right))
