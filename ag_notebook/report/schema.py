"""Describes reports as a JSON schema (draft 2020-12), for front ends that are written in other languages.

The schema is made of the dataclasses, as reading and writing are (`json`), so the three cannot part. `docs/report.schema.json`
is what this gives; a test compares.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
import types
import typing
from typing import Any, Literal, TypeAlias, Union, cast

from ag_notebook.report.json import NOT_FINITE
from ag_notebook.report.report import VERSION, StagingReport

Schema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = {str: "string", bool: "boolean", int: "integer", type(None): "null"}


def schema() -> Schema:
    """The schema of what `to_json` makes of a `StagingReport`."""
    definitions: dict[str, Schema] = {}
    root = _of(StagingReport, definitions)
    definitions[StagingReport.__name__]["properties"]["version"] = {"const": VERSION}
    return {"$schema": DIALECT, **root, "$defs": {name: definitions[name] for name in sorted(definitions)}}


def schema_text() -> str:
    """The schema as the text of `docs/report.schema.json`."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def _of(kind: Any, definitions: dict[str, Schema]) -> Schema:
    """The schema of a field's type; records are described once, in `definitions`."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind):
        record = cast(type, kind)
        if record.__name__ not in definitions:
            definitions[record.__name__] = {}  # a graph holds nodes, which hold graphs
            definitions[record.__name__] = _record(record, definitions)
        return {"$ref": f"#/$defs/{record.__name__}"}
    if origin is tuple and arguments[-1] is Ellipsis:
        return {"type": "array", "items": _of(arguments[0], definitions)}
    if origin is tuple:
        items = [_of(each, definitions) for each in arguments]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_of(each, definitions) for each in arguments]}
    if kind is float:
        return {"anyOf": [{"type": "number"}, {"enum": list(NOT_FINITE)}]}
    return {"type": _PLAIN[kind]}


def _record(kind: type, definitions: dict[str, Schema]) -> Schema:
    hints = typing.get_type_hints(kind)
    fields = dataclasses.fields(kind)
    return {
        "description": inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].replace("\n", " "),
        "type": "object",
        "properties": {each.name: _of(hints[each.name], definitions) for each in fields},
        "required": [
            each.name
            for each in fields
            if each.default is dataclasses.MISSING and each.default_factory is dataclasses.MISSING
        ],
        "additionalProperties": False,
    }
