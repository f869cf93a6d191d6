"""Definitions stand right before the statement that needs them."""

from __future__ import annotations

import gast

from ag_notebook.staging.passes.hoisting import HoistingPass, make_local
from ag_notebook.staging.tree import nodes
from ag_notebook.staging.tree.printer import print_tree


class HoistCalls(HoistingPass):
    """Names the value of each call of `f`."""

    def visit_Call(self, node):
        if self.before is None:
            return node
        name = self.names.fresh("value")
        self.before.append(nodes.assign(name, node))
        return nodes.load(name)


def test_before_each_kind_of_statement(check) -> None:
    check(
        HoistCalls,
        """
        def g(x):
            if f(1):
                y = f(2)
            elif f(3):
                pass
            for i in f(4):
                return f(5)
            with f(6) as z:
                pass
            k = lambda: f(7)
        """,
        """
        def g(x):
            value = f(1)
            if value:
                value_1 = f(2)
                y = value_1
            else:
                value_2 = f(3)
                if value_2:
                    pass
            value_3 = f(4)
            for i in value_3:
                value_4 = f(5)
                return value_4
            value_5 = f(6)
            with value_5 as z:
                pass
            k = lambda: f(7)
        """,
    )


def test_the_test_of_a_loop_moves_into_its_body(check) -> None:
    check(
        HoistCalls,
        """
        def g(x):
            while f(1):
                x += 1
            else:
                break_ = 2
        """,
        """
        def g(x):
            is_over = False
            while True:
                value = f(1)
                if not value:
                    is_over = True
                    break
                x += 1
            if is_over:
                break_ = 2
        """,
    )


def test_names_become_local() -> None:
    function = gast.parse("def f(a):\n  'doc'\n  nonlocal c\n  b = 1\n").body[0]
    make_local(function, {"a", "b", "c", "d"})
    assert print_tree(
        function, ""
    ).text == "def f(a):\n    'doc'\n    nonlocal c\n    d: None\n    b = 1\n".replace("'doc'", '"""doc"""')
