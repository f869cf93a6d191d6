"""Finds the syntax tree of a function: by its code object's file, line and name.

Positions in the tree are those of the user's file or cell, so that everything made from it points there.
"""

from __future__ import annotations

import ast
import types
from dataclasses import dataclass

from ag_notebook.report.spans import Span
from ag_notebook.staging.errors import ConversionError
from ag_notebook.staging.source.lambdas import is_compiled_from, lambdas_at, matching
from ag_notebook.staging.source.texts import Definition, ParsedText, parsed, text_of, was_changed


@dataclass(frozen=True, slots=True)
class FoundSource:
    """What the source says about a function.

    Attributes:
        node: its `def` or `lambda`, with the file's positions.
        classes: names of the classes around it, the innermost last.
        span: the whole function, decorators included.
        text: the user's text of the lines of `span`.
    """

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    classes: tuple[str, ...]
    span: Span
    text: str


def find(function: types.FunctionType) -> FoundSource:
    """The source of a function.

    Raises:
        ConversionError: nobody has its text (AG101), or the text is not that of this function (AG102).
    """
    code = function.__code__
    name, file = code.co_name, code.co_filename
    text = text_of(file, function.__globals__)
    if text is None:
        raise ConversionError(
            "AG101",
            f"there is no source text for `{name}` ({file}).",
            span=Span(file, code.co_firstlineno, 0, code.co_firstlineno, 0),
            fix="Define it in a file or a notebook cell; text given to `exec` can be made known with "
            "`ag_notebook.staging.source.register(file_name, text)`, or mark the function with `do_not_convert`.",
        )
    try:
        whole = parsed(file, text)
        candidates = _candidates(whole, code)
    except SyntaxError:
        candidates = []
    if candidates and was_changed(file) and not is_compiled_from(text, code):
        candidates = []
    if len(candidates) != 1:
        raise ConversionError(
            "AG102",
            f"the source text of `{name}` is not at line {code.co_firstlineno} of {file}.",
            span=Span(file, code.co_firstlineno, 0, code.co_firstlineno, 0),
            fix="Reload the module or run the cell again if its text has changed."
            if not candidates
            else "Give each lambda a line of its own.",
        )
    return _found(whole, candidates[0], file)


def _candidates(whole: ParsedText, code: types.CodeType) -> list[Definition]:
    if code.co_name == "<lambda>":
        return matching(lambdas_at(whole.tree, code.co_firstlineno), code)
    named = whole.definitions.get((code.co_firstlineno, code.co_name), [])
    arguments = code.co_varnames[: code.co_argcount]
    return [d for d in named if len(d.node.args.posonlyargs) + len(d.node.args.args) == len(arguments)][:1]


def _found(whole: ParsedText, definition: Definition, file: str) -> FoundSource:
    node = definition.node
    first, column = node.lineno, node.col_offset
    decorators = getattr(node, "decorator_list", None)
    if decorators:
        first, column = decorators[0].lineno, max(decorators[0].col_offset - 1, 0)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    span = Span(file, first, column, node.end_lineno, node.end_col_offset)
    return FoundSource(node, definition.classes, span, "".join(whole.lines[first - 1 : node.end_lineno]))
