"""Makes text of staged values at run time: f-strings, `str`, `print`.

Where TensorFlow's own ops give exactly Python's text (strings, integers, bools, `.2f`) they are used; other
text of numbers is made by Python itself, through a callback that runs when the graph runs.
"""

from __future__ import annotations

import builtins
import re
import string
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import Maybe, resolved, staged_items
from ag_notebook.staging.backends.python.backend import CONVERSIONS
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.lists import stack
from ag_notebook.staging.backends.tensorflow.values import as_tensor
from ag_notebook.staging.backends.tensorflow.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.events import user_span

_FIXED = re.compile(r"\.(\d+)f")


def text(parts: Sequence[Any]) -> Any:
    """The joined text (string, []) of `str` parts and `(value, conversion, spec)` parts."""
    return tf.strings.join([_part(p) for p in parts])


def _part(part: Any) -> tf.Tensor:
    if type(part) is str:
        return tf.constant(part)
    value, conversion, spec = part
    if isinstance(spec, tf.Tensor):
        return _by_python(lambda v, s: format(v, _decoded(s)), [_readable(value), spec])
    value = _readable(value)
    if not isinstance(value, tf.Tensor):
        return tf.constant(_python_text(value, conversion, spec))
    if value.shape.rank == 0 and conversion in ("", "s"):
        if value.dtype == tf.string and not spec:
            return value
        if value.dtype.is_integer and not spec:
            return tf.strings.as_string(value)
        if value.dtype == tf.bool and not spec:
            return tf.where(value, "True", "False")
        fixed = _FIXED.fullmatch(spec)
        if value.dtype.is_floating and fixed:
            return tf.strings.as_string(value, precision=int(fixed.group(1)))
    return _by_python(lambda v: _python_text(v, conversion, spec), [value])


def format_parts(template: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """The parts of `template.format(*args, **kwargs)` as those of an f-string.

    Raises:
        StagingError: AG263, a field is more than a position or a name.
    """
    parts: list[Any] = []
    following = 0
    for literal, field, spec, conversion in string.Formatter().parse(template):
        parts.append(literal)
        if field is None:
            continue
        if field == "":
            field, following = str(following), following + 1
        if not (field.isdigit() or field.isidentifier()) or "{" in (spec or ""):
            raise StagingError(
                "AG263",
                f"the field {{{field}}} of str.format is not supported with staged values.",
                span=user_span(),
                fix="Use an f-string.",
            )
        parts.append((args[int(field)] if field.isdigit() else kwargs[field], conversion or "", spec or ""))
    return parts


_PERCENT = re.compile(r"%(?:\((\w+)\))?([-+ 0#]*\d*(?:\.\d+)?)([diouxXeEfFgGrsa%])")


def percent_parts(template: str, values: Any) -> list[Any]:
    """The parts of `template % values` as those of an f-string.

    Raises:
        StagingError: AG263, a field is of a kind that is not supported.
    """
    held = list(values) if isinstance(values, tuple) else [values]
    parts: list[Any] = []
    end = 0
    for found in _PERCENT.finditer(template):
        parts.append(template[end : found.start()])
        end = found.end()
        name, spec, kind = found.groups()
        if kind == "%":
            parts.append("%")
            continue
        value = values[name] if name else held.pop(0)
        plain_spec = "" if kind in "dius" and not spec else f"{spec}{'d' if kind in 'iu' else kind}"
        if kind in "rsa" and spec:
            raise StagingError(
                "AG263",
                f"the field {found.group()} is not supported with staged values.",
                span=user_span(),
                fix="Use an f-string.",
            )
        parts.append((value, kind if kind in "rsa" else "", "" if kind in "rsa" else plain_spec))
    parts.append(template[end:])
    if "%" in _PERCENT.sub("", template):
        raise StagingError(
            "AG263",
            f"a field of {template!r} is not supported with staged values.",
            span=user_span(),
            fix="Use an f-string.",
        )
    if held and not isinstance(values, dict):
        raise TypeError("not all arguments converted during string formatting")
    return parts


def _readable(value: Any) -> Any:
    if isinstance(value, Maybe) and value.ag_absent is None:
        inner = text([(value.ag_value, "s", "")])
        return tf.where(value.ag_flag, inner, "None")
    value = resolved(value)
    if staged_items(value) is not None:
        return stack(value)
    if isinstance(value, WeakNumber):
        return value.tensor()
    return tf.convert_to_tensor(value) if isinstance(value, tf.Variable) else value


def _python_text(value: Any, conversion: str, spec: str) -> str:
    convert = CONVERSIONS.get(conversion)
    return format(convert(value) if convert else value, spec)


def _decoded(value: Any) -> Any:
    """A value of the callback as Python prints it: scalars as numbers and text, arrays as NumPy's."""
    if isinstance(value, bytes):
        return value.decode()
    held = np.asarray(value)
    if held.dtype == object and held.shape == ():
        item = held.item()
        return item.decode() if isinstance(item, bytes) else item
    if held.dtype == np.float32 and held.shape == ():
        return float(str(held))
    return held.item() if held.shape == () else held


def _by_python(function: Any, values: list[Any]) -> tf.Tensor:
    made = tf.numpy_function(
        lambda *held: function(*(_decoded(v) for v in held)).encode(),
        [as_tensor(v) for v in values],
        tf.string,
        stateful=False,
    )
    made.set_shape([])
    return made


def show(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """`print(*args, **kwargs)`, when the graph runs, through Python's own `print`."""
    staged: list[tf.Tensor] = []

    def outline(value: Any) -> Any:
        """The value with its tensors taken out: each becomes its position among them."""
        if type(value) in (list, tuple) and staged_items(value) is None:
            return type(value)(outline(v) for v in value)
        if type(value) is dict:
            return {k: outline(v) for k, v in value.items()}
        readable = _readable(value)
        if isinstance(readable, tf.Tensor):
            staged.append(readable)
            return _Hole(len(staged) - 1)
        return value

    held = [outline(a) for a in args]

    def run(*values: Any) -> Any:
        def filled(part: Any) -> Any:
            if isinstance(part, _Hole):
                return _decoded(values[part.position])
            if type(part) in (list, tuple):
                return type(part)(filled(p) for p in part)
            return {k: filled(p) for k, p in part.items()} if type(part) is dict else part

        builtins.print(*(filled(part) for part in held), **kwargs)  # noqa: T201 - the user's own print
        return np.int32(0)

    made = tf.numpy_function(run, staged, tf.int32, stateful=True)
    private.order_after(made.op)  # what may fail later must not fail before this is printed


@dataclass(frozen=True, slots=True)
class _Hole:
    """The place of a tensor in what is printed."""

    position: int
