"""Lowers `match` to `if` statements.

    match x:                      if x == 0:
        case 0:                       r = 10
            r = 10                else:
        case v if v > 9:              v = x
            r = v          ->         if v > 9:
        case _:                           r = v
            r = 30                    else:
                                          r = 30

Patterns that take a value apart keep a `match` of Python's own, in a function that only does that; what
the parts are compared with, and the guard, become tests like any other. Names are bound when the whole
pattern has matched, as in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gast

from ag_notebook.staging.passes.pass_ import Pass
from ag_notebook.staging.tree import nodes, quote
from ag_notebook.staging.tree.visitor import place

Block = list[gast.AST]


class LowerPatterns(Pass):
    name = "patterns"
    summary = "Lowers match statements to if statements."
    lowers = (gast.Match,)
    makes = (gast.If, gast.Compare, gast.UnaryOp, gast.BoolOp, gast.Tuple, gast.Call, gast.Subscript)

    def visit(self, node: gast.AST) -> Any:
        return node if isinstance(node, gast.expr) else super().visit(node)

    def visit_function(self, node: gast.AST) -> Any:
        node.body = self.visit_block(node.body)
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function

    def visit_class_lambda(self, node: gast.Lambda) -> None:
        pass

    def visit_Match(self, node: gast.Match) -> Any:
        for case in node.cases:
            case.body = self.visit_block(case.body)
        bound = {name for case in node.cases for name in _captures(case.pattern)}
        head: Block = []
        subject = node.subject
        if not isinstance(subject, gast.Name) or subject.id in bound:
            name = self.names.fresh("subject")
            head.append(nodes.assign(name, subject))
            text = "a case binds that name" if isinstance(subject, gast.Name) else "it is evaluated once"
            self.because(subject, f"The subject gets the name `{name}`: {text}.")
        else:
            name = subject.id
        return [*head, *self.cases(node.cases, name)]

    def cases(self, cases: Sequence[gast.match_case], subject: str) -> Block:
        """The statements for cases, one in the `else` of the other."""
        if not cases:
            return []
        case, *others = cases
        return place(self.case(case, subject, lambda: self.cases(others, subject)), case.pattern)  # type: ignore[no-any-return]

    def case(self, case: gast.match_case, subject: str, rest: Callable[[], Block]) -> Block:
        """The statements for one case; `rest` makes those for when it does not match."""
        test, captured = _simple_test(case.pattern, subject)
        if self.explains:
            self.because(case.pattern, _reason(case.pattern, subject, test, captured))
        if captured is not None:
            bind = [place(nodes.assign(name, nodes.load(subject)), case.pattern) for name in captured]
            if test is None and case.guard is None:
                return [*bind, *case.body]
            if case.guard is None:
                return [nodes.if_(test, [*bind, *case.body], rest())]
            if test is None:
                return [*bind, place(nodes.if_(case.guard, case.body, rest()), case.guard)]
            if not bind:
                both = place(gast.BoolOp(gast.And(), [place(test, case.pattern), case.guard]), case.pattern)
                return [nodes.if_(both, case.body, rest())]
        if _is_flat(case.pattern):
            return self.flat_case(case, subject, rest)
        return self.case_with_flag(case, subject, rest)

    def flat_case(self, case: gast.match_case, subject: str, rest: Callable[[], Block]) -> Block:
        """A case whose pattern matches as soon as the value can be taken apart: names are bound right there."""
        captured = {name: name for name in _captures(case.pattern)}
        if case.guard is None:
            made = place(self.match(case.pattern, subject, case.body, captured), case.pattern)
            made[-1].orelse = rest()
            return made  # type: ignore[no-any-return]
        flag = self.names.fresh("is_match")
        matched = place(nodes.if_(case.guard, [nodes.assign(flag, nodes.constant(True))]), case.guard)
        return [
            nodes.assign(flag, nodes.constant(False)),
            *place(self.match(case.pattern, subject, [matched], captured), case.pattern),
            nodes.if_(nodes.load(flag), case.body, rest()),
        ]

    def case_with_flag(self, case: gast.match_case, subject: str, rest: Callable[[], Block]) -> Block:
        flag = self.names.fresh("is_match")
        captured: dict[str, str] = {}
        matched = [nodes.assign(flag, nodes.constant(True))]
        test = place(self.match(case.pattern, subject, matched, captured), case.pattern)
        unbound = [nodes.assign(v, self.ag("Undefined", nodes.constant(n))) for n, v in captured.items()]
        head = [nodes.assign(flag, nodes.constant(False)), *place(unbound, case.pattern), *test]
        bind: Block = [nodes.assign(name, nodes.load(value)) for name, value in captured.items()]
        place(bind, case.pattern)
        if case.guard is None:
            return [*head, nodes.if_(nodes.load(flag), [*bind, *case.body], rest())]
        guarded = nodes.if_(nodes.negated(case.guard), [nodes.assign(flag, nodes.constant(False))])
        return [
            *head,
            nodes.if_(nodes.load(flag), [*bind, place(guarded, case.guard)]),
            nodes.if_(nodes.load(flag), case.body, rest()),
        ]

    def match(self, pattern: gast.AST, value: str, success: Block, captured: dict[str, str]) -> Block:
        """Statements that run `success` if the variable `value` matches; `success` is used once."""
        if isinstance(pattern, gast.MatchAs):
            if pattern.name is not None:
                success = [nodes.assign(self.capture(pattern.name, captured), nodes.load(value)), *success]
            if pattern.pattern is None:
                return success
            return self.match(pattern.pattern, value, success, captured)
        if isinstance(pattern, gast.MatchOr):
            return self.match_or(pattern, value, success, captured)
        test, names = _simple_test(pattern, value)
        if names is not None:
            assert test is not None
            return [nodes.if_(test, success)]
        return self.match_parts(pattern, value, success, captured)

    def match_or(self, pattern: gast.MatchOr, value: str, success: Block, captured: dict[str, str]) -> Block:
        test, names = _simple_test(pattern, value)
        if names == [] and test is not None:
            return [nodes.if_(test, success)]
        flag = self.names.fresh("is_match")
        out: Block = []
        for alternative in pattern.patterns:
            found = self.match(alternative, value, [nodes.assign(flag, nodes.constant(True))], captured)
            out += [nodes.if_(nodes.negated(nodes.load(flag)), found)] if out else found
        return [nodes.assign(flag, nodes.constant(False)), *out, nodes.if_(nodes.load(flag), success)]

    def match_parts(self, pattern: gast.AST, value: str, success: Block, captured: dict[str, str]) -> Block:
        """Takes a sequence, mapping or object apart with Python's own `match`; matches the parts one by one."""
        function = self.names.fresh_function("match_parts")
        parts, subject = self.names.fresh("parts"), self.names.fresh("value")
        taken: list[tuple[str, gast.AST]] = []  # variable of a part, pattern that it must match
        destructuring = self.destructuring(pattern, taken)
        for name, part in reversed(taken):
            success = place(self.match(part, name, success, captured), part)
        variables = [name for name, _ in taken]
        case = gast.match_case(
            destructuring, None, [nodes.assign(parts, nodes.tuple_of(nodes.load(v) for v in variables))]
        )
        unpacked = (
            [
                nodes.assign(
                    nodes.tuple_of((nodes.store(v) for v in variables), nodes.STORE), nodes.load(parts)
                )
            ]
            if variables
            else []
        )
        return quote.statements(
            """
            def $function($subject):
                $parts = None
                $match
                return $parts
            $parts = $taken_apart
            if $parts is not None:
                $success
            """,
            function=function,
            parts=parts,
            match=[gast.Match(nodes.load(subject), [case])],
            subject=subject,
            taken_apart=self.taken_apart(function, value, pattern),
            success=[*unpacked, *success],
        )

    def taken_apart(self, function: str, value: str, pattern: gast.AST) -> gast.AST:
        """The call that takes the variable `value` apart; a staged value is told what the pattern asks of it."""
        call = self.ag("match_parts", nodes.load(function), nodes.load(value))
        if isinstance(pattern, gast.MatchSequence):
            stars = [i for i, p in enumerate(pattern.patterns) if isinstance(p, gast.MatchStar)]
            call.keywords = [gast.keyword("length", nodes.constant(len(pattern.patterns)))]
            call.keywords += [gast.keyword("star", nodes.constant(i)) for i in stars]
        elif isinstance(pattern, gast.MatchClass) and isinstance(pattern.cls, gast.Name):
            call.keywords = [gast.keyword("kind", nodes.load(pattern.cls.id))]
        return place(call, pattern)

    def destructuring(self, pattern: gast.AST, taken: list[tuple[str, gast.AST]]) -> gast.AST:
        """The pattern one level deep: each part is captured by a fresh name."""

        def part(inner: gast.AST) -> gast.AST:
            if isinstance(inner, gast.MatchStar):
                if inner.name is None:
                    return gast.MatchStar(None)
                name = self.names.fresh("part")
                taken.append((name, place(gast.MatchAs(None, inner.name), inner)))
                return gast.MatchStar(name)
            if isinstance(inner, gast.MatchAs) and inner.pattern is None and inner.name is None:
                return gast.MatchAs(None, None)
            name = self.names.fresh("part")
            taken.append((name, inner))
            return gast.MatchAs(None, name)

        if isinstance(pattern, gast.MatchSequence):
            return gast.MatchSequence([part(p) for p in pattern.patterns])
        if isinstance(pattern, gast.MatchMapping):
            rest = None
            values = [part(p) for p in pattern.patterns]
            if pattern.rest is not None:
                rest = self.names.fresh("part")
                taken.append((rest, place(gast.MatchAs(None, pattern.rest), pattern)))
            return gast.MatchMapping(pattern.keys, values, rest)
        assert isinstance(pattern, gast.MatchClass)
        positional = [part(p) for p in pattern.patterns]
        return gast.MatchClass(
            pattern.cls, positional, pattern.kwd_attrs, [part(p) for p in pattern.kwd_patterns]
        )

    def capture(self, name: str, captured: dict[str, str]) -> str:
        return captured.setdefault(name, self.names.fresh(name))


def _simple_test(pattern: gast.AST, subject: str) -> tuple[gast.AST | None, list[str] | None]:
    """(test or None if it always holds, names to bind); (None, None) for a pattern that takes values apart."""
    if isinstance(pattern, gast.MatchValue):
        return gast.Compare(nodes.load(subject), [gast.Eq()], [pattern.value]), []
    if isinstance(pattern, gast.MatchSingleton):
        return gast.Compare(nodes.load(subject), [gast.Is()], [nodes.constant(pattern.value)]), []
    if isinstance(pattern, gast.MatchAs):
        test, names = (None, []) if pattern.pattern is None else _simple_test(pattern.pattern, subject)
        if names is None:
            return None, None
        return test, names + ([pattern.name] if pattern.name is not None else [])
    if isinstance(pattern, gast.MatchOr):
        tests = [_simple_test(alternative, subject) for alternative in pattern.patterns]
        if any(names is None or names for _, names in tests):
            return None, None
        if any(test is None for test, _ in tests):
            return None, []
        return gast.BoolOp(gast.Or(), [test for test, _ in tests]), []
    return None, None


def _reason(pattern: gast.AST, subject: str, test: gast.AST | None, captured: list[str] | None) -> str:
    """Why the test of a case is what it is."""
    if captured is not None:
        what = (
            "It matches anything"
            if test is None
            else f"It takes nothing apart, so it is a test of `{subject}`"
        )
        return (
            f"{what}; then {', '.join(captured)} {'is' if len(captured) == 1 else 'are'} bound."
            if captured
            else f"{what}."
        )
    if _is_flat(pattern):
        return "It asks nothing of the parts, so it matches as soon as the value can be taken apart."
    return "Its parts must match as well: a flag says whether all did, and names are bound only then."


def _is_flat(pattern: gast.AST) -> bool:
    """Whether a pattern takes a value apart and asks nothing of the parts."""
    while isinstance(pattern, gast.MatchAs) and pattern.pattern is not None:
        pattern = pattern.pattern
    parts = [*getattr(pattern, "patterns", ()), *getattr(pattern, "kwd_patterns", ())]
    return isinstance(pattern, (gast.MatchSequence, gast.MatchMapping, gast.MatchClass)) and all(
        isinstance(part, gast.MatchStar) or (isinstance(part, gast.MatchAs) and part.pattern is None)
        for part in parts
    )


def _captures(pattern: gast.AST) -> list[str]:
    names = []
    todo = [pattern]
    while todo:
        node = todo.pop()
        names += [n for n in (getattr(node, "name", None), getattr(node, "rest", None)) if n is not None]
        for field in ("pattern", "patterns", "kwd_patterns"):
            inner = getattr(node, field, None)
            todo += inner if isinstance(inner, list) else [inner] if inner is not None else []
    return names
