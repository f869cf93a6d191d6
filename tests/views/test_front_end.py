"""The data for front ends that draw by themselves: what is named is there, and nothing else is in it but texts."""

import json
from dataclasses import replace

import pytest
import sample

from ag_notebook import views
from ag_notebook.report import GraphModel, GraphNode, Port, Run, StagingReport
from ag_notebook.views.front_end import size_of, view_data

REPORTS = [sample.collatz(), sample.hostile(), StagingReport("nothing", "python", ())]


def functions(data):
    return [function for side in data["sides"] for function in side["functions"]]


def frames(graph):
    yield graph
    for box in graph["boxes"]:
        for inner in box.get("frames", ()):
            yield from frames(inner)


def ids_of(frame, level_only):
    """The ids of a graph's boxes, those in its series and groups too; of graphs inside with `level_only` False."""
    for box in frame["boxes"]:
        is_part = box["kind"] in ("series", "group")
        if box["id"]:
            yield box["id"]
        for inner in box.get("frames", ()):
            if is_part or not level_only:
                yield from ids_of(inner, level_only)


@pytest.mark.parametrize("report", REPORTS)
def test_it_is_json(report):
    data = view_data(report)
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data == views.data(report)


@pytest.mark.parametrize("report", REPORTS)
def test_keys_name_lines(report):
    data = view_data(report)
    keys = [line["key"] for function in functions(data) for line in function["source"]]
    assert len(keys) == len(set(keys))
    used = [place["key"] for side in data["sides"] for note in side["notes"] for place in note["places"]]
    for function in functions(data):
        codes = [function["generated"], *(each["code"] or [] for each in function["passes"])]
        used += [line["key"] for code in codes for line in code]
        used += [fact["key"] for each in function["passes"] for fact in each["facts"]]
        graphs = [g for g in (function["graph"], function["optimized"]) if g is not None]
        used += [box["key"] for graph in graphs for frame in frames(graph) for box in frame["boxes"]]
    assert {key for key in used if key is not None} <= set(keys)


@pytest.mark.parametrize("report", REPORTS)
def test_arrows_lead_from_box_to_box(report):
    for function in functions(view_data(report)):
        if function["graph"] is None:
            continue
        every = list(ids_of(function["graph"], level_only=False))
        assert len(every) == len(set(every))
        for frame in frames(function["graph"]):
            own = set(ids_of(frame, level_only=True))
            assert {end for source, target, _ in frame["arrows"] for end in (source, target)} <= own


def test_source_and_generated_lines_are_those_of_the_report():
    report = sample.collatz()
    data = view_data(report)
    for function, given in zip(report.functions, functions(data), strict=True):
        assert [line["text"] for line in given["source"]] == function.source.splitlines()
        assert [line["text"] for line in given["generated"]] == function.generated.text.splitlines()
        assert [each["name"] for each in given["passes"]] == [each.name for each in function.passes]


def test_salt_tells_equal_reports_apart():
    assert view_data(sample.collatz())["id"] != view_data(sample.collatz(), "1")["id"]


def test_only_what_was_asked_for():
    (function, *_) = functions(view_data(sample.collatz(), show=("graph",)))
    assert function["graph"] is not None
    assert (function["generated"], function["passes"], function["compiled"]) == ([], [], [])
    (function, *_) = functions(view_data(sample.collatz(), show=("code",)))
    assert function["graph"] is None
    assert function["generated"]


def large(count):
    nodes = tuple(
        GraphNode(f"node_{i}", f"Op{i}", (Port("float32", "[]"),), attributes=(("text", "x" * 300),))
        for i in range(count)
    )
    report = sample.collatz()
    (function, *rest) = report.functions
    trace = replace(function.traces[-1], graph=GraphModel("f", "main", nodes, ()))
    return replace(report, functions=(replace(function, traces=(trace,)), *rest))


def test_back_ends_side_by_side_have_the_same_keys():
    report = sample.collatz()
    other = replace(
        report, backend="lantern", functions=tuple(replace(f, traces=()) for f in report.functions)
    )
    data = view_data(replace(report, beside=(other,)))
    assert [side["backend"] for side in data["sides"]] == [report.backend, "lantern"]
    keys = [[line["key"] for f in side["functions"] for line in f["source"]] for side in data["sides"]]
    assert keys[0] == keys[1]
    assert data["sides"][0]["functions"][0]["graph"] is not None
    assert data["sides"][1]["functions"][0]["graph"] is None


def test_large_reports_leave_out_what_is_least_missed():
    report = large(1000)
    whole = view_data(report, limit=10_000_000)
    assert whole["omitted"] == ""
    for limit in (300_000, 40_000):
        data = view_data(report, limit=limit)
        assert size_of(data) <= limit
        assert data["omitted"].startswith("Left out here: attributes of operations")
        assert functions(data)[0]["source"] == functions(whole)[0]["source"]
    assert functions(view_data(report, limit=300_000))[0]["graph"] is not None
    assert "graphs" in view_data(report, limit=40_000)["omitted"]


def test_what_the_optimizer_did_is_said_of_each_operation():
    report = sample.collatz()
    (function, *rest) = report.functions
    trace = function.traces[-1]
    (gone, *kept) = trace.graph.nodes
    edges = tuple(edge for edge in trace.graph.edges if gone.name not in (edge.source, edge.target))
    new = GraphNode("brand_new", "Neg", (Port("float32", "[]"),))
    optimized = replace(trace.graph, nodes=(*kept, new), edges=edges, outputs=(new.name,))
    report = replace(
        report, functions=(replace(function, traces=(replace(trace, optimized=optimized),)), *rest)
    )
    data = functions(view_data(report))[0]

    def changes(graph):
        return {box["name"]: box["change"] for f in frames(graph) for box in f["boxes"] if box.get("change")}

    assert changes(data["graph"]) == {}
    assert changes(data["optimized"])["brand_new"] == "+"
    assert gone.name not in changes(data["optimized"])
    assert changes(data["compared"])["brand_new"] == "+"
    assert changes(data["compared"]).get(gone.name) == "-"
    assert functions(view_data(report, show=("graph",)))[0]["compared"] is None


def test_the_lines_of_a_value_stay_lines_and_what_hides_in_it_is_seen():
    run = Run("f(\n)", "[[1 2]\n [3\x1b[7m 4]]", 0.5)
    shown = view_data(replace(sample.collatz(), run=run))["sides"][0]["run"]
    assert shown == {"call": "f(␊)", "value": "[[1 2]\n [3␛[7m 4]]", "time": "in 500 ms"}
