"""Gives graph tensors Python's operators where TensorFlow has none, or refuses two numbers that Python takes.

    n * 0.5        # n: int32           a float, as in Python; eager TensorFlow raises
    x + 3000000000 # x: int32           int64, as the number does not fit; TensorFlow wraps it around
    n << 2, +n, flag + flag             TensorFlow has no such operators
    [0] * n        # n: int32           a list of n items; TensorFlow multiplies each item

Everything else is TensorFlow's own operator. The methods are put on the class of graph tensors, and act only while one
of our traces is being made and where the operator is not TensorFlow's own code.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import Operand
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.control.logic import as_number
from ag_notebook.staging.backends.tensorflow.control.truth import negated
from ag_notebook.staging.backends.tensorflow.operations import arrays
from ag_notebook.staging.backends.tensorflow.operations.comparisons import compare
from ag_notebook.staging.backends.tensorflow.texts import strings, texts
from ag_notebook.staging.backends.tensorflow.values import lists
from ag_notebook.staging.backends.tensorflow.values.divisions import check_divisor, divides, exact_divisor
from ag_notebook.staging.backends.tensorflow.values.shifts import SHIFTS
from ag_notebook.staging.backends.tensorflow.values.weak import promote, refuse_repeated, wider_of_two
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.given_arrays import change_in_place

_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
_BITWISE = ("and", "or", "xor")
_ORDERINGS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_NUMBERS = (tf.Tensor, tf.Variable, np.ndarray, np.generic, int, float, complex)
_LIBRARIES = ("tensorflow.", "keras.")


def install() -> None:
    """Puts the operators, and the methods of texts, on the class of graph tensors."""
    private.override_on_graph_tensors("__getattr__", _attribute)
    for name in (*_ARITHMETIC, *_BITWISE, "lshift", "rshift", "matmul"):
        private.override_on_graph_tensors(f"__{name}__", _binary(name, reflected=False))
        private.override_on_graph_tensors(f"__r{name}__", _binary(name, reflected=True))
        private.override_on_graph_tensors(f"__i{name}__", _in_place(name))
    for name, symbol in _ORDERINGS.items():
        private.override_on_graph_tensors(f"__{name}__", _ordering(name, symbol))
    private.override_on_graph_tensors("__invert__", _invert)
    for name in ("neg", "pos", "abs"):
        private.override_on_graph_tensors(f"__{name}__", _unary(name))


def _attribute(self: tf.Tensor, name: str) -> Any:
    """What a graph tensor has no attribute for: methods of Python's texts and of NumPy's arrays."""
    if (
        current() is None
        or name.startswith("_")
        or _called_by_tensorflow(besides="tensorflow.python.ops.numpy_ops")
    ):
        return tf.Tensor.__getattr__(self, name)
    found = strings.method(self, name) if self.dtype == tf.string else arrays.attribute(self, name)
    if found is None or found is NotImplemented:
        raise AttributeError(f"a tensor has no attribute {name!r}", name=name, obj=self)
    return found


def _function(name: str) -> Callable[[Any, Any], Any]:
    return getattr(operator, name + "_" if name in ("and", "or") else name)  # type: ignore[no-any-return]


def _binary(name: str, *, reflected: bool) -> Callable[..., Any]:
    method = f"__r{name}__" if reflected else f"__{name}__"
    original = getattr(tf.Tensor, method, None)

    def operate(self: tf.Tensor, other: Any) -> Any:
        if current() is None or _called_by_tensorflow():
            return NotImplemented if original is None else original(self, other)
        if isinstance(other, Operand):
            return NotImplemented  # the carrier's own operator does it
        if isinstance(other, (str, bytes)) or tf.string in (self.dtype, getattr(other, "dtype", None)):
            return _of_texts(name, self, other, original)
        if name == "mul" and type(other) in (list, tuple) and _is_int(self) and self.shape.rank == 0:
            return _repeated(other, self)
        other = _plain_number(other)
        left, right = (other, self) if reflected else (self, other)
        if isinstance(other, _NUMBERS):
            return _of_numbers(name, left, right)
        return NotImplemented if original is None else original(self, other)

    operate.__name__ = method
    return operate


def _in_place(name: str) -> Callable[..., Any]:
    """An augmented assignment, which binds the name anew, as it does for eager tensors; arrays of the caller's are refused."""

    def operate(self: tf.Tensor, other: Any) -> Any:
        if current() is not None and not _called_by_tensorflow():
            change_in_place(self)
        return NotImplemented

    operate.__name__ = f"__i{name}__"
    return operate


def _invert(self: tf.Tensor) -> Any:
    if current() is None or _called_by_tensorflow() or self.dtype != tf.bool:
        return tf.Tensor.__invert__(self)
    return negated(self)


def _plain_number(value: Any) -> Any:
    """A number of a subclass (a member of an `IntEnum`) as the number itself, and a variable as what it holds."""
    if isinstance(value, tf.Variable):
        return tf.convert_to_tensor(value)
    if isinstance(value, np.generic) or type(value) in (bool, int, float):
        return value
    if isinstance(value, int):
        return int(value)
    return float(value) if isinstance(value, float) else value


def _ordering(name: str, symbol: str) -> Callable[..., Any]:
    original = getattr(tf.Tensor, f"__{name}__")

    def operate(self: tf.Tensor, other: Any) -> Any:
        if current() is None or _called_by_tensorflow():
            return original(self, other)
        if isinstance(other, Operand):
            return NotImplemented
        other = _plain_number(other)
        is_plain = not isinstance(other, _NUMBERS) or (_plainly_fits(self, other) and self.dtype != tf.bool)
        return original(self, other) if is_plain else compare(symbol, self, other)

    operate.__name__ = f"__{name}__"
    return operate


def _called_by_tensorflow(besides: str = "of no module") -> bool:
    """Whether the operator or attribute stands in TensorFlow's own code; NumPy's equivalents there rely on attributes."""
    module = str(sys._getframe(2).f_globals.get("__name__", ""))
    return module.startswith(_LIBRARIES) and not module.startswith(besides)


def _of_texts(name: str, tensor: tf.Tensor, other: Any, original: Any) -> Any:
    """An operator with a text: `+` joins, `*` repeats."""
    if name == "mul":
        text, count = (tensor, other) if tensor.dtype == tf.string else (other, tensor)
        if _is_int(count) and getattr(text, "shape", tf.TensorShape([])).rank == 0:
            return texts.repeated(text, count)
    return NotImplemented if original is None else original(tensor, other)


def _repeated(sequence: Any, count: tf.Tensor) -> Any:
    """`[0] * n`, as Python means it: TensorFlow would multiply each item."""
    if type(sequence) is not list:
        refuse_repeated(sequence)
    return lists.repeated(sequence, count)


def _is_int(value: Any) -> bool:
    if isinstance(value, tf.Tensor):
        return bool(value.dtype.is_integer or value.dtype.is_bool)
    return type(value) in (int, bool)


def _of_numbers(name: str, left: Any, right: Any) -> Any:
    left, right = _as_operand(left, right), _as_operand(right, left)
    if name == "matmul":
        left, right = (
            v if isinstance(v, tf.Tensor) else tf.convert_to_tensor(v) for v in _of_one_dtype(left, right)
        )
        is_vector = 1 in (left.shape.rank, right.shape.rank)
        return tf.experimental.numpy.matmul(left, right) if is_vector else tf.matmul(left, right)
    is_bitwise = name in _BITWISE
    if name == "xor" and _dtype(left) == _dtype(right) == tf.bool:
        return tf.not_equal(left, right)  # made of ands and nots it would not be safe (see `negated`)
    if not is_bitwise or _dtype(left) != tf.bool or _dtype(right) != tf.bool:
        left, right = as_number(left), as_number(right)
    if any(isinstance(v, Operand) for v in (left, right)):
        return _function(name)(left, right)
    if name in SHIFTS:
        return SHIFTS[name](*_of_one_dtype(left, right))
    if name == "pow" and _is_int(left) and _is_int(right) and divides(right):
        right = float(right) if type(right) is int else tf.cast(right, tf.float64)
    left, right = _of_one_dtype(left, right)
    if name in ("truediv", "floordiv", "mod"):
        check_divisor(name, left, right)
        if name == "truediv" and type(right) is int and left.dtype.is_integer:
            return tf.cast(left, tf.float64) / exact_divisor(right)
    tensor = left if isinstance(left, tf.Tensor) else right
    method = f"__{name}__" if tensor is left else f"__r{name}__"
    return getattr(tf.Tensor, method)(tensor, right if tensor is left else left)


def _as_operand(value: Any, other: Any) -> Any:
    """Variables and arrays as tensors; an array takes the dtype of the tensor that it meets where its values fit."""
    if isinstance(value, tf.Variable):
        return tf.convert_to_tensor(value)
    if isinstance(value, (np.ndarray, np.generic)):
        wanted = other.dtype
        floats = wanted.is_floating and value.dtype.kind == "f"
        if floats or (wanted.is_integer and value.dtype.kind in "iu" and _all_fit(value, wanted)):
            return tf.constant(value, wanted)
        return tf.constant(value)
    return value


def _all_fit(array: Any, dtype: tf.DType) -> bool:
    return array.size == 0 or bool(dtype.min <= array.min() and array.max() <= dtype.max)


def _dtype(value: Any) -> tf.DType | None:
    return tf.bool if type(value) is bool else getattr(value, "dtype", None)


def _of_one_dtype(left: Any, right: Any) -> tuple[Any, Any]:
    """The operands as TensorFlow takes them; a Python number that fits stays one."""
    if isinstance(left, tf.Tensor) and isinstance(right, tf.Tensor):
        common = wider_of_two(left.dtype, right.dtype)
        return (left, right) if common is None else (tf.cast(left, common), tf.cast(right, common))
    tensor, number = (left, right) if isinstance(left, tf.Tensor) else (right, left)
    if isinstance(number, complex):
        wanted = tf.complex128 if tensor.dtype in (tf.float64, tf.complex128) else tf.complex64
        number, tensor = tf.constant(number, wanted), tf.cast(tensor, wanted)
        return (tensor, number) if isinstance(left, tf.Tensor) else (number, tensor)
    if _plainly_fits(tensor, number) or (tensor.dtype == tf.bool and type(number) is bool):
        return left, right
    left, right, _ = promote(left, right)
    return left, right


def _plainly_fits(tensor: tf.Tensor, other: Any) -> bool:
    """Whether TensorFlow takes another tensor or a number beside this one without changing its value."""
    if isinstance(other, tf.Tensor):
        return bool(other.dtype == tensor.dtype and tensor.dtype != tf.string)
    if tensor.dtype.is_integer and type(other) in (int, bool):
        return bool(tensor.dtype.min <= other <= tensor.dtype.max)
    return bool(tensor.dtype.is_floating or tensor.dtype.is_complex)


def _unary(name: str) -> Callable[[tf.Tensor], Any]:
    original: Any = getattr(tf.Tensor, f"__{name}__", None)

    def operate(self: tf.Tensor) -> Any:
        if current() is None or _called_by_tensorflow():
            if original is None:
                raise TypeError(f"bad operand type for unary +: '{type(self).__name__}'")
            return original(self)
        if self.dtype == tf.bool:
            return getattr(operator, name)(as_number(self))
        if name == "pos":
            return tf.identity(self)
        return original(self)

    operate.__name__ = f"__{name}__"
    return operate
