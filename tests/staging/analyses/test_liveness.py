"""What is still needed before and after statements."""

from __future__ import annotations

import gast
import pytest

from ag_notebook.staging.analyses.activity import Activity
from ag_notebook.staging.analyses.liveness import Liveness


def before(text: str, live: str = "") -> str:
    liveness = Liveness(Activity())
    (statement,) = gast.parse(text).body
    return "".join(sorted(liveness.before(statement, frozenset(live))))


@pytest.mark.parametrize(
    ("text", "live", "expected"),
    [
        ("x = y", "xz", "yz"),
        ("x += y", "x", "xy"),
        ("if t: x = a\nelse: x = b", "x", "abt"),
        ("if t: x = a", "x", "atx"),
        ("if (t := a): x = t", "tx", "ax"),
        ("while t: x = y", "x", "txy"),
        ("while t:\n  y = x\n  x = y", "y", "txy"),
        ("while (t := a): pass", "t", "a"),
        ("for i in q: s += i", "is", "iqs"),
        ("for i in q: s = i", "", "q"),
        ("try: x = a\nexcept E: y = b", "xy", "Eabxy"),
        ("try: x = a\nexcept E as e: y = e", "xy", "Eaxy"),
        ("try: x = e\nexcept E as e: y = e", "xy", "Eexy"),
        ("try: x = a\nfinally: y = b", "xy", "abx"),
        ("with a as b: x = b", "x", "ax"),
    ],
)
def test_live_before(text: str, live: str, expected: str) -> None:
    assert before(text, live) == expected


def test_a_block_kills_what_it_binds_first() -> None:
    liveness = Liveness(Activity())
    needed, killed = liveness.of_block(gast.parse("x = a\ny = x\nz = y").body)
    assert (needed, killed) == (frozenset("a"), frozenset("xyz"))
