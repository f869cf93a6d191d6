"""Makes an editor for each parameter of a function, by the value that is given, the default, or the annotation."""

from __future__ import annotations

import enum
import inspect
import random
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, Literal, Union

from ag_notebook.notebook.explorer import arrays
from ag_notebook.notebook.explorer.editors import (
    NOTHING,
    ArrayEditor,
    BoolEditor,
    ChoiceEditor,
    Editor,
    ExpressionEditor,
    NumberEditor,
    OptionalEditor,
    TextEditor,
)
from ag_notebook.notebook.explorer.problems import InputError
from ag_notebook.staging.backends import registry
from ag_notebook.staging.checking.arguments import Unknown, examples_of, hints_of
from ag_notebook.staging.runtime.callees import signature_of

_STARRED: dict[Any, Any] = {inspect.Parameter.VAR_POSITIONAL: (), inspect.Parameter.VAR_KEYWORD: {}}
_EXAMPLES = {bool: False, int: 1, float: 1.0, str: ""}


class Arguments:
    """The editors of a function's parameters, by name, in order.

    `names` gives the namespace of expressions, `backend` the name of the back end that is chosen now.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        names: Callable[[], dict[str, Any]],
        backend: Callable[[], str],
    ) -> None:
        self.signature = signature_of(function)
        self._names, self._backend = names, backend
        given = self.signature.bind_partial(*args, **kwargs).arguments
        hints = hints_of(function, self.signature)
        self.editors: dict[str, Editor] = {}
        for name, parameter in self.signature.parameters.items():
            hint = None if parameter.kind in _STARRED else hints.get(name)
            default = _STARRED.get(parameter.kind, parameter.default)
            value = given.get(name, NOTHING if default is parameter.empty else default)
            self.editors[name] = self._editor(value, hint)

    def values(self) -> dict[str, Any]:
        """The arguments by name.

        Raises:
            InputError: one of them has no value, as it says beside its field.
        """
        found: dict[str, Any] = {}
        problems = []
        for name, editor in self.editors.items():
            try:
                found[name] = editor.value()
            except InputError as error:
                problems.append(f"{name}: {error}")
        if problems:
            raise InputError("\n".join(problems))
        return found

    def bound(self) -> inspect.BoundArguments:
        """The arguments of a call.

        Raises:
            InputError: one of them has no value, or does not fit.
        """
        bound = inspect.BoundArguments(self.signature, self.values())
        try:
            return self.signature.bind(*bound.args, **bound.kwargs)
        except TypeError as error:
            raise InputError(f"The arguments do not fit: {error}.") from None

    def problem(self) -> str:
        """The first problem with what is typed; empty where there is none that can be seen without running anything."""
        found = ((name, editor.problem()) for name, editor in self.editors.items())
        return next((f"{name}: {problem}" for name, problem in found if problem), "")

    # which editor --------------------------------------------------------------------------------

    def _editor(self, value: Any, hint: Any) -> Editor:
        if choices := _choices(hint, value):
            return ChoiceEditor(value, choices)
        if inner := _optional(hint):
            if value is NOTHING or value is None:
                return OptionalEditor(None, self._editor(self._example(inner), inner))
            return OptionalEditor(value, self._editor(value, inner))
        if value is NOTHING:
            value = self._example(hint)
        if type(value).__name__ == "TensorSpec":
            value = self._example(value)
        return self._editor_of(value)

    def _editor_of(self, value: Any) -> Editor:
        if type(value) is bool:
            return BoolEditor(value, value, None, self._tensors)
        if type(value) in (int, float):
            return NumberEditor(value, value, None, self._tensors)
        if type(value) is str:
            return TextEditor(value)
        array = _array_of(value)
        if array is None or not arrays.is_editable(array):
            return ExpressionEditor(value, self._names)
        tensors = _like(value)
        if array.ndim:
            return ArrayEditor(value, array, tensors)
        item = array.item()
        if type(item) is bool:
            return BoolEditor(value, item, array.dtype.name, tensors)
        if type(item) in (int, float):
            return NumberEditor(value, item, array.dtype.name, tensors)
        return ExpressionEditor(value, self._names)

    def _tensors(self, array: Any) -> Any:
        """A number of Python's that is to be staged, as the back end that is chosen takes it."""
        return registry.named(self._backend()).staged_array(array)

    def _example(self, hint: Any) -> Any:
        """A value for an annotation, or that there is none."""
        if hint is None:
            return NOTHING
        if isinstance(hint, type) and hint in _EXAMPLES:
            return _EXAMPLES[hint]
        checks = registry.named(self._backend()).checking()
        try:
            return examples_of(hint, random.Random(0), checks)[-1]  # noqa: S311  an example, no secret
        except (
            Unknown,
            IndexError,
            TypeError,
        ):  # TypeError: an annotation that no class can be compared with
            return NOTHING


def _choices(hint: Any, value: Any) -> list[Any]:
    """The values that there are, where they are few: of a Literal, an Enum; nothing where the given one is not among them."""
    found: list[Any] = []
    if typing.get_origin(hint) is Literal:
        found = list(typing.get_args(hint))
    elif isinstance(hint, type) and issubclass(hint, enum.Enum):
        found = list(hint)
    else:
        kind = type(value)  # which asks no property of the value
        found = list(kind) if issubclass(kind, enum.Enum) else []
    is_known = value is NOTHING or any(type(each) is type(value) and each == value for each in found)
    return found if is_known else []


def _optional(hint: Any) -> Any:
    """`T` of `Optional[T]`; None for any other annotation."""
    if typing.get_origin(hint) not in (Union, types.UnionType):
        return None
    parts = typing.get_args(hint)
    others = [each for each in parts if each is not type(None)]
    return others[0] if len(others) == 1 and len(parts) == 2 else None


def _array_of(value: Any) -> Any:
    """The NumPy array of a tensor or an array; None for anything else, and for what can be assigned to, such as a variable."""
    if value is NOTHING or hasattr(type(value), "assign"):
        return None
    return registry.owner_of_type(type(value)).checking().array(value)


def _like(value: Any) -> Callable[[Any], Any]:
    """Makes arrays what a value is: an array or a scalar of NumPy's, or a tensor of the back end that owns it."""
    owner = registry.owner_of_type(type(value))
    if type(value).__module__ == "numpy" and not hasattr(value, "__setitem__"):
        return lambda array: array[()]
    return owner.staged_array
