"""Arrays as text to edit: nested lists, dtypes, shapes, and arrays that are made."""

from __future__ import annotations

import ast
import math
import re
from typing import Any

import numpy as np

from ag_notebook.notebook.explorer.numbers import spelled
from ag_notebook.notebook.explorer.problems import NOT_PARSED, InputError, quoted

DTYPES = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
)
MOST_EDITED = 100
"""Items of an array that is edited as text."""
MOST_MADE = 50_000_000
"""Items of an array that is made: more would fill the memory before anybody can stop it."""
FILLINGS = ("zeros", "ones", "range", "random normal")


def is_editable(array: np.ndarray[Any, Any]) -> bool:
    """Whether an array has a dtype that can be chosen."""
    return array.dtype.name in DTYPES


def text_of(array: np.ndarray[Any, Any]) -> str:
    """An array as nested lists, whose items read back as they are."""
    if array.ndim == 0:
        return _item(array[()])
    rows = [text_of(row).replace("\n", "\n ") for row in array]
    between = ", " if array.ndim == 1 else ",\n "
    return f"[{between.join(rows)}]"


def _item(item: Any) -> str:
    return (
        str(item) if item.dtype.kind == "f" else str(item.item())
    )  # of a float, the shortest that reads back in its dtype


def parsed(text: str, dtype: str, shape: tuple[int, ...] | None = None) -> np.ndarray[Any, Any]:
    """The array that nested lists say, of a dtype.

    Raises:
        InputError: they are none, or their items do not fit the dtype.
    """
    items = _items(text)
    sizes: list[int] = []
    _measure(items, 0, sizes)
    flat: list[Any] = []
    _flatten(items, flat)
    if math.prod(sizes) != len(flat):
        raise InputError("The rows have different lengths: give all of them as many items.")
    array = np.array([_fitting(each, dtype) for each in flat], np.dtype(dtype)).reshape(sizes)
    if shape is not None and shape != array.shape:
        if math.prod(shape) != array.size:
            raise InputError(
                f"The list has {array.size} items, and the shape ({shape_text(shape)}) holds {math.prod(shape)}: change one of "
                "them, or make an array of that shape."
            )
        return array.reshape(shape)
    return array


def _items(text: str) -> Any:
    if not text.strip():
        raise InputError("Write nested lists, such as [[1, 2], [3, 4]].")
    spelled = re.sub(r"\b(nan|inf)\b", r"float('\1')", text)
    try:
        return _literal(ast.parse(spelled.strip(), mode="eval").body)
    except SyntaxError as error:
        raise InputError(f"This is no nested list: {error.msg}.") from None
    except InputError:
        raise
    except NOT_PARSED:
        raise InputError(
            "This is no nested list: it is nested too deep, or has characters that are none."
        ) from None


def _literal(node: ast.expr) -> Any:
    """A number or a list of a tree: nothing else is an item of an array."""
    match node:
        case ast.List(items) | ast.Tuple(items):
            return [_literal(each) for each in items]
        case ast.Call(ast.Name("float"), [ast.Constant(str(text))]):
            return float(text)
        case ast.UnaryOp(ast.USub(), operand):
            value = _literal(operand)
            if not isinstance(value, list):
                return -value
        case ast.BinOp(left, ast.Add() | ast.Sub() as sign, ast.Constant(value)) if isinstance(
            value, complex
        ):
            real = _literal(left)  # of 1+2j
            if not isinstance(real, list):
                return real + value if isinstance(sign, ast.Add) else real - value
        case ast.Constant(value) if isinstance(value, (bool, int, float, complex)):
            return value
    raise InputError(f"`{quoted(ast.unparse(node))}` is no number: an array has numbers, True and False.")


def _measure(items: Any, depth: int, sizes: list[int]) -> None:
    """The lengths of the first list of each depth."""
    if isinstance(items, list):
        if depth == len(sizes):
            sizes.append(len(items))
        for each in items[:1]:
            _measure(each, depth + 1, sizes)


def _flatten(items: Any, flat: list[Any]) -> None:
    if not isinstance(items, list):
        flat.append(items)
        return
    if len({(len(each) if isinstance(each, list) else -1) for each in items}) > 1:
        raise InputError("The rows have different lengths: give all of them as many items.")
    for each in items:
        _flatten(each, flat)


def _fitting(item: Any, dtype: str) -> Any:
    """An item that a dtype can hold as it is."""
    return scalar(item, dtype).item()


def scalar(value: Any, dtype: str) -> np.ndarray[Any, Any]:
    """A number as an array without dimensions.

    Raises:
        InputError: it would become another number.
    """
    kind = np.dtype(dtype).kind
    fits = {"b": isinstance(value, bool), "c": True}.get(kind, not isinstance(value, complex))
    if kind in "iu" and isinstance(value, float):
        fits = value.is_integer()
        value = int(value) if fits else value
    if not fits:
        raise InputError(
            f"{quoted(spelled(value))} is no {dtype}: write another number, or choose another dtype."
        )
    try:
        with np.errstate(over="ignore"):
            made = np.asarray(value, np.dtype(dtype))
    except OverflowError:
        made = None
    if made is None or (kind == "f" and math.isfinite(value) and not np.isfinite(made)):
        raise InputError(f"{quoted(spelled(value))} does not fit {dtype}: choose another dtype.")
    return made


def shape_text(shape: tuple[int, ...]) -> str:
    """`2, 3`, as it is typed."""
    return ", ".join(map(str, shape))


def shape_of(text: str) -> tuple[int, ...]:
    """The shape that is typed: `2, 3`, `(2, 3)`, `2 x 3`; nothing is that of a scalar.

    Raises:
        InputError: it says none.
    """
    words = [word for word in re.split(r"[\s,×x()\[\]]+", text.strip()) if word]
    if not all(re.fullmatch(r"\d+", word, re.ASCII) for word in words):
        raise InputError(f"`{quoted(text)}` is no shape: write its dimensions, such as 2, 3.")
    return tuple(map(int, words))


def filled(filling: str, shape: tuple[int, ...], dtype: str, seed: int = 0) -> np.ndarray[Any, Any]:
    """An array that is made: `zeros`, `ones`, `range` (0, 1, 2, … in rows) or `random normal`.

    Raises:
        InputError: it would be too large, or its dtype cannot hold the items.
    """
    size = math.prod(shape)
    if size > MOST_MADE:
        raise InputError(
            f"An array of shape ({shape_text(shape)}) has {size:,} items; {MOST_MADE:,} are the most."
        )
    made = np.dtype(dtype)
    if filling == "zeros":
        return np.zeros(shape, made)
    if filling == "ones":
        return np.ones(shape, made)
    if filling == "range":
        if made.kind in "iu" and size and size - 1 > np.iinfo(made).max:
            raise InputError(f"{dtype} cannot hold {size - 1}: choose another dtype, or a smaller shape.")
        return np.arange(size).astype(made).reshape(shape)
    if made.kind not in "fc":
        raise InputError(f"Normal numbers are no {dtype}: choose a float dtype.")
    return np.random.default_rng(seed).standard_normal(shape).astype(made)


def summary(array: np.ndarray[Any, Any]) -> str:
    """A large array in one line."""
    text = f"{array.dtype.name} ({shape_text(array.shape)}), {array.size:,} items"
    if array.size and array.dtype.kind in "iufb":
        low, high = array.min(), array.max()
        return (
            f"{text}, from {low:.6g} to {high:.6g}"
            if array.dtype.kind == "f"
            else f"{text}, from {low} to {high}"
        )
    return text
