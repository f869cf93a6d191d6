"""What comparing two runs asks of a back end: `PythonChecks` answers for plain values, others inherit from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

MOST_ITEMS = 16
"""Items of an array that are spelled."""


def items_text(array: Any) -> str | None:
    """The items of a small array as Python would write them; None where it is large, or has such as have no text."""
    if array.size > MOST_ITEMS or (array.ndim > 1 and not array.size):
        return None
    if array.ndim:
        rows = [items_text(array[number, ...]) for number in range(len(array))]  # an item as an array
        return None if None in rows else f"[{', '.join(map(str, rows))}]"
    item = array[()]
    if array.dtype.kind in "OSU":
        held = item.decode("utf-8", "replace") if isinstance(item, bytes) else item
        return repr(str(held)) if isinstance(held, str) and "\ufffd" not in held else None
    if array.dtype.kind not in "biufc" and "float" not in array.dtype.name:  # as bfloat16 is
        return None
    text = str(item)
    return None if "nan" in text or "inf" in text else text


class PythonChecks:
    """Plain Python values and arrays of NumPy's."""

    def array(self, value: Any) -> Any:
        """The NumPy array of a value that is one, or can be read as one; None for any other value."""
        if type(value).__module__ != "numpy" or not hasattr(value, "dtype"):
            return None
        import numpy as np

        return np.asarray(value)  # a scalar of a text is no array, but a str

    def spelled(self, value: Any) -> str | None:
        """A value of the back end as it could be typed; None where it cannot, and for any other value."""
        array = self.array(value)
        if array is None:
            return None
        items = items_text(array)
        if items is None or not array.shape:
            return f"np.{array.dtype.name}({items})" if items and array.dtype.kind in "biufc" else None
        if array.dtype.kind in "OS":
            return None
        is_text = array.dtype.kind == "U"
        natural = array.size and (is_text or array.dtype.name in ("int64", "float64", "bool"))
        return f"np.array({items})" if natural else f"np.array({items}, np.{array.dtype.name})"

    def described(self, value: Any) -> str:
        """A value of the back end by its type: `<int32 27>`, `<float32[100, 3]>`; nothing for any other value."""
        array = self.array(value)
        if array is None:
            return ""
        is_text = array.dtype.kind in "OSU"
        dtype = "string" if is_text else array.dtype.name
        if array.shape:
            return f"<{dtype}[{', '.join(map(str, array.shape))}]>"
        return "<string>" if is_text else f"<{dtype} {array[()]}>"

    def taken_apart(self, value: Any) -> tuple[str, dict[str, Any]] | None:
        """What a value of the back end is called, and what it is made of, by name; None for any other value."""
        return None

    def put_back(self, value: Any) -> tuple[Callable[[], Any], Callable[[Any], None]] | None:
        """How the contents of a mutable value of the back end are read and written; None for any other value."""
        return None

    def cannot_be_put_back(self, value: Any) -> str:
        """Why what a value of the back end holds can be neither read nor written; nothing for any other value."""
        return ""

    def run(
        self, call: Callable[[], Any], arguments: Mapping[str, Any]
    ) -> tuple[Any, Callable[[], dict[str, Any]]]:
        """Runs `call`: its value, and what gives the gradients of its floats with respect to float arguments, by name."""
        return call(), dict

    def runs_now(self) -> bool:
        """Whether a call runs now, and does not become a part of a graph that is being built."""
        return True

    def draws_random_numbers(self, operations: set[str]) -> bool:
        """Whether a graph with these operations draws other random numbers than Python does in its place."""
        return False

    def unseen(self, operations: set[str]) -> str:
        """What a graph with these operations does outside of the program that Python is not told of, in words."""
        return ""

    def examples(self, annotation: Any, draw: Any) -> list[Any]:
        """Arguments for a parameter that is annotated with a type of the back end, drawn from a `random.Random`."""
        return []

    def like(self, value: Any, given: Any) -> Any:
        """A number or text as the back end's value of the type of `given`, where that is one; else as it is."""
        return value
