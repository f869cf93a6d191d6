"""Reads the magic's line: names and options, with the nearest name where one is unknown."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.core.magic_arguments import parse_argstring

from ag_notebook.notebook.words import (
    RUNGS,
    backend_problem,
    backends_of,
    parts,
    probes_problem,
    sections_problem,
)

if TYPE_CHECKING:
    from collections.abc import Callable

TRACEBACKS = ("short", "full")
_LIST = re.compile(r"(?<!\S)(-[bs]\s*|--(backend|show|probe)(\s+|=))[\w.@-]+(\s*,\s*[\w.@-]+)+")
"""An option whose value is a list with commas, around which there may be spaces."""


@dataclass(frozen=True, slots=True)
class CellArguments:
    """What the magic's line says, settings of the session filled in; `given` are the options that it has itself."""

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
    given: frozenset[str] = frozenset()
    beside: tuple[str, ...] = ()
    """Further back ends, on which the last call is made, too."""
    probes: tuple[str, ...] = ()
    """Variables whose values are recorded, each `NAME` or `NAME@LINE`."""
    quiz: bool = False

    @property
    def backends(self) -> tuple[str, ...]:
        """All back ends, in the order in which they were named."""
        return (self.backend, *self.beside)

    @property
    def rungs(self) -> tuple[str, ...]:
        """What of the report is made only because it is asked for: what is below the graph."""
        return tuple(name for name in RUNGS if name in self.show)


def parse(magic: Callable[..., Any], line: str, *, backend: str, show: str) -> CellArguments:
    """Reads the line; `backend` and `show` are used where it says nothing.

    Raises:
        UsageError: an option or a value is not known.
    """
    options: list[str] = [name for action in magic.parser._actions for name in action.option_strings]  # type: ignore[attr-defined]
    line = _LIST.sub(lambda found: re.sub(r"\s*,\s*", ",", found[0]), line)
    magic.parser.allow_abbrev = False  # type: ignore[attr-defined]  # a cut option would be another one's typo
    try:
        given = parse_argstring(magic, line)
    except UsageError as error:
        raise UsageError(_with_nearest(str(error), line, options)) from None
    except ValueError as error:  # an open quote
        raise UsageError(f"The options cannot be read: {error}.") from None
    for option in ("backend", "show", "var", "entry", "probe"):
        setattr(given, option, _unquoted(getattr(given, option)))
    if given.var is not None and (not given.var.isidentifier() or keyword.iskeyword(given.var)):
        raise UsageError(f"`--var {given.var}`: not a name that a variable can have.")
    chosen = backend if given.backend is None else given.backend
    if problem := backend_problem(chosen):
        raise UsageError(problem)
    wanted = show if given.show is None else given.show
    if problem := sections_problem(wanted):
        raise UsageError(f"`--show`: {problem}")
    if given.entry is not None:
        _check_expression(given.entry)
    if given.probe is not None and (problem := probes_problem(given.probe)):
        raise UsageError(f"`--probe`: {problem}")
    if given.probe is not None and given.no_run:
        raise UsageError(
            "`--probe` looks at values, and `--no-run` says to make none: leave one of them out."
        )
    backends = backends_of(chosen)
    if given.check and len(backends) > 1:
        raise UsageError(
            "`--check` compares one back end with Python: name one, or leave `--check` out and add `python` to the back ends."
        )
    if given.no_run and given.check:
        raise UsageError("`--check` runs the functions, and `--no-run` says not to: leave one of them out.")
    return CellArguments(
        names=tuple(given.names),
        backend=backends[0],
        show=(*parts(wanted), *(("xla",) if given.xla else ())),
        quiet=given.quiet,
        var=given.var,
        entry=given.entry,
        no_run=given.no_run,
        check=given.check,
        last=given.last,
        tb=given.tb,
        quiz=given.quiz,
        beside=tuple(backends[1:]),
        probes=tuple(parts(given.probe or "")),
        given=frozenset(name for name, value in vars(given).items() if value not in (None, False, [])),
    )


def line_misfit(arguments: CellArguments) -> str:
    """What the options ask for that the line magic cannot give; empty where all is well."""
    if arguments.last:
        others = [
            _spelled(name)
            for name in ("backend", "entry", "no_run", "check", "probe")
            if name in arguments.given
        ]
        others += [f"`{name}`" for name in arguments.names]
        return (
            f"`--last` shows the last report as it was made: leave out {', '.join(others)}." if others else ""
        )
    if arguments.names:
        if arguments.no_run and arguments.entry is None:
            return "`--no-run` traces a call: give it as `--entry`."
        if arguments.probes and arguments.entry is None:
            return "`--probe` looks at the values of a call: give it as `--entry`."
        return ""
    if arguments.given <= {"tb"} and arguments.tb is not None:
        return ""
    return "Say which function to show: `%autograph NAME`. `%autograph?` shows all options."


def cell_misfit(arguments: CellArguments) -> str:
    """The options that no cell has; empty where there are none of them."""
    for name in ("last", "tb"):
        if name in arguments.given:
            return f"{_spelled(name)} is no option of a cell: run `%autograph {_spelled(name)[1:-1]}` in a line of its own."
    return ""


def _spelled(name: str) -> str:
    return f"`--{name.replace('_', '-')}`"


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
    from ag_notebook.staging.wording import near

    return "".join(f" Did you mean `{names[close]}`?" for close in near(word.lstrip("-"), names))


def _with_nearest(message: str, line: str, options: list[str]) -> str:
    unknown = [word.split("=")[0] for word in re.findall(r"(?<!\S)--?[A-Za-z][\w=-]*", line)]
    for word in unknown:
        if word not in options and (word.startswith("--") or word[:2] not in options):
            return (
                f"Unknown option `{word}`.{_nearest_option(word, options)} `%%autograph?` lists all options."
            )
    return message[:1].upper() + message[1:]
