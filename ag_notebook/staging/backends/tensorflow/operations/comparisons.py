"""Stages `==`, `!=`, `is`, `is not`, `in`, `not in` as Python means them."""

from __future__ import annotations

import enum
import operator
import re
import types
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import (
    GROWING,
    Choice,
    LazySequence,
    Maybe,
    SequenceIterator,
    StagedRange,
    resolved,
    staged_items,
)
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.control.logic import and_, not_, or_
from ag_notebook.staging.backends.tensorflow.control.truth import negated
from ag_notebook.staging.backends.tensorflow.texts import strings
from ag_notebook.staging.backends.tensorflow.values.lowering import as_tensor
from ag_notebook.staging.backends.tensorflow.values.specs import (
    JoinError,
    TensorType,
    as_tensor_type,
    is_number,
    join_dtypes,
)
from ag_notebook.staging.backends.tensorflow.values.structure import spec_of
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.comparing import all_equal, any_equal
from ag_notebook.staging.runtime.events import user_span


def compare(name: str, left: Any, right: Any) -> Any:
    """`left name right` (`==`, `in`, …) with at least one staged operand."""
    return _OPERATORS[name](left, right)


def _equal(left: Any, right: Any) -> Any:
    if isinstance(left, Maybe) or isinstance(right, Maybe):
        maybe, other = (left, right) if isinstance(left, Maybe) else (right, left)
        if maybe.ag_absent is not None:
            return _equal(resolved(maybe), other)
        return _of_value_or_none(_equal, maybe, other)
    if (
        isinstance(left, (tuple, list))
        and isinstance(right, (tuple, list))
        and not (staged_items(left) or staged_items(right))
    ):
        if type(left) is not type(right) and isinstance(left, list) != isinstance(right, list):
            return False
        return all_equal(zip(left, right, strict=True)) if len(left) == len(right) else False
    if staged_items(left) is not None or staged_items(right) is not None:
        return _lists_equal(left, right)
    if isinstance(left, Choice) or isinstance(right, Choice):
        choice, other = (left, right) if isinstance(left, Choice) else (right, left)
        return _of_each(choice, lambda chosen: _dispatched("==", chosen, other))
    if isinstance(left, StagedRange) or isinstance(right, StagedRange):
        return _ranges_equal(left, right)
    left_spec, right_spec = spec_of(left, deep=True), spec_of(right, deep=True)
    if not (is_number(left_spec) and is_number(right_spec)):
        if left is None or right is None:
            return False
        return left == right
    a, b = as_tensor_type(left_spec), as_tensor_type(right_spec)
    if tf.string in (a.dtype, b.dtype) and a.dtype != b.dtype:
        return False
    known = _beyond_int64(operator.eq, left, right)
    if known is not None:
        return known
    try:
        if tf.bool in (a.dtype, b.dtype) and a.dtype != b.dtype:
            dtype = b.dtype if a.dtype == tf.bool else a.dtype
        else:
            dtype, _ = join_dtypes(a.dtype, b.dtype, a.weak, b.weak)
    except JoinError:
        dtype = tf.float64
    return tf.equal(as_tensor(left, dtype), as_tensor(right, dtype))


def _dispatched(symbol: str, left: Any, right: Any) -> Any:
    from ag_notebook.staging.runtime.expressions import COMPARISONS

    return COMPARISONS[symbol](left, right)


def _of_each(choice: Choice, test: Callable[[Any], Any]) -> Any:
    """A test of the chosen object; looked up where Python knows its result for each."""
    if all(isinstance(o, (enum.Enum, type, types.FunctionType)) for o in choice.ag_objects):
        results = [test(o) for o in choice.ag_objects]
        if all(type(r) is bool for r in results):
            return results[0] if len(set(results)) == 1 else tf.gather(tf.constant(results), choice.ag_index)
    return choice.ag_each(test)


_FOUND = "whether the item is found"
CONTAINERS_OF_ITEMS = (list, tuple, dict, set, frozenset)
"""Whose items Python counts: each is compared."""


def _ordered(function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """An ordering of numbers; different dtypes are compared by value, as Python's numbers are."""
    left, right = (resolved(v) if isinstance(v, Maybe) else v for v in (left, right))
    if isinstance(left, Choice):
        return left.ag_each(lambda chosen: _ordered(function, chosen, right))
    if isinstance(right, Choice):
        return right.ag_each(lambda chosen: _ordered(function, left, chosen))
    if staged_items(left) is not None or staged_items(right) is not None:
        raise StagingError(
            "AG221",
            "lists whose length is staged cannot be put in order.",
            span=user_span(),
            fix="Compare them part by part.",
        )
    left, right = (tf.convert_to_tensor(v) if isinstance(v, tf.Variable) else v for v in (left, right))
    specs = [spec_of(v, deep=True) for v in (left, right)]
    if not all(map(is_number, specs)):
        return function(left, right)
    a, b = (as_tensor_type(s) for s in specs)
    if a.dtype == b.dtype == tf.string:
        return function(strings.order(as_tensor(left), as_tensor(right)), 0)
    if tf.string in (a.dtype, b.dtype):
        raise TypeError("a text and a number are not ordered")
    known = _beyond_int64(function, left, right)
    if known is not None:
        return known
    dtypes = [tf.int32 if t.dtype == tf.bool else t.dtype for t in (a, b)]
    try:
        dtype, _ = join_dtypes(dtypes[0], dtypes[1], a.weak, b.weak)
    except JoinError:
        dtype = tf.float64
    return function(as_tensor(left, dtype), as_tensor(right, dtype))


def _beyond_int64(function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """The ordering of an int tensor and a Python int that no dtype holds; None for other operands."""
    for number, other in ((left, right), (right, left)):
        if type(number) is int and not tf.int64.min <= number <= tf.int64.max:
            tensor = as_tensor(other)
            if tensor.dtype.is_integer:
                holds = function(0, number) if number is right else function(number, 0)
                return tf.fill(tf.shape(tensor), holds) if tensor.shape.rank != 0 else tf.constant(holds)
    return None


def _lists_equal(left: Any, right: Any) -> Any:
    """`==` of lists of which one has staged contents: of one length, and equal item by item."""
    from ag_notebook.staging.backends.tensorflow.values.lists import contents, stack

    if type(left) is not type(right) or type(left) not in GROWING:
        return False
    for items in (left, right):
        if items and not isinstance(contents(list(items)).element, TensorType):
            raise StagingError(
                "AG221",
                "lists of values that are no numbers cannot be compared when their contents are staged.",
                span=user_span(),
                fix="Compare them part by part.",
            )
    if not left or not right:
        return not_([*left, *right]) if (left or right) else True
    rows = [stack(items if staged_items(items) else _staged_copy(items)) for items in (left, right)]
    lengths = [tf.shape(r)[0] for r in rows]
    return and_(tf.equal(*lengths), lambda: tf.reduce_all(_equal(*rows)))


def _staged_copy(items: list[Any]) -> list[Any]:
    from ag_notebook.staging.backends.tensorflow.values.lists import contents

    copy = list(items)
    contents(copy)
    return copy


def _is(left: Any, right: Any) -> Any:
    for value, other in ((left, right), (right, left)):
        if isinstance(value, Maybe):
            if value.ag_absent is None:
                return _of_value_or_none(_is, value, other)
            value.ag_backend.assert_stmt(value.ag_flag, value.ag_absent.error)
            return _is(value.ag_value, other)
    for value, other in ((left, right), (right, left)):
        if type(other) is bool:
            if isinstance(value, tf.Tensor) and value.dtype == tf.bool and value.shape.rank == 0:
                return value if other else negated(value)
            return value is other
    if all(isinstance(v, tf.Tensor) and v.dtype == tf.bool and v.shape.rank == 0 for v in (left, right)):
        return tf.equal(left, right)
    for value, other in ((left, right), (right, left)):
        if isinstance(value, Choice) and not isinstance(other, Choice):
            return tf.gather(tf.constant([o is other for o in value.ag_objects]), value.ag_index)
    if isinstance(left, Choice) and isinstance(right, Choice):
        table = tf.constant([[a is b for b in right.ag_objects] for a in left.ag_objects])
        return tf.gather(tf.gather(table, left.ag_index), right.ag_index)
    _refuse_inputs(left, right)
    return left is right


def _refuse_inputs(left: Any, right: Any) -> None:
    """Refuses to tell two tensors of the graph apart that may be one outside of it, or on another path.

    Raises:
        StagingError: AG233.
    """
    if left is right or not all(isinstance(v, tf.Tensor) for v in (left, right)):
        return
    if not (tf.is_symbolic_tensor(left) or tf.is_symbolic_tensor(right)):
        return
    if (
        left.dtype == right.dtype
        and left.shape.is_compatible_with(right.shape)
        and all(map(_is_known_otherwise, (left, right)))
    ):
        raise StagingError(
            "AG233",
            "an identity test on tensors that may be one.",
            span=user_span(),
            fix="Compare values, or keep a flag of your own.",
        )


def _is_known_otherwise(tensor: tf.Tensor) -> bool:
    """Whether a tensor may have another name: it was not computed by an operation here."""
    return not tf.is_symbolic_tensor(tensor) or tensor.op.type in _PASSING_ON


_PASSING_ON = frozenset(
    ("Placeholder", "Identity", "If", "StatelessIf", "While", "StatelessWhile", *private.CALLS)
)
"""Operations that give a tensor that there was before."""


def _of_value_or_none(test: Callable[[Any, Any], Any], maybe: Maybe, other: Any) -> Any:
    """`==` or `is` of a value that may be None: None is equal to None only."""
    if other is None:
        return tf.logical_not(maybe.ag_flag)
    holds = and_(maybe.ag_flag, lambda: test(maybe.ag_value, other))
    if not isinstance(other, Maybe) or other.ag_absent is not None:
        return holds
    return or_(holds, lambda: tf.logical_not(tf.logical_or(maybe.ag_flag, other.ag_flag)))


def _in(left: Any, right: Any) -> Any:
    right = resolved(right)
    if isinstance(left, Maybe):
        is_text = isinstance(right, str) or (isinstance(right, tf.Tensor) and strings.is_text(right))
        if left.ag_absent is not None or is_text:  # Python wants a text
            left = resolved(left)
        elif staged_items(right) is not None or not isinstance(right, CONTAINERS_OF_ITEMS):
            return and_(left.ag_flag, lambda: _in(left.ag_value, right))
    if isinstance(right, Choice):
        return right.ag_each(lambda chosen: _dispatched("in", left, chosen))
    if isinstance(right, (StagedRange, range)):
        return _in_range(left, right)
    if staged_items(right) is not None:
        from ag_notebook.staging.backends.tensorflow.values.lists import stack

        right = stack(right)
    if isinstance(right, (tf.Tensor, tf.Variable)) and right.dtype == tf.string and right.shape.rank == 0:
        if not isinstance(left, str):
            return strings.contains(right, as_tensor(left))
        return tf.strings.regex_full_match(right, f"(?s).*{re.escape(left)}.*")
    if isinstance(right, (tf.Tensor, tf.Variable)):
        return tf.reduce_any(_equal(left, tf.convert_to_tensor(right)))
    if isinstance(right, str):
        return strings.contains(tf.constant(right), as_tensor(left))
    if isinstance(right, (LazySequence, SequenceIterator)):  # taken as far as the item is found
        from ag_notebook.staging.runtime.expressions import eq
        from ag_notebook.staging.runtime.statements import for_stmt

        return for_stmt(right, lambda item, _: (eq(item, left),), not_, (False,), (_FOUND,))[0]
    return any_equal(left, right)


def _ranges_equal(left: Any, right: Any) -> Any:
    """`==` of ranges: they give the same numbers."""
    from ag_notebook.staging.backends.tensorflow.control.iteration import indexable

    if not (isinstance(left, (StagedRange, range)) and isinstance(right, (StagedRange, range))):
        return False
    lengths = [as_tensor(indexable(numbers).length, tf.int32) for numbers in (left, right)]
    same_start, same_step = _equal(left.start, right.start), _equal(left.step, right.step)
    same_numbers = or_(
        lengths[0] == 0, lambda: and_(same_start, lambda: or_(lengths[0] == 1, lambda: same_step))
    )
    return and_(tf.equal(*lengths), lambda: same_numbers)


def _in_range(value: Any, numbers: Any) -> Any:
    start, stop, step = numbers.start, numbers.stop, numbers.step
    number = value if isinstance(value, WeakNumber) else WeakNumber(as_tensor(value), as_tensor(value).dtype)

    def forwards() -> Any:
        return and_(number >= start, lambda: number < stop)

    def backwards() -> Any:
        return and_(number <= start, lambda: number > stop)

    inside = (
        (forwards() if step > 0 else backwards())
        if isinstance(step, int)
        else or_(and_(as_tensor(step) > 0, forwards), lambda: and_(as_tensor(step) < 0, backwards))
    )
    return and_(inside, lambda: _equal((number - start) % step, 0))


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "==": _equal,
    "!=": lambda a, b: _not(_equal(a, b)),
    "<": lambda a, b: _ordered(operator.lt, a, b),
    "<=": lambda a, b: _ordered(operator.le, a, b),
    ">": lambda a, b: _ordered(operator.gt, a, b),
    ">=": lambda a, b: _ordered(operator.ge, a, b),
    "is": _is,
    "is not": lambda a, b: _not(_is(a, b)),
    "in": _in,
    "not in": lambda a, b: _not(_in(a, b)),
}


def _not(value: Any) -> Any:
    if isinstance(value, tf.Tensor) and value.shape.rank != 0:
        return negated(value)
    return not_(value)
