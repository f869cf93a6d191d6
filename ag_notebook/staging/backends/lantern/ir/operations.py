"""The operations of Lantern and their types: one rule each, from the types of the arguments to that of the result.

A rule is `rule(attributes, *types) -> type` and raises a `TypeError` that says what does not fit. Dtypes of arguments are
equal: staging puts a `cast` where NumPy would convert. Shapes broadcast as NumPy's.

Adding an operation is one line in each table: here, `meanings.MEANINGS`, `gradients.RULES`, and the native kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.types import (
    BOOL,
    DTYPES,
    FLOATS,
    INTEGERS,
    NUMBERS,
    ArrayType,
    Dimension,
    RecordType,
    type_of,
)

Rule = Callable[..., Any]
FLOAT_UNARY = (
    "exp",
    "expm1",
    "log",
    "log1p",
    "sin",
    "cos",
    "tan",
    "tanh",
    "sigmoid",
    "sqrt",
    "floor",
    "ceil",
)
NUMBER_UNARY = ("neg", "abs", "sign", "relu")
NUMBER_BINARY = ("+", "-", "*", "//", "%", "**", "maximum", "minimum")
"""`//` and `%` round down, as Python's; `**` of integers takes exponents that are not negative."""
EXACT = ("+!", "-!", "*!", "//!", "**!")
"""As those without the mark, of i64: a result that needs more than 64 bits is an `OverflowError` of the run. Without the mark,
integers wrap around, as NumPy's."""
COMPARISONS = ("<", "<=", "==", "!=", ">", ">=")
LOGIC = ("and", "or")
ELEMENTWISE = (
    *(*FLOAT_UNARY, *NUMBER_UNARY, *NUMBER_BINARY, *EXACT, "/", *COMPARISONS, *LOGIC),
    *("not", "where", "cast"),
)
"""Operations whose items depend on the items of the same place alone, once shapes are broadcast."""


def broadcast(*shapes: Sequence[Dimension]) -> tuple[Dimension, ...]:
    """The shape that NumPy gives to operands of these shapes; a named size fits itself and 1."""
    rank = max(map(len, shapes), default=0)
    found: list[Dimension] = [1] * rank
    for shape in shapes:
        for place, size in enumerate(shape, rank - len(shape)):
            if found[place] == 1:
                found[place] = size
            elif size not in (1, found[place]):
                raise TypeError(f"shapes {' and '.join(map(shape_text, shapes))} do not fit together")
    return tuple(found)


def shape_text(shape: Sequence[Dimension]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


def _arrays(types: Sequence[Any], dtypes: Sequence[str]) -> str:
    """The one dtype of the operands, which must be of `dtypes`."""
    for kind in types:
        if not isinstance(kind, ArrayType):
            raise TypeError(f"it takes arrays, not {kind}")
        if kind.dtype not in dtypes:
            raise TypeError(f"it takes {', '.join(dtypes)}, not {kind.dtype}")
    found: list[str] = sorted({kind.dtype for kind in types})
    if len(found) != 1:
        raise TypeError(f"its operands are of {' and '.join(found)}; cast one of them")
    return found[0]


def _elementwise(count: int, dtypes: Sequence[str], result: str = "") -> Rule:
    def rule(attributes: Mapping[str, Any], *types: Any) -> ArrayType:
        if len(types) != count:
            raise TypeError(f"it takes {count} operands, not {len(types)}")
        dtype = _arrays(types, dtypes)
        return ArrayType(result or dtype, broadcast(*(kind.shape for kind in types)))

    return rule


def _where(attributes: Mapping[str, Any], test: Any, x: Any, y: Any) -> ArrayType:
    _arrays([test], ["bool"])
    dtype = _arrays([x, y], tuple(DTYPES))
    return ArrayType(dtype, broadcast(test.shape, x.shape, y.shape))


def _cast(attributes: Mapping[str, Any], x: Any) -> ArrayType:
    _arrays([x], tuple(DTYPES))
    return ArrayType(attributes["dtype"], x.shape)


def _matmul(attributes: Mapping[str, Any], a: Any, b: Any) -> ArrayType:
    """As NumPy's `matmul`: vectors, matrices, and stacks of matrices that broadcast."""
    dtype = _arrays([a, b], NUMBERS)
    if not a.shape or not b.shape:
        raise TypeError("it takes no scalars")
    left = a.shape if len(a.shape) > 1 else (1, *a.shape)
    right = b.shape if len(b.shape) > 1 else (*b.shape, 1)
    if left[-1] != right[-2]:
        raise TypeError(f"shapes {shape_text(a.shape)} and {shape_text(b.shape)} do not fit together")
    rows = left[-2:-1] if len(a.shape) > 1 else ()
    columns = right[-1:] if len(b.shape) > 1 else ()
    return ArrayType(dtype, (*broadcast(left[:-2], right[:-2]), *rows, *columns))


def _reduction(dtypes: Sequence[str], result: str = "", empty: bool = False) -> Rule:
    """`axes` (sorted, not negative) are left out, or kept as 1 with `keepdims`; `empty` ones may have no items."""

    def rule(attributes: Mapping[str, Any], x: Any) -> ArrayType:
        dtype = _arrays([x], dtypes)
        axes, keep = attributes["axes"], attributes.get("keepdims", False)
        if not all(0 <= axis < len(x.shape) for axis in axes) or list(axes) != sorted(set(axes)):
            raise TypeError(f"an array of {len(x.shape)} dimensions has no axes {axes}")
        if not empty and any(x.shape[axis] == 0 for axis in axes):
            raise TypeError("there are no items to choose from")
        sizes = [1 if i in axes else size for i, size in enumerate(x.shape) if keep or i not in axes]
        return ArrayType(result or dtype, tuple(sizes))

    return rule


def _argument_reduction(attributes: Mapping[str, Any], x: Any) -> ArrayType:
    """Along one axis, or along all: then the index is that into the items in order."""
    if len(attributes["axes"]) not in (1, len(x.shape)):
        raise TypeError("it takes one axis, or all")
    return _reduction(NUMBERS, "i64")(attributes, x)  # type: ignore[no-any-return]


def _reshape(attributes: Mapping[str, Any], x: Any) -> ArrayType:
    _arrays([x], tuple(DTYPES))
    shape = tuple(attributes["shape"])
    if _size(shape) != _size(x.shape):
        raise TypeError(f"an array of shape {shape_text(x.shape)} cannot have shape {shape_text(shape)}")
    return ArrayType(x.dtype, shape)


def _size(shape: Sequence[Dimension]) -> tuple[int, list[Dimension]]:
    """How many items: the product of the sizes that are known, and the names of the others."""
    product = 1
    for size in shape:
        product *= size if isinstance(size, int) else 1
    return product, sorted(size for size in shape if isinstance(size, str))


def _broadcast_to(attributes: Mapping[str, Any], x: Any) -> ArrayType:
    _arrays([x], tuple(DTYPES))
    shape = tuple(attributes["shape"])
    if broadcast(x.shape, shape) != shape:
        raise TypeError(f"an array of shape {shape_text(x.shape)} cannot have shape {shape_text(shape)}")
    return ArrayType(x.dtype, shape)


def _transpose(attributes: Mapping[str, Any], x: Any) -> ArrayType:
    _arrays([x], tuple(DTYPES))
    axes = tuple(attributes["axes"])
    if sorted(axes) != list(range(len(x.shape))):
        raise TypeError(f"axes {axes} are no order of {len(x.shape)} dimensions")
    return ArrayType(x.dtype, tuple(x.shape[axis] for axis in axes))


def _concatenate(attributes: Mapping[str, Any], *parts: Any) -> ArrayType:
    if not parts:
        raise TypeError("it takes at least one array")
    dtype = _arrays(parts, tuple(DTYPES))
    axis = attributes["axis"]
    first = parts[0].shape
    if not 0 <= axis < len(first):
        raise TypeError(f"an array of {len(first)} dimensions has no axis {axis}")
    if not all(isinstance(part.shape[axis], int) for part in parts):
        raise TypeError("sizes along the axis must be known")
    for part in parts:
        if part.shape[:axis] + part.shape[axis + 1 :] != first[:axis] + first[axis + 1 :]:
            raise TypeError(f"shapes {shape_text(first)} and {shape_text(part.shape)} differ off axis {axis}")
    return ArrayType(dtype, (*first[:axis], sum(part.shape[axis] for part in parts), *first[axis + 1 :]))


def _slice(attributes: Mapping[str, Any], x: Any) -> ArrayType:
    """`starts`, `stops` and `steps` of every axis, as `slice.indices` gives them (a step may be negative)."""
    _arrays([x], tuple(DTYPES))
    return ArrayType(x.dtype, _sliced_shape(attributes, x.shape))


def _sliced_shape(attributes: Mapping[str, Any], shape: Sequence[Dimension]) -> tuple[Dimension, ...]:
    """How large a slice of an array of that shape is."""
    bounds = [tuple(attributes[name]) for name in ("starts", "stops", "steps")]
    if {len(each) for each in bounds} != {len(shape)}:
        raise TypeError(f"a slice of an array of {len(shape)} dimensions has as many starts, stops and steps")
    found: list[Dimension] = []
    for size, start, stop, step in zip(shape, *bounds, strict=True):
        if (start, stop, step) == (0, size, 1):
            found.append(size)
            continue
        if isinstance(stop, str) or step == 0:
            raise TypeError(f"a dimension of size {size} has no slice {start}:{stop}:{step}")
        places = range(start, stop, step)
        if places and not (isinstance(size, str) or (places[0] in range(size) and places[-1] in range(size))):
            raise TypeError(f"a dimension of size {size} has no slice {start}:{stop}:{step}")
        found.append(len(places))
    return tuple(found)


def _place(attributes: Mapping[str, Any], x: Any) -> ArrayType:
    """Zeros of `shape` with `x` in place of the slice of `starts`, `stops` and `steps`."""
    _arrays([x], tuple(DTYPES))
    shape = tuple(attributes["shape"])
    room = _sliced_shape(attributes, shape)
    if room != x.shape:
        raise TypeError(f"a slice of shape {shape_text(room)} has no room for {x}")
    return ArrayType(x.dtype, shape)


def _row(attributes: Mapping[str, Any], x: Any, index: Any) -> ArrayType:
    """`x[index]`; an index may be negative, and one that is out of range is an `IndexError` of the run."""
    _arrays([x], tuple(DTYPES))
    _arrays([index], INTEGERS)
    if not x.shape or index.shape:
        raise TypeError(f"it takes an array and one index, not {x} and {index}")
    return ArrayType(x.dtype, x.shape[1:])


def _take(attributes: Mapping[str, Any], x: Any, indices: Any) -> ArrayType:
    """`x[indices]` along the first axis, for an array of indices."""
    _arrays([x], tuple(DTYPES))
    _arrays([indices], INTEGERS)
    if not x.shape or not indices.shape:
        raise TypeError(f"it takes an array and an array of indices, not {x} and {indices}")
    return ArrayType(x.dtype, (*indices.shape, *x.shape[1:]))


def _set_row(attributes: Mapping[str, Any], x: Any, index: Any, value: Any) -> ArrayType:
    """`x` with `value` in place of `x[index]`."""
    if _row(attributes, x, index) != value:
        raise TypeError(f"a row of {x} is no {value}")
    return x  # type: ignore[no-any-return]


def _add_rows(attributes: Mapping[str, Any], indices: Any, values: Any) -> ArrayType:
    """An array of `size` rows of zeros to which `values` are added at `indices` (one, or an array of them)."""
    _arrays([indices], INTEGERS)
    _arrays([values], NUMBERS)
    if values.shape[: len(indices.shape)] != indices.shape:
        raise TypeError(f"indices {indices} and rows {values} do not fit together")
    return ArrayType(values.dtype, (attributes["size"], *values.shape[len(indices.shape) :]))


def _softmax(attributes: Mapping[str, Any], x: Any) -> ArrayType:
    """Along the last axis."""
    _arrays([x], FLOATS)
    if not x.shape:
        raise TypeError("it takes no scalar")
    return x  # type: ignore[no-any-return]


def _cross_entropy(attributes: Mapping[str, Any], logits: Any, label: Any) -> ArrayType:
    """Minus the logarithm of the softmax of `logits` (along the last axis) at `label`, which is in 0 .. n - 1."""
    dtype = _arrays([logits], FLOATS)
    _arrays([label], INTEGERS)
    if not logits.shape or logits.shape[:-1] != label.shape:
        raise TypeError(f"logits {logits} and labels {label} do not fit together")
    return ArrayType(dtype, label.shape)


def _constant(attributes: Mapping[str, Any]) -> ArrayType:
    return type_of(attributes["value"])


def _check(attributes: Mapping[str, Any], test: Any) -> ArrayType:
    """The test itself; where it does not hold, the run ends with the number `failure`."""
    if test != BOOL:
        raise TypeError(f"it takes one bool, not {test}")
    return BOOL


def _is_none(attributes: Mapping[str, Any], reference: Any) -> ArrayType:
    if not isinstance(reference, RecordType):
        raise TypeError(f"it takes a reference, not {reference}")
    return BOOL


RULES: dict[str, Rule] = {
    **{name: _elementwise(1, FLOATS) for name in FLOAT_UNARY},
    **{name: _elementwise(1, NUMBERS) for name in NUMBER_UNARY},
    **{name: _elementwise(2, NUMBERS) for name in NUMBER_BINARY},
    **{name: _elementwise(2, ("i64",)) for name in EXACT},
    **{name: _elementwise(2, tuple(DTYPES), "bool") for name in COMPARISONS},
    **{name: _elementwise(2, ("bool",)) for name in LOGIC},
    "/": _elementwise(2, FLOATS),
    "not": _elementwise(1, ("bool",)),
    "where": _where,
    "cast": _cast,
    "matmul": _matmul,
    "sum": _reduction(NUMBERS, empty=True),
    "amax": _reduction(NUMBERS),
    "amin": _reduction(NUMBERS),
    "all": _reduction(("bool",), empty=True),
    "any": _reduction(("bool",), empty=True),
    "argmax": _argument_reduction,
    "argmin": _argument_reduction,
    "reshape": _reshape,
    "broadcast": _broadcast_to,
    "transpose": _transpose,
    "concatenate": _concatenate,
    "slice": _slice,
    "place": _place,
    "row": _row,
    "take": _take,
    "set-row": _set_row,
    "add-rows": _add_rows,
    "softmax": _softmax,
    "log-softmax": _softmax,
    "cross-entropy": _cross_entropy,
    "constant": _constant,
    "check": _check,
    "none?": _is_none,
}
"""By name. `field` (attribute `field`), `none` (attribute `record`) and `param` (attribute `parameter`) take their type from the
program, `call`, `if` and `while` from definitions and blocks: see `builder`."""

_BOUNDS = ("starts", "stops", "steps")
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("sum", "amax", "amin", "all", "any", "argmax", "argmin"), ("axes",)),
    **dict.fromkeys(("reshape", "broadcast"), ("shape",)),
    "transpose": ("axes",),
    "concatenate": ("axis",),
    "check": ("failure",),
    "slice": _BOUNDS,
    "place": ("shape", *_BOUNDS),
    "add-rows": ("size",),
    "cast": ("dtype",),
    "constant": ("value",),
    "field": ("field",),
    "none": ("record",),
    "param": ("parameter",),
}
"""The attributes that operations must have. Reductions may have `keepdims` as well."""


def check_attributes(kind: str, attributes: Mapping[str, Any]) -> None:
    """Refuses attributes that an operation does not take, and the lack of those that it needs."""
    needed = ATTRIBUTES.get(kind, ())
    for name in needed:
        if name not in attributes:
            raise TypeError(f"it needs the attribute {name}")
    for name, value in attributes.items():
        if name not in needed and not (name == "keepdims" and "axes" in needed and kind != "transpose"):
            raise TypeError(f"it takes no attribute {name}")
        if not _ATTRIBUTE_VALUES[name](value):
            raise TypeError(f"{value!r} is nothing for the attribute {name}")


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_dimension(value: Any) -> bool:
    return isinstance(value, str) or (_is_integer(value) and value >= 0)


def _many(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, (tuple, list)) and all(map(test, value))


_ATTRIBUTE_VALUES: dict[str, Callable[[Any], bool]] = {
    "axes": _many(_is_integer),
    "failure": _is_integer,
    "axis": _is_integer,
    "shape": _many(_is_dimension),
    "starts": _many(_is_integer),
    "stops": _many(lambda value: isinstance(value, str) or _is_integer(value)),
    "steps": _many(_is_integer),
    "size": _is_dimension,
    "dtype": lambda value: isinstance(value, str) and value in DTYPES,
    "keepdims": lambda value: isinstance(value, bool),
    "value": lambda value: isinstance(value, (np.ndarray, np.generic)),
    **dict.fromkeys(("field", "record", "parameter"), lambda value: isinstance(value, str)),
}
