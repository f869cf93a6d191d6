"""Checks the line at the head of every view."""

from dataclasses import replace

import pytest
import sample

from ag_notebook.report import GeneratedCode, Omission, Run, StagingReport
from ag_notebook.views.summary import duration, headline, omissions, run_sentence


def test_headline_counts():
    assert headline(sample.collatz()) == (
        "collatz · tensorflow · 10 → 21 lines · 34 ops in 5 graphs · 1 warning"
    )
    assert headline(StagingReport("empty", "python", ())) == "empty · python"


@pytest.mark.parametrize(
    ("seconds", "text"), [(12.345, "12.3 s"), (0.0213, "21.3 ms"), (0.0000305, "30.5 µs"), (1, "1 s")]
)
def test_duration(seconds, text):
    assert duration(seconds) == text


def test_code_that_was_not_asked_for_is_not_counted():
    function = replace(sample.collatz().functions[0], generated=GeneratedCode("", ()))
    report = replace(sample.collatz(), functions=(function,))
    assert headline(report).startswith("collatz · tensorflow · 10 lines · 34 ops")


def test_a_run_without_value_has_none_and_tracing_is_told_apart():
    assert run_sentence(Run("f()", "None", 0.5)) == ("f()", "", "in 500 ms")
    assert run_sentence(Run("f()", "", None)) == ("f()", "", "")
    told = Run("f()", "1", 0.002, 0.5)
    assert run_sentence(told) == ("f()", "1", "traced in 500 ms, ran in 2 ms")
    told = Run("f()", "", None, 0.5)
    assert run_sentence(told) == ("f()", "", "traced in 500 ms")


def test_omissions_are_said_in_one_line():
    report = replace(
        sample.collatz(), omitted=(Omission("operations of f", 9000), Omission("traces of f", 1))
    )
    assert (
        omissions(report) == "Left out to keep this report small: operations of f (9,000), traces of f (1)."
    )
    assert omissions(sample.collatz()) == ""
