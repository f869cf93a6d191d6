"""Checks that the judge sees what goes wrong, by making the staging core wrong."""

from __future__ import annotations

import judging
import pytest
from limits import load
from program import Program

from ag_notebook import staging

CASES = ((2, 0.5, True, [1, 2], [0.5]), (-1, 0.5, False, [3, 4], [1.5]))
BRANCH = "def program(n, x, flag, xs, ys):\n    if n > 0:\n        n += 1\n    return n\n"


def replaced(monkeypatch, name, source):
    """Makes the core stage or convert another function."""
    names = load(source, "<wrong>")
    if name == "stage":
        import oracle

        staged = staging.function(names["program"])
        monkeypatch.setattr(oracle, "stage", lambda function, **options: staged)
    else:
        monkeypatch.setattr(staging, "to_graph", lambda function: names["program"])


def test_agreement_and_what_was_staged():
    verdict = judging.judge(Program(BRANCH, CASES))
    assert (verdict.kind, verdict.staged) == ("equal", True)
    straight = judging.judge(Program("def program(n, x, flag, xs, ys):\n    return n + 1\n", CASES))
    assert (straight.kind, straight.staged) == ("equal", False)
    static = judging.judge(Program(BRANCH, CASES, static=(0,)))
    assert (static.kind, static.staged) == ("equal", False)


@pytest.mark.parametrize("unknown", [False, True])
def test_all_parameters_are_staged_as_what_they_are(unknown):
    source = "def program(n, x, flag, xs, ys):\n    t = 0.0\n    for v, w in zip(xs, ys):\n        if flag and v > n:\n            t += w + x\n    return t, len(xs)\n"
    cases = ((2, 0.5, True, [1, 3], [0.5, 2.0]), (-1, 0.5, False, [], []))
    verdict = judging.judge(Program(source, cases, unknown=unknown))
    assert (verdict.kind, verdict.staged) == ("equal", True), verdict.detail


@pytest.mark.parametrize("name", ["stage", "to_graph"])
@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("return n", "gave"),
        ("return [][n - n]", "IndexError"),
        ("raise KeyError(1)", "KeyError"),
        ("print(1)", "printed"),
    ],
)
def test_a_difference_is_a_mismatch(monkeypatch, name, wrong, says):
    replaced(monkeypatch, name, f"def program(n, x, flag, xs, ys):\n    {wrong}\n")
    verdict = judging.judge(Program(BRANCH, CASES))
    assert verdict.kind == "mismatch"
    assert says in verdict.detail
    assert verdict.cause.startswith("staged" if name == "stage" else "converted")


def test_changed_arguments_are_compared(monkeypatch):
    replaced(monkeypatch, "to_graph", "def program(n, x, flag, xs, ys):\n    xs.append(1)\n    return n\n")
    verdict = judging.judge(Program("def program(n, x, flag, xs, ys):\n    return n\n", CASES))
    assert verdict.kind == "mismatch"
    assert "arguments" in verdict.detail


def test_messages_of_the_users_own_exceptions_are_compared():
    source = "def program(n, x, flag, xs, ys):\n    if n > 0:\n        raise ValueError(f'bad {n}')\n    return n\n"
    assert judging.judge(Program(source, CASES)).kind == "equal"


def test_a_refusal_has_a_code():
    source = "def program(n, x, flag, xs, ys):\n    eval('n')\n    return locals()['n']\n"
    verdict = judging.judge(Program(source, CASES))
    assert verdict.kind == "refused"
    assert verdict.code == "AG110"


@pytest.mark.parametrize("span", [None, "other.py"])
def test_a_refusal_that_names_no_line_is_a_mismatch(monkeypatch, span):
    from ag_notebook.report import Span

    place = span and Span(span, 1, 0, 1, 0)

    def refuse(function):
        raise staging.ConversionError("AG110", "no", span=place)

    monkeypatch.setattr(staging, "to_graph", refuse)
    verdict = judging.judge(Program(BRANCH, CASES))
    assert verdict.kind == "mismatch"
    assert "names no line" in verdict.detail


def test_no_oracle_where_numbers_grow():
    source = (
        "def program(n, x, flag, xs, ys):\n    for i in range(20):\n        n = n * 100 + 1\n    return n\n"
    )
    assert judging.judge(Program(source, CASES)).kind == "outside"
