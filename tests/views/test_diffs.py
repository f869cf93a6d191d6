"""Checks the diffs of passes."""

import re
import time
from dataclasses import replace
from random import Random

import pytest
import sample

from ag_notebook.report import GeneratedCode, MapEntry
from ag_notebook.views.diffs import DiffLine, code_diff, idle_passes, pass_steps


def code(text, **lines):
    """Code whose line `l2` comes from the given line of the sample."""
    entries = [MapEntry(int(n[1:]), 0, int(n[1:]), 9, sample.span(line), False) for n, line in lines.items()]
    return GeneratedCode(text, tuple(entries))


def test_a_diff_knows_where_its_lines_come_from():
    before, after = code("a\nb\n", l1=1, l2=2), code("a\nc\nd\n", l1=1, l2=2, l3=5)
    first = sample.FIRST
    assert code_diff(before, after, sample.FILE) == (
        DiffLine("@", "@@ -1,2 +1,3 @@"),
        DiffLine(" ", "a", first),
        DiffLine("-", "b", first + 1),
        DiffLine("+", "c", first + 1),
        DiffLine("+", "d", first + 4),
    )


def test_far_changes_are_hunks_of_their_own_with_two_lines_around():
    lines = [f"line {i}" for i in range(20)]
    changed = [f"{line}!" if i in (0, 19) else line for i, line in enumerate(lines)]
    diff = code_diff(code("\n".join(lines)), code("\n".join(changed)), "f.py")
    assert [row.text for row in diff if row.sign == "@"] == ["@@ -1,3 +1,3 @@", "@@ -18,3 +18,3 @@"]
    assert [row.sign for row in diff] == list("@-+  @  -+")


def test_what_is_inserted_into_nothing():
    diff = code_diff(code(""), code("a\n"), "f.py")
    assert [(row.sign, row.text) for row in diff] == [("@", "@@ -0,0 +1 @@"), ("+", "a")]


def test_steps_are_the_passes_that_changed_the_code():
    function = sample.collatz().functions[0]
    steps = pass_steps(function)
    assert [(step.number, step.snapshot.name, step.counts) for step in steps] == [
        (2, "calls", (1, 1)),
        (3, "loops", (16, 5)),
    ]
    assert idle_passes(function) == ["returns"]
    assert [row.source for row in steps[0].diff if row.sign == "-"] == [sample.FIRST + 8]


def test_without_source_passes_are_compared_with_the_first_snapshot():
    function = replace(sample.collatz().functions[0], source="")
    assert [step.counts for step in pass_steps(function)] == [(1, 1), (16, 5)]
    assert pass_steps(replace(function, passes=())) == []


def long_program(tests, written):
    """An `if` and `else` for each number, whose test is written in one way or another."""
    return "".join(
        f"    if {written(i)}:\n        x = x * 0.5\n    else:\n        x = x + {i}.0\n" for i in range(tests)
    )


def test_long_programs_are_compared_in_time_and_right():
    before = long_program(800, lambda i: f"x > {i}")
    after = long_program(800, lambda i: f"ag.gt(x, {i})")
    begun = time.process_time()
    diff = code_diff(code(before), code(after), "f.py")
    assert time.process_time() - begun < 5
    signs = [line.sign for line in diff]
    assert (signs.count("-"), signs.count("+")) == (800, 800)
    kept = [line.text for line in diff if line.sign in " -"]
    assert kept == before.splitlines()[:-1] or kept == before.splitlines()


@pytest.mark.parametrize("seed", range(20))
def test_a_long_diff_leads_from_the_one_program_to_the_other(seed):
    random = Random(seed)
    old = [random.choice([f"line {i}", "else:", "return x"]) for i in range(700)]
    new = list(old)
    for _ in range(60):
        at = random.randrange(len(new))
        new[at : at + random.randrange(3)] = [f"new {random.randrange(9)}"] * random.randrange(3)
    diff = code_diff(code("\n".join(old)), code("\n".join(new)), "f.py")
    made, at = [], 0
    for line in diff:
        if line.sign == "@":
            begin = int(re.match(r"@@ -(\d+)", line.text)[1])
            length = re.match(r"@@ -\d+(?:,(\d+))?", line.text)[1]
            begin = begin if length == "0" else begin - 1
            made += old[at:begin]
            at = begin
        elif line.sign == "+":
            made.append(line.text)
        else:
            assert old[at] == line.text
            made += [line.text] if line.sign == " " else []
            at += 1
    assert made + old[at:] == new
