"""One report of several."""

from dataclasses import replace

import sample

from ag_notebook.report import Check, Omission, Run, StagingReport, joined


def test_everything_once():
    one = replace(sample.collatz(), checks=(Check("f(1)", ()),), omitted=(Omission("operations", 1),))
    (function,) = one.functions
    other = replace(one, functions=(function, replace(function, name="g")))
    run = Run("f()", "1", 0.5)
    made = joined([one, other], "python", run)
    assert [each.name for each in made.functions] == ["collatz", "g"]
    assert (made.title, made.backend, made.run) == ("collatz, g", "tensorflow", run)
    assert (made.notes, made.checks, made.omitted) == (one.notes, one.checks, one.omitted)


def test_functions_know_what_they_were_staged_to():
    one = sample.collatz()
    assert joined([one, replace(one, backend="python"), one], "toy").backend == "tensorflow, python"


def test_of_a_function_that_another_wraps_the_report_with_traces_is_kept():
    one = sample.collatz()
    (function,) = one.functions
    bare = replace(one, functions=(replace(function, name="outer"), replace(function, traces=())))
    for reports in ([one, bare], [bare, one]):
        found = {each.name: each for each in joined(reports, "python").functions}
        assert found["collatz"] == function
        assert {*found} == {"collatz", "outer"}


def test_of_nothing():
    assert joined([], "python") == StagingReport("", "python", ())
