"""Parts of generated code for variables of a state that other functions write, too."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.control_flow import LowerControlFlow

Lowered = Callable[..., str]

COUNTING = """
def f(n, xs):
    count = 0
    def add():
        nonlocal count
        count += 1
    {}
        count += 10
    return count, add
"""


def test_a_for_reads_and_writes_them(lowered: Lowered) -> None:
    text = lowered(LowerControlFlow, COUNTING.format("for x in xs:"))
    assert "def write_shared(count_2):\n        nonlocal count\n        count = count_2\n" in text
    assert "shared=(lambda: (count,), ('count',), write_shared)" in text


def test_a_while_reads_them(lowered: Lowered) -> None:
    assert "shared=(lambda: (count,), ('count',)))" in lowered(
        LowerControlFlow, COUNTING.format("while n > count:")
    )


def test_the_operands_of_a_test_are_asked_before_the_state_is_read(lowered: Lowered) -> None:
    text = lowered(LowerControlFlow, COUNTING.format("if n and (xs or n > 1):"))
    assert "ag.if_stmt(ag.truth(n) and (ag.truth(xs) or n > 1), " in text


def test_variables_that_nobody_else_writes_need_nothing(lowered: Lowered) -> None:
    text = lowered(LowerControlFlow, COUNTING.replace("nonlocal count", "count = 0").format("for x in xs:"))
    assert "shared" not in text
