"""Checks that reports survive JSON and that other data is refused with its place."""

import dataclasses
import functools
import json
import types
import typing

import pytest
import sample
from hypothesis import given, settings
from hypothesis import strategies as st

from ag_notebook import report
from ag_notebook.report import GraphModel, ReportFormatError, StagingReport, from_json, to_json
from ag_notebook.report.json import json_text, record_from_json

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


# any report ---------------------------------------------------------------------------------------

TEXTS = st.one_of(
    st.text(st.characters(codec=None), max_size=20),  # halves of surrogate pairs, too
    st.sampled_from(["nan", "inf", "-inf", "NaN", "Infinity", "null", "", "\x00", "\ud800", "x" * 20_000]),
)
COUNTS = st.integers(-(2**70), 2**70)


@functools.cache
def any_of(kind):
    """Values of a field's type, or of a record, with a few items of everything."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind):
        hints = {name: hint for name, hint in typing.get_type_hints(kind).items() if name != "version"}
        return st.builds(kind, **{name: st.deferred(lambda h=h: any_of(h)) for name, h in hints.items()})
    if origin is tuple and arguments[-1] is Ellipsis:
        most = 1 if arguments[0] in (GraphModel, report.GraphNode) else 2
        return st.lists(any_of(arguments[0]), max_size=most).map(tuple)
    if origin is tuple:
        return st.tuples(*map(any_of, arguments))
    if origin is typing.Literal:
        return st.sampled_from(arguments)
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*map(any_of, arguments))
    return {str: TEXTS, int: COUNTS, float: st.floats(), bool: st.booleans(), type(None): st.none()}[kind]


def joined(text):
    """The text as JSON reads it: two halves of a surrogate pair are one character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


@settings(max_examples=100, deadline=None)
@given(any_of(StagingReport))
def test_any_report_survives(made):
    assert repr(from_json(to_json(made))) == repr(made)  # NaN is not equal to itself, but to its repr


@settings(max_examples=100, deadline=None)
@given(any_of(report.Run))
def test_any_run_survives_as_text(made):
    text = json_text(made)
    text.encode()
    read = record_from_json(json.loads(text, parse_constant=pytest.fail), report.Run)
    assert repr(read) == repr(dataclasses.replace(made, call=joined(made.call), value=joined(made.value)))


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\U0001f600", "\u202e\x00\u2028"])
def test_odd_characters_survive_as_text(text):
    made = StagingReport(text, "python", ())
    assert from_json(json.loads(json_text(made))) == made


def test_a_huge_report_survives():
    made = sample.large(5_000)
    assert from_json(json.loads(json_text(made))) == made
