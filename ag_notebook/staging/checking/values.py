"""Compares what two runs gave: structure, types and values, to the first difference.

A value is *frozen* as soon as a run ends: a description of it that later changes of its lists, arrays and variables do not
reach. A number or text that is Python's after a run of the original may be a tensor after a staged one; that
is what staging does to it, and no difference. Floats may differ by rounding, by as much as `TOLERANCES` says.
"""

from __future__ import annotations

import dataclasses
import enum
import types
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ag_notebook.staging.runtime.callees import is_users_class
from ag_notebook.staging.runtime.reachability import all_attributes, own_attributes
from ag_notebook.staging.wording import kind_of, python_text

TOLERANCES = {
    "float64": 1e-9,
    "complex128": 1e-9,
    "float32": 1e-5,
    "complex64": 1e-5,
    "float16": 1e-2,
    "bfloat16": 5e-2,
}
"""By dtype: how far floats may lie apart, beside numbers below 1 absolutely, else relatively."""

_KINDS: dict[str, Any] = {
    "b": bool,
    "i": int,
    "u": int,
    "f": float,
    "V": float,
    "c": complex,
    "O": (str, bytes),
    "S": (str, bytes),
    "U": str,
}
_LEAVES = (type(None), bool, int, float, complex, str, bytes, range, type(Ellipsis), slice)
LONGEST = 60
"""Characters of a value in a sentence."""


@dataclass(frozen=True, eq=False)
class Array:
    """A tensor or an array of NumPy's."""

    data: Any

    @property
    def type_text(self) -> str:
        return f"{_dtype_name(self.data)}[{', '.join(map(str, self.data.shape))}]"


@dataclass(frozen=True, eq=False)
class Parts:
    """A container or object: its class, and what it holds by the text that leads there (`[0]`, `.name`)."""

    kind: str
    held: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Opaque:
    """Something that is only known by its class."""

    value: Any


@dataclass(slots=True)
class Freezer:
    """Freezes values; `array` and `taken_apart` say what the back end's values hold."""

    checks: Any
    known: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    """What was frozen, by id: what holds itself is frozen to parts that hold themselves."""

    def __call__(self, value: Any) -> Any:
        if isinstance(value, enum.Enum) or type(value) in _LEAVES:
            return value
        if (array := self.checks.array(value)) is not None:
            return Array(array.copy())
        if id(value) in self.known:
            return self.known[id(value)][1]
        kind, held = self._taken_apart(value)
        if held is None:
            return Opaque(value)
        frozen = Parts(kind, {})
        self.known[id(value)] = value, frozen  # held: its id must not become another's
        for name, part in held.items():
            frozen.held[name] = self(part)
        return frozen

    def _label(self, key: Any) -> str:
        """What a key or an item of a set is told by: an object by what it holds, as `repr` may give its address."""
        is_plain = type(key) in _LEAVES or isinstance(key, enum.Enum)
        if is_plain:
            return python_text(key)
        frozen = self(key)
        return str(getattr(key, "__qualname__", show(frozen))) if isinstance(frozen, Opaque) else show(frozen)

    def _taken_apart(self, value: Any) -> tuple[str, dict[str, Any] | None]:
        """The class of a value and what it holds, by the text that leads there; None where only the class is known."""
        kind = type(value).__qualname__
        if (taken := self.checks.taken_apart(value)) is not None:
            return taken  # type: ignore[no-any-return]
        if isinstance(value, (list, tuple, deque)):
            return kind, {f"[{index}]": item for index, item in enumerate(value)}
        if isinstance(value, Mapping):
            return kind, dict(zip(_numbered(f"[{self._label(key)}]" for key in value), value.values()))
        if isinstance(value, (set, frozenset)):
            return kind, dict.fromkeys(_numbered(sorted(f"{{{self._label(item)}}}" for item in value)), True)
        if isinstance(
            value, (type, types.FunctionType, types.MethodType, types.BuiltinFunctionType, types.ModuleType)
        ):
            return kind, None
        attributes = all_attributes(value)
        if dataclasses.is_dataclass(value):
            attributes = {each.name: getattr(value, each.name, None) for each in dataclasses.fields(value)}
        elif not is_users_class(type(value)):
            return kind, None
        if not attributes and own_attributes(value) is None:
            return kind, None
        return kind, {f".{name}": held for name, held in attributes.items()}


def _numbered(labels: Iterable[str]) -> list[str]:
    """Labels, each its own: the second of one kind has a number."""
    seen: dict[str, int] = {}
    found = []
    for label in labels:
        seen[label] = count = seen.get(label, 0) + 1
        found.append(label if count == 1 else f"{label[:-1]} ({count}){label[-1]}")
    return found


@dataclass(slots=True)
class Comparison:
    """Compares frozen values; `seen` are the pairs that are being compared already."""

    seen: set[tuple[int, int]] = field(default_factory=set)
    factor: float = 1.0
    """By how much tolerances are wider."""
    sides: tuple[str, str] = ("in Python", "staged")
    """Where the two values were found."""
    types: bool = True
    """Whether arrays of equal numbers differ by their dtypes."""

    def difference(self, want: Any, got: Any, part: str) -> str:
        """The first difference in a sentence, or nothing."""
        if isinstance(want, Array) or isinstance(got, Array):
            return self._arrays(want, got, part)
        if isinstance(want, Parts) and isinstance(got, Parts):
            return self._parts(want, got, part)
        if isinstance(want, Opaque) and isinstance(got, Opaque):
            return "" if _alike(want.value, got.value) else self._differ(part, want, got)
        if type(want) is not type(got):
            return self._differ(part, want, got)
        if isinstance(want, (float, complex)):
            return (
                ""
                if _close(want, got, TOLERANCES["float64"] * self.factor)
                else self._differ(part, want, got)
            )
        return "" if want == got else self._differ(part, want, got)

    def _parts(self, want: Parts, got: Parts, part: str) -> str:
        if (id(want), id(got)) in self.seen:
            return ""
        self.seen.add((id(want), id(got)))
        if want.kind != got.kind:
            return self._differ(part, want, got)
        for name, held in want.held.items():
            if name in got.held and (found := self.difference(held, got.held[name], f"{part}{name}")):
                return found
        if want.held.keys() != got.held.keys():
            ordered = [*want.held, *got.held]
            name = next(n for n in ordered if (n in want.held) != (n in got.held))
            here, there = self.sides if name in want.held else self.sides[::-1]
            held = (want if name in want.held else got).held[name]
            return f"`{part}{name}` is {show(held)} {here}, and is not there {there}."
        return ""

    def _arrays(self, want: Any, got: Any, part: str) -> str:
        if not (isinstance(want, Array) and isinstance(got, Array)):
            return self._number(want, got, part)
        if want.type_text != got.type_text and (self.types or want.data.shape != got.data.shape):
            return f"`{part}` is {want.type_text} {self.sides[0]} and {got.type_text} {self.sides[1]}."
        tolerance = max(self._tolerance(want.data), self._tolerance(got.data))
        index = _first_difference(want.data, got.data, tolerance)
        if index is None:
            return ""
        place = f"[{', '.join(map(str, index))}]" if index else ""
        return self._differ(f"{part}{place}", _plain(want.data[index]), _plain(got.data[index]))

    def _number(self, want: Any, got: Any, part: str) -> str:
        """A tensor beside a number or text of Python's."""
        array, other = (want, got) if isinstance(want, Array) else (got, want)
        kinds = _KINDS.get(array.data.dtype.kind)
        fits = array.data.shape == () and kinds is not None and isinstance(other, kinds)
        if not fits or (isinstance(other, bool) and kinds is not bool):
            return self._differ(part, want, got)
        held, other = (
            _plain(array.data[()]),
            other.decode("utf-8", "replace") if isinstance(other, bytes) else other,
        )
        if isinstance(other, (float, complex)):
            same = _close(other, held, self._tolerance(array.data))
        else:
            same = held == other
        return "" if same else self._differ(part, want, got)

    def _tolerance(self, data: Any) -> float:
        return TOLERANCES.get(_dtype_name(data), 0.0) * self.factor

    def _differ(self, part: str, want: Any, got: Any) -> str:
        texts = show(want), show(got)
        if texts[0] == texts[1]:
            texts = f"{_kind(want)} {texts[0]}", f"{_kind(got)} {texts[1]}"
        return f"`{part}` is {texts[0]} {self.sides[0]} and {texts[1]} {self.sides[1]}."


def show(value: Any, around: tuple[Any, ...] = ()) -> str:
    """A frozen value for a sentence; `around` is what it is shown as a part of."""
    if isinstance(value, Array):
        text = (
            repr(_plain(value.data[()]))
            if value.data.shape == ()
            else f"{value.type_text} {value.data.tolist()}"
        )
    elif isinstance(value, Parts):
        text = "itself" if value in around else _show_parts(value, (*around, value))
    elif isinstance(value, Opaque):
        text = kind_of(value.value)
    else:
        text = python_text(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _show_parts(value: Parts, around: tuple[Any, ...]) -> str:
    items = [show(item, around) for item in value.held.values()]
    if value.kind in ("list", "tuple"):
        comma = "," if value.kind == "tuple" and len(items) == 1 else ""
        return f"{'[' if value.kind == 'list' else '('}{', '.join(items)}{comma}{']' if value.kind == 'list' else ')'}"
    if value.kind == "dict":
        return f"{{{', '.join(f'{name[1:-1]}: {item}' for name, item in zip(value.held, items))}}}"
    if value.kind in ("set", "frozenset"):
        return f"a {value.kind} of {', '.join(name[1:-1] for name in value.held) or 'nothing'}"
    if items and list(value.held) == [f"[{index}]" for index in range(len(items))]:
        return f"{value.kind}([{', '.join(items)}])"
    names = (name[1:-1] + ": " if name.startswith("[") else name[1:] + "=" for name in value.held)
    return f"{value.kind}({', '.join(map(''.join, zip(names, items)))})"


def _alike(a: Any, b: Any) -> bool:
    """Whether two things may be the same as far as can be seen: of one class, and equal where that can be asked."""
    if a is b or type(a) is not type(b):
        return a is b
    try:
        return getattr(type(a), "__eq__", None) is object.__eq__ or bool(a == b)
    except Exception:  # noqa: BLE001  a library's objects may compare item by item, which is no answer
        return True


def _kind(value: Any) -> str:
    if isinstance(value, Array):
        return f"the tensor {value.type_text}"
    return f"the {value.kind if isinstance(value, Parts) else type(value).__name__}"


def _dtype_name(data: Any) -> str:
    return "string" if data.dtype.kind in "OSU" else str(data.dtype.name)


def _plain(item: Any) -> Any:
    held = item.item() if hasattr(item, "item") else item
    if not isinstance(held, (bool, int, float, complex, str, bytes)) and hasattr(held, "__float__"):
        held = float(held)  # bfloat16 has no number of Python's of its own
    return held.decode("utf-8", "replace") if isinstance(held, bytes) else held


def _close(a: Any, b: Any, tolerance: float) -> bool:
    if a == b or (a != a and b != b):  # noqa: PLR0124  NaN is not equal to itself
        return True
    return bool(abs(a - b) <= tolerance * max(1.0, abs(a))) and abs(a) != float("inf")


def _first_difference(want: Any, got: Any, tolerance: float) -> tuple[int, ...] | None:
    """The index of the first items that differ."""
    import numpy as np

    if want.dtype.kind in "fcV":
        kind = complex if want.dtype.kind == "c" else float
        a, b = want.astype(kind), got.astype(kind)
        with np.errstate(invalid="ignore", over="ignore"):
            near = np.abs(a - b) <= tolerance * np.maximum(1.0, np.abs(a))
            same = (a == b) | (np.isnan(a) & np.isnan(b)) | (near & np.isfinite(a) & np.isfinite(b))
    elif want.dtype.kind in "OSU":  # texts of NumPy's, and bytes of a tensor's
        pairs = zip(want.ravel().tolist(), got.ravel().tolist(), strict=True)
        same = np.array([_plain(a) == _plain(b) for a, b in pairs], bool).reshape(want.shape)
    else:
        same = np.asarray(want == got)
    if same.all():
        return None
    return tuple(int(i) for i in np.argwhere(~same)[0])
