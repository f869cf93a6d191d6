"""What the pass of `passes/plain_names.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.plain_names import PlainNames

Check = Callable[..., None]


def test_annotations_of_variables_are_dropped(check: Check) -> None:
    check(
        PlainNames,
        """
        def f(x: int, xs: list) -> int:
            y: int = x
            z: int
            def g(a: int, b: 'B' = 1) -> int:
                return a
            class K:
                field: int = 0
        """,
        """
        def f(x, xs):
            y = x
            z: None
            def g(a: int, b: 'B' = 1) -> int:
                return a
            class K:
                field: int = 0
        """,
    )


def test_super_is_explicit(check: Check) -> None:
    check(
        PlainNames,
        """
        def m(self, x):
            g = lambda me: super().m(me)
            return super().m(x)
        """,
        """
        def m(self, x):
            g = lambda me: super(__class__, me).m(me)
            return super(__class__, self).m(x)
        """,
        classes=["Vault"],
        free=["__class__"],
    )


def test_super_in_a_class_inside(check: Check) -> None:
    check(
        PlainNames,
        """
        def f(x, xs):
            class K:
                def m(self):
                    return super().m()
            return super().m()
        """,
        """
        def f(x, xs):
            class K:
                def m(self):
                    return super(__class__, self).m()
            return super().m()
        """,
    )


def test_private_names_are_mangled(check: Check) -> None:
    check(
        PlainNames,
        """
        def f(self):
            self.__n = __g(__k=1)
            class K:
                def m(self):
                    return self.__p, self.__q__
            global __n
        """,
        """
        def f(self):
            global _Vault__n
            self._Vault__n = _Vault__g(_Vault__k=1)
            class K:
                def m(self):
                    return self._K__p, self.__q__
        """,
        classes=["_Vault"],
    )


def test_declarations_move_to_the_start(check: Check) -> None:
    check(
        PlainNames,
        '''
        def f(x, xs):
            """Doc."""
            if x:
                global q
            else:
                q = 1
        ''',
        '''
        def f(x, xs):
            """Doc."""
            global q
            if x:
                pass
            else:
                q = 1
        ''',
    )


def test_it_says_why(facts) -> None:
    source = """
def f(self):
    x = super().g()
    global y
    y = x
"""
    assert facts(PlainNames, source, free=("__class__",)) == [
        (3, 4, "It holds for the whole function, so it moves to its start."),
        (2, 8, "`super()` asks the frame it stands in for class and object; code moves into other frames."),
    ]
