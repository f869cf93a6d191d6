"""Checks the line at the head of every view."""

import pytest
import sample

from ag_notebook.report import StagingReport
from ag_notebook.views.summary import duration, headline


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
