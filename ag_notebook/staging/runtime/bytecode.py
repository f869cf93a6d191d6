"""Reads off a code object which variables outside itself it writes.

A call touches its callee's nonlocal and global variables before it runs, so they must be known statically;
the byte code says them exactly, whatever wrote the function.
"""

from __future__ import annotations

import dis
import threading
import types
import weakref

_WRITES_CELL = {"STORE_DEREF", "DELETE_DEREF"}
_WRITES_GLOBAL = {"STORE_GLOBAL", "DELETE_GLOBAL"}

_lock = threading.Lock()
_known: dict[int, tuple[weakref.ref[types.CodeType], frozenset[str], frozenset[str]]] = {}


def outer_writes(code: types.CodeType) -> tuple[frozenset[str], frozenset[str]]:
    """Names of the closure cells and of the globals that the code, nested functions included, writes."""
    found = _known.get(id(code))
    if found is not None and found[0]() is code:
        return found[1], found[2]
    cells: set[str] = set()
    names: set[str] = set()
    for instruction in dis.get_instructions(code):
        if instruction.opname in _WRITES_CELL and instruction.argval in code.co_freevars:
            cells.add(instruction.argval)
        elif instruction.opname in _WRITES_GLOBAL:
            names.add(instruction.argval)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            inner_cells, inner_names = outer_writes(constant)
            cells |= inner_cells & set(code.co_freevars)
            names |= inner_names
    result = frozenset(cells), frozenset(names)
    key = id(code)
    with _lock:
        _known[key] = (weakref.ref(code, lambda _: _known.pop(key, None)), *result)
    return result
