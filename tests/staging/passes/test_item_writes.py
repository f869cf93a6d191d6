"""What the pass of `passes/item_writes.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.item_writes import LowerItemWrites

Check = Callable[..., None]


def test_own_names_are_rebound(check: Check) -> None:
    check(
        LowerItemWrites,
        """
        def f(x, xs):
            x[0] = 1
            x[1:, 2] = xs
            y.z[0] = 1
            free[0] = 1
        """,
        """
        def f(x, xs):
            x = ag.setitem(x, 0, 1)
            x = ag.setitem(x, (slice(1, None, None), 2), xs)
            ag.store_item(y.z, 0, 1)
            ag.store_item(free, 0, 1)
        """,
    )


def test_value_is_evaluated_first(check: Check) -> None:
    check(
        LowerItemWrites,
        """
        def f(x, xs):
            x[g()] = h()
            x[0] = h()
            x.a.b = h()
        """,
        """
        def f(x, xs):
            value = h()
            x = ag.setitem(x, g(), value)
            x = ag.setitem(x, 0, h())
            value_1 = h()
            ag.setattr(x.a, 'b', value_1)
        """,
    )


def test_augmented(check: Check) -> None:
    check(
        LowerItemWrites,
        """
        def f(x, xs):
            self.n += 1
            x[0] += 1
            x[g()] += h()
            g().n *= 2
        """,
        """
        def f(x, xs):
            value = self.n
            value += 1
            ag.setattr(self, 'n', value)
            value_1 = x[0]
            value_1 += 1
            x = ag.setitem(x, 0, value_1)
            index = g()
            value_2 = x[index]
            value_2 += h()
            x = ag.setitem(x, index, value_2)
            owner = g()
            value_3 = owner.n
            value_3 *= 2
            ag.setattr(owner, 'n', value_3)
        """,
    )


def test_tuples_and_chains(check: Check) -> None:
    check(
        LowerItemWrites,
        """
        def f(x, xs):
            x[0], y = xs
            a = x[0] = g()
            *x[0], xs[0] = y
        """,
        """
        def f(x, xs):
            part, part_1 = xs
            x = ag.setitem(x, 0, part)
            y = part_1
            value = g()
            a = value
            x = ag.setitem(x, 0, value)
            *part_2, part_3 = y
            x = ag.setitem(x, 0, part_2)
            xs = ag.setitem(xs, 0, part_3)
        """,
    )


def test_deleted(check: Check) -> None:
    check(
        LowerItemWrites,
        """
        def f(x, xs):
            del x[0], x.n, y
        """,
        """
        def f(x, xs):
            ag.delitem(x, 0)
            ag.delattr(x, 'n')
            del y
        """,
    )


def test_loop_and_with_targets(check: Check) -> None:
    check(
        LowerItemWrites,
        """
        def f(x, xs):
            for self.i in xs:
                y = 1
            with x as self.f, y as z:
                y = 2
        """,
        """
        def f(x, xs):
            for item in xs:
                ag.setattr(self, 'i', item)
                y = 1
            with x as value:
                ag.setattr(self, 'f', value)
                with y as z:
                    y = 2
        """,
    )


def test_item_of_an_item_is_written_in_place(check: Check) -> None:
    check(
        LowerItemWrites,
        """
        def f(x, xs):
            xs[x][0] += 1
            y.z[x][0] = 2
        """,
        """
        def f(x, xs):
            owner = ag.picked(xs, x)
            value = owner[0]
            value += 1
            xs = ag.setitem_through(xs, (x,), owner, 0, value)
            ag.store_item_in(y.z, (x, 0), 2)
        """,
    )


def test_it_says_why(facts) -> None:
    source = """
def f(x, o):
    x[0] = 1
    o.w[g()] = h()
    o.n += 1
    del o.n
"""
    itself = "No variable of this function holds the object, so it is changed itself."
    logged = "Whoever holds the object sees {}, so the runtime logs it."
    assert facts(LowerItemWrites, source) == [
        (2, 4, "x is a variable of this function, so it is bound to what has the new item."),
        (3, 15, "Python evaluates the value before the place of the write, so it gets a name, `value`."),
        (3, 4, itself),
        (4, 4, "It reads and writes one place, whose object and index are evaluated once."),
        (4, 4, logged.format("the write")),
        (5, 8, logged.format("what is deleted")),
    ]
