"""Says which hint a class needs for its objects to be records, or for a field to be one of theirs."""

from __future__ import annotations

import enum
import re
import typing
from collections.abc import Iterable
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.ir.types import dtype_name
from ag_notebook.staging.backends.lantern.staging.records import (
    hints_of,
    is_record_class,
    record_fields,
    unfit_fields,
)
from ag_notebook.staging.backends.lantern.staging.refusals import LackingAttributeError, refusal
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.callees import is_users_class
from ag_notebook.staging.runtime.reachability import all_attributes
from ag_notebook.staging.wording import with_article

_NUMBERS = (bool, int, float)
_NOWHERE = object()
_QUALIFIER = re.compile(r"[\w.<>]+\.(?=\w)")


def missing_field(kind: type, name: str) -> StagingError:
    """The error that a record has no field of that name: its class has no hint for it, or one of another type."""
    hint = hints_of(kind).get(name)
    if hint is None:
        value = _value_in(kind, name)
        return refusal(
            "AG314",
            f"{kind.__name__} has no hint for `{name}`.",
            _hint_for(kind, name, value),
            LackingAttributeError,
        )
    return refusal(
        "AG314",
        f"the hint of {kind.__name__}.{name} is {_spelled(hint)}, which records do not hold.",
        _instead_of(kind, name, hint),
        LackingAttributeError,
    )


def why_no_record(value: Any) -> tuple[str, str]:
    """Why an object of the user's is no record, as a clause, and the way out."""
    kind = type(value)
    name = kind.__name__
    hints = hints_of(kind)
    if not hints:
        held = all_attributes(value)
        chosen = next((n for n, v in held.items() if isinstance(v, float)), next(iter(held), "value"))
        fix = _hint_for(kind, chosen, held.get(chosen, 0.0))
        return f"the class {name} has no hints, so its objects are Python's constants", fix
    field = next(iter(unfit_fields(kind)), next(iter(hints)))
    reason = f"the hint of {name}.{field} is {_spelled(hints[field])}, so objects of {name} are no records"
    return reason, _instead_of(kind, field, hints[field])


def no_records_in(values: Iterable[Any]) -> list[Any]:
    """Those of some values that are objects of the user's classes, and no records."""
    return [each for each in values if is_users_class(type(each)) and not is_record_class(type(each))]


def _hint_for(kind: type, name: str, value: Any) -> str:
    """The way out for a field without a hint that holds a value in some object."""
    if value is _NOWHERE:
        return f"No object that is given has `{name}`: correct the name, or add a hint to the class."
    if isinstance(value, (str, bytes, enum.Enum)):
        return _codes(name)
    if isinstance(value, (list, tuple, dict, set)):
        return _links(kind)
    hint = f'Optional["{kind.__name__}"]'
    if isinstance(value, _NUMBERS):
        hint = type(value).__name__
    elif isinstance(value, np.generic) and dtype_name(value.dtype) is not None:
        hint = f"np.{value.dtype}"
    elif isinstance(value, np.ndarray) and dtype_name(value.dtype) is not None:
        hint = f"lantern.Array[{', '.join(map(str, (f'np.{value.dtype}', *value.shape)))}]"
    elif is_users_class(type(value)):
        hint = f'Optional["{type(value).__name__}"]'
    return f"Add a hint to the class, such as `{name}: {hint}`."


def _instead_of(kind: type, name: str, hint: Any) -> str:
    """The way out for a field whose hint is of no use."""
    parts = typing.get_args(hint) or (hint,)
    if any(isinstance(each, type) and issubclass(each, (str, bytes, enum.Enum)) for each in parts):
        return _codes(name)
    return _links(kind)


def _codes(name: str) -> str:
    return f"Texts and enums are not stored in records: use int codes, such as `{name}: int`."


def _links(kind: type) -> str:
    return (
        "Fields are numbers, arrays, and records of one class, or None: "
        f'use links, such as `following: Optional["{kind.__name__}"]`.'
    )


def _spelled(hint: Any) -> str:
    """A hint as it is written, without modules."""
    if isinstance(hint, type) and not typing.get_args(hint):
        return with_article(hint.__name__)
    return _QUALIFIER.sub("", str(hint))


def _value_in(kind: type, name: str) -> Any:
    """What an attribute is in the first object of a class that has it, and is not None, of those that are given.

    `_NOWHERE` where none has it.
    """
    seen: set[int] = set()
    todo = list(session().given)
    found: Any = _NOWHERE
    while todo:
        value = todo.pop()
        if value is None or id(value) in seen:
            continue
        seen.add(id(value))
        if type(value) is kind:
            found = getattr(value, name, found) if found is None or found is _NOWHERE else found
        todo += [getattr(value, field, None) for field, _ in record_fields(type(value))]
    return found
