"""Says in a few words what a value is: what a probe keeps of it.

No code of the user's is run for it (a `__repr__` may have effects), and a large array is never kept.
"""

from __future__ import annotations

import enum
import inspect
import itertools
import math
import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ag_notebook.report import ProbeSample
from ag_notebook.staging.backends.carriers import Choice, Maybe, Undefined
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner_of_type

LONGEST = 80
"""Characters of a sample's text."""
MOST_ITEMS = 6
"""Items of a container that are looked at."""
_DEEPEST = 3
_NUMBERS = (bool, int, float)
_SEQUENCES: dict[type, str] = {list: "[]", tuple: "()", set: "{}", frozenset: "{}", deque: "[]"}


@dataclass(frozen=True, slots=True)
class Container:
    """A list, tuple or dict by its first items; `keys` are those of a dict, or the names of a named tuple's fields."""

    kind: str
    length: int
    items: Sequence[Any]
    brackets: str = "[]"
    keys: Sequence[Any] | None = None


@dataclass(frozen=True, slots=True)
class Lasting:
    """A value that nobody changes any more: it is looked at where it is kept."""

    value: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Described:
    """A value of which nothing is shown but what it is."""

    text: str
    dtype: str


def sample(number: int, value: Any) -> ProbeSample:
    """What the `number`-th value of a probe was; of what is a sample already, the sample."""
    try:
        found = _sample(value, 0)
    except Exception:  # noqa: BLE001  a probe changes nothing, whatever a value does that is looked at
        name = _class_name(
            type(value)
        )  # such as a tensor of somebody else's trace, or a dict that a thread fills
        found = ProbeSample(0, _cut(f"<{name}>"), "", name)
    return replace(found, number=number)


def container(value: Any) -> Container | None:
    """A container of Python's as its first items; None for any other value. No code of the user's is run."""
    kind = type(value)
    if kind is dict:
        pairs = list(itertools.islice(value.items(), MOST_ITEMS))
        return Container("dict", len(value), [item for _, item in pairs], "{}", [key for key, _ in pairs])
    if kind in _SEQUENCES:
        held = list(itertools.islice(value, MOST_ITEMS))
        return Container(kind.__name__, len(value), held, _SEQUENCES[kind])
    if type(kind) is type and issubclass(kind, tuple):
        names = inspect.getattr_static(kind, "_fields", None)
        if type(names) is tuple and len(names) == tuple.__len__(value):
            first = tuple.__getitem__(value, slice(MOST_ITEMS))
            return Container(_class_name(kind), len(names), first, "()", names[:MOST_ITEMS])
    return None


def _class_name(kind: type) -> str:
    """A class's own name, whatever its metaclass says."""
    return str(type.__dict__["__name__"].__get__(kind))


def _module_name(kind: type) -> str:
    """The name of the module of a class, whatever its metaclass says; empty where it has none."""
    name = type.__dict__["__module__"].__get__(kind)
    return name if type(name) is str else ""


def _sample(value: Any, depth: int) -> ProbeSample:
    kind = type(value)
    if kind is ProbeSample:
        return value  # type: ignore[no-any-return]
    if kind is Lasting:
        return _sample(value.value(), depth)
    if kind is Described:
        return ProbeSample(0, _cut(value.text), "", value.dtype)
    if value is None or kind in _NUMBERS:
        return _of_number(value)
    if kind in (str, bytes):
        return ProbeSample(0, _quoted(value), "", kind.__name__)
    held = value if kind is Container else container(value)
    if held is not None:
        return _of_container(held, depth)
    if kind in (Maybe, Choice, Undefined):
        return ProbeSample(0, "", "", "unknown")
    owner, package = owner_of_type(kind), _module_name(kind).partition(".")[0]
    array = owner.checking().array(value) if owner is not PYTHON or package == "numpy" else None
    if array is not None:
        return of_array(array)
    return ProbeSample(0, _cut(_name_of(value, kind)), "", _class_name(kind))


def _name_of(value: Any, kind: type) -> str:
    """What an object is called; asks no class of the user's."""
    if kind is complex or kind is range:
        return repr(value)
    if issubclass(kind, enum.Enum):
        return f"{_class_name(kind)}.{object.__getattribute__(value, '_name_')}"
    name = getattr(value, "__name__", None) if _module_name(kind) == "builtins" else None
    return name if isinstance(name, str) else f"<{_class_name(kind)}>"


def _of_number(value: Any) -> ProbeSample:
    low = None if value is None else _float(value)
    return ProbeSample(0, _number_text(value), "", type(value).__name__, low, low)


def _number_text(value: Any) -> str:
    if type(value) is int and value.bit_length() > 256:  # Python refuses to write very long ones
        return f"{'-' if value < 0 else ''}an int of {value.bit_length()} bits"
    return _cut(str(value))


def _float(value: Any) -> float | None:
    try:
        return float(value)
    except (OverflowError, TypeError, ValueError):
        return None


def of_array(array: Any) -> ProbeSample:
    """The sample of an array of NumPy's."""
    import numpy as np

    shape, dtype = f"[{', '.join(map(str, array.shape))}]", array.dtype.name
    if array.dtype.kind in "SUT" or array.dtype.hasobject:  # NumPy would ask objects what they are called
        first = [_decoded(item) for item in array.reshape(-1)[:MOST_ITEMS].tolist()]
        dtype = "string" if all(isinstance(item, str) for item in first) else dtype
        texts = ", ".join(_quoted(item) if isinstance(item, str) else "…" for item in first)
        more = ", …" if array.size > MOST_ITEMS else ""
        return ProbeSample(0, _cut(texts if not array.ndim else f"[{texts}{more}]"), shape, dtype)
    with np.printoptions(threshold=2 * MOST_ITEMS, edgeitems=2, precision=4):
        text = str(array[()]) if not array.ndim else np.array2string(array, separator=", ")
    text = _cut(re.sub(r"(?<=\[) | (?=[],])", "", " ".join(text.split())).replace("...", "…"))
    if not array.size or not (array.dtype.kind in "biuf" or _is_small_float(array.dtype)):
        return ProbeSample(0, text, shape, dtype)
    numbers = array if array.dtype.kind in "biuf" else array.astype(np.float32)
    missing = int(np.isnan(numbers).sum()) if numbers.dtype.kind == "f" else 0
    if missing and array.ndim:
        text = f"{text} ({missing} NaN)"
    if missing == array.size:
        return ProbeSample(0, text, shape, dtype, math.nan, math.nan)
    low, high = (np.fmin.reduce, np.fmax.reduce) if missing else (np.min, np.max)
    flat = numbers.reshape(-1)
    return ProbeSample(0, text, shape, dtype, float(low(flat)), float(high(flat)))


def _decoded(item: Any) -> Any:
    return item.decode("utf-8", "replace") if isinstance(item, bytes) else item


def _is_small_float(dtype: Any) -> bool:
    """Whether it is a float that is none of NumPy's own, such as bfloat16."""
    return "float" in dtype.name


def _of_container(held: Container, depth: int) -> ProbeSample:
    left, right = held.brackets[0], held.brackets[1]
    if depth >= _DEEPEST:
        return ProbeSample(0, f"{left}…{right}" if held.length else held.brackets, "", held.kind)
    texts = [_sample(item, depth + 1).value for item in held.items]
    if held.keys is not None:
        sign = ": " if held.brackets == "{}" else "="
        keys = [key if sign == "=" else _sample(key, depth + 1).value for key in held.keys]
        texts = [f"{key}{sign}{text}" for key, text in zip(keys, texts)]
    if held.length > len(texts):
        texts.append("…")
    text = ", ".join(texts)
    if held.brackets == "()" and held.keys is None and held.length == 1:
        text += ","
    if held.keys is not None and held.brackets == "()":
        left = f"{held.kind}("
    items = "1 item" if held.length == 1 else f"{held.length} items"
    return ProbeSample(0, _cut(f"{left}{text}{right}"), items, held.kind)


def _quoted(text: Any) -> str:
    """A text as Python writes it, of which only the beginning is looked at."""
    if len(text) <= LONGEST - 2:
        return _cut(repr(text))
    return f"{_cut(repr(text[: LONGEST - 20]))}… ({len(text)} long)"


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
