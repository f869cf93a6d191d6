"""Runs each construct in Python: what is decided here is decided while tracing (macro-programming).

Other back ends inherit from `PythonBackend`: what they do not override happens as Python does it.
"""

from __future__ import annotations

import builtins
import contextlib
import operator
from collections.abc import Callable, Sequence
from typing import Any

State = tuple[Any, ...]
Thunk = Callable[[], Any]

CONVERSIONS: dict[str, Callable[[Any], str]] = {"r": repr, "s": str, "a": ascii}
"""What `!r`, `!s` and `!a` in an f-string mean."""
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: a == b,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "!=": lambda a, b: a != b,
    "is": lambda a, b: a is b,
    "is not": lambda a, b: a is not b,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}


class PythonBackend:
    """Plain Python values. A subclass names itself and says which types it owns."""

    name = "python"

    def owns_type(self, kind: type) -> bool:
        """Python owns whatever is left."""
        return False

    def active(self) -> bool:
        """Whether values of this back end are staged here and now."""
        return True

    def describe(self, value: Any) -> str:
        """What a value is, for the reader of an event."""
        return f"a Python {type(value).__name__}" + (
            f" ({value})" if type(value) in (bool, int, float) else ""
        )

    def staged_number(self, value: Any) -> Any:
        """The number itself: nothing is staged, or all numbers are."""
        return value

    def staged_array(self, array: Any) -> Any:
        """The array itself."""
        return array

    def entry(self, function: Callable[..., Any], options: Any) -> Any:
        """The converted function itself: there is nothing to trace."""
        from ag_notebook.staging.backends.python.entry import PythonEntry

        return PythonEntry(function, options)

    def define(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Calls are inlined."""
        return NotImplemented

    def function_scope(self, name: str) -> Any:
        """A context manager around the inlined call of a user's function, or None."""
        return None

    def if_stmt(
        self,
        test: Any,
        if_true: Callable[..., State],
        if_false: Callable[..., State],
        state: State,
        names: Sequence[str],
    ) -> State:
        return if_true(*state) if test else if_false(*state)

    def while_stmt(
        self,
        test: Any,
        loop_test: Callable[..., Any],
        loop_body: Callable[..., State],
        state: State,
        names: Sequence[str],
        options: dict[str, Any],
    ) -> State:
        while test:
            state = loop_body(*state)
            test = loop_test(*state)
        return state

    def effects_from_here(self) -> Callable[[], bool]:
        """Nothing is built."""
        return lambda: False

    def discarding(self) -> contextlib.AbstractContextManager[None]:
        """Nothing is built."""
        return contextlib.nullcontext()

    def for_stmt(
        self,
        iterable: Any,
        loop_body: Callable[..., State],
        extra_test: Callable[..., Any] | None,
        state: State,
        names: Sequence[str],
        options: dict[str, Any],
    ) -> State:
        for item in iterable:
            state = loop_body(item, *state)
            if extra_test is not None and not extra_test(*state):
                break
        return state

    def assert_stmt(self, test: Any, exception: Callable[[], BaseException]) -> None:
        if not test:
            raise exception()

    def if_exp(self, test: Any, if_true: Thunk, if_false: Thunk) -> Any:
        return if_true() if test else if_false()

    def and_(self, left: Any, right: Thunk) -> Any:
        return left and right()

    def or_(self, left: Any, right: Thunk) -> Any:
        return left or right()

    def truth(self, value: Any) -> Any:
        return bool(value)

    def not_(self, value: Any) -> Any:
        return not value

    def compare(self, name: str, left: Any, right: Any) -> Any:
        return _OPERATORS[name](left, right)

    def as_number(self, value: Any) -> Any:
        return value

    def getitem(self, value: Any, index: Any) -> Any:
        return value[index]

    def pick(self, items: list[Any], index: Any) -> Any:
        """One of the objects in a Python list, that may be changed."""
        return items[index]

    def setitem(self, value: Any, index: Any, item: Any) -> Any:
        value[index] = item
        return value

    def unpack(self, value: Any, count: int, star: int | None) -> Any:
        return value

    def match_parts(self, take_apart: Callable[[Any], Any], value: Any, **pattern: Any) -> Any:
        """The parts that a pattern of `match` takes a value apart into, or None; `pattern` says what it asks."""
        return take_apart(value)

    def text(self, parts: Sequence[Any]) -> Any:
        out = []
        for part in parts:
            if type(part) is str:
                out.append(part)
                continue
            value, conversion, spec = part
            if conversion:
                value = CONVERSIONS[conversion](value)
            out.append(format(value, self.text(spec) if isinstance(spec, tuple) else spec))
        return "".join(out)

    def percent_text(self, template: str, values: Any) -> Any:
        return template % values

    def builtin(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return getattr(builtins, name)(*args, **kwargs)

    def perform(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        what: str,
        *,
        gives_text: bool = False,
    ) -> Any:
        return function(*args, **kwargs)

    def probe(self, record: Callable[[Any], None], value: Any) -> None:
        self.perform(record, (value,), {}, "probe a variable")

    def shows_variables(self) -> bool:
        """Whether variables can be recorded when what is staged runs."""
        return True

    def list_method(self, items: list[Any], name: str, args: tuple[Any, ...]) -> Any:
        return getattr(items, name)(*args)

    def library_call(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        return function(*args, **kwargs)

    def class_of(self, value: Any) -> type:
        return type(value)

    def makes(self, function: Callable[..., Any]) -> bool:
        return False

    def join_parts(self, items: list[Any]) -> None:
        raise NotImplementedError(f"the back end {self.name} has no staged lists")

    def grows_lists(self) -> bool:
        """Whether lists can grow where a back end decides."""
        return True

    def stack(self, items: Any) -> Any:
        """The items of a list as one array."""
        import numpy as np

        return np.stack(items)

    def switch(self, index: Any, thunks: Sequence[Thunk]) -> Any:
        """The result of one of the thunks, by index."""
        return thunks[index]()

    def graph_model(self, graph: Any) -> Any:
        raise NotImplementedError(f"the back end {self.name} makes no graphs")

    def checking(self) -> Any:
        """What comparing a staged run with the original's asks."""
        from ag_notebook.staging.backends.python.checking import PythonChecks

        return PythonChecks()


PYTHON = PythonBackend()
