"""Prints expressions, with parentheses only where Python needs them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable
from typing import Any

import gast

from ag_notebook.report.report import MapEntry
from ag_notebook.report.spans import Span
from ag_notebook.staging.tree import nodes

# How tightly an expression binds; what needs to bind tighter than it does gets parentheses.
(
    STATEMENT,
    TUPLE,
    TEST,
    OR,
    AND,
    NOT,
    COMPARE,
    BIT_OR,
    BIT_XOR,
    BIT_AND,
    SHIFT,
    SUM,
    PRODUCT,
    FACTOR,
    POWER,
    AWAIT,
    ATOM,
) = range(17)

_BINARY = {
    gast.BitOr: ("|", BIT_OR), gast.BitXor: ("^", BIT_XOR), gast.BitAnd: ("&", BIT_AND), gast.LShift: ("<<", SHIFT),
    gast.RShift: (">>", SHIFT), gast.Add: ("+", SUM), gast.Sub: ("-", SUM), gast.Mult: ("*", PRODUCT),
    gast.MatMult: ("@", PRODUCT), gast.Div: ("/", PRODUCT), gast.FloorDiv: ("//", PRODUCT),
    gast.Mod: ("%", PRODUCT), gast.Pow: ("**", POWER),
}  # fmt: skip
_UNARY = {
    gast.Not: ("not ", NOT),
    gast.USub: ("-", FACTOR),
    gast.UAdd: ("+", FACTOR),
    gast.Invert: ("~", FACTOR),
}
_COMPARE = {
    gast.Eq: "==", gast.NotEq: "!=", gast.Lt: "<", gast.LtE: "<=", gast.Gt: ">", gast.GtE: ">=",
    gast.Is: "is", gast.IsNot: "is not", gast.In: "in", gast.NotIn: "not in",
}  # fmt: skip
_QUOTES = ("'", '"', "'''", '"""')


def binary_operator(op: gast.AST) -> str:
    return _BINARY[type(op)][0]


class ExpressionPrinter:
    """Writes expressions and records where each node's text begins and ends.

    Args:
        file: the user's file.
        user_nodes: ids of the nodes that the user wrote; all others are scaffold.
    """

    def __init__(self, file: str, user_nodes: Collection[int] = ()) -> None:
        self.file, self.user_nodes = file, user_nodes
        self.parts: list[str] = []
        self.line, self.column = 1, 0
        self.entries: list[Any] = []
        self.last_line_end = 1, 0

    def write(self, text: str) -> None:
        self.parts.append(text)
        lines = text.count("\n")
        if lines:
            if text == "\n":
                self.last_line_end = self.line, self.column
            self.line += lines
            self.column = len(text) - text.rfind("\n") - 1
        else:
            self.column += len(text)

    def enter(self, node: gast.AST) -> int:
        """Begins the text of a node; entries stand in the order of their beginnings, so inner ones come later."""
        self.entries.append((node, self.line, self.column))
        return len(self.entries) - 1

    def leave(self, entry: int) -> None:
        node, line, column = self.entries[entry]
        if "lineno" not in node.__dict__:
            self.entries[entry] = None
            return
        origin = Span(self.file, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
        scaffold = id(node) not in self.user_nodes
        # A compound statement ends with its last line, not where the next one begins.
        end_line, end_column = self.last_line_end if self.column == 0 else (self.line, self.column)
        self.entries[entry] = MapEntry(line, column, end_line, end_column, origin, scaffold)

    def expression(self, node: gast.AST, level: int = TEST) -> None:
        """Writes an expression where one that binds at least as tightly as `level` may stand."""
        entry = self.enter(node)
        method: Callable[[Any, int], None] | None = getattr(self, f"write_{type(node).__name__}", None)
        if method is None:
            raise TypeError(f"no text for {type(node).__name__}")
        method(node, level)
        self.leave(entry)

    def listed(self, items: Iterable[gast.AST], level: int = TEST) -> None:
        for position, item in enumerate(items):
            if position:
                self.write(", ")
            self.expression(item, level)

    def parenthesised(self, needed: bool, write: Callable[[], None]) -> None:
        if needed:
            self.write("(")
        write()
        if needed:
            self.write(")")

    # Names and constants ------------------------------------------------------------------------

    def write_Name(self, node: gast.Name, level: int) -> None:
        self.write(node.id)

    def write_Constant(self, node: gast.Constant, level: int) -> None:
        value = node.value
        if value is Ellipsis:
            self.write("...")
        elif isinstance(value, (float, complex)):
            self.write(repr(value).replace("inf", "1e309"))
        elif isinstance(value, str) and node.kind == "u":
            self.write("u" + repr(value))
        else:
            self.write(repr(value))

    def write_JoinedStr(self, node: gast.JoinedStr, level: int) -> None:
        for quote in _QUOTES:
            text = self.text_with(node, quote)
            if text is not None:
                self.write(f"f{quote}{text}{quote}")
                return
        raise ValueError("an f-string that uses every kind of quote")

    def text_with(self, node: gast.AST, quote: str) -> str | None:
        """The inside of an f-string in one kind of quotes, or None if that cannot be written."""
        out = []
        for part in node.values:
            if isinstance(part, gast.Constant):
                out.append(_escaped(part.value, quote).replace("{", "{{").replace("}", "}}"))
                continue
            inner = ExpressionPrinter(self.file)
            inner.expression(part.value, OR)
            text = "".join(inner.parts)
            if sys.version_info < (3, 12) and (
                quote[0] in text if len(quote) == 1 else quote in text or "\\" in text
            ):
                return None
            if sys.version_info < (3, 12) and ("\\" in text or ("\n" in text and len(quote) == 1)):
                return None
            conversion = "" if part.conversion == -1 else f"!{chr(part.conversion)}"
            spec = ""
            if part.format_spec is not None:
                inside = self.text_with(part.format_spec, quote)
                if inside is None:
                    return None
                spec = f":{inside}"
            space = " " if text.startswith("{") else ""
            out.append(f"{{{space}{text}{conversion}{spec}}}")
        return "".join(out)

    # Displays and comprehensions ----------------------------------------------------------------

    def write_Tuple(self, node: gast.Tuple, level: int) -> None:
        def inside() -> None:
            self.listed(node.elts)
            if len(node.elts) == 1:
                self.write(",")

        lone = len(node.elts) <= 1 and isinstance(node.ctx, gast.Load)
        self.parenthesised(level > TUPLE or lone, inside)

    def write_List(self, node: gast.List, level: int) -> None:
        self.write("[")
        self.listed(node.elts)
        self.write("]")

    def write_Set(self, node: gast.Set, level: int) -> None:
        self.write("{")
        self.listed(node.elts)
        if not node.elts:
            self.write("*()")
        self.write("}")

    def write_Dict(self, node: gast.Dict, level: int) -> None:
        self.write("{")
        for position, (key, value) in enumerate(zip(node.keys, node.values)):
            if position:
                self.write(", ")
            if key is None:
                self.write("**")
                self.expression(value, BIT_OR)
            else:
                self.expression(key)
                self.write(": ")
                self.expression(value)
        self.write("}")

    def comprehension(self, node: gast.AST, begin: str, end: str) -> None:
        self.write(begin)
        if isinstance(node, gast.DictComp):
            self.expression(node.key)
            self.write(": ")
            self.expression(node.value)
        else:
            self.expression(node.elt)
        for generator in node.generators:
            self.write(" async for " if generator.is_async else " for ")
            self.expression(generator.target, TUPLE)
            self.write(" in ")
            self.expression(generator.iter, OR)
            for test in generator.ifs:
                self.write(" if ")
                self.expression(test, OR)
        self.write(end)

    def write_ListComp(self, node: gast.ListComp, level: int) -> None:
        self.comprehension(node, "[", "]")

    def write_SetComp(self, node: gast.SetComp, level: int) -> None:
        self.comprehension(node, "{", "}")

    def write_DictComp(self, node: gast.DictComp, level: int) -> None:
        self.comprehension(node, "{", "}")

    def write_GeneratorExp(self, node: gast.GeneratorExp, level: int) -> None:
        self.comprehension(node, "(", ")")

    # Operators ----------------------------------------------------------------------------------

    def write_BoolOp(self, node: gast.BoolOp, level: int) -> None:
        word, own = (" and ", AND) if isinstance(node.op, gast.And) else (" or ", OR)

        def inside() -> None:
            for position, value in enumerate(node.values):
                if position:
                    self.write(word)
                self.expression(value, own + 1)

        self.parenthesised(level > own, inside)

    def write_BinOp(self, node: gast.BinOp, level: int) -> None:
        sign, own = _BINARY[type(node.op)]
        left, right = (own + 1, FACTOR) if own == POWER else (own, own + 1)

        def inside() -> None:
            self.expression(node.left, left)
            self.write(f" {sign} ")
            self.expression(node.right, right)

        self.parenthesised(level > own, inside)

    def write_UnaryOp(self, node: gast.UnaryOp, level: int) -> None:
        sign, own = _UNARY[type(node.op)]

        def inside() -> None:
            self.write(sign)
            self.expression(node.operand, own)

        self.parenthesised(level > own, inside)

    def write_Compare(self, node: gast.Compare, level: int) -> None:
        def inside() -> None:
            self.expression(node.left, COMPARE + 1)
            for op, operand in zip(node.ops, node.comparators):
                self.write(f" {_COMPARE[type(op)]} ")
                self.expression(operand, COMPARE + 1)

        self.parenthesised(level > COMPARE, inside)

    def write_NamedExpr(self, node: gast.NamedExpr, level: int) -> None:
        self.write("(")
        self.expression(node.target)
        self.write(" := ")
        self.expression(node.value)
        self.write(")")

    def write_IfExp(self, node: gast.IfExp, level: int) -> None:
        def inside() -> None:
            self.expression(node.body, OR)
            self.write(" if ")
            self.expression(node.test, OR)
            self.write(" else ")
            self.expression(node.orelse)

        self.parenthesised(level > TEST, inside)

    def write_Lambda(self, node: gast.Lambda, level: int) -> None:
        def inside() -> None:
            self.write("lambda")
            if nodes.all_parameters(node.args):
                self.write(" ")
                self.parameters(node.args)
            self.write(": ")
            self.expression(node.body)

        self.parenthesised(level > TEST, inside)

    def write_Starred(self, node: gast.Starred, level: int) -> None:
        self.write("*")
        self.expression(node.value, BIT_OR)

    def write_Await(self, node: gast.Await, level: int) -> None:
        def inside() -> None:
            self.write("await ")
            self.expression(node.value, ATOM)

        self.parenthesised(level > AWAIT, inside)

    def write_Yield(self, node: gast.Yield, level: int) -> None:
        def inside() -> None:
            self.write("yield")
            if node.value is not None:
                self.write(" ")
                self.expression(node.value, TUPLE)

        self.parenthesised(level > STATEMENT, inside)

    def write_YieldFrom(self, node: gast.YieldFrom, level: int) -> None:
        def inside() -> None:
            self.write("yield from ")
            self.expression(node.value)

        self.parenthesised(level > STATEMENT, inside)

    # Trailers -----------------------------------------------------------------------------------

    def write_Attribute(self, node: gast.Attribute, level: int) -> None:
        is_int = isinstance(node.value, gast.Constant) and type(node.value.value) is int
        self.parenthesised(is_int, lambda: self.expression(node.value, ATOM))
        self.write(f".{node.attr}")

    def write_Subscript(self, node: gast.Subscript, level: int) -> None:
        self.expression(node.value, ATOM)
        self.write("[")
        index = node.slice
        bare = isinstance(index, gast.Tuple) and not any(isinstance(e, gast.Starred) for e in index.elts)
        self.expression(index, TUPLE if bare else TEST)
        self.write("]")

    def write_Slice(self, node: gast.Slice, level: int) -> None:
        if node.lower is not None:
            self.expression(node.lower)
        self.write(":")
        if node.upper is not None:
            self.expression(node.upper)
        if node.step is not None:
            self.write(":")
            self.expression(node.step)

    def write_Call(self, node: gast.Call, level: int) -> None:
        self.expression(node.func, ATOM)
        if len(node.args) == 1 and not node.keywords and isinstance(node.args[0], gast.GeneratorExp):
            self.expression(node.args[0])
            return
        self.write("(")
        self.listed(node.args)
        self.keywords(node.keywords, bool(node.args))
        self.write(")")

    def keywords(self, keywords: Iterable[gast.keyword], follow: bool) -> None:
        for keyword in keywords:
            if follow:
                self.write(", ")
            follow = True
            self.write("**" if keyword.arg is None else f"{keyword.arg}=")
            self.expression(keyword.value, BIT_OR if keyword.arg is None else TEST)

    # Parameters ---------------------------------------------------------------------------------

    def parameters(self, args: gast.arguments) -> None:
        positional = [*args.posonlyargs, *args.args]
        missing = len(positional) - len(args.defaults)
        defaults = [None] * missing + list(args.defaults)
        first = True

        def comma() -> None:
            nonlocal first
            if not first:
                self.write(", ")
            first = False

        for position, (parameter, default) in enumerate(zip(positional, defaults)):
            comma()
            self.parameter(parameter, default)
            if position + 1 == len(args.posonlyargs):
                self.write(", /")
        if args.vararg is not None:
            comma()
            self.write("*")
            self.parameter(args.vararg, None)
        elif args.kwonlyargs:
            comma()
            self.write("*")
        for parameter, default in zip(args.kwonlyargs, args.kw_defaults):
            comma()
            self.parameter(parameter, default)
        if args.kwarg is not None:
            comma()
            self.write("**")
            self.parameter(args.kwarg, None)

    def parameter(self, node: gast.Name, default: gast.AST | None) -> None:
        entry = self.enter(node)
        self.write(node.id)
        if node.annotation is not None:
            self.write(": ")
            self.expression(node.annotation)
        if default is not None:
            self.write(" = " if node.annotation is not None else "=")
            self.expression(default)
        self.leave(entry)


def _escaped(text: str, quote: str) -> str:
    """The literal text of an f-string between quotes."""
    out = []
    for character in text:
        if character == "\\":
            out.append("\\\\")
        elif character == quote[0]:
            out.append("\\" + character)
        elif character.isprintable():
            out.append(character)
        else:
            out.append(repr(character)[1:-1])
    return "".join(out)
