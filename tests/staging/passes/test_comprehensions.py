"""What the pass of `passes/comprehensions.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.comprehensions import LowerComprehensions

Check = Callable[..., None]


def test_list_set_and_dict(check: Check) -> None:
    check(
        LowerComprehensions,
        """
        def f(x, xs):
            ys = [v * 2 for v in xs if v]
            s = {a for a, b in xs for c in b}
            d = {v: v for v in xs}
        """,
        """
        def f(x, xs):
            def list_comp(iterable):
                items = []
                for v in iterable:
                    if v:
                        items.append(v * 2)
                return items
            ys = list_comp(xs)
            def set_comp(iterable_1):
                items_1 = {*()}
                for a, b in iterable_1:
                    for c in b:
                        items_1.add(a)
                return items_1
            s = set_comp(xs)
            def dict_comp(iterable_2):
                items_2 = {}
                for v in ag.unrolled(iterable_2):
                    items_2[v] = v
                return items_2
            d = dict_comp(xs)
        """,
    )


def test_generator_expressions(check: Check) -> None:
    check(
        LowerComprehensions,
        """
        def f(x, xs):
            a = sum(v for v in xs if v)
            b = (u + v for u, v in xs)
            c = (u for v in xs for u in v if u)
        """,
        """
        def f(x, xs):
            a = sum(ag.gen_exp(xs, lambda v: v, lambda v: v))
            def element(item):
                u, v = item
                return u + v
            b = ag.gen_exp(xs, element, None, lazily=True)
            def element_1(item_1):
                v = item_1
                return ag.gen_exp(v, lambda u: u, lambda u: u, stops=True)
            c = ag.gen_exp(xs, element_1, None, True, lazily=True)
        """,
    )


def test_nested_ones_are_defined_inside(check: Check) -> None:
    check(
        LowerComprehensions,
        """
        def f(x, xs):
            return [[u for u in v] for v in xs]
        """,
        """
        def f(x, xs):
            def list_comp(iterable):
                items = []
                for v in iterable:
                    def list_comp_1(iterable_1):
                        items_1 = []
                        for u in iterable_1:
                            items_1.append(u)
                        return items_1
                    items.append(list_comp_1(v))
                return items
            return list_comp(xs)
        """,
    )


def test_walrus_binds_outside(check: Check) -> None:
    check(
        LowerComprehensions,
        """
        def f(x, xs):
            t = 0
            return [t := t + v for v in xs]
        """,
        """
        def f(x, xs):
            t = 0
            def list_comp(iterable):
                nonlocal t
                items = []
                for v in iterable:
                    items.append((t := t + v))
                return items
            return list_comp(xs)
        """,
    )


def test_lambda_becomes_a_function(check: Check) -> None:
    check(
        LowerComprehensions,
        """
        def f(x, xs):
            f = lambda m: [k for k in m]
            g = lambda m=x: [k for k in m]
        """,
        """
        def f(x, xs):
            def lambda_(m):
                def list_comp(iterable):
                    items = []
                    for k in iterable:
                        items.append(k)
                    return items
                return list_comp(m)
            f = lambda_
            g = lambda m=x: [k for k in m]
        """,
    )


def test_loop_test_moves_inside(check: Check) -> None:
    check(
        LowerComprehensions,
        """
        def f(x, xs):
            while any([v for v in xs]):
                x -= 1
        """,
        """
        def f(x, xs):
            while True:
                def list_comp(iterable):
                    items = []
                    for v in iterable:
                        items.append(v)
                    return items
                if not any(list_comp(xs)):
                    break
                x -= 1
        """,
    )


def test_it_says_why(facts) -> None:
    source = """
def f(xs):
    ys = [(y := x) for x in xs]
    g = lambda: [x for x in xs]
    h = lambda k=xs: [x for x in k]
    return any(x for x in ys)
"""
    lazy = "Nothing of it is evaluated before it is asked for, so its parts become functions of an item."
    own = "Its variables are its own, so its loop is a function, `{}`, called in its place."
    assert facts(LowerComprehensions, source) == [
        (2, 9, own.format("list_comp")),
        (2, 9, "`:=` binds y in the function around it."),
        (3, 8, "Its body needs statements, which a lambda cannot have: it becomes `def lambda_`."),
        (3, 16, own.format("list_comp_1")),
        (4, 21, "It stays a comprehension of Python's: no statement can stand before it."),
        (5, 14, lazy),
    ]
