"""Stands for a Python number that varies in a graph: it takes the dtype of what it meets.

    s = 0                      # a Python int: weak
    for v in xs:               # xs: float32
        s += v                 # s meets a float32 and is one from the start

In a loop's body the number's dtype is left open (`PendingNumber`): the placeholder is made when an operation
asks for one, with the dtype that it needs, so a float accumulator that starts with `0` costs one trace.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import Operand, StagedItems
from ag_notebook.staging.backends.tensorflow.values.divisions import check_divisor, divides
from ag_notebook.staging.backends.tensorflow.values.shifts import SHIFTS
from ag_notebook.staging.backends.tensorflow.values.specs import natural_dtype, wider_number
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.events import user_span

_NUMBERS = (int, float, bool, complex)


_OF_NUMBERS = frozenset(("real", "imag", "conjugate", "bit_length", "is_integer"))
"""Attributes of Python's numbers that tensors have too, inside of a trace (see `arrays`)."""


class WeakNumber(Operand):
    """A weak number computed in the graph: an int or float tensor whose dtype may still widen.

    Attributes:
        natural: the dtype TensorFlow gives to such a Python number (int32 or int64, float32).
    """

    __slots__ = ("_tensor", "natural")

    def __init__(self, tensor: tf.Tensor | None, natural: tf.DType) -> None:
        self._tensor, self.natural = tensor, natural

    def tensor(self, dtype: tf.DType | None = None) -> tf.Tensor:
        """The number as a tensor of a dtype (the natural one by default)."""
        assert self._tensor is not None
        wanted = dtype or self.natural
        return self._tensor if self._tensor.dtype == wanted else tf.cast(self._tensor, wanted)

    if TYPE_CHECKING:

        def __add__(self, other: Any) -> Any: ...

    def ag_resolve(self) -> tf.Tensor:
        return self.tensor()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if not hasattr(tf.Tensor, name) and name not in _OF_NUMBERS:
            kind = "float" if self.natural.is_floating else "int"
            raise AttributeError(f"'{kind}' object has no attribute '{name}'", name=name, obj=self)
        return getattr(self.ag_resolve(), name)

    def __repr__(self) -> str:
        return f"<weak {self.natural.name}>"


class PendingNumber(WeakNumber):
    """A weak loop variable: its placeholder is made on demand, one for each dtype asked for."""

    __slots__ = ("make", "placeholders")

    def __init__(self, make: Callable[[tf.DType], tf.Tensor], natural: tf.DType) -> None:
        super().__init__(None, natural)
        self.make = make
        self.placeholders: dict[tf.DType, tf.Tensor] = {}

    def tensor(self, dtype: tf.DType | None = None) -> tf.Tensor:
        wanted = dtype or self.natural
        if wanted not in self.placeholders:
            self.placeholders[wanted] = self.make(wanted)
        return self.placeholders[wanted]


def promote(left: Any, right: Any) -> tuple[Any, Any, bool]:
    """Two operands, at least one weak, as tensors of one dtype; and whether the result is weak.

    A weak int takes any numeric dtype that holds it and a weak float any floating one; a weak float that meets an int
    tensor makes it float64, as its division does, and a bool tensor counts as an int, as Python's numbers do.
    """
    weak = [isinstance(x, WeakNumber) or type(x) in _NUMBERS for x in (left, right)]
    if all(weak):
        dtype = wider_number(_natural(left), _natural(right))
        return _to(left, dtype), _to(right, dtype), True
    number, other = (left, right) if weak[0] else (right, left)
    other = other if isinstance(other, tf.Tensor) else tf.convert_to_tensor(other)
    if other.dtype == tf.bool:
        other = tf.cast(other, tf.int32)
    dtype = other.dtype
    natural = _natural(number)
    if natural.is_complex and not dtype.is_complex:
        dtype = tf.complex128 if dtype == tf.float64 else tf.complex64
    elif natural.is_floating and dtype.is_integer:
        dtype = wider_of_two(dtype, natural) or tf.float64
    elif dtype.is_integer and not _holds(dtype, number):
        dtype = wider_of_two(dtype, natural) or dtype
    other = other if other.dtype == dtype else tf.cast(other, dtype)
    number = _to(number, dtype)
    return (number, other, False) if weak[0] else (other, number, False)


def _holds(dtype: tf.DType, number: Any) -> bool:
    """Whether an int dtype holds a Python int, or a weak one whatever its value."""
    if isinstance(number, WeakNumber):
        return bool(number.natural != tf.int64 or dtype.size == 8)
    return bool(dtype.min <= number <= dtype.max)


def wider_of_two(a: tf.DType, b: tf.DType) -> tf.DType | None:
    """The dtype in which two tensors meet as Python's numbers do, where TensorFlow would refuse them; else None."""
    numeric = all(d.is_integer or d.is_floating or d.is_complex for d in (a, b))
    if a == b or not numeric:
        return None
    try:
        wider = tf.as_dtype(np.promote_types(a.as_numpy_dtype, b.as_numpy_dtype))
    except TypeError:
        return None
    return wider if wider.is_integer or not a.is_integer or not b.is_integer else None


def _natural(value: Any) -> tf.DType:
    if isinstance(value, WeakNumber):
        return value.natural
    return tf.int32 if type(value) is bool else natural_dtype(value)


def _to(value: Any, dtype: tf.DType) -> tf.Tensor:
    return value.tensor(dtype) if isinstance(value, WeakNumber) else tf.constant(value, dtype)


def _install(name: str, function: Callable[[Any, Any], Any], *, compares: bool = False) -> None:
    def apply(left: Any, right: Any) -> Any:
        if not _is_operand(left) or not _is_operand(right):
            sequence, number = (left, right) if isinstance(right, WeakNumber) else (right, left)
            if name == "mul" and type(sequence) is list and number.natural.is_integer:
                from ag_notebook.staging.backends.tensorflow.values.lists import repeated

                return repeated(sequence, number)
            _refuse_sequence(name, left, right)
            if name == "mul" and not isinstance(left, WeakNumber):
                left, right = right, left
            return function(_plain(left), _plain(right))
        a, b, weak = promote(left, right)
        if name in ("truediv", "floordiv", "mod"):
            check_divisor(name, a, b)
        if (
            weak
            and a.dtype.is_integer
            and (name == "truediv" or (name == "pow" and divides(_computed(right))))
        ):
            a, b = tf.cast(a, tf.float32), tf.cast(b, tf.float32)
        result = function(a, b)
        return WeakNumber(result, result.dtype) if weak and not compares else result

    def forward(self: WeakNumber, other: Any) -> Any:
        return apply(self, _unwrap(other))

    def reflected(self: WeakNumber, other: Any) -> Any:
        return apply(_unwrap(other), self)

    setattr(WeakNumber, f"__{name}__", forward)
    if not compares:
        setattr(WeakNumber, f"__r{name}__", reflected)


def _computed(value: Any) -> Any:
    """A weak number as the tensor that was computed, or None while its dtype is open."""
    return value._tensor if isinstance(value, WeakNumber) else value


def _refuse_sequence(name: str, left: Any, right: Any) -> None:
    """TensorFlow would calculate with each item, where Python repeats a sequence or raises a TypeError."""
    sequences = [
        value for value in (left, right) if isinstance(value, (list, tuple, str, bytes, StagedItems))
    ]
    if not sequences:
        return
    if name != "mul":
        kinds = ["a staged number" if isinstance(v, WeakNumber) else type(v).__name__ for v in (left, right)]
        raise TypeError(f"unsupported operands for {name}: {kinds[0]} and {kinds[1]}")
    if isinstance(sequences[0], (str, bytes)):
        return
    refuse_repeated(sequences[0])


def refuse_repeated(sequence: Any) -> NoReturn:
    """Refuses a sequence times a staged number.

    Raises:
        StagingError: AG264.
    """
    kind = "list" if isinstance(sequence, StagedItems) else type(sequence).__name__
    raise StagingError(
        "AG264",
        f"a {kind} cannot be repeated by a staged number.",
        span=user_span(),
        fix="Append in a loop; for a product with each item, make it a tensor with tf.constant first.",
    )


def _unwrap(value: Any) -> Any:
    return value.ag_resolve() if isinstance(value, Operand) and not isinstance(value, WeakNumber) else value


def _is_operand(value: Any) -> bool:
    if isinstance(value, tf.Tensor) and value.dtype == tf.string:
        return False
    return (
        isinstance(value, (WeakNumber, tf.Tensor, tf.Variable, np.ndarray, np.generic))
        or type(value) in _NUMBERS
    )


def _plain(value: Any) -> Any:
    return value.tensor() if isinstance(value, WeakNumber) else value


for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    _install(_name, getattr(operator, _name))
for _name, _bitwise in (
    ("and", tf.bitwise.bitwise_and),
    ("or", tf.bitwise.bitwise_or),
    ("xor", tf.bitwise.bitwise_xor),
):
    _install(_name, _bitwise)
for _name, _shift in SHIFTS.items():
    _install(_name, _shift)
for _name in ("lt", "le", "gt", "ge"):
    _install(_name, getattr(operator, _name), compares=True)


def _unary(name: str, function: Callable[[Any], Any]) -> None:
    def apply(self: WeakNumber) -> WeakNumber:
        result = function(self.tensor())
        return WeakNumber(result, result.dtype)

    setattr(WeakNumber, f"__{name}__", apply)


for _name, _function in (
    ("neg", operator.neg),
    ("abs", operator.abs),
    ("pos", lambda t: t),
    ("invert", tf.bitwise.invert),
):
    _unary(_name, _function)


def _convert(value: Any, dtype: Any = None, name: str | None = None, as_ref: bool = False) -> Any:
    if isinstance(value, WeakNumber):
        wanted = None if dtype is None else tf.as_dtype(dtype).base_dtype
        if wanted is not None and value.natural.is_floating and not (wanted.is_floating or wanted.is_complex):
            raise TypeError(f"a float number does not fit {wanted.name}")
        if wanted in (tf.bool, tf.string):
            raise TypeError(f"a number does not fit {wanted.name}")
        return value.tensor(wanted)
    return tf.convert_to_tensor(value.ag_resolve(), dtype)


tf.register_tensor_conversion_function(Operand, _convert)
