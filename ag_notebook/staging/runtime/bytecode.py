"""Reads off a code object what it looks up and which variables outside itself it writes.

A call touches its callee's nonlocal and global variables before it runs, so they must be known statically. What a
function may read decides whether an earlier trace still fits. The byte code says both exactly, whatever wrote the
function, and with private names as Python mangles them.
"""

from __future__ import annotations

import dis
import threading
import types
import weakref
from dataclasses import dataclass

_WRITES_CELL = {"STORE_DEREF", "DELETE_DEREF"}
_WRITES_GLOBAL = {"STORE_GLOBAL", "DELETE_GLOBAL"}
_TELLING = frozenset(dis.opmap[name] for name in (*_WRITES_CELL, *_WRITES_GLOBAL, "MATCH_CLASS"))
_READS_UNNAMED = frozenset(
    ("getattr", "hasattr", "vars", "copy", "deepcopy", "attrgetter", "__dict__", "__match_args__")
)
"""Names in code that may read attributes without naming them in it."""


@dataclass(frozen=True, slots=True)
class Lookups:
    """What a code object looks up and writes, nested functions included.

    Attributes:
        globals: globals that it may read, and attributes and methods that it names.
        names: these, and texts in it that may name one.
        unnamed: whether it may read attributes that it does not name (`getattr(o, name)`, `vars(o)`).
        written_cells: closure cells that it writes.
        written_globals: globals that it writes.
    """

    globals: frozenset[str]
    names: frozenset[str]
    unnamed: bool
    written_cells: frozenset[str]
    written_globals: frozenset[str]


_lock = threading.Lock()
_known: dict[int, tuple[weakref.ref[types.CodeType], Lookups]] = {}


def lookups(code: types.CodeType) -> Lookups:
    """What the code looks up and writes."""
    found = _known.get(id(code))
    if found is not None and found[0]() is code:
        return found[1]
    global_names = set(code.co_names)
    names = {*code.co_names, *_identifiers(code.co_consts)}
    unnamed = not _READS_UNNAMED.isdisjoint(code.co_names)
    cells: set[str] = set()
    written: set[str] = set()
    telling = not _TELLING.isdisjoint(code.co_code[::2])  # taking code apart costs more than to look for them
    for instruction in dis.get_instructions(code) if telling else ():
        if instruction.opname in _WRITES_CELL and instruction.argval in code.co_freevars:
            cells.add(instruction.argval)
        elif instruction.opname in _WRITES_GLOBAL:
            written.add(instruction.argval)
        elif instruction.opname == "MATCH_CLASS":
            unnamed = True
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            inner = lookups(constant)
            global_names |= inner.globals
            names |= inner.names
            unnamed |= inner.unnamed
            cells |= inner.written_cells & set(code.co_freevars)
            written |= inner.written_globals
    result = Lookups(frozenset(global_names), frozenset(names), unnamed, frozenset(cells), frozenset(written))
    key = id(code)
    with _lock:
        _known[key] = (weakref.ref(code, lambda _: _known.pop(key, None)), result)
    return result


def outer_writes(code: types.CodeType) -> tuple[frozenset[str], frozenset[str]]:
    """Names of the closure cells and of the globals that the code, nested functions included, writes."""
    found = lookups(code)
    return found.written_cells, found.written_globals


def is_suspended_in_try(value: object) -> bool:
    """Whether a generator waits inside of a `try` or `with`, which runs more of its code when the generator is closed."""
    if not isinstance(value, types.GeneratorType) or value.gi_frame is None:
        return False
    at, code = value.gi_frame.f_lasti, dis.Bytecode(value.gi_code)
    entries = getattr(code, "exception_entries", None)
    if entries is None:  # before Python 3.11
        return any(instruction.opname.startswith("SETUP_") for instruction in code)
    handlers = {i.offset for i in code if i.opname == "PUSH_EXC_INFO"}
    return any(entry.start <= at < entry.end and entry.target in handlers for entry in entries)


def _identifiers(constants: tuple[object, ...]) -> set[str]:
    found: set[str] = set()
    for constant in constants:
        if isinstance(constant, str) and constant.isidentifier():
            found.add(constant)
        elif isinstance(constant, (tuple, frozenset)):
            found |= _identifiers(tuple(constant))
    return found
