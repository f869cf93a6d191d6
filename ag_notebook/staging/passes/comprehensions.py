"""Lowers list, set and dict comprehensions to loops in a nested function, called in place.

    ys = [v * 2 for v in xs if v]     def list_comp(iterable):
                                          items = []
                                          for v in iterable:
                                              if v:
                              ->                  items.append(v * 2)
                                          return items
                                      ys = list_comp(xs)

All later passes then see loops and tests. The function keeps a comprehension's scope, and its argument
is evaluated where the comprehension stood. Generator expressions become
`ag.gen_exp(xs, lambda v: …, lambda v: …)`; with several `for`s the element of the first is the expression of the rest.
"""

from __future__ import annotations

from typing import Any

import gast

from ag_notebook.staging.passes.hoisting import HoistingPass, make_local
from ag_notebook.staging.tree import nodes, quote
from ag_notebook.staging.tree.visitor import children, place, suspends, walk_scope

_FORMS = {gast.ListComp: "list_comp", gast.SetComp: "set_comp", gast.DictComp: "dict_comp"}

_TAKE_ALL = frozenset(("dict", "frozenset", "join", "list", "max", "min", "set", "sorted", "sum", "tuple"))


class LowerComprehensions(HoistingPass):
    name = "comprehensions"
    summary = "Lowers comprehensions to loops in a nested function."
    lowers = (*nodes.COMPREHENSIONS, gast.NamedExpr)
    makes = (
        *(gast.For, gast.If, gast.Call, gast.Subscript, gast.Attribute, gast.BoolOp, gast.UnaryOp),
        *(gast.List, gast.Starred, gast.Nonlocal),
    )

    def run(self) -> None:
        self.global_names: set[str] = set()
        self.written: set[str] = set()
        self.suspending = False
        # Generator expressions, by id: those that `any` and `all` stop early and loops go through item by item, and
        # those of which a call takes all items before anything else happens.
        self.stopping: set[int] = set()
        self.taken_at_once: set[int] = set()
        super().run()

    def enter_function(self, node: gast.AST) -> None:
        outer = self.global_names
        self.global_names = {
            name
            for s in node.body[: nodes.start_of(node.body)]
            if isinstance(s, gast.Global)
            for name in s.names
        }
        written, self.written = self.written, set()
        suspending, self.suspending = self.suspending, self.is_suspending(node)
        super().enter_function(node)
        make_local(node, self.written - self.global_names)
        self.global_names, self.written, self.suspending = outer, written, suspending

    def visit_Lambda(self, node: gast.Lambda) -> Any:
        """A lambda with a comprehension or `:=` becomes a `def`, where evaluating its defaults earlier is the same."""
        if (
            self.before is not None
            and all(isinstance(d, gast.Constant) for d in nodes.defaults_of(node.args))
            and not any(isinstance(n, nodes.SUSPENSIONS) for n in walk_scope([node.body]))
            and any(isinstance(n, (*nodes.COMPREHENSIONS, gast.NamedExpr)) for n in walk_scope([node.body]))
        ):
            name = self.names.fresh("lambda_")
            self.because(
                node, f"Its body needs statements, which a lambda cannot have: it becomes `def {name}`."
            )
            body: list[gast.AST] = place([gast.Return(node.body)], node)
            function = gast.FunctionDef(name, node.args, body, [], None, None, [])
            outer, self.before = self.before, []
            function = place(self.visit(function), node)
            self.before = outer
            self.before.append(function)
            return nodes.load(name)
        return super().visit_Lambda(node)

    def visit_comprehension_form(self, node: gast.AST) -> Any:
        bound = bound_names(node)
        if self.before is None or suspends(node) or any(g.is_async for g in node.generators):
            why = "no statement can stand before it" if self.before is None else "it suspends"
            self.because(node, f"It stays a comprehension of Python's: {why}.")
            return self.left_as_it_is(node)
        if bound and self.suspending:  # the variables of a generator are Python's own
            self.because(
                node, "It stays Python: `:=` binds variables of a generator, which are Python's own."
            )
            return self.refusing(self.left_as_it_is(node))
        base = _FORMS[type(node)]
        iterable = self.visit(node.generators[0].iter)
        function, items = self.names.fresh_function(base), self.names.fresh("items")
        parameter = self.names.fresh("iterable")
        body = self.loops(node, items, parameter)
        declared = self.declarations(bound)
        self.because(
            node, f"Its variables are its own, so its loop is a function, `{function}`, called in its place."
        )
        if declared:
            self.because(node, f"`:=` binds {', '.join(bound)} in the function around it.")
            self.names.immediate.discard(function)
            self.names.writers.add(function)
        made = quote.statements(
            """
            def $function($parameter):
                $declared
                $items = $empty
                $body
                return $items
            """,
            function=function,
            parameter=parameter,
            declared=declared,
            items=items,
            empty=empty_container(node),
            body=body,
        )
        outer, self.before = self.before, []
        made = [self.visit(place(s, node)) for s in made]
        self.before = outer
        self.before += made
        return nodes.call(nodes.load(function), iterable)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_comprehension_form

    def declarations(self, bound: list[str]) -> list[gast.AST]:
        """Names that `:=` binds belong to the function around the comprehension."""
        self.written.update(bound)
        outside = [n for n in bound if n in self.global_names]
        inside = [n for n in bound if n not in self.global_names]
        return [
            *([gast.Global(outside)] if outside else []),
            *([gast.Nonlocal(inside)] if inside else []),
        ]

    def loops(self, node: gast.AST, items: str, parameter: str) -> list[gast.AST]:
        """The nested loops, the innermost of which keeps an item."""
        if isinstance(node, gast.ListComp):
            keep = quote.statements("$items.append($element)", items=items, element=node.elt)
        elif isinstance(node, gast.SetComp):
            keep = quote.statements("$items.add($element)", items=items, element=node.elt)
        else:
            keep = self.keep_pair(node, items)
        place(keep, node)
        for position, generator in reversed(list(enumerate(node.generators))):
            for test in reversed(generator.ifs):
                keep = [place(nodes.if_(test, keep), test)]
            iterable = generator.iter if position else nodes.load(parameter)
            if isinstance(node, gast.DictComp):  # its keys must be Python's
                iterable = place(self.ag("unrolled", iterable), generator.iter)
            keep = [place(gast.For(generator.target, iterable, keep, [], None), generator.target)]
        return keep

    def keep_pair(self, node: gast.DictComp, items: str) -> list[gast.AST]:
        if isinstance(node.key, (gast.Name, gast.Constant)) or isinstance(
            node.value, (gast.Name, gast.Constant)
        ):
            return quote.statements("$items[$key] = $value", items=items, key=node.key, value=node.value)
        key = self.names.fresh("key")  # the key is evaluated before the value, unlike in an item write
        return quote.statements(
            """
            $name = $key
            $items[$name] = $value
            """,
            name=key,
            items=items,
            key=node.key,
            value=node.value,
        )

    def left_as_it_is(self, node: gast.AST) -> gast.AST:
        """A comprehension that stays one: nothing in it can be put before a statement but its first iterable."""
        node.generators[0].iter = self.visit(node.generators[0].iter)
        outer, self.before = self.before, None
        for position, generator in enumerate(node.generators):
            if position:
                generator.iter = self.visit(generator.iter)
            generator.ifs = self.visit_list(generator.ifs)
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        self.before = outer
        return node

    def visit_GeneratorExp(self, node: gast.GeneratorExp) -> Any:
        generator = node.generators[0]
        target = generator.target
        bound = bound_names(node)
        simple = (
            (len(node.generators) == 1 or (self.before is not None and not bound))
            and not any(g.is_async for g in node.generators)
            and not suspends(node)
        )
        named = bool(bound) or not isinstance(target, gast.Name)
        if not simple or (named and self.before is None) or (bound and self.suspending):
            self.because(node, "It stays a generator of Python's, which refuses staged values.")
            return self.refusing(self.left_as_it_is(node))
        self.because(
            node,
            "Nothing of it is evaluated before it is asked for, so its parts become functions of an item.",
        )
        iterable = self.visit(generator.iter)
        test = generator.ifs[0] if len(generator.ifs) == 1 else gast.BoolOp(gast.And(), generator.ifs)
        if generator.ifs:
            place(test, generator.ifs[0])
        if len(node.generators) > 1:
            rest = place(gast.GeneratorExp(node.elt, node.generators[1:]), node)
            self.stopping.add(id(rest))
            condition: gast.AST = nodes.constant(None)
            if generator.ifs:
                condition = self.named("condition", target, test)
            element: gast.AST = self.named("element", target, rest)
            return self.generator(node, iterable, element, condition, nodes.constant(True))
        if not named:
            element = nodes.lambda_(node.elt, [target.id])
            condition = nodes.lambda_(test, [target.id]) if generator.ifs else nodes.constant(None)
            return self.generator(node, iterable, self.visit(element), self.visit(condition))
        element = self.named("element", target, node.elt)
        condition = self.named("condition", target, test) if generator.ifs else nodes.constant(None)
        return self.generator(node, iterable, element, condition)

    def visit_Call(self, node: gast.Call) -> Any:
        if node.args and isinstance(node.args[0], gast.GeneratorExp):
            called = getattr(node.func, "id", getattr(node.func, "attr", None))
            if called in ("any", "all") and isinstance(node.func, gast.Name) and len(node.args) == 1:
                self.stopping.add(id(node.args[0]))
            elif called in _TAKE_ALL:
                self.taken_at_once.add(id(node.args[0]))
        return self.visit_parts(node)

    def visit_For(self, node: gast.For) -> Any:
        if isinstance(node.iter, gast.GeneratorExp):  # each element is evaluated when the loop asks for it
            self.stopping.add(id(node.iter))
        return super().visit_For(node)

    def generator(self, node: gast.AST, *parts: gast.AST) -> gast.AST:
        made = self.ag("gen_exp", *parts)
        if id(node) in self.stopping:
            made.keywords = [gast.keyword("stops", nodes.constant(True))]
        elif id(node) not in self.taken_at_once:
            made.keywords = [gast.keyword("lazily", nodes.constant(True))]
        return made

    def refusing(self, node: gast.AST) -> gast.AST:
        """A comprehension that Python runs: it refuses staged values."""
        for part in node.generators:
            if not part.is_async:
                part.iter = place(self.ag("python_iterable", part.iter), part.iter)
            part.ifs = [place(self.ag("python_test", test), test) for test in part.ifs]
        return node

    def named(self, base: str, target: gast.AST, value: gast.AST) -> gast.AST:
        """A function of an item, defined before the statement: its target is a tuple, or `:=` binds in it."""
        name, item = self.names.fresh(base), self.names.fresh("item")
        made = quote.statements(
            """
            def $name($item):
                $declared
                $target
                return $value
            """,
            name=name,
            item=item,
            declared=self.declarations(bound_names(value)),
            target=[place(nodes.assign(_copy(target), nodes.load(item)), target)],
            value=value,
        )
        outer, self.before = self.before, []
        made = [self.visit(place(s, value)) for s in made]
        self.before = outer
        assert self.before is not None
        self.before += made
        return nodes.load(name)


def bound_names(node: gast.AST) -> list[str]:
    """The names that `:=` binds in an expression for the function around it."""
    found: set[str] = set()
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, gast.NamedExpr):
            found.add(part.target.id)
        todo += nodes.defaults_of(part.args) if isinstance(part, gast.Lambda) else children(part)
    return sorted(found)


def empty_container(node: gast.AST) -> gast.AST:
    if isinstance(node, gast.ListComp):
        return gast.List([], nodes.LOAD)
    if isinstance(node, gast.DictComp):
        return gast.Dict([], [])
    return gast.Set([gast.Starred(nodes.tuple_of([]), nodes.LOAD)])  # does not depend on the name `set`


def _copy(target: gast.AST) -> gast.AST:
    """A copy of a target: element and condition bind one each."""
    kind = type(target)
    fields = []
    for field in target._fields:
        value = getattr(target, field)
        if isinstance(value, list):
            value = [_copy(v) if isinstance(v, gast.AST) else v for v in value]
        elif isinstance(value, gast.AST) and value._fields:
            value = _copy(value)
        fields.append(value)
    return place(kind(*fields), target)
