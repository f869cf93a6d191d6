"""Takes `str.format` templates and `%` templates apart into the parts of an f-string."""

from __future__ import annotations

import re
import string
from typing import Any

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.statements import raise_stmt

_FORMATTER = string.Formatter()


def format_parts(template: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """The parts of `template.format(*args, **kwargs)` as those of an f-string."""
    following = iter(range(len(args) + template.count("{")))

    def parts_of(text: str) -> list[Any]:
        parts: list[Any] = []
        for literal, field, spec, conversion in _FORMATTER.parse(text):
            parts.append(literal)
            if field is not None:
                value = _field(field)
                inner = [part for part in parts_of(spec or "") if part != ""]
                plain = all(type(part) is str for part in inner)
                parts.append((value, conversion or "", "".join(inner) if plain else tuple(inner)))
        return parts

    def _field(field: str) -> Any:
        from ag_notebook.staging.runtime.expressions import getitem

        first = re.match(r"[^.\[]*", field)
        assert first is not None
        name = first.group() or str(next(following))
        value = args[int(name)] if name.isdigit() else kwargs[name]
        for attribute, item in re.findall(r"\.([^.\[]+)|\[([^\]]+)\]", field[first.end() :]):
            if attribute:
                value = getattr(value, attribute)
            else:
                value = getitem(value, int(item) if item.isdigit() else item)
        return value

    return parts_of(template)


_PERCENT = re.compile(r"%(?:\((\w+)\))?([-+ 0#]*)(\d*)(?:\.(\d+))?([diouxXeEfFgGcrsa%])")


def percent_parts(template: str, values: Any) -> list[Any]:
    """The parts of `template % values` as those of an f-string.

    Raises:
        StagingError: AG263, a field is of a kind that is not supported.
    """
    held = list(values) if isinstance(values, tuple) else [values]
    parts: list[Any] = []
    end = 0
    for found in _PERCENT.finditer(template):
        parts.append(template[end : found.start()])
        end = found.end()
        name, flags, width, precision, kind = found.groups()
        if kind == "%":
            parts.append("%")
            continue
        if not name and not held:
            raise TypeError("not enough arguments for format string")
        if not name and not held:
            raise_stmt(TypeError("not enough arguments for format string"))
        value = values[name] if name else held.pop(0)
        parts.append(_percent_part(value, flags, width, precision, kind))
    parts.append(template[end:])
    if "%" in _PERCENT.sub("", template):
        raise StagingError(
            "AG263",
            f"a field of {template!r} is not supported with staged values.",
            span=user_span(),
            fix="Use an f-string.",
        )
    if held and not isinstance(values, dict):
        raise_stmt(TypeError("not all arguments converted during string formatting"))
    return parts


def _percent_part(value: Any, flags: str, width: str, precision: str | None, kind: str) -> Any:
    """One field; `%5d` is `{:>5d}`, and `%d` of a float drops its digits."""
    from ag_notebook.staging.runtime.calls import converted_call

    align = "<" if "-" in flags else "=" if "0" in flags and kind not in "rsac" else ">"
    fill = "0" if align == "=" else " "
    sign = "+" if "+" in flags else " " if " " in flags else ""
    digits = f".{precision}" if precision is not None else ""
    place = f"{fill}{align}" if width else ""
    if kind in "rsa":
        return value, kind, f"{place}{width}{digits}"
    if kind == "c":
        return value, "", f"{place}{width}" if type(value) is str else f"{place}{width}c"
    alternate = "#" if "#" in flags else ""
    if kind in "diu":
        value, kind, digits = converted_call(int, value), "d", ""
    return value, "", f"{place}{sign}{alternate}{width}{digits}{kind}"
