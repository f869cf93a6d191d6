"""Python's builtins on staged operands.

Numbers that Python makes (`len`, `int`, `float`, `round`, a range's items) are weak, as Python's are.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import (
    Choice,
    LazySequence,
    Maybe,
    SequenceIterator,
    StagedItems,
    StagedRange,
    resolved,
    staged_items,
)
from ag_notebook.staging.backends.tensorflow.control import logic
from ag_notebook.staging.backends.tensorflow.control.iteration import (
    Indexable,
    indexable,
    is_dataset,
    rows_of,
    scalar_error,
    take_up,
)
from ag_notebook.staging.backends.tensorflow.control.truth import truth
from ag_notebook.staging.backends.tensorflow.operations.iterators import (
    has_source,
    is_counted,
    is_whole,
    iter_of,
    next_of,
    used_up,
)
from ag_notebook.staging.backends.tensorflow.operations.ordering import extreme, in_order, rows
from ag_notebook.staging.backends.tensorflow.texts import formats, strings
from ag_notebook.staging.backends.tensorflow.texts.texts import text
from ag_notebook.staging.backends.tensorflow.values.divisions import exact_divisor
from ag_notebook.staging.backends.tensorflow.values.lengths import known_length
from ag_notebook.staging.backends.tensorflow.values.lists import check_step, list_item
from ag_notebook.staging.backends.tensorflow.values.lowering import (
    as_index,
    as_integer,
    as_tensor,
    backend,
    shape_argument,
)
from ag_notebook.staging.backends.tensorflow.values.specs import JoinError, TensorType
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.given_arrays import share
from ag_notebook.staging.runtime.statements import for_stmt


def builtin(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A builtin with a staged operand.

    Raises:
        StagingError: AG260, the builtin is not supported on staged values.
    """
    if name in _ASKED and args:
        return _asked(name, args[0], args[1:])
    if name in _STRUCTURAL:
        return getattr(builtins, name)(*args, **kwargs)
    if name in _OF_SEQUENCES and len(args) == 1:
        _refuse_scalar(args[0])
    function = _BUILTINS.get(name)
    if function is None:
        raise StagingError(
            "AG260",
            f"{name}() is not supported on staged values.",
            span=user_span(),
            fix="Use a TensorFlow function instead.",
        )
    if name not in _TAKING_NONE:
        args = tuple(resolved(a) if not isinstance(a, WeakNumber) else a for a in args)
    if name not in ("list", "tuple") and any(isinstance(a, Choice) for a in args):
        return _of_each(getattr(builtins, name), args, kwargs)
    try:
        return function(*args, **kwargs)
    except JoinError as error:
        raise StagingError(
            "AG260",
            f"{name}() of values of different kinds: {error}.",
            span=user_span(),
            fix="Give it values of one kind, or tuples whose parts are of one kind each.",
        ) from None


_TAKING_NONE = frozenset(("bool", "str", "repr", "ascii", "format"))
"""Builtins that take None as any other value."""
_OF_SEQUENCES = frozenset(
    ("all", "any", "enumerate", "iter", "list", "max", "min", "reversed", "sorted", "sum", "tuple", "zip")
)


def _refuse_scalar(value: Any) -> None:
    """A scalar has no items.

    Raises:
        StagingError: AG242.
    """
    is_scalar = isinstance(value, tf.Tensor) and value.shape.rank == 0 and value.dtype != tf.string
    if isinstance(value, WeakNumber) or is_scalar:
        raise scalar_error()


_STRUCTURAL = frozenset(("type", "id", "getattr", "slice", "super", "vars"))
_ASKED = frozenset(("isinstance", "hasattr", "callable"))
"""Builtins that ask what an object is: of each that it may be."""


def _of_each(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A builtin of the object that a staged test chose."""
    at = next(i for i, value in enumerate(args) if isinstance(value, Choice))

    def call(chosen: Any) -> Any:
        return converted_call(function, *args[:at], chosen, *args[at + 1 :], **kwargs)

    return args[at].ag_each(call)


def _asked(name: str, value: Any, rest: tuple[Any, ...]) -> Any:
    """`isinstance(value, …)` and its like; staged where a staged test decides which object it is."""
    ask = getattr(builtins, name)
    if isinstance(value, Maybe):
        if value.ag_absent is not None:
            return _asked(name, value.ag_resolve(), rest)
        absent, present = ask(None, *rest), _asked(name, value.ag_value, rest)
        if type(present) is bool and present is absent:
            return present
        return tf.where(value.ag_flag, present, absent)
    if isinstance(value, Choice):
        found = [ask(chosen, *rest) for chosen in value.ag_objects]
        return found[0] if len(set(found)) == 1 else tf.gather(tf.constant(found), value.ag_index)
    if name == "isinstance" and isinstance(value, WeakNumber):  # it stands for a number of Python's
        return isinstance(0.0 if value.natural.is_floating else 0, *rest)
    if name == "isinstance" and isinstance(value, tf.Tensor) and strings.is_text(value):
        return ask(value, *rest) or ask("", *rest)
    return ask(value, *rest)


def _len(value: Any) -> Any:
    if isinstance(value, (LazySequence, SequenceIterator)):
        raise TypeError("an iterator has no len()")
    if is_dataset(value):
        return WeakNumber(value.cardinality(), tf.int64)
    if isinstance(value, WeakNumber):
        raise TypeError("len() of a staged number")
    if isinstance(value, (tf.Tensor, tf.Variable)):
        tensor = tf.convert_to_tensor(value)
        if strings.is_text(tensor):
            return strings.length(tensor)
        if tensor.shape.rank == 0:
            raise TypeError("len() of a scalar tensor")
        if tensor.shape.rank and tensor.shape[0] is not None:
            return tensor.shape[0]
        return WeakNumber(tf.shape(tensor)[0], tf.int32)
    length = indexable(value).length
    return WeakNumber(length, length.dtype) if isinstance(length, tf.Tensor) else length


def _range(*args: Any) -> StagedRange:
    bounds = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    start, stop, step = (as_integer(b) if getattr(b, "dtype", None) == tf.bool else b for b in bounds)
    check_step(step, "range() arg 3 must not be zero")
    return StagedRange(start, stop, step, backend())


def _enumerate(iterable: Any, start: Any = 0) -> LazySequence:
    start = as_integer(start)
    if has_source(iterable):
        source, inner = _source(iterable)
        return LazySequence(None, lambda i, element: (i + start, inner(i, element)), backend(), source)
    held = indexable(iterable)
    return LazySequence(
        held.length,
        lambda i: ((i if type(i) is int else WeakNumber(i, tf.int32)) + start, held.item(i)),
        backend(),
        rows=held.rows,
        lists=held.lists,
        length_now=held.length_now,
    )


def _source(iterable: Any) -> tuple[Any, Callable[[Any, Any], Any]]:
    if isinstance(iterable, LazySequence):
        take_up(iterable)
        return iterable.source, iterable.item
    return iterable, lambda index, element: element


def _map(function: Any, *iterables: Any) -> LazySequence:
    if len(iterables) == 1 and has_source(iterables[0]):
        source, inner = _source(iterables[0])
        return LazySequence(
            None, lambda i, element: converted_call(function, inner(i, element)), backend(), source
        )
    held = [indexable(x) for x in iterables]
    return LazySequence(
        _shortest(held),
        lambda i: converted_call(function, *(h.item(i) for h in held)),
        backend(),
        rows=tuple(row for h in held for row in h.rows),
        lists=tuple(each for h in held for each in h.lists),
        length_now=lambda: _shortest_now(held),
    )


def _filter(function: Any, iterable: Any) -> list[Any]:
    from ag_notebook.staging.runtime.generator_expressions import gen_exp

    def condition(item: Any) -> Any:
        return item if function is None else converted_call(function, item)

    return gen_exp(iterable, lambda item: item, condition, lazily=True)  # type: ignore[no-any-return]


def _shortest_now(held: list[Indexable]) -> Any:
    """The length of what is iterated together, after lists among it were changed."""
    return _least([h.length if h.length_now is None else h.length_now() for h in held])


def _shortest(held: list[Indexable]) -> Any:
    known = [h.known_length() for h in held]
    return _least([h.length if length is None else length for h, length in zip(held, known, strict=True)])


def _least(lengths: list[Any]) -> Any:
    known = [n for n in lengths if isinstance(n, int)]
    if len(known) == len(lengths):
        return min(known)
    found = as_tensor(lengths[0], tf.int32)
    for length in lengths[1:]:
        found = tf.minimum(found, as_tensor(length, tf.int32))
    return found


def _zip(*iterables: Any, strict: bool = False) -> LazySequence:
    if any(has_source(x) for x in iterables):
        sources, inner = zip(*(_source(x) for x in iterables if has_source(x)), strict=True)
        if any(isinstance(source, tf.data.Iterator) for source in sources) and len(iterables) > 1:
            raise StagingError(
                "AG260",
                "zip() of a dataset's iterator and something else is not supported.",
                span=user_span(),
                fix="Make all of them datasets.",
            )
        others = [None if has_source(x) else indexable(x) for x in iterables]
        zipped = tf.data.Dataset.zip(tuple(sources))
        known = [h for h in others if h is not None]
        if known:
            zipped = zipped.take(tf.cast(as_tensor(_shortest(known), tf.int32), tf.int64))

        def item(index: Any, element: Any) -> Any:
            parts = (f(index, e) for f, e in zip(inner, element, strict=True))
            return tuple(next(parts) if h is None else h.item(as_tensor(index, tf.int32)) for h in others)

        return LazySequence(None, item, backend(), zipped)
    held = [indexable(x, iterables) for x in iterables]
    if strict:
        sizes = [as_tensor(h.length, tf.int32) for h in held]
        for size in sizes[1:]:
            backend().assert_stmt(
                tf.equal(size, sizes[0]), lambda: ValueError("zip() arguments have different lengths")
            )
    rows = tuple(row for h in held for row in h.rows)
    lists = tuple(each for h in held for each in h.lists)
    return LazySequence(
        _shortest(held),
        lambda i: tuple(h.item(i) for h in held),
        backend(),
        rows=rows,
        lists=lists,
        length_now=lambda: _shortest_now(held),
    )


def _reversed(iterable: Any) -> LazySequence:
    held = indexable(iterable)
    return LazySequence(
        held.length,
        lambda i: held.item(held.length - 1 - i),
        backend(),
        rows=held.rows,
        lists=held.lists,
    )


def _as_list(iterable: Any = ()) -> list[Any]:
    if staged_items(iterable) is not None:
        return list(iterable)
    if isinstance(iterable, (tf.Tensor, tf.Variable)):
        tensor = tf.convert_to_tensor(iterable)
        if strings.is_text(tensor):
            tensor = strings.characters(tensor)
        if tensor.shape.rank == 0:
            raise scalar_error()
        row = TensorType(tensor.dtype, tensor.shape[1:])
        handle = tf.raw_ops.TensorListFromTensor(tensor=tensor, element_shape=shape_argument(row))
        made = StagedItems((handle,), row, backend())
        return [made if tensor.shape.rank == 1 else share(made, tensor)]
    if isinstance(iterable, (list, tuple)):
        return list(iterable)
    if is_whole(iterable):
        return list(used_up(iterable))
    items: list[Any] = []

    def loop_body(item: Any) -> tuple[()]:
        from ag_notebook.staging.runtime.lists import list_append

        list_append(items, item)
        return ()

    for_stmt(iterable, loop_body, None, (), ())
    return items


def unrolled(iterable: Any) -> list[Any] | None:
    """The items of a sequence whose length is known while tracing, or None."""
    if isinstance(iterable, (list, tuple)) and staged_items(iterable) is None:
        return list(iterable)
    if isinstance(iterable, tf.Tensor) and iterable.shape.rank and iterable.shape[0] is not None:
        return rows_of(iterable)
    if isinstance(iterable, SequenceIterator) and is_counted(iterable):
        start, _ = iterable.position, used_up(iterable)
        return [iterable.item(i) for i in range(start, iterable.length)]
    length = known_length(iterable)
    if length is not None:
        return [list_item(iterable, i) for i in range(length)]
    if isinstance(iterable, LazySequence) and type(iterable.length) is int:
        take_up(iterable)
        return [iterable.item(i) for i in range(iterable.length)]
    return None


def _as_dict(*args: Any, **kwargs: Any) -> dict[Any, Any]:
    if args and not isinstance(args[0], dict):
        items = unrolled(args[0])
        if items is None:
            raise StagingError(
                "AG260",
                "dict() of a staged sequence of unknown length is not supported.",
                span=user_span(),
                fix="The keys of a dict are known while tracing: use a tensor or two lists.",
            )
        return dict(items, **kwargs)
    return dict(*args, **kwargs)


def _as_tuple(iterable: Any = ()) -> Any:
    items = unrolled(iterable)
    if items is not None:
        return tuple(items)
    raise StagingError(
        "AG261",
        "a tuple, or the starred arguments of a call, have a length that is known while tracing, and that of the "
        "staged value is not.",
        span=user_span(),
        fix="Use list(), or pass the list itself.",
    )


def _sum(values: Any, start: Any = 0) -> Any:
    if isinstance(values, (list, tuple)) and staged_items(values) is None:
        total = start
        for value in values:
            total = total + (
                as_tensor(value, tf.int32)
                if isinstance(value, tf.Tensor) and value.dtype == tf.bool
                else value
            )
        return total
    held = rows(values)
    if held.dtype == tf.bool:
        held = tf.cast(held, tf.int32)
    total = tf.reduce_sum(held, 0)
    return (
        total
        if type(start) is int and start == 0
        else WeakNumber(total, total.dtype) + start
        if total.shape.rank == 0 and type(start) is float
        else total + start
    )


def _any(values: Any) -> Any:
    return tf.reduce_any(_truths(values))


def _all(values: Any) -> Any:
    return tf.reduce_all(_truths(values))


def _truths(values: Any) -> tf.Tensor:
    if isinstance(values, (list, tuple)) and staged_items(values) is None:
        return tf.stack([tf.convert_to_tensor(truth(v)) for v in values])
    held = rows(values)
    if held.dtype == tf.string:
        return tf.not_equal(held, "")
    return held if held.dtype == tf.bool else tf.not_equal(held, tf.cast(0, held.dtype))


def _int(value: Any = 0, base: Any = None) -> Any:
    if isinstance(value, WeakNumber) and value.natural.is_integer:
        return value
    tensor = as_tensor(value)
    if tensor.dtype == tf.string:
        return strings.as_int(tensor, 10 if base is None else base)
    dtype = tensor.dtype if tensor.dtype.is_integer else tf.int32
    return WeakNumber(tf.cast(tensor, dtype), dtype) if tensor.shape.rank == 0 else tf.cast(tensor, dtype)


def _float(value: Any = 0.0) -> Any:
    tensor = as_tensor(value)
    if tensor.dtype == tf.string:
        return strings.as_float(tensor)
    dtype = tensor.dtype if tensor.dtype.is_floating else tf.float32
    return WeakNumber(tf.cast(tensor, dtype), dtype) if tensor.shape.rank == 0 else tf.cast(tensor, dtype)


def _complex(real: Any = 0, imag: Any = 0) -> Any:
    """`complex(real, imag)`."""
    return _float_part(real) + _float_part(imag) * 1j


def _float_part(value: Any) -> Any:
    tensor = as_tensor(value)
    if tensor.dtype == tf.string:
        raise TypeError("complex() of a staged text is not supported")
    return value if not tensor.dtype.is_integer else WeakNumber(tf.cast(tensor, tf.float32), tf.float32)


def _round(value: Any, digits: Any = None) -> Any:
    tensor = as_tensor(value)
    digits = None if digits is None else as_integer(digits)
    if tensor.dtype.is_integer or tensor.dtype == tf.bool:
        number = logic.as_number(value)
        return number if digits is None else _round_int(number, digits)
    if digits is None:
        number = tf.cast(tf.round(tensor), tf.int32)
        return WeakNumber(number, tf.int32) if tensor.shape.rank == 0 else number
    # A float32 times a power of ten is exact in float64: what is a tie in Python is one here.
    if type(digits) is int:
        scale = exact_divisor(10.0**digits)
    else:
        scale = tf.constant(10.0, tf.float64) ** tf.cast(as_tensor(digits), tf.float64)
    exact = tf.cast(tensor, tf.float64)
    rounded = tf.cast(tf.round(exact * scale) / scale, tensor.dtype)
    found = tf.where(tf.math.is_finite(tensor), rounded, tensor)
    return WeakNumber(found, found.dtype) if isinstance(value, WeakNumber) else found


def _round_int(value: Any, digits: Any) -> Any:
    """An int rounded to tens, hundreds, …: ties go to the even multiple."""
    tensor = as_tensor(value)
    places = tf.maximum(-tf.cast(as_tensor(digits), tensor.dtype), 0)
    unit = tf.cast(10, tensor.dtype) ** places
    below = tensor // unit
    rest = tensor - below * unit
    up = tf.logical_or(rest * 2 > unit, tf.logical_and(tf.equal(rest * 2, unit), tf.equal(below % 2, 1)))
    found = tf.where(up, below + 1, below) * unit
    return WeakNumber(found, found.dtype) if isinstance(value, WeakNumber) else found


def _divmod(a: Any, b: Any) -> tuple[Any, Any]:
    return a // b, a % b


def _pow(base: Any, exponent: Any, modulus: Any = None) -> Any:
    if modulus is None:
        return base**exponent
    try:
        base, exponent, modulus = (as_integer(each) for each in (base, exponent, modulus))
    except TypeError:
        raise TypeError("pow() 3rd argument not allowed unless all arguments are integers") from None
    _require_of_pow(exponent, modulus)
    from ag_notebook.staging.runtime.statements import while_stmt

    def loop_test(result: Any, factor: Any, left: Any) -> Any:
        return left > 0

    def loop_body(result: Any, factor: Any, left: Any) -> tuple[Any, ...]:
        odd = tf.equal(as_tensor(left % 2), tf.cast(1, as_tensor(left).dtype))
        after = tf.where(odd, as_tensor((result * factor) % modulus), as_tensor(result))
        return after, (factor * factor) % modulus, left // 2

    start = as_tensor(base)
    divisor = as_tensor(modulus, start.dtype)
    state = (tf.ones_like(start) % divisor, start % divisor, as_tensor(exponent))
    return while_stmt(loop_test, loop_body, state, ("result", "factor", "left"))[0]


def _require_of_pow(exponent: Any, modulus: Any) -> None:
    assert_stmt = backend().assert_stmt
    assert_stmt(tf.not_equal(as_tensor(modulus), 0), lambda: ValueError("pow() 3rd argument cannot be 0"))
    assert_stmt(
        as_tensor(exponent) >= 0,
        lambda: ValueError("pow() of staged integers with a modulus has no negative exponents"),
    )


def _abs(value: Any) -> Any:
    return abs(value)


def _str(value: Any = "", *rest: Any) -> Any:
    return text([(value, "s", "")])


def _chr(value: Any) -> tf.Tensor:
    code = as_index(value)
    backend().assert_stmt(
        tf.logical_and(code >= 0, code < 0x110000), lambda: ValueError("chr() arg not in range(0x110000)")
    )
    return tf.strings.unicode_encode(code[None], "UTF-8")


def _ord(value: Any) -> WeakNumber:
    codes = tf.strings.unicode_decode(as_tensor(value), "UTF-8")
    backend().assert_stmt(
        tf.equal(tf.shape(codes)[0], 1),
        lambda: TypeError("ord() expected a character, but a longer or shorter text was given"),
    )
    return WeakNumber(codes[0], tf.int32)


_BUILTINS: dict[str, Callable[..., Any]] = {
    "abs": _abs,
    "all": _all,
    "any": _any,
    "ascii": lambda value: text([(value, "a", "")]),
    "bool": truth,
    "complex": _complex,
    "dict": _as_dict,
    "divmod": _divmod,
    "enumerate": _enumerate,
    "filter": _filter,
    "float": _float,
    "format": lambda value, spec="": text([(value, "", spec)]),
    "int": _int,
    "iter": iter_of,
    "len": _len,
    "list": _as_list,
    "map": _map,
    "max": extreme("max", tf.maximum, tf.reduce_max, tf.argmax),
    "min": extreme("min", tf.minimum, tf.reduce_min, tf.argmin),
    "next": next_of,
    "pow": _pow,
    "range": _range,
    "ord": _ord,
    "chr": _chr,
    "index": as_integer,
    "hex": lambda value: formats.in_base(as_tensor(as_integer(value)), "x"),
    "bin": lambda value: formats.in_base(as_tensor(as_integer(value)), "b"),
    "oct": lambda value: formats.in_base(as_tensor(as_integer(value)), "o"),
    "repr": lambda value: text([(value, "r", "")]),
    "reversed": _reversed,
    "round": _round,
    "sorted": in_order,
    "str": _str,
    "sum": _sum,
    "tuple": _as_tuple,
    "unrolled": lambda value: value if (items := unrolled(value)) is None else items,
    "zip": _zip,
}
