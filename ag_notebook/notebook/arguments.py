"""Reads the magic's line: names and options, with the nearest name where one is unknown."""

from __future__ import annotations

import difflib
import keyword
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.core.magic_arguments import parse_argstring

if TYPE_CHECKING:
    from collections.abc import Callable

SECTIONS = ("code", "trace", "passes", "graph", "optimized", "notes", "result")
"""The parts of a report that `--show` chooses from; `--xla` adds one, which takes long to make."""

TRACEBACKS = ("short", "full")


@dataclass(frozen=True, slots=True)
class CellArguments:
    """What the magic's line says, settings of the session filled in."""

    names: tuple[str, ...]
    backend: str
    show: tuple[str, ...]
    quiet: bool
    var: str | None
    entry: str | None
    no_run: bool
    check: bool
    last: bool
    tb: str | None

    @property
    def rungs(self) -> tuple[str, ...]:
        """What of the report is made only because it is asked for: what is below the graph."""
        return tuple(name for name in ("optimized", "xla") if name in self.show)


def parse(magic: Callable[..., Any], line: str, *, backend: str, show: str) -> CellArguments:
    """Reads the line; `backend` and `show` are used where it says nothing.

    Raises:
        UsageError: an option or a value is not known.
    """
    options: list[str] = [name for action in magic.parser._actions for name in action.option_strings]  # type: ignore[attr-defined]
    magic.parser.allow_abbrev = False  # type: ignore[attr-defined]  # a cut option would be another one's typo
    try:
        given = parse_argstring(magic, line)
    except UsageError as error:
        raise UsageError(_with_nearest(str(error), line, options)) from None
    except ValueError as error:  # an open quote
        raise UsageError(f"The options cannot be read: {error}.") from None
    if given.var is not None and (not given.var.isidentifier() or keyword.iskeyword(given.var)):
        raise UsageError(f"`--var {given.var}`: not a name that a variable can have.")
    if problem := backend_problem(given.backend or backend):
        raise UsageError(problem)
    wanted = given.show or show
    if problem := sections_problem(wanted):
        raise UsageError(f"`--show`: {problem}")
    entry = _unquoted(given.entry)
    if entry is not None:
        _check_expression(entry)
    return CellArguments(
        names=tuple(given.names),
        backend=given.backend or backend,
        show=(*_parts(wanted), *(("xla",) if given.xla else ())),
        quiet=given.quiet,
        var=given.var,
        entry=entry,
        no_run=given.no_run,
        check=given.check,
        last=given.last,
        tb=given.tb,
    )


def nearest(name: str, known: list[str] | tuple[str, ...]) -> str:
    """` Did you mean …?`, or nothing where no known name is near."""
    close = difflib.get_close_matches(name, known, n=1)
    return f" Did you mean `{close[0]}`?" if close else ""


def sections_problem(text: str) -> str:
    """What is wrong with a list of sections; empty where nothing is."""
    for section in _parts(text):
        if section not in SECTIONS:
            return f"`{section}` is not one of {', '.join(SECTIONS)}.{nearest(section, SECTIONS)}"
    return ""


def codes_problem(text: str) -> str:
    """What is wrong with a list of codes; empty where nothing is."""
    for code in _parts(text):
        if not re.fullmatch(r"AG\d{3}", code):
            return f"`{code}` is not the code of a note: AG and three digits."
    return ""


def backend_problem(name: str) -> str:
    """What is wrong with the name of a back end; empty where nothing is."""
    from ag_notebook.staging.backends import registry

    known = registry.names()
    if name in known:
        return ""
    return f"There is no back end `{name}`, only {', '.join(known)}.{nearest(name, known)}"


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _unquoted(text: str | None) -> str | None:
    """What the user put in quotes so that it counts as one word: IPython leaves the quotes on."""
    quoted = text is not None and len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted and text is not None else text


def _check_expression(text: str) -> None:
    try:
        compile(text, "--entry", "eval")
    except SyntaxError as error:
        raise UsageError(f"`--entry {text!r}`: not an expression ({error.msg}).") from None


def _nearest_option(word: str, options: list[str]) -> str:
    """As `nearest`; the dashes, which all options share, make none of them near."""
    names = {option.lstrip("-"): option for option in options if option.startswith("--")}
    close = difflib.get_close_matches(word.lstrip("-"), names, n=1)
    return f" Did you mean `{names[close[0]]}`?" if close else ""


def _with_nearest(message: str, line: str, options: list[str]) -> str:
    unknown = [word.split("=")[0] for word in re.findall(r"(?<!\S)--?[A-Za-z][\w=-]*", line)]
    for word in unknown:
        if word not in options and (word.startswith("--") or word[:2] not in options):
            return (
                f"Unknown option `{word}`.{_nearest_option(word, options)} `%%autograph?` lists all options."
            )
    return message[:1].upper() + message[1:]
