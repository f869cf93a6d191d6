"""What the pass of `passes/patterns.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.patterns import LowerPatterns

Check = Callable[..., None]


def test_values(check: Check) -> None:
    check(
        LowerPatterns,
        """
        def f(x, xs):
            match x:
                case 0 | 1:
                    r = 1
                case None:
                    r = 2
                case v if v > 9:
                    r = v
                case _:
                    r = 3
        """,
        """
        def f(x, xs):
            if x == 0 or x == 1:
                r = 1
            elif x is None:
                r = 2
            else:
                v = x
                if v > 9:
                    r = v
                else:
                    r = 3
        """,
    )


def test_subject_is_evaluated_once(check: Check) -> None:
    check(
        LowerPatterns,
        """
        def f(x, xs):
            match g(x):
                case 1:
                    r = 1
                case 'a' as s:
                    r = 2
        """,
        """
        def f(x, xs):
            subject = g(x)
            if subject == 1:
                r = 1
            elif subject == 'a':
                s = subject
                r = 2
        """,
    )


def test_parts_are_taken_by_python(check: Check) -> None:
    check(
        LowerPatterns,
        """
        def f(x, xs):
            match x:
                case Point(a, y=b):
                    return a
                case [u, *_] if u:
                    return u
        """,
        """
        def f(x, xs):
            def match_parts(value):
                parts = None
                match value:
                    case Point(part, y=part_1):
                        parts = part, part_1
                return parts
            parts = ag.match_parts(match_parts, x, kind=Point)
            if parts is not None:
                part, part_1 = parts
                a = part
                b = part_1
                return a
            else:
                is_match = False
                def match_parts_1(value_1):
                    parts_1 = None
                    match value_1:
                        case [part_2, *_]:
                            parts_1 = (part_2,)
                    return parts_1
                parts_1 = ag.match_parts(match_parts_1, x, length=2, star=1)
                if parts_1 is not None:
                    part_2, = parts_1
                    u = part_2
                    if u:
                        is_match = True
                if is_match:
                    return u
        """,
    )


def test_parts_are_compared_one_by_one(check: Check) -> None:
    check(
        LowerPatterns,
        """
        def f(x, xs):
            match x:
                case {'k': 0, 'n': n}:
                    return n
        """,
        """
        def f(x, xs):
            is_match = False
            n_1 = ag.Undefined('n')
            def match_parts(value):
                parts = None
                match value:
                    case {'k': part, 'n': part_1}:
                        parts = part, part_1
                return parts
            parts = ag.match_parts(match_parts, x)
            if parts is not None:
                part, part_1 = parts
                if part == 0:
                    n_1 = part_1
                    is_match = True
            if is_match:
                n = n_1
                return n
        """,
    )


def test_it_says_what_each_pattern_asks(facts) -> None:
    source = """
def f(x):
    match g(x):
        case 0:
            return 0
        case 1 | 2 as k:
            return k
        case [a, b]:
            return a
        case [1, b]:
            return b
        case _:
            return 3
"""
    assert facts(LowerPatterns, source) == [
        (2, 10, "The subject gets the name `subject`: it is evaluated once."),
        (3, 13, "It takes nothing apart, so it is a test of `subject`."),
        (5, 13, "It takes nothing apart, so it is a test of `subject`; then k is bound."),
        (7, 13, "It asks nothing of the parts, so it matches as soon as the value can be taken apart."),
        (9, 13, "Its parts must match as well: a flag says whether all did, and names are bound only then."),
        (11, 13, "It matches anything."),
    ]
