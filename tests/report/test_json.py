"""Checks that reports survive JSON and that other data is refused with its place."""

import dataclasses
import json

import pytest
import sample

from ag_notebook import report
from ag_notebook.report import GraphModel, ReportFormatError, StagingReport, from_json, to_json
from ag_notebook.report.json import record_from_json

REPORTS = {
    "collatz": sample.collatz(),
    "hostile": sample.hostile(),
    "empty": StagingReport("", "python", ()),
    "large": sample.large(500),
}


@pytest.mark.parametrize("name", REPORTS)
def test_round_trip_through_text(name):
    assert from_json(json.loads(json.dumps(to_json(REPORTS[name])))) == REPORTS[name]


def test_data_is_plain():
    data = to_json(sample.collatz())
    assert data["functions"][0]["traces"][0]["graph"]["nodes"][2]["subgraphs"][0]["role"] == "body"
    assert data["functions"][0]["span"] == {
        "file": "Cell In[3]", "line": 2, "column": 0, "end_line": 11, "end_column": 40,
    }  # fmt: skip


def test_every_field_is_written():
    assert set(to_json(sample.collatz())) == {field.name for field in dataclasses.fields(StagingReport)}


def test_a_part_can_be_read_alone():
    graph = sample.collatz_graph()
    assert record_from_json(to_json(graph), GraphModel) == graph


def test_seconds_may_be_written_as_a_whole_number():
    data = to_json(sample.collatz())
    data["run"]["seconds"] = 2
    seconds = from_json(data).run.seconds
    assert seconds == 2.0
    assert isinstance(seconds, float)


def test_field_with_a_default_may_be_missing():
    data = to_json(sample.collatz())
    del data["run"], data["notes"]
    assert from_json(data) == dataclasses.replace(sample.collatz(), run=None, notes=())


@pytest.mark.parametrize("version", [0, 2, None, "1"])
def test_other_versions_are_refused(version):
    data = to_json(sample.collatz()) | {"version": version}
    with pytest.raises(ReportFormatError, match=f"AG402.*version {version!r}"):
        from_json(data)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda d: d.update(extra=1), "StagingReport has an unknown field 'extra'"),
        (lambda d: d.pop("title"), "StagingReport has no field 'title'"),
        (lambda d: d.update(title=3), "StagingReport.title must be str, not int"),
        (lambda d: d["notes"][0].update(level="loud"), r"notes\[0\].level is 'loud'"),
        (lambda d: d["notes"][0]["span"].update(line=True), r"notes\[0\].span.line must be int, not bool"),
        (lambda d: d.update(functions={}), "functions must be a list, not dict"),
        (lambda d: d["functions"].append(3), r"functions\[1\] must be an object, not int"),
        (
            lambda d: d["functions"][0]["traces"][0]["graph"]["nodes"][2]["attributes"][0].pop(),
            r"graph.nodes\[2\].attributes\[0\] must have 2 items, not 1",
        ),
    ],
)
def test_misfits_are_refused_with_their_place(change, place):
    data = to_json(sample.collatz())
    change(data)
    with pytest.raises(ReportFormatError, match=place):
        from_json(data)


def test_not_an_object():
    with pytest.raises(ReportFormatError, match="not list"):
        from_json([])


def test_only_plain_data_is_written():
    note = report.Note("AG101", "info", None, object())
    with pytest.raises(TypeError, match="not object"):
        to_json(note)
