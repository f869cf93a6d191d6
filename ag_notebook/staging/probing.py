"""Finds what of a staged function is to be probed: which variables it has, and which of them the user means.

A probe is `NAME` (each line that binds the name) or `NAME@LINE`. Probed are the function itself, those in it, and those that its
decorators wrap.
"""

from __future__ import annotations

import ast
import contextlib
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ag_notebook.report import Span
from ag_notebook.staging.errors import ConversionError, StagingError
from ag_notebook.staging.runtime.callees import name_of
from ag_notebook.staging.runtime.probes import Recorder, recording
from ag_notebook.staging.wording import did_you_mean

_WORD = re.compile(r"([^\W\d]\w*)(?:@([0-9]+))?")
_MOST_WRAPPED = 20
"""Functions that are looked for below a decorated one."""
_OF_EFFECTS = ("AG212", "AG270", "AG271")
_LEAVE_OUT = "It may be for the probes, which have effects as `print` has: try it without them."


class Probing(Recorder):
    """The probes of one staged function: where they are, and what they have seen.

    Attributes:
        converted: the code of its functions, converted with probes, by the id of the code object.

    Raises:
        StagingError: AG506, there is no such variable.
    """

    def __init__(self, function: Callable[..., Any], words: Sequence[str]) -> None:
        super().__init__()
        self.converted: dict[int, Any] = {}
        self._codes: dict[int, types.CodeType] = {}
        found: list[tuple[str, Span]] = []
        for each in functions_of(function):
            known = places(each)
            found += known
            if known:
                self._codes[id(each.__code__)] = each.__code__
        check_probes(words, found, f"`{name_of(function)}`")
        self.places = sorted(dict.fromkeys(each for each in found if is_meant(each, words)))
        self._numbers = {place: number for number, place in enumerate(self.places)}

    @contextlib.contextmanager
    def around(self, *, is_call: bool) -> Iterator[None]:
        """Around a call or a trace of the function; a refusal of effects says that it may be for the probes."""
        __tracebackhide__ = True
        with recording(self, is_call=is_call):
            try:
                yield
            except StagingError as error:
                if error.code in _OF_EFFECTS and not error.fix.endswith(_LEAVE_OUT):
                    error.fix = f"{error.fix} {_LEAVE_OUT}".strip()
                raise

    def covers(self, code: types.CodeType) -> bool:
        """Whether a code object is that of a function which is probed."""
        return self._codes.get(id(code)) is code

    def number(self, name: str, span: Span) -> int | None:
        """The number of the probe of a name that is bound at a place, or None."""
        return self._numbers.get((name, span))


def functions_of(function: Callable[..., Any]) -> list[types.FunctionType]:
    """The function of Python's behind a callable, and those below its decorators."""
    from ag_notebook.staging.function import plain_function

    below: Any = function
    found = [plain_function(function)]
    for _ in range(_MOST_WRAPPED):
        below = (
            below.func if isinstance(below, partial) else getattr(below, "__dict__", {}).get("__wrapped__")
        )
        plain = below.__func__ if isinstance(below, types.MethodType) else below
        if isinstance(plain, types.FunctionType) and plain not in found:
            found.append(plain)
    return found


def places(function: types.FunctionType) -> list[tuple[str, Span]]:
    """The names that a function binds, and where; none of a function that nobody has the text of."""
    from ag_notebook.staging import source
    from ag_notebook.staging.converter import make_unit
    from ag_notebook.staging.passes.probes import places_of

    try:
        found = source.find(function)
    except ConversionError:
        return []
    return places_of(make_unit(found, function.__code__.co_freevars))


def places_in(text: str, file: str) -> list[tuple[str, Span]]:
    """As `places`, of all functions that a program defines at its top level; nothing of it is run."""
    from ag_notebook.staging.converter import make_unit
    from ag_notebook.staging.passes.probes import places_of
    from ag_notebook.staging.source import FoundSource

    found: list[tuple[str, Span]] = []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            span = Span(file, node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
            found += places_of(make_unit(FoundSource(node, (), span, ""), ()))
    return found


def probes_of(words: Sequence[str], function: Callable[..., Any]) -> tuple[str, ...]:
    """Those of several probes that a function has."""
    found = [place for each in functions_of(function) for place in places(each)]
    return tuple(word for word in words if any(is_meant(place, (word,)) for place in found))


def check_probes_of(words: Sequence[str], functions: Mapping[str, Callable[..., Any]]) -> None:
    """Refuses probes that none of several functions has.

    Raises:
        StagingError: AG506.
    """
    found = [
        place for function in functions.values() for each in functions_of(function) for place in places(each)
    ]
    check_probes(words, found, ", ".join(f"`{name}`" for name in functions))


def is_meant(place: tuple[str, Span], words: Iterable[str]) -> bool:
    """Whether a name that is bound at a place is one that is to be probed."""
    name, span = place
    return name in words or f"{name}@{span.line}" in words


def check_probes(words: Iterable[str], found: Iterable[tuple[str, Span]], function: str) -> None:
    """Refuses probes that `function` does not have, which binds the names of `found`.

    Raises:
        StagingError: AG506.
    """
    lines: dict[str, list[int]] = {}
    for name, span in sorted(found, key=lambda each: each[1]):
        if span.line not in lines.setdefault(name, []):
            lines[name].append(span.line)
    for word in words:
        taken = _WORD.fullmatch(word)
        if taken is None:
            raise StagingError(
                "AG506", f"`{word}` is no probe.", fix="Write NAME or NAME@LINE, such as `n` or `n@6`."
            )
        name, line = taken[1], taken[2]
        if name not in lines:
            fix = f"{did_you_mean(name, lines)} {_choices(lines)}".lstrip()
            raise StagingError("AG506", f"{function} binds no variable `{name}`.", fix=fix)
        if line is not None and int(line) not in lines[name]:
            raise StagingError(
                "AG506",
                f"line {line} of {function} does not bind `{name}`.",
                fix=_choices({name: lines[name]}),
            )


def _choices(lines: dict[str, list[int]]) -> str:
    if not lines:
        return "Nothing can be probed in it."
    said = [f"{name} (line{'s' * (len(at) > 1)} {', '.join(map(str, at))})" for name, at in lines.items()]
    return f"What can be probed: {', '.join(said)}."
