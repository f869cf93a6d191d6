"""Prints a tree as readable Python and records, while printing, where each piece of text comes from.

The source map is complete: every line of the text has an origin, because every node has one
(`positions`). Entries nest; the innermost that covers a position stands last.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import gast

from ag_notebook.report.report import GeneratedCode
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.positions import complete
from ag_notebook.staging.tree.printed_expressions import (
    ATOM,
    BIT_OR,
    STATEMENT,
    TUPLE,
    ExpressionPrinter,
    binary_operator,
)

_INDENT = "    "


def print_tree(tree: gast.AST, file: str, user_nodes: Collection[int] = ()) -> GeneratedCode:
    """The text of a statement or module, and its source map; `user_nodes` are ids of nodes that are not scaffold."""
    complete(tree)
    printer = Printer(file, user_nodes)
    printer.block(tree.body if isinstance(tree, gast.Module) else [tree])
    text = "".join(printer.parts)
    return GeneratedCode(text, tuple(entry for entry in printer.entries if entry is not None))


class Printer(ExpressionPrinter):
    """Writes statements, one a line."""

    depth = 0

    def block(self, statements: Sequence[gast.AST]) -> None:
        for position, statement in enumerate(statements):
            self.statement(statement, position == 0)

    def inner(self, statements: Sequence[gast.AST]) -> None:
        self.write(":\n")
        self.depth += 1
        self.block(statements)
        self.depth -= 1

    def statement(self, node: gast.AST, is_first: bool = False) -> None:
        self.write(_INDENT * self.depth)
        entry = self.enter(node)
        if is_first and nodes.is_docstring(node) and node.value.kind is None:
            self.docstring(node.value.value)
        else:
            method: Any = getattr(self, f"print_{type(node).__name__}")
            if method(node):
                self.leave(entry)  # a compound statement has ended its last line itself
                return
        self.leave(entry)
        self.write("\n")

    def docstring(self, text: str) -> None:
        readable = all(c.isprintable() or c == "\n" for c in text) and not text.endswith(('"', "\\"))
        if readable and '"""' not in text:
            escaped = text.replace("\\", "\\\\")
            self.write(f'"""{escaped}"""')
        else:
            self.write(repr(text))

    def start(self, text: str) -> None:
        """Writes the beginning of a further clause."""
        self.write(_INDENT * self.depth + text)

    # Simple statements --------------------------------------------------------------------------

    def print_Expr(self, node: gast.Expr) -> None:
        self.expression(node.value, STATEMENT)

    def print_Assign(self, node: gast.Assign) -> None:
        for target in node.targets:
            self.expression(target, TUPLE)
            self.write(" = ")
        self.expression(node.value, STATEMENT)

    def print_AugAssign(self, node: gast.AugAssign) -> None:
        self.expression(node.target)
        self.write(f" {binary_operator(node.op)}= ")
        self.expression(node.value, STATEMENT)

    def print_AnnAssign(self, node: gast.AnnAssign) -> None:
        in_parentheses = not node.simple and isinstance(node.target, gast.Name)
        self.parenthesised(in_parentheses, lambda: self.expression(node.target))
        self.write(": ")
        self.expression(node.annotation)
        if node.value is not None:
            self.write(" = ")
            self.expression(node.value, STATEMENT)

    def print_Return(self, node: gast.Return) -> None:
        self.write("return")
        if node.value is not None:
            self.write(" ")
            self.expression(node.value, TUPLE)

    def print_Delete(self, node: gast.Delete) -> None:
        self.write("del ")
        self.listed(node.targets)

    def print_Raise(self, node: gast.Raise) -> None:
        self.write("raise")
        if node.exc is not None:
            self.write(" ")
            self.expression(node.exc)
        if node.cause is not None:
            self.write(" from ")
            self.expression(node.cause)

    def print_Assert(self, node: gast.Assert) -> None:
        self.write("assert ")
        self.expression(node.test)
        if node.msg is not None:
            self.write(", ")
            self.expression(node.msg)

    def print_Pass(self, node: gast.Pass) -> None:
        self.write("pass")

    def print_Break(self, node: gast.Break) -> None:
        self.write("break")

    def print_Continue(self, node: gast.Continue) -> None:
        self.write("continue")

    def print_Global(self, node: gast.Global) -> None:
        self.write("global " + ", ".join(node.names))

    def print_Nonlocal(self, node: gast.Nonlocal) -> None:
        self.write("nonlocal " + ", ".join(node.names))

    def print_Import(self, node: gast.Import) -> None:
        self.write("import " + _aliases(node.names))

    def print_ImportFrom(self, node: gast.ImportFrom) -> None:
        self.write(f"from {'.' * (node.level or 0)}{node.module or ''} import {_aliases(node.names)}")

    def print_TypeAlias(self, node: gast.AST) -> None:
        self.write("type ")
        self.expression(node.name)
        self.type_parameters(node.type_params)
        self.write(" = ")
        self.expression(node.value)

    # Compound statements ------------------------------------------------------------------------

    def decorators(self, node: gast.AST) -> None:
        for decorator in node.decorator_list:
            self.write("@")
            self.expression(decorator)
            self.write("\n" + _INDENT * self.depth)

    def type_parameters(self, parameters: Sequence[gast.AST] | None) -> None:
        if not parameters:
            return
        self.write("[")
        for position, parameter in enumerate(parameters):
            if position:
                self.write(", ")
            stars = {"TypeVarTuple": "*", "ParamSpec": "**"}.get(type(parameter).__name__, "")
            self.write(stars + parameter.name)
            if getattr(parameter, "bound", None) is not None:
                self.write(": ")
                self.expression(parameter.bound)
            if getattr(parameter, "default_value", None) is not None:
                self.write(" = ")
                self.expression(parameter.default_value)
        self.write("]")

    def print_FunctionDef(self, node: gast.AST) -> bool:
        self.decorators(node)
        self.write(f"{'async ' if isinstance(node, gast.AsyncFunctionDef) else ''}def {node.name}")
        self.type_parameters(node.type_params)
        self.write("(")
        self.parameters(node.args)
        self.write(")")
        if node.returns is not None:
            self.write(" -> ")
            self.expression(node.returns)
        self.inner(node.body)
        return True

    print_AsyncFunctionDef = print_FunctionDef

    def print_ClassDef(self, node: gast.ClassDef) -> bool:
        self.decorators(node)
        self.write(f"class {node.name}")
        self.type_parameters(node.type_params)
        if node.bases or node.keywords:
            self.write("(")
            self.listed(node.bases)
            self.keywords(node.keywords, bool(node.bases))
            self.write(")")
        self.inner(node.body)
        return True

    def print_If(self, node: gast.If) -> bool:
        self.write("if ")
        self.expression(node.test)
        self.inner(node.body)
        while len(node.orelse) == 1 and isinstance(node.orelse[0], gast.If):
            node = node.orelse[0]
            entry = self.enter(node)
            self.start("elif ")
            self.expression(node.test)
            self.inner(node.body)
            self.leave(entry)
        self.otherwise(node.orelse)
        return True

    def otherwise(self, block: Sequence[gast.AST]) -> None:
        if block:
            self.start("else")
            self.inner(block)

    def print_While(self, node: gast.While) -> bool:
        self.write("while ")
        self.expression(node.test)
        self.inner(node.body)
        self.otherwise(node.orelse)
        return True

    def print_For(self, node: gast.AST) -> bool:
        self.write("async for " if isinstance(node, gast.AsyncFor) else "for ")
        self.expression(node.target, TUPLE)
        self.write(" in ")
        self.expression(node.iter, TUPLE)
        self.inner(node.body)
        self.otherwise(node.orelse)
        return True

    print_AsyncFor = print_For

    def print_With(self, node: gast.AST) -> bool:
        self.write("async with " if isinstance(node, gast.AsyncWith) else "with ")
        for position, item in enumerate(node.items):
            if position:
                self.write(", ")
            self.expression(item.context_expr)
            if item.optional_vars is not None:
                self.write(" as ")
                self.expression(item.optional_vars)
        self.inner(node.body)
        return True

    print_AsyncWith = print_With

    def print_Try(self, node: gast.AST) -> bool:
        star = "*" if isinstance(node, gast.TryStar) else ""
        self.write("try")
        self.inner(node.body)
        for handler in node.handlers:
            entry = self.enter(handler)
            self.start(f"except{star}")
            if handler.type is not None:
                self.write(" ")
                self.expression(handler.type)
            if handler.name is not None:
                self.write(f" as {handler.name.id}")
            self.inner(handler.body)
            self.leave(entry)
        self.otherwise(node.orelse)
        if node.finalbody:
            self.start("finally")
            self.inner(node.finalbody)
        return True

    print_TryStar = print_Try

    # Patterns -----------------------------------------------------------------------------------

    def print_Match(self, node: gast.Match) -> bool:
        self.write("match ")
        self.expression(node.subject, TUPLE)
        self.write(":\n")
        self.depth += 1
        for case in node.cases:
            self.start("case ")
            self.pattern(case.pattern)
            if case.guard is not None:
                self.write(" if ")
                self.expression(case.guard)
            self.inner(case.body)
        self.depth -= 1
        return True

    def pattern(self, node: gast.AST, is_part: bool = False) -> None:
        """Writes a pattern; `is_part` says that alternatives and `as` need parentheses."""
        entry = self.enter(node)
        if isinstance(node, gast.MatchValue):
            self.expression(node.value, BIT_OR)
        elif isinstance(node, gast.MatchSingleton):
            self.write(repr(node.value))
        elif isinstance(node, gast.MatchSequence):
            self.write("[")
            self.patterns(node.patterns)
            self.write("]")
        elif isinstance(node, gast.MatchStar):
            self.write(f"*{node.name or '_'}")
        elif isinstance(node, gast.MatchMapping):
            self.mapping(node)
        elif isinstance(node, gast.MatchClass):
            self.expression(node.cls, ATOM)
            self.write("(")
            self.patterns(node.patterns)
            for position, (name, part) in enumerate(zip(node.kwd_attrs, node.kwd_patterns)):
                self.write(f"{', ' if node.patterns or position else ''}{name}=")
                self.pattern(part)
            self.write(")")
        elif isinstance(node, gast.MatchAs):
            self.as_pattern(node, is_part)
        else:
            self.parenthesised(is_part, lambda: self.alternatives(node))
        self.leave(entry)

    def patterns(self, parts: Sequence[gast.AST]) -> None:
        for position, part in enumerate(parts):
            if position:
                self.write(", ")
            self.pattern(part)

    def alternatives(self, node: gast.MatchOr) -> None:
        for position, part in enumerate(node.patterns):
            if position:
                self.write(" | ")
            self.pattern(part, True)

    def as_pattern(self, node: gast.MatchAs, is_part: bool) -> None:
        if node.pattern is None:
            self.write(node.name or "_")
            return

        def inside() -> None:
            self.pattern(node.pattern, isinstance(node.pattern, gast.MatchAs))
            self.write(f" as {node.name}")

        self.parenthesised(is_part, inside)

    def mapping(self, node: gast.MatchMapping) -> None:
        self.write("{")
        for position, (key, part) in enumerate(zip(node.keys, node.patterns)):
            if position:
                self.write(", ")
            self.expression(key)
            self.write(": ")
            self.pattern(part)
        if node.rest is not None:
            self.write(f"{', ' if node.keys else ''}**{node.rest}")
        self.write("}")


def _aliases(names: Sequence[gast.alias]) -> str:
    return ", ".join(f"{a.name} as {a.asname}" if a.asname else a.name for a in names)
