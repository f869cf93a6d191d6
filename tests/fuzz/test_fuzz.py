"""Tries some random programs, always the same ones: `make fuzz N=10000` tries others and shrinks what goes wrong."""

from __future__ import annotations

import time

import pytest
from judging import judge
from run import generate

PROGRAMS = 120
SECONDS = 50


@pytest.mark.slow
def test_random_programs_agree_or_are_refused():
    programs = []
    generate(PROGRAMS, 0, programs.append)
    end = time.monotonic() + SECONDS
    verdicts = []
    for program in programs:
        if time.monotonic() > end and len(verdicts) >= PROGRAMS // 3:
            break  # a slow machine tries fewer
        verdict = judge(program)
        assert verdict.kind != "mismatch", f"{verdict.detail}\n{program.source}\n{program}"
        verdicts.append(verdict)
    assert sum(verdict.staged for verdict in verdicts) >= len(verdicts) / 2
    assert sum(verdict.kind == "refused" for verdict in verdicts) <= len(verdicts) / 5


def test_the_same_seed_gives_the_same_programs():
    first, second, other = [], [], []
    generate(5, 3, first.append)
    generate(5, 3, second.append)
    generate(5, 4, other.append)
    assert first == second
    assert len({program.source for program in first}) == 5
    assert {program.source for program in first} != {program.source for program in other}
