"""What leaves a block, and where jumps are."""

from __future__ import annotations

import gast
import pytest

from ag_notebook.staging.errors import ConversionError
from ag_notebook.staging.passes.breaks import LowerBreaks
from ag_notebook.staging.passes.jumps import blocks_of, jumps, leaves
from ag_notebook.staging.passes.returns import LowerReturns


def body(text: str) -> list[gast.AST]:
    return gast.parse(text).body


def test_blocks_that_never_end() -> None:
    assert leaves(body("x\nreturn_ = 1\nraise x"))
    assert leaves(body("if a: raise x\nelse: raise y"))
    assert not leaves(body("if a: raise x"))
    assert not leaves([])


def test_jumps_of_a_loop_are_not_those_of_loops_inside() -> None:
    inner = body("for i in x:\n  break\nelse: pass")
    assert not jumps(inner, (gast.Break,), False)
    assert jumps(inner, (gast.Break,), True)
    assert jumps(body("while a:\n  for i in x: pass\n  else: break"), (gast.Break,), True)
    assert jumps(body("for i in x: pass\nelse:\n  raise y"), (gast.Raise,), False)
    assert not jumps(body("def f(): raise x"), (gast.Raise,), True)


def test_blocks_of_a_try() -> None:
    (node,) = body("try: a\nexcept b: c\nelse: d\nfinally: e")
    assert len(blocks_of(node)) == 4


@pytest.mark.parametrize(
    ("kind", "jump"), [(LowerBreaks, "break"), (LowerReturns, "return 1")], ids=["break", "return"]
)
def test_jumps_in_finally_are_refused(lowered, kind, jump) -> None:
    source = f"def f(x):\n  for i in x:\n    try: pass\n    finally:\n      {jump}\n"
    with pytest.raises(ConversionError, match="AG111 .*line 5.*`finally`") as caught:
        lowered(kind, source)
    assert caught.value.fix
