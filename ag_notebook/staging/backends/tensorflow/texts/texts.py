"""Makes text of staged values: f-strings, `str`, `repr`, joins and repetitions, by TensorFlow's ops.

A list, tuple, dict or object is written as Python writes it, part by part. What no op can write (an array, a spec
that only the graph knows) is written by Python itself, through a callback that runs when the graph runs.
"""

from __future__ import annotations

import collections
import dataclasses
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import (
    Choice,
    LazySequence,
    Maybe,
    StagedRange,
    resolved,
    staged_items,
)
from ag_notebook.staging.backends.tensorflow.texts import formats, marks, strings
from ag_notebook.staging.backends.tensorflow.values.lists import stack
from ag_notebook.staging.backends.tensorflow.values.lowering import as_index, as_tensor, lift_from
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.callees import is_user_function
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.statements import raise_stmt

Text = Any
"""A `str`, or a tensor of texts."""


def text(parts: Sequence[Any]) -> Text:
    """The joined text (string, []) of `str` parts and `(value, conversion, spec)` parts; Python's if nothing is staged."""
    made = [_part(p) for p in parts]
    if all(type(p) is str for p in made):
        return "".join(made)
    refuse_under_xla("make texts of staged values")
    return tf.strings.join(made)


def refuse_under_xla(what: str) -> None:
    """Refuses what a program that XLA compiles cannot do.

    Raises:
        StagingError: AG302.
    """
    context = current()
    if context is not None and context.options.jit_compile:
        raise StagingError(
            "AG302",
            f"XLA cannot {what} while its program runs.",
            span=user_span(),
            fix="Leave out jit_compile, or do it outside.",
        )


def _part(part: Any) -> Text:
    if type(part) is str:
        return part
    value, conversion, spec = part
    spec, width = _spec(spec)
    if isinstance(spec, tf.Tensor):
        return _by_python(lambda v, s: format(v, _decoded(s)), [_plain(value), spec])
    if not conversion and _has_own_format(value):
        return _converted(type(value).__format__, value, spec)
    if conversion or not spec:
        value = _ascii(value) if conversion == "a" else shown(value, as_repr=conversion == "r")
        return value if not spec else _with_spec(value, spec, width)
    return _with_spec(resolved(value) if not isinstance(value, WeakNumber) else value, spec, width)


def _ascii(value: Any) -> Text:
    made = shown(value, as_repr=True)
    if isinstance(made, str):
        return _escaped(made)
    plain = _plain(value)
    is_number = isinstance(plain, tf.Tensor) and plain.dtype != tf.string
    return made if is_number else _by_python(_escaped, [made])


def _escaped(text: str) -> str:
    return text.encode("ascii", "backslashreplace").decode()


def _spec(spec: Any) -> tuple[Any, Any]:
    """A spec with a mark for the one staged width in it, and that width."""
    if not isinstance(spec, tuple):
        return spec, None
    staged = [p for p in spec if type(p) is not str and isinstance(_plain(p[0]), tf.Tensor)]
    marks = {id(p) for p in staged}
    pieces = [p if type(p) is str else formats.WIDTH if id(p) in marks else format(p[0], p[2]) for p in spec]
    if not staged:
        return "".join(pieces), None
    width = _plain(staged[0][0])
    at = pieces.index(formats.WIDTH)
    is_width = width.dtype.is_integer and len(staged) == 1 and not "".join(pieces[:at]).endswith(".")
    return ("".join(pieces), width) if is_width else (text(spec), None)


def _has_own_format(value: Any) -> bool:
    own = getattr(type(value), "__format__", None)
    return type(own) is types.FunctionType and is_user_function(own)


def _with_spec(value: Any, spec: str, width: Any) -> Text:
    value = _plain(value)
    if not isinstance(value, tf.Tensor):
        if width is None:
            return format(value, spec)
        value = tf.constant(value)
    if value.shape.rank:
        raise_stmt(TypeError("unsupported format string passed to numpy.ndarray.__format__"))
    _check_spec(value.dtype, spec)
    made = formats.formatted(value, spec, width) if value.shape.rank == 0 else None
    if made is not None:
        return made
    if width is None:
        return _by_python(lambda v: format(v, spec), [value])
    return _by_python(lambda v, w: format(v, spec.replace(formats.WIDTH, str(w))), [value, width])


_SAMPLES = {"integer": 0, "floating": 0.0, "bool": False, "string": "", "complex": 0j}


def _check_spec(dtype: tf.DType, spec: str) -> None:
    """Raises what Python would for a spec that does not fit: a value of the kind stands for the staged one."""
    numbers = {"integer": dtype.is_integer, "floating": dtype.is_floating, "complex": dtype.is_complex}
    kind = next((name for name, is_kind in numbers.items() if is_kind), dtype.name)
    try:
        format(_SAMPLES[kind], spec.replace(formats.WIDTH, "1"))
    except ValueError as error:
        raise_stmt(error)


def _plain(value: Any) -> Any:
    """A number as a tensor; anything else as it is."""
    if isinstance(value, WeakNumber):
        return value.tensor()
    return tf.convert_to_tensor(value) if isinstance(value, tf.Variable) else value


def shown(value: Any, *, as_repr: bool = False, rank: int = 0) -> Text:
    """`str(value)` or `repr(value)`; with `rank` 1, of each of many values whose tensors have one dimension more."""

    def inner(part: Any) -> Text:
        return shown(part, as_repr=True, rank=rank)

    if isinstance(value, Maybe):
        if value.ag_absent is not None:
            return shown(value.ag_resolve(), as_repr=as_repr, rank=rank)
        return tf.where(value.ag_flag, shown(value.ag_value, as_repr=as_repr, rank=rank), "None")
    value = _plain(value)
    if isinstance(value, tf.Tensor):
        return _tensor_text(value, as_repr, rank)
    if isinstance(value, Choice):
        return value.ag_each(lambda chosen: shown(chosen, as_repr=as_repr))
    if staged_items(value) is not None:
        text = _list_text(value)
        return _join(["deque(", text, ")"]) if type(value) is collections.deque else text
    if isinstance(value, StagedRange):
        steps = [] if type(value.step) is int and value.step == 1 else [value.step]
        return _enclosed("range(", [inner(v) for v in (value.start, value.stop, *steps)], ")")
    if isinstance(value, LazySequence):
        return "<a sequence of staged items>"
    kind = type(value)
    own = _own_text(value, as_repr)
    if own is not None:
        return own
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        pairs = zip(kind._fields, value, strict=True)
        return _enclosed(f"{kind.__name__}(", [_join([f"{n}=", inner(v)]) for n, v in pairs], ")")
    if kind is tuple:
        return _enclosed("(", [inner(v) for v in value], ",)" if len(value) == 1 else ")")
    if kind is list:
        return _enclosed("[", [inner(v) for v in value], "]")
    if kind is collections.deque:
        limit = "])" if value.maxlen is None else f"], maxlen={value.maxlen})"
        return _enclosed("deque([", [inner(v) for v in value], limit)
    if kind is dict:
        return _enclosed("{", [_join([inner(k), ": ", inner(v)]) for k, v in value.items()], "}")
    return _join(
        [
            p if type(p) is str else shown(p[0], as_repr=p[1] == "r")
            for p in marks.written(value, as_repr=as_repr)
        ]
    )


def _own_text(value: Any, as_repr: bool) -> Text | None:
    """The text of an object of the user's class by its own method, converted, or by that of a data class."""
    kind = type(value)
    for name in ("__repr__",) if as_repr else ("__str__", "__repr__"):
        method = getattr(kind, name, None)
        if type(method) is types.FunctionType:
            if is_user_function(method):
                return _converted(method, value)
            if dataclasses.is_dataclass(value) and name == "__repr__":
                parts = [
                    _join([f"{f.name}=", shown(getattr(value, f.name), as_repr=True)])
                    for f in dataclasses.fields(value)
                    if f.repr
                ]
                return _enclosed(f"{kind.__qualname__}(", parts, ")")
        elif name == "__str__" and method is not object.__str__:
            return None
    return None


def _converted(method: Callable[..., Any], *args: Any) -> Any:
    from ag_notebook.staging.runtime.calls import converted_call

    return converted_call(method, *args)


def _join(parts: list[Text]) -> Text:
    return "".join(parts) if all(type(p) is str for p in parts) else tf.strings.join(parts)


def _enclosed(opening: str, parts: list[Text], closing: str) -> Text:
    between = [p for part in parts for p in (part, ", ")][:-1]
    return _join([opening, *between, closing])


def _tensor_text(value: tf.Tensor, as_repr: bool, rank: int) -> tf.Tensor:
    if value.shape.rank != rank or value.dtype.is_complex:
        return _by_python(lambda v: repr(v) if as_repr else str(v), [value])
    if value.dtype == tf.string and as_repr:
        return formats.quoted(value)
    return formats.plain(value)


def _list_text(items: list[Any]) -> Text:
    """The text of a list with staged contents: `[1, 2]`."""
    from ag_notebook.staging.backends.tensorflow.values.lists import list_length, rows_of

    staged = staged_items(items)
    assert staged is not None
    kinds = staged.element.tensors()
    if not kinds:
        return "[]"
    if any(kind.shape.rank != 0 or kind.dtype == tf.variant for kind in kinds):
        return _by_python(str, [stack(items)])
    # Each row holds what one tensor of an element is in all of them: their texts are made side by side.
    rows = iter(rows_of(items))
    each = lift_from(staged.element, lambda _: next(rows))
    written = tf.broadcast_to(shown(each, as_repr=True, rank=1), [as_tensor(list_length(items), tf.int32)])
    return tf.strings.join(["[", tf.strings.reduce_join(written, separator=", "), "]"])


def _by_python(function: Any, values: list[Any]) -> tf.Tensor:
    made = tf.numpy_function(
        lambda *held: function(*(_decoded(v) for v in held)).encode(),
        [as_tensor(v) for v in values],
        tf.string,
        stateful=False,
    )
    made.set_shape([])
    return made


def _decoded(value: Any) -> Any:
    """A value of the callback as Python prints it: scalars as numbers and text, arrays as NumPy's."""
    if isinstance(value, bytes):
        return value.decode()
    held = np.asarray(value)
    if held.dtype == object:
        if held.shape == ():
            item = held.item()
            return item.decode() if isinstance(item, bytes) else item
        return np.vectorize(lambda item: item.decode() if isinstance(item, bytes) else item, otypes=[object])(
            held
        )
    if held.dtype == np.float32 and held.shape == ():
        return float(str(held))
    return held.item() if held.shape == () else held


decoded = _decoded


def repeated(value: Any, count: Any) -> tf.Tensor:
    """`text * count`."""
    return tf.strings.reduce_join(tf.fill([tf.maximum(as_index(count), 0)], as_tensor(value)))


def joined(separator: Any, parts: Any) -> Text:
    """`separator.join(parts)`."""
    from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin

    if isinstance(parts, (StagedRange, LazySequence)):
        parts = builtin("list", (parts,), {})
    if isinstance(parts, (list, tuple)) and staged_items(parts) is None:
        held = [resolved(p) for p in parts]
        for index, part in enumerate(held):
            if not (isinstance(part, str) or getattr(part, "dtype", None) == tf.string):
                raise TypeError(f"sequence item {index}: expected str instance, a number found")
        return _join([p for part in held for p in (part, separator)][:-1]) if held else ""
    rows = strings.characters(parts) if strings.is_text(parts) else stack(parts)
    if isinstance(rows, list):
        return ""
    if rows.dtype != tf.string:
        raise TypeError("sequence item 0: expected str instance, a number found")
    if isinstance(separator, str):
        return tf.strings.reduce_join(rows, separator=separator)
    return tf.strings.reduce_join(tf.concat([rows[:1], tf.strings.join([separator, rows[1:]])], 0))
