"""Turns reports into plain data (dicts, lists, texts, numbers) and back.

The wire format is read by front ends that were not installed together with this package, and by saved
notebooks years later. So it is derived from the dataclasses alone (no second description to keep in step),
carries a version, and reading is strict: what does not fit the types is refused with the place of the misfit.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import types
import typing
from typing import Any, Literal, TypeAlias, TypeVar, Union, cast

from ag_notebook.report.report import VERSION, StagingReport

Record = TypeVar("Record")
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

NOT_FINITE = ("NaN", "Infinity", "-Infinity")
"""How numbers are written that JSON has none for."""


class ReportFormatError(ValueError):
    """Data that is not a report of this version.

    Attributes:
        code: stable code of the message.
        message: what is wrong and where, one sentence.
        fix: the way out.
    """

    def __init__(
        self, message: str, fix: str = "Make the report anew with this version of ag_notebook."
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.fix = "AG402", message, None, fix

    def __str__(self) -> str:
        return f"{self.code}: {self.message} {self.fix}"


def to_json(record: Any) -> Json:
    """The plain data of a report or of any part of it."""
    kind = type(record)
    if kind in _PLAIN:
        return cast(Json, record)
    if kind is tuple or kind is list:
        return [to_json(item) for item in record]
    if dataclasses.is_dataclass(kind):
        return {name: to_json(getattr(record, name)) for name in _names(kind)}
    if isinstance(record, float):
        return record if math.isfinite(record) else _not_finite(record)
    if isinstance(record, (int, str)):  # of a class of their own
        return record
    raise TypeError(f"a report holds plain data, not {kind.__name__}")


def json_text(record: Any, indent: int | None = None) -> str:
    """A report or a part of it as JSON text that UTF-8 can hold.

    JSON knows halves of surrogate pairs as escapes only; two that stand side by side are read back as one character.
    """
    data = to_json(record)
    written = json.dumps(data, indent=indent, ensure_ascii=False, allow_nan=False)
    try:
        written.encode()
    except UnicodeEncodeError:
        written = json.dumps(data, indent=indent, allow_nan=False)
    return written


def from_json(data: Json) -> StagingReport:
    """The report that `to_json` made this data of; refuses other versions."""
    if not isinstance(data, dict):
        raise ReportFormatError(f"A report is a JSON object, not {type(data).__name__}.")
    version = data.get("version")
    if version != VERSION:
        raise ReportFormatError(f"This report has version {version!r}; this package reads version {VERSION}.")
    return record_from_json(data, StagingReport)


def record_from_json(data: Json, kind: type[Record]) -> Record:
    """The dataclass `kind` that `to_json` made this data of; `from_json` for a part of a report."""
    return cast(Record, _read(data, kind, kind.__name__))


_PLAIN = frozenset({bool, int, str, type(None)})


@functools.cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def _not_finite(value: float) -> str:
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


@functools.cache
def _fields(kind: type) -> dict[str, tuple[Any, bool]]:
    """Each field's type, and whether data may lack it."""
    hints = typing.get_type_hints(kind)
    return {
        field.name: (
            hints[field.name],
            field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING,
        )
        for field in dataclasses.fields(kind)
    }


def _read(data: Json, kind: Any, place: str) -> Any:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind):
        return _read_record(data, cast(type, kind), place)
    if origin is tuple:
        return _read_tuple(data, arguments, place)
    if origin is Literal:
        if data in arguments:
            return data
        raise ReportFormatError(f"{place} is {data!r}, which is none of {', '.join(map(repr, arguments))}.")
    if origin in (Union, types.UnionType):
        return _read_union(data, arguments, place)
    if kind is float and isinstance(data, (int, float)) and not isinstance(data, bool):
        return float(data)
    if kind is float and isinstance(data, str) and data in NOT_FINITE:
        return float(data)
    if isinstance(kind, type) and type(data) is kind:
        return data
    name = getattr(kind, "__name__", str(kind))
    raise ReportFormatError(f"{place} must be {name}, not {type(data).__name__}.")


def _read_record(data: Json, kind: type, place: str) -> Any:
    if not isinstance(data, dict):
        raise ReportFormatError(f"{place} must be an object, not {type(data).__name__}.")
    fields = _fields(kind)
    unknown = sorted(set(data) - set(fields))
    missing = [name for name, (_, optional) in fields.items() if not optional and name not in data]
    if unknown or missing:
        what = f"an unknown field {unknown[0]!r}" if unknown else f"no field {missing[0]!r}"
        raise ReportFormatError(f"{place} has {what}.")
    return kind(**{name: _read(value, fields[name][0], f"{place}.{name}") for name, value in data.items()})


def _read_tuple(data: Json, arguments: tuple[Any, ...], place: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise ReportFormatError(f"{place} must be a list, not {type(data).__name__}.")
    if arguments[-1] is Ellipsis:
        return tuple(_read(item, arguments[0], f"{place}[{index}]") for index, item in enumerate(data))
    if len(arguments) != len(data):
        raise ReportFormatError(f"{place} must have {len(arguments)} items, not {len(data)}.")
    return tuple(
        _read(item, kind, f"{place}[{index}]") for index, (item, kind) in enumerate(zip(data, arguments))
    )


def _read_union(data: Json, arguments: tuple[Any, ...], place: str) -> Any:
    if data is None and type(None) in arguments:
        return None
    kinds = [kind for kind in arguments if kind is not type(None)]
    if len(kinds) != 1:  # two kinds of record could not be told apart
        raise TypeError(f"{place}: a field of a report is of one type, or of one type or None")
    return _read(data, kinds[0], place)
