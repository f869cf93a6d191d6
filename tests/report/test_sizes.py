"""Sizes: measured without making the text, they are those of the text."""

import pytest
import sample

from ag_notebook.report import StagingReport
from ag_notebook.report.json import json_text
from ag_notebook.report.sizes import Measure, at_least

REPORTS = {
    "collatz": sample.collatz(),
    "large": sample.large(3000),
    "empty": StagingReport('é \U0001f600 \x00"\\', "python", ()),
}


@pytest.mark.parametrize("name", REPORTS)
def test_the_measure_is_exact(name):
    report = REPORTS[name]
    measure = Measure(ascii_only=False)
    assert measure(report) == measure(report) == len(json_text(report).encode())


def test_a_text_that_only_escapes_can_write():
    report = sample.hostile()
    with pytest.raises(UnicodeEncodeError):
        Measure(ascii_only=False)(report)
    assert Measure(ascii_only=True)(report) == len(json_text(report).encode())


@pytest.mark.parametrize("name", REPORTS)
def test_the_bound_is_below_and_near(name):
    size = len(json_text(REPORTS[name]).encode())
    assert at_least(REPORTS[name]) <= size
    if name == "large":
        assert at_least(REPORTS[name]) > 0.7 * size
