"""Functions of NumPy, and methods of its arrays, on tensors: TensorFlow's equivalents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.runtime.given_arrays import share, viewed

_NUMPY = tf.experimental.numpy


def call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`function(*args, **kwargs)` of NumPy with plain tensors, or `NotImplemented` where there is no equivalent."""
    name = getattr(function, "__name__", str(function))
    module = getattr(function, "__module__", None) or "numpy"
    known = _LINEAR.get(name) if "linalg" in module else _FUNCTIONS.get(name)
    if known is not None:
        return known(*args, **kwargs)
    equivalent = (
        getattr(_NUMPY, name, None)
        if "." not in module.replace("numpy.", "") or "linalg" not in module
        else None
    )
    if equivalent is None or isinstance(function, type):
        return _converted(function, args) if isinstance(function, type) else NotImplemented
    if isinstance(function, np.ufunc):
        args = tuple(_of_one_kind(args))
    found = equivalent(*args, **kwargs)
    if isinstance(found, (list, tuple)):
        made: Any = type(found)(tf.convert_to_tensor(f) for f in found)
    else:
        made = tf.convert_to_tensor(found)
    return share(made, args[0]) if name in _VIEWS and args else made


def _converted(kind: type, args: tuple[Any, ...]) -> Any:
    """`np.float32(x)`: a tensor of another dtype."""
    if issubclass(kind, np.generic) and len(args) == 1:
        return tf.cast(args[0], tf.as_dtype(kind))
    return NotImplemented


def _shape(shape: Any) -> tf.Tensor:
    return tf.reshape(tf.convert_to_tensor(shape), [-1])


def _filled(value: float) -> Callable[..., tf.Tensor]:
    def make(shape: Any, dtype: Any = tf.float64) -> tf.Tensor:
        return tf.fill(_shape(shape), tf.cast(value, tf.as_dtype(dtype)))

    return make


def _full(shape: Any, fill_value: Any, dtype: Any = None) -> tf.Tensor:
    value = tf.convert_to_tensor(fill_value)
    return tf.fill(_shape(shape), value if dtype is None else tf.cast(value, tf.as_dtype(dtype)))


def _arange(*bounds: Any, dtype: Any = None) -> tf.Tensor:
    found = tf.range(*_of_one_kind(bounds))
    return found if dtype is None else tf.cast(found, tf.as_dtype(dtype))


def _of_one_kind(values: tuple[Any, ...]) -> list[tf.Tensor]:
    """Operands as tensors; a Python number takes the dtype of a tensor of its kind, and ints become floats beside floats."""
    tensors = [tf.convert_to_tensor(v) for v in values]
    strong = [t.dtype for t, v in zip(tensors, values, strict=True) if type(v) not in (int, float)]
    floats = [d for d in strong if d.is_floating] or [t.dtype for t in tensors if t.dtype.is_floating]
    if any(t.dtype.is_complex or t.dtype in (tf.bool, tf.string) for t in tensors):
        return tensors
    return [tf.cast(t, max(floats, key=lambda d: d.size)) for t in tensors] if floats else tensors


def _linspace(start: Any, stop: Any, num: Any = 50) -> tf.Tensor:
    first, last = (tf.cast(v, tf.float64) for v in (start, stop))
    return tf.linspace(first, last, num)


def _median(values: Any, axis: Any = None) -> tf.Tensor:
    held = tf.convert_to_tensor(values)
    held = held if held.dtype.is_floating else tf.cast(held, tf.float64)
    held = tf.reshape(held, [-1]) if axis is None else tf.experimental.numpy.moveaxis(held, axis, -1)
    ordered = tf.sort(held, axis=-1)
    size = tf.shape(ordered)[-1]
    return (ordered[..., (size - 1) // 2] + ordered[..., size // 2]) / 2


def _round(values: Any, decimals: Any = 0) -> tf.Tensor:
    from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin

    held = tf.convert_to_tensor(values)
    found = builtin("round", (held, decimals), {})
    return tf.cast(tf.convert_to_tensor(found), held.dtype)


def _norm(values: Any, ord: Any = None, axis: Any = None) -> tf.Tensor:  # noqa: A002 - NumPy's name
    held = tf.convert_to_tensor(values)
    held = held if held.dtype.is_floating or held.dtype.is_complex else tf.cast(held, tf.float64)
    return tf.norm(held, ord="euclidean" if ord is None else ord, axis=axis)


def _pad(array: Any, pad_width: Any, mode: Any = "constant", *, constant_values: Any = 0) -> Any:
    """`np.pad` of a tensor of known rank, by one width, by a pair, or by a pair for each dimension."""
    held = tf.convert_to_tensor(array)
    if mode not in ("constant", "reflect", "symmetric") or isinstance(constant_values, (list, tuple)):
        return NotImplemented
    widths = tf.convert_to_tensor(pad_width, tf.int32)
    widths = tf.broadcast_to(widths, [held.shape.rank, 2])
    return tf.pad(held, widths, mode, tf.cast(constant_values, held.dtype))


def _floats(function: Callable[..., tf.Tensor]) -> Callable[..., tf.Tensor]:
    def call_it(*args: Any) -> tf.Tensor:
        tensors = _of_one_kind(args)
        return function(*(t if t.dtype.is_floating else tf.cast(t, tf.float64) for t in tensors))

    return call_it


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "arange": _arange,
    "degrees": _NUMPY.rad2deg,
    "radians": _NUMPY.deg2rad,
    "full": _full,
    "linspace": _linspace,
    "median": _median,
    "pad": _pad,
    "ones": _filled(1),
    "round": _round,
    "around": _round,
    "zeros": _filled(0),
}
_LINEAR: dict[str, Callable[..., Any]] = {
    "det": _floats(tf.linalg.det),
    "inv": _floats(tf.linalg.inv),
    "norm": _norm,
    "solve": _floats(
        lambda a, b: tf.linalg.solve(a, b[:, None])[:, 0] if b.shape.rank == 1 else tf.linalg.solve(a, b)
    ),
    "trace": tf.linalg.trace,
}
_METHODS = frozenset(
    (
        "all", "any", "argmax", "argmin", "argsort", "clip", "cumprod", "cumsum", "diagonal", "dot", "max", "mean", "min",
        "prod", "ravel", "repeat", "round", "squeeze", "std", "sum", "swapaxes", "take", "trace", "transpose", "var",
    )
)  # fmt: skip

_VIEWS = frozenset(
    (
        "T", "array_split", "asanyarray", "asarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "atleast_3d",
        "broadcast_arrays", "broadcast_to", "diag", "diagonal", "dsplit", "expand_dims", "flip", "fliplr", "flipud", "hsplit",
        "imag", "moveaxis", "ravel", "real", "reshape", "rollaxis", "rot90", "split", "squeeze", "swapaxes", "transpose",
        "vsplit",
    )
)  # fmt: skip
"""Those of NumPy's functions and methods that give a view, or may."""


def attribute(tensor: tf.Tensor, name: str) -> Any:
    """What an array of NumPy has by that name and a tensor has not; `NotImplemented` for others."""
    if name in _METHODS:
        known = _FUNCTIONS.get(name) or getattr(_NUMPY, name, None)
        if known is None:
            return NotImplemented
        if name == "transpose":
            return viewed(lambda *axes: known(tensor, axes[0] if len(axes) == 1 else axes or None), tensor)
        method = _named(name, lambda *args, **kwargs: tf.convert_to_tensor(known(tensor, *args, **kwargs)))
        return viewed(method, tensor) if name in _VIEWS else method
    made = _OWN.get(name)
    if made is None:
        return NotImplemented
    found = made(tensor)
    if name not in _VIEWS:
        return found
    return share(found, tensor) if isinstance(found, tf.Tensor) else viewed(found, tensor)


def _named(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    function.__name__ = name
    return function


def _reshape(tensor: tf.Tensor) -> Callable[..., tf.Tensor]:
    def reshape(*shape: Any) -> tf.Tensor:
        wanted = shape[0] if len(shape) == 1 and not isinstance(shape[0], (int, WeakNumber)) else shape
        return tf.reshape(tensor, wanted)

    return reshape


def _item(tensor: tf.Tensor) -> Callable[..., Any]:
    def item(*index: Any) -> Any:
        found = tensor[index] if index else tf.reshape(tensor, [])
        is_number = found.dtype.is_integer or found.dtype.is_floating
        return WeakNumber(found, found.dtype) if is_number else found

    return item


def _tolist(tensor: tf.Tensor) -> Callable[[], Any]:
    def tolist() -> Any:
        from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin

        if tensor.shape.rank == 0:
            return _item(tensor)()
        if tensor.shape.rank == 1:
            return builtin("list", (tensor,), {})
        if tensor.shape.rank is None or tensor.shape[0] is None:
            raise TypeError("tolist() of a tensor of several dimensions needs a known length")
        return [_tolist(row)() for row in tf.unstack(tensor)]

    return tolist


def _size(tensor: tf.Tensor) -> Any:
    known = tensor.shape.num_elements()
    return WeakNumber(tf.size(tensor), tf.int32) if known is None else known


def _bit_length(tensor: tf.Tensor) -> WeakNumber:
    places = tf.range(tensor.dtype.size * 8 - 1, dtype=tensor.dtype)
    bits = tf.not_equal(tf.bitwise.right_shift(tf.abs(tensor), places), 0)
    return WeakNumber(tf.reduce_sum(tf.cast(bits, tf.int32)), tf.int32)


_OWN: dict[str, Callable[[tf.Tensor], Any]] = {
    "real": lambda t: tf.math.real(t),
    "imag": lambda t: tf.math.imag(t),
    "conjugate": lambda t: lambda: tf.math.conj(t),
    "bit_length": lambda t: lambda: _bit_length(t),
    "is_integer": lambda t: lambda: tf.logical_and(tf.equal(t, tf.round(t)), tf.math.is_finite(t)),
    "T": lambda t: tf.transpose(t),
    "astype": lambda t: lambda dtype: tf.cast(t, _dtype(dtype)),
    "copy": lambda t: lambda: tf.identity(t),
    "flatten": lambda t: lambda: tf.reshape(t, [-1]),
    "item": _item,
    "reshape": _reshape,
    "size": _size,
    "tolist": _tolist,
}


def _dtype(dtype: Any) -> tf.DType:
    return {int: tf.int32, float: tf.float32, bool: tf.bool}.get(dtype) or tf.as_dtype(dtype)
