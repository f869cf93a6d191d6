"""Probes as data: kinds in one word, samples chosen evenly, and there and back through JSON."""

import math
from dataclasses import replace

import pytest
import sample

from ag_notebook.report import Probe, ProbeSample, Span, bounded, from_json, joined, to_json
from ag_notebook.report.json import json_text
from ag_notebook.report.probes import thinned


def of(count):
    return tuple(ProbeSample(number, str(number), "[]", "int32", number, number) for number in range(count))


def test_the_kind_in_one_word():
    assert ProbeSample(0, "", "[2, 3]", "float32").kind == "float32[2, 3]"
    assert ProbeSample(0, "", "", "int").kind == "int"
    assert ProbeSample(0, "", "1 item", "list").kind == "list of 1 item"
    assert ProbeSample(0, "", "3 items", "list").kind == "list of 3 items"


@pytest.mark.parametrize(
    ("count", "most"), [(0, 2), (1, 2), (2, 2), (3, 2), (200, 60), (200, 199), (5, 9), (9, 1)]
)
def test_samples_are_thinned_out_evenly(count, most):
    numbers = [each.number for each in thinned(of(count), most)]
    assert len(numbers) == min(count, max(most, 2))
    assert numbers == sorted(set(numbers))
    if count:
        assert (numbers[0], numbers[-1]) == (0, count - 1)
    gaps = [after - before for before, after in zip(numbers, numbers[1:])]
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_there_and_back():
    low = ProbeSample(0, "nan", "[]", "float32", math.nan, -math.inf)
    probe = Probe("x", Span("cell", 2, 4, 2, 5), 3, (low, ProbeSample(1, "x", "", "str")))
    report = replace(sample.collatz(), probes=(probe,))
    again = from_json(to_json(report))
    assert repr(again.probes) == repr(report.probes)
    assert again.probes[0].samples[1] == probe.samples[1]
    assert math.isnan(again.probes[0].samples[0].low)


def test_reports_are_joined_with_their_probes():
    probe = Probe("x", Span("cell", 2, 4, 2, 5), 1, of(1))
    report = replace(sample.collatz(), probes=(probe,))
    assert joined([report, report], "python").probes == (probe,)


def many(count=80, samples=200):
    text = "x" * 79
    held = tuple(ProbeSample(number, text, "[]", "int32", number, number) for number in range(samples))
    return tuple(Probe("x", Span("cell", line, 4, line, 5), 1000, held) for line in range(count))


def test_many_probes_are_cut_before_the_code_is():
    report = replace(sample.collatz(), probes=many())
    assert len(json_text(report)) > 1_500_000
    cut = bounded(report)
    assert len(json_text(cut).encode()) <= 1_000_000
    assert cut.functions == report.functions
    assert [len(each.samples) for each in cut.probes] == [10] * 80
    assert all((each.samples[0].number, each.samples[-1].number) == (0, 199) for each in cut.probes)
    assert [(each.what, each.count) for each in cut.omitted] == [("samples of x", 80 * 190)]


def test_probes_that_fit_stay_and_those_of_other_back_ends_count_too():
    few = replace(sample.collatz(), probes=many(20))
    assert bounded(few) is few
    beside = replace(sample.collatz(), beside=(replace(sample.collatz(), probes=many()),))
    cut = bounded(beside)
    assert len(json_text(cut).encode()) <= 1_000_000
    assert [len(each.samples) for each in cut.beside[0].probes] == [10] * 80
