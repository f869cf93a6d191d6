"""Turns a `%%autograph` cell into code that the shell itself runs.

    %%autograph -q                  get_ipython().run_cell_magic('autograph', '-q', ' ')    begin('-q')
    def f(x): ...            ->     def f(x): ...                                    ->     @stage
    f(1)                            f(1)                                                    def f(x): ...
                                                                                            finish(start(), f(1), 'f(1)')

A cell magic that ran its text by itself would have to imitate the shell: `await`, `;`, `Out[n]`, line
numbers, one prompt number, one output. Instead the first line becomes a statement (so no line moves), the
tree gets calls of a hook, and the shell does the rest as for any other cell. The hook's name is not an
identifier, so that no code of the user can meet it, and it lives among the builtins only while a cell
runs: no name is left behind.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from typing import TYPE_CHECKING, TypeVar

from IPython.core.error import UsageError

from ag_notebook.notebook.arguments import cell_misfit
from ag_notebook.notebook.words import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from ag_notebook.notebook.arguments import CellArguments

MAGIC = "autograph"
HOOK = "ag_notebook: cell"
"""The name by which rewritten cells reach the hook. `%autograph?` looks among the builtins before the magics, so
it must not read like a magic's name either."""

COMMENT = "#\N{WORD JOINER}"
"""What makes the magic line a comment in the text that tracebacks are made of: that text has to be Python, or they
would lose their colours and the mark under the failing part. No user's comment begins so; `as_typed` takes it out."""

RUN_PYTHON = ("time", "capture", "prun")
"""Cell magics that run their cell as Python once: over or under ours means the same."""

_FIRST_LINE = re.compile(rf"%%{MAGIC}(?:[ \t]+(?P<line>.*))?\s*$")
_NAME = re.compile(r"%%([^\s?]+)")
_Node = TypeVar("_Node", bound=ast.expr | ast.stmt)


def moved_down(lines: list[str]) -> list[str]:
    """The cell with our magic line below the other magics that run Python.

    Whatever stands on top then runs our cell as it runs any other text, so the order makes no difference.
    """
    below = 1
    while below < len(lines) and (match := _NAME.match(lines[below])):
        if match[1] == MAGIC:
            raise UsageError(f"`%%{MAGIC}` stands twice over this cell; put all options on one line.")
        if match[1] not in RUN_PYTHON:
            raise UsageError(
                f"`%%{MAGIC}` stages Python, and the cell below it goes to `%%{match[1]}`. "
                f"Leave out one of the two lines."
            )
        below += 1
    return lines[1:below] + lines[:1] + lines[below:]


def is_ours(lines: list[str]) -> bool:
    """Whether the cell's first line is our magic, with something below it."""
    return bool(lines and _FIRST_LINE.match(lines[0]) and "".join(lines[1:]).strip())


def marked(lines: list[str]) -> list[str]:
    """The cell with its magic line as a statement that `CellRewriter` knows again."""
    match = _FIRST_LINE.match(lines[0])
    assert match is not None
    return [marker(match["line"] or ""), *lines[1:]]


def marker(line: str) -> str:
    """The statement that stands for the magic line: a call of the magic with a blank cell.

    The shell makes no such call by itself (its cells end in a newline), and where nobody rewrites it, the
    magic refuses it.
    """
    return f"get_ipython().run_cell_magic({MAGIC!r}, {line.strip()!r}, ' ')\n"


def as_typed(text: str) -> str:
    """A piece of a traceback with the magic line as the user typed it."""
    return text.replace(COMMENT, "")


def ends_in_semicolon(text: str) -> bool:
    """Whether the last token of the code is a `;`, comments apart."""
    last = ""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type not in _NO_CODE:
                last = token.string
    except (tokenize.TokenError, SyntaxError):
        return False
    return last == ";"


_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


class CellRewriter(ast.NodeTransformer):
    """Puts the hook's calls into the tree of a marked cell; leaves every other tree alone."""

    def __init__(self, parse: Callable[[str], CellArguments], interactivity: Callable[[], str]) -> None:
        self._parse, self._interactivity = parse, interactivity

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Module) and node.body:
            line = _marker_line(node.body[0])
            if line is not None:
                try:
                    return ast.fix_missing_locations(self._rewritten(node, line))
                except RecursionError:  # the shell drops a transformer that raises, for the whole session
                    problem = "an expression of this cell is nested too deep. Take it apart into several statements."
                    refusal = _statement("refuse", [ast.Constant(problem)], node.body[0])
                    return ast.fix_missing_locations(ast.Module([refusal], node.type_ignores))
        return node

    def _rewritten(self, module: ast.Module, line: str) -> ast.Module:
        first, *statements = module.body
        begin = _statement("begin", [ast.Constant(line)], first)
        try:
            arguments = self._parse(line)
        except UsageError:  # `begin` raises it again, before anything of the cell ran
            return ast.Module([begin], module.type_ignores)
        if problem := _misfit(arguments, statements):
            return ast.Module([_statement("refuse", [ast.Constant(problem)], first)], module.type_ignores)
        for statement in statements:
            if isinstance(statement, ast.FunctionDef):
                _decorate(statement)
        call = (
            ""
            if arguments.entry
            else "finish_beside" * bool(arguments.beside)
            or "finish_traced" * arguments.no_run
            or "finish_checked" * arguments.check
        )
        return ast.Module(
            [begin, *self._finished(statements, first, call, bool(arguments.entry))], module.type_ignores
        )

    def _finished(
        self, statements: list[ast.stmt], first: ast.stmt, call: str, with_entry: bool
    ) -> list[ast.stmt]:
        """The statements with the hook's last call; `call` is its method that gets function and arguments apart.

        An `--entry` runs in that call, which then stands at the magic line.
        """
        last = statements[-1] if statements else first
        mode = self._interactivity()
        if isinstance(last, ast.Assign | ast.AnnAssign | ast.AugAssign) and mode == "last_expr_or_assign":
            target = last.targets[0] if isinstance(last, ast.Assign) and len(last.targets) == 1 else None
            target = getattr(last, "target", target)
            if isinstance(target, ast.Name):  # the shell would show this name: now it is ours to show
                shown = ast.Expr(ast.copy_location(ast.Name(target.id, ast.Load()), last))
                last = ast.copy_location(shown, last)
                statements = [*statements, last]
        if isinstance(last, ast.Expr) and last is not first:
            return [*statements[:-1], _finish_with(last, call, first if with_entry else last)]
        finish = _statement("finish_without_value", [], first if with_entry else last)
        if mode == "last" and statements:  # the shell shows the values inside the last statement
            body = ast.If(ast.Constant(True), [last, finish], [])
            return [*statements[:-1], ast.copy_location(body, last)]
        return [*statements, finish]


def _marker_line(statement: ast.stmt) -> str | None:
    match statement:
        case ast.Expr(
            ast.Call(
                ast.Attribute(ast.Call(ast.Name("get_ipython"), [], []), "run_cell_magic"),
                [ast.Constant(magic), ast.Constant(line), ast.Constant(" ")],
                [],
            )
        ) if magic == MAGIC and isinstance(line, str):
            return line
    return None


def _misfit(arguments: CellArguments, statements: list[ast.stmt]) -> str:
    """What the options ask for that this cell cannot give; empty where all is well."""
    if problem := cell_misfit(arguments):
        return problem
    functions = [statement.name for statement in statements if isinstance(statement, ast.FunctionDef)]
    for name in arguments.names:
        if name not in functions:
            return f"`{name}` is not a function of this cell.{nearest(name, functions)}"
    last = statements[-1] if statements else None
    ends_in_call = isinstance(last, ast.Expr) and isinstance(last.value, ast.Call)
    if arguments.no_run and not arguments.entry and not ends_in_call:
        return "`--no-run` traces a call: let the cell end with one, or give it as `--entry`."
    return ""


def _finish_with(last: ast.Expr, call: str, place: ast.stmt) -> ast.stmt:
    value, text = last.value, ast.Constant(ast.unparse(last.value))
    if call and isinstance(value, ast.Call):
        apart = ast.Call(_hook(call, value), [text, value.func, *value.args], value.keywords)
        return ast.copy_location(ast.Expr(ast.copy_location(apart, value)), last)
    start = _located(ast.Call(_hook("start", value), [], []), value)
    return _statement("finish", [start, value, text], place)


def _decorate(function: ast.FunctionDef) -> None:
    # The outermost decorator: what it gets is what the name would have been bound to. It takes the place of
    # the first line, which is where Python says that the function begins.
    place: ast.expr | ast.stmt = function.decorator_list[0] if function.decorator_list else function
    function.decorator_list.insert(0, _hook("stage", place))


def _hook(method: str, place: ast.expr | ast.stmt) -> ast.expr:
    name = _located(ast.Name(HOOK, ast.Load()), place)
    return _located(ast.Attribute(name, method, ast.Load()), place)


def _statement(method: str, arguments: list[ast.expr], place: ast.expr | ast.stmt) -> ast.stmt:
    call = _located(ast.Call(_hook(method, place), arguments, []), place)
    return _located(ast.Expr(call), place)


def _located(node: _Node, place: ast.expr | ast.stmt) -> _Node:
    return ast.copy_location(node, place)
