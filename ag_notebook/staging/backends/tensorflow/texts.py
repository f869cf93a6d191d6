"""Makes text of staged values at run time: f-strings, `str`, `print`.

Where TensorFlow's own ops give exactly Python's text (strings, integers, bools, `.2f`) they are used; other
text of numbers is made by Python itself, through a callback that runs when the graph runs.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.lists import stack
from ag_notebook.staging.backends.tensorflow.values import as_tensor
from ag_notebook.staging.backends.tensorflow.weak import WeakNumber
from ag_notebook.staging.backends.carriers import Maybe, resolved, staged_items

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


def _readable(value: Any) -> Any:
    if isinstance(value, Maybe) and value.absent is None:
        inner = text([(value.value, "s", "")])
        return tf.where(value.flag, inner, "None")
    value = resolved(value)
    if staged_items(value) is not None:
        return stack(value)
    if isinstance(value, WeakNumber):
        return value.tensor()
    return tf.convert_to_tensor(value) if isinstance(value, tf.Variable) else value


def _python_text(value: Any, conversion: str, spec: str) -> str:
    convert = {"r": repr, "s": str, "a": ascii}.get(conversion)
    return format(convert(value) if convert else value, spec)


def _decoded(value: Any) -> Any:
    """A value of the callback as Python prints it: scalars as numbers and text, arrays as NumPy's."""
    held = np.asarray(value)
    if held.dtype == object and held.shape == ():
        item = held.item()
        return item.decode() if isinstance(item, bytes) else item
    if held.dtype == np.float32 and held.shape == ():
        return float(str(held))
    return held.item() if held.shape == () else held


def _by_python(function: Any, values: list[Any]) -> tf.Tensor:
    made = tf.numpy_function(
        lambda *held: function(*(_decoded(v) for v in held)).encode(), [as_tensor(v) for v in values], tf.string,
        stateful=False,
    )
    made.set_shape([])
    return made


def show(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """`print(*args, **kwargs)`, when the graph runs, through Python's own `print`."""
    held = [_readable(a) for a in args]
    staged = [v for v in held if isinstance(v, tf.Tensor)]

    def run(*values: Any) -> Any:
        shown = iter(values)
        builtins.print(*(_decoded(next(shown)) if isinstance(v, tf.Tensor) else v for v in held), **kwargs)
        return np.int32(0)

    tf.numpy_function(run, staged, tf.int32, stateful=True)
