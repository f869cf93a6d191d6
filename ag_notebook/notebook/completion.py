"""Completes the magic's line: options, their values, names of the cell's functions; in every front end, as the kernel does it.

%%autograph --sh|            ->  --show
%%autograph -s code,tr|      ->  trace
%%autograph --backend=l|     ->  lantern
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from IPython.core.completer import SimpleCompletion, context_matcher

from ag_notebook.notebook.arguments import TRACEBACKS
from ag_notebook.notebook.rewriting import MAGIC, RUN_PYTHON
from ag_notebook.notebook.words import SECTIONS, SHORT

if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Callable, Iterable

    from IPython.core.completer import CompletionContext, SimpleMatcherResult
    from IPython.core.interactiveshell import InteractiveShell

    from ag_notebook.notebook.magics import Autograph

ID = "ag_notebook.magic_line"
OF_LINES = ("last", "tb")
"""Options of the line magic alone."""
_MAGIC = re.compile(rf"\s*(?P<kind>%%?){MAGIC}\s(?P<rest>.*)$", re.DOTALL)
_LIST = re.compile(
    r"(?P<before>(?:^|.*\s))(?P<option>--?[\w-]+)(?P<gap>\s+|=)(?P<value>(?:[\w.@-]*\s*,\s*)*[\w.@-]*)$",
    re.DOTALL,
)
_NOT_PARSED = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What Python's parser raises: the last two where a cell is nested too deep."""


@dataclass(frozen=True, slots=True)
class Line:
    """The magic's line up to the cursor, and the text of its cell."""

    of_cell: bool
    text: str
    cell: str

    @property
    def words(self) -> list[str]:
        return self.text.split()


def line_at(text: str, number: int, column: int) -> Line | None:
    """The magic's line that the cursor is in; None where it is in no such line, or inside of quotes."""
    lines = text.split("\n")
    found = _MAGIC.match(lines[number][:column])
    if found is None or any(found["rest"].count(quote) % 2 for quote in "\"'"):
        return None
    of_cell = found["kind"] == "%%"
    above = [each.split()[0].removeprefix("%%") for each in lines[:number] if each.strip()]
    if of_cell and not all(each in RUN_PYTHON for each in above):
        return None
    return Line(of_cell, found["rest"], "\n".join(lines[number + 1 :]))


def proposed(line: Line, actions: list[Action], backends: Iterable[str]) -> tuple[str, list[str]] | None:
    """What is being typed at the end of a magic's line, and the words that it may become; None where we know of none."""
    options = {name: action for action in actions for name in action.option_strings}
    value = _LIST.match(line.text)
    if value is not None and value["option"] in options and options[value["option"]].nargs != 0:
        known = _values(options[value["option"]].dest, line, backends)
        *before, word = re.split(r"\s*,\s*", value["value"])
        return None if known is None else (word, [each for each in known if each not in before])
    word = re.split(r"\s", line.text)[-1]
    if word.startswith("-"):
        given = {options[each] for each in line.words if each in options and each != word}
        left = [a for a in actions if a not in given and not (line.of_cell and a.dest in OF_LINES)]
        return word, [name for action in left for name in action.option_strings if name.startswith("--")]
    if line.of_cell and re.fullmatch(r"\w*", word):
        return word, [name for name in _functions(line.cell) if name not in line.words]
    return None


def _values(option: str, line: Line, backends: Iterable[str]) -> list[str] | None:
    """What may be given for an option, where that is one of a few words."""
    known: dict[str, Callable[[], Iterable[str]]] = {
        "backend": lambda: (*backends, *SHORT),
        "show": lambda: SECTIONS,
        "tb": lambda: TRACEBACKS,
        "probe": lambda: _variables(line.cell),
    }
    return list(known[option]()) if option in known else None


def _variables(cell: str) -> list[str]:
    """The variables that the functions of a cell bind."""
    from ag_notebook.staging.probing import places_in

    try:
        return list(dict.fromkeys(name for name, _ in places_in(cell, "")))
    except _NOT_PARSED:
        return []


def _functions(cell: str) -> list[str]:
    """The functions that a cell defines at its top level, as far as it can be read: it may be half written."""
    try:
        return [node.name for node in ast.parse(cell).body if isinstance(node, ast.FunctionDef)]
    except _NOT_PARSED:
        return re.findall(r"^def\s+(\w+)", cell, re.MULTILINE)


_as_matcher = context_matcher(identifier=ID, priority=10)


def matcher(magics: Autograph) -> Callable[[CompletionContext], SimpleMatcherResult]:
    """What IPython asks for completions."""

    def magic_line(context: CompletionContext) -> SimpleMatcherResult:
        from ag_notebook.staging.backends import registry

        line = line_at(context.full_text, context.cursor_line, context.cursor_position)
        parser = magics.autograph.parser  # `magic_arguments` puts it there
        actions = [action for action in parser._actions if action.dest != "help"]
        found = None if line is None else proposed(line, actions, registry.names())
        if found is None or not context.token.endswith(found[0]):
            return {"completions": []}
        word, words = found
        fitting = [SimpleCompletion(each, type="param") for each in words if each.startswith(word)]
        return {
            "completions": fitting,
            "matched_fragment": word,
            "suppress": True,  # names of Python's, such as `str` for `--st`, fit here nowhere
            "ordered": True,
        }

    asked: Callable[[CompletionContext], SimpleMatcherResult] = _as_matcher(magic_line)
    return asked


def install(shell: InteractiveShell, magics: Autograph) -> None:
    """Has the shell's completer ask us, too."""
    if shell.Completer is not None:
        shell.Completer.custom_matchers.append(matcher(magics))


def uninstall(shell: InteractiveShell) -> None:
    """Takes it out again."""
    if shell.Completer is not None:
        matchers = shell.Completer.custom_matchers
        matchers[:] = [each for each in matchers if getattr(each, "matcher_identifier", "") != ID]
