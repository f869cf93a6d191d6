"""Says what a pass is: one construct lowered, in place, to Python that means the same.

After every prefix of the pipeline the tree is runnable and gives the original's results; that is what
makes the passes worth looking at one by one. A pass declares the analyses that it needs; the pipeline
makes them for that pass only, so no fact outlives the tree that it was read off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import gast

from ag_notebook.report import Fact, Span
from ag_notebook.staging.errors import ConversionError
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.names import Names
from ag_notebook.staging.tree.visitor import Rewriter, children, is_suspending, place, suspends

_SUSPENDING = (*nodes.SUSPENSIONS, gast.AsyncFunctionDef)


@dataclass
class Unit:
    """What is being converted: a module tree with one function, and what passes share.

    Attributes:
        module: the tree; its body's one statement is the function.
        names: for fresh names.
        file: the user's file.
        classes: names of the classes around the function, the innermost last.
        free: names that the function captures.
        kinds: types of nodes that may be in the tree: what is not there need not be looked for.
        probed: gives the number of the probe of a name that is bound at a place, or None; None where nothing is probed.
        facts: why the passes did what they did; None where nobody asks, which is when code is converted to be run.
    """

    module: gast.Module
    names: Names
    file: str
    classes: tuple[str, ...] = ()
    free: frozenset[str] = frozenset()
    kinds: set[type] = field(default_factory=set)
    facts: list[Fact] | None = None
    probed: Callable[[str, Span], int | None] | None = None

    def __post_init__(self) -> None:
        self.kinds |= self.names.kinds
        self.may_suspend = not self.kinds.isdisjoint(_SUSPENDING)

    @property
    def function(self) -> gast.AST:
        return self.module.body[0]


class Pass(Rewriter):
    """Lowers one construct.

    Attributes:
        name: what the pass stepper shows.
        summary: what the pass does, one sentence.
        lowers: types of the nodes that the pass looks for; it is left out if none is there. Empty: always run.
        makes: types of nodes that it may put into the tree.
        needs: the analyses that the pass reads facts off, made afresh for each run and thrown away with it.
    """

    name: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    lowers: ClassVar[tuple[type, ...]] = ()
    makes: ClassVar[tuple[type, ...]] = ()
    needs: ClassVar[tuple[type, ...]] = ()

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.names = unit.names

    def run(self) -> None:
        """Rewrites the unit's tree in place."""
        self.unit.module.body = self.visit_list(self.unit.module.body)

    def ag(self, form: str, *args: gast.AST) -> gast.Call:
        """`ag.form(*args)`."""
        return gast.Call(self.ag_name(form), list(args), [])

    def ag_name(self, form: str) -> gast.Attribute:
        return gast.Attribute(nodes.load(self.names.ag), form, nodes.LOAD)

    def is_ag(self, node: gast.AST, forms: Sequence[str] = ()) -> bool:
        """Whether a node is a call of the runtime, of one of `forms`."""
        return (
            isinstance(node, gast.Call)
            and isinstance(node.func, gast.Attribute)
            and isinstance(node.func.value, gast.Name)
            and node.func.value.id == self.names.ag
            and (not forms or node.func.attr in forms)
        )

    def is_suspending(self, function: gast.AST) -> bool:
        """Whether a function is a generator or async: its own statements stay Python."""
        return self.unit.may_suspend and is_suspending(function)

    def span(self, node: gast.AST) -> Span:
        return Span(self.unit.file, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)

    @property
    def explains(self) -> bool:
        """Whether somebody asks why: finding the words takes time that converting does not have."""
        return self.unit.facts is not None

    def because(self, node: gast.AST, text: str) -> None:
        """Says why the construct `node` becomes what it does: what the pass found out, one sentence."""
        if self.unit.facts is not None:
            placed = node if "lineno" in node.__dict__ else self.unit.function  # made by this very pass
            self.unit.facts.append(Fact(self.span(placed), text))

    def refuse(self, code: str, node: gast.AST, message: str, fix: str) -> ConversionError:
        return ConversionError(code, message, span=self.span(node), fix=fix)

    # Class bodies inside the function stay Python: their statements run in a scope that nested functions
    # do not see. Their methods are functions like others.
    def visit_ClassDef(self, node: gast.ClassDef) -> Any:
        node.decorator_list = self.visit_list(node.decorator_list)
        node.bases = self.visit_list(node.bases)
        node.keywords = self.visit_list(node.keywords)
        self.visit_class_body(node)
        return node

    def visit_class_body(self, node: gast.ClassDef) -> None:
        todo: list[gast.AST] = list(node.body)
        while todo:
            part = todo.pop()
            if isinstance(part, (gast.FunctionDef, gast.AsyncFunctionDef)):
                self.visit_method(part)
            elif isinstance(part, gast.Lambda):
                self.visit_class_lambda(part)
            elif isinstance(part, gast.ClassDef):
                self.visit_class_body(part)
            else:
                todo.extend(children(part))

    def visit_method(self, node: gast.AST) -> None:
        """A function in a class body: its decorators and defaults belong to the class body."""
        decorators, node.decorator_list = node.decorator_list, []
        defaults = node.args.defaults, node.args.kw_defaults
        node.args.defaults, node.args.kw_defaults = [], []
        self.visit(node)
        node.args.defaults, node.args.kw_defaults = defaults
        node.decorator_list = decorators

    def visit_class_lambda(self, node: gast.Lambda) -> None:
        node.body = self.visit(node.body)


class ExpressionPass(Pass):
    """A pass over expressions; knows whether it is in a function whose `yield` or `await` cannot move."""

    suspending = False

    def visit_function(self, node: gast.AST) -> Any:
        node.decorator_list = self.visit_list(node.decorator_list)
        self.visit_defaults(node.args)
        outer, self.suspending = self.suspending, self.is_suspending(node)
        node.body = self.visit_block(node.body)
        self.suspending = outer
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_defaults(self, args: gast.arguments) -> None:
        if args.defaults:
            args.defaults = self.visit_list(args.defaults)
        if args.kw_defaults:
            args.kw_defaults = self.visit_list(args.kw_defaults)

    def visit_Lambda(self, node: gast.Lambda) -> Any:
        self.visit_defaults(node.args)
        outer, self.suspending = self.suspending, self.is_suspending(node)
        node.body = self.visit(node.body)
        self.suspending = outer
        return node

    def visit_Match(self, node: gast.Match) -> Any:
        """Only patterns that take values apart are left: they stay Python."""
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.body = self.visit_block(case.body)
        return node

    def thunk(self, node: gast.AST) -> gast.AST:
        """A function without parameters that evaluates `node`."""
        is_bare_call = isinstance(node, gast.Call) and not node.args and not node.keywords
        name = node.func.id if is_bare_call and isinstance(node.func, gast.Name) else None
        if name in self.names.made and name not in self.names.writers:
            return node.func
        return place(nodes.lambda_(node), node)

    def stays(self, *parts: gast.AST) -> bool:
        """Whether parts cannot move into a function, because they suspend the one that they are in."""
        return self.suspending and any(suspends(part) for part in parts)


class StatementPass(Pass):
    """A pass over statements: does not go into expressions, except for the functions in them."""

    def visit(self, node: gast.AST) -> Any:
        if isinstance(node, gast.expr):
            return node
        return super().visit(node)

    def visit_function(self, node: gast.AST) -> Any:
        node.body = self.visit_block(node.body)
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_class_lambda(self, node: gast.Lambda) -> None:
        pass
