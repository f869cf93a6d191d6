"""Says why a call needed a trace of its own: which argument is another one than before, and how.

    n: int32[] before, float32[] now        flag: Python True before, False now        xs: 3 items before, 4 now

The reader compares with the trace that is nearest: the one from which the fewest arguments differ, the newest of those.
"""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.protocol import Call, Change
from ag_notebook.staging.backends.tensorflow.signature import ById
from ag_notebook.staging.wording import counted

_NUMBERS = (int, float, complex)
_SCALARS = (bool, str, bytes, type(None), *_NUMBERS)
_short = reprlib.Repr()
_short.maxstring = _short.maxother = 40


@dataclass(frozen=True, slots=True)
class Given:
    """An argument of a call: its part of the key, and its text in the signature."""

    key: tuple[Any, ...]
    text: str


def changes(now: dict[str, Given], earlier: Sequence[dict[str, Given]]) -> tuple[Change, ...]:
    """How the arguments of a call differ from those of the nearest earlier trace."""
    differing = [
        [name for name in now if name not in call or call[name].key != now[name].key] for call in earlier
    ]
    if not differing:
        return ()
    nearest = min(range(len(earlier)), key=lambda index: (len(differing[index]), -index))
    return tuple(
        _change(name, earlier[nearest].get(name, Given((), "nothing")), now[name])
        for name in differing[nearest]
    )


def reason_of(found: Sequence[Change]) -> str:
    """All changes in one line."""
    return "; ".join(f"{each.argument}: {each.before} before, {each.now} now" for each in found)


def call_of(arguments: dict[str, Any], found: tuple[Change, ...]) -> Call:
    """What a report says of a call that was traced: its Python scalars, and what made it a new one."""
    return Call({name: value for name, value in arguments.items() if type(value) in _SCALARS}, found)


def _change(name: str, before: Given, now: Given) -> Change:
    for a, b in zip(before.key, now.key):
        if a != b:
            return _change_of_part(name, before, now, a, b)
    return Change(name, before.text, now.text, "other")


def _change_of_part(name: str, before: Given, now: Given, a: Any, b: Any) -> Change:
    """The first part of an argument that is another one decides what the change is."""
    whole = len(before.key) == len(now.key) == 1
    if _is_tensor(a) and _is_tensor(b):
        same_rank = a[0] == b[0] and a[1] is not None and b[1] is not None and len(a[1]) == len(b[1])
        texts = (before.text, now.text) if before.text != now.text else (_tensor_text(a), _tensor_text(b))
        return Change(name, *texts, "shape" if same_rank else "other")
    if isinstance(a, ById) and isinstance(b, ById):
        return Change(name, before.text, f"another {_without_article(now.text)}", "object")
    if _is_sized(a) and _is_sized(b) and a[0] is b[0]:
        return Change(name, counted(_size(a), "item", "items"), str(_size(b)), "length")
    if _is_scalar(a) and _is_scalar(b):
        kind = "number" if a[0] is b[0] and a[0] in _NUMBERS else "other"
        return Change(name, f"Python {_scalar_text(a)}", _scalar_text(b), kind)
    old, new = (
        f"Python {_scalar_text(part)}" if whole and _is_scalar(part) else given.text
        for part, given in ((a, before), (b, now))
    )
    return Change(name, old, new, "other")


def _is_tensor(part: Any) -> bool:
    return isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], tf.DType)


def _is_scalar(part: Any) -> bool:
    # A dtype of TensorFlow's equals the Python type that it stands for.
    return isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], type) and part[0] in _SCALARS


def _is_sized(part: Any) -> bool:
    return (
        isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], type) and part[0] not in _SCALARS
    )


def _size(part: Any) -> int:
    return part[1] if isinstance(part[1], int) else len(part[1])


def _tensor_text(part: Any) -> str:
    shape = "unknown" if part[1] is None else ", ".join("?" if n is None else str(n) for n in part[1])
    return f"{part[0].name}[{shape}]"


def _scalar_text(part: Any) -> str:
    return str(part[1]) if part[0] is float else _short.repr(part[1])  # the key holds the text of a float


def _without_article(text: str) -> str:
    return text.removeprefix("an ").removeprefix("a ")
