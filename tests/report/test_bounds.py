"""Small reports: what is left out first, what never is, and that it is said."""

import json
import time
from dataclasses import replace

import pytest
import sample

from ag_notebook.report import (
    CompiledCode,
    CompiledLine,
    Fact,
    GraphModel,
    GraphNode,
    Omission,
    StagingReport,
    bounded,
    from_json,
)
from ag_notebook.report.bounds import LIMIT
from ag_notebook.report.json import json_text


def size(report):
    return len(json_text(report).encode())


def ops(report):
    return sum(trace.graph.op_count for each in report.functions for trace in each.traces if trace.graph)


def rich() -> StagingReport:
    """A report that has everything: earlier traces, an optimized graph, compiled code, facts."""
    (function,) = sample.collatz().functions
    (trace,) = function.traces
    lines = tuple(CompiledLine(f"%add.{n} = s32[] add(a, b)", sample.span(6)) for n in range(600))
    last = replace(
        trace, graph=sample.chain(800), optimized=sample.chain(600), compiled=(CompiledCode("HLO", lines),)
    )
    idle = replace(function.passes[0], facts=(Fact(sample.span(3), "the state is n, steps"),))
    function = replace(function, traces=(trace, last), passes=(idle, *function.passes[1:]))
    return replace(sample.collatz(), functions=(function,))


def test_a_small_report_stays_itself():
    report = sample.collatz()
    assert bounded(report) is report
    assert bounded(report, size(report)) is report


@pytest.mark.parametrize("count", [5_000, 10_000])
def test_a_large_graph_is_cut_to_the_limit(count):
    report = bounded(sample.large(count))
    assert LIMIT / 2 < size(report) <= LIMIT
    (left,) = [each for each in report.omitted if each.what == "operations of collatz"]
    assert left.count == count - ops(report)
    assert from_json(json.loads(json_text(report))) == report


def test_what_is_left_out_first_can_be_worked_out_from_the_rest():
    report = rich()
    whole = size(report)
    order = []
    for limit in range(whole - 1, 0, -whole // 60):
        made = bounded(report, limit)
        for each in made.omitted:
            if each.what not in order:
                order.append(each.what)
        if size(made) > limit:
            break
    assert [each.removesuffix(" of collatz") for each in order] == [
        "code of passes without change",
        "source maps of passes",
        "attributes of operations",
        "operations of optimized graphs",
        "lines of compiled code",
        "operations of earlier traces",
        "operations",
        "decisions",
        "code of passes",
        "facts of passes",
        "traces",
        "entries of the source map",
    ]


def test_what_never_is_left_out():
    report = rich()
    least = bounded(report, 0)
    (was,), (function,) = report.functions, least.functions
    assert (function.source, function.generated.text) == (was.source, was.generated.text)
    assert (least.run, least.notes, least.checks) == (report.run, report.notes, report.checks)
    assert [each.name for each in function.passes] == [each.name for each in was.passes]
    assert ops(least) == 0
    assert size(least) < 5000


def test_counts_are_those_of_what_is_missing():
    report = rich()
    counts = {each.what.removesuffix(" of collatz"): each.count for each in bounded(report, 0).omitted}
    graph = sample.collatz_graph()
    assert counts["operations of optimized graphs"] == 600
    assert counts["lines of compiled code"] == 600
    assert counts["operations of earlier traces"] == graph.op_count
    assert counts["operations"] == 800
    assert counts["code of passes without change"] == 1
    assert counts["code of passes"] == 2
    assert counts["facts of passes"] == 1
    assert counts["traces"] == 1


def test_the_graph_that_is_left_is_whole():
    nodes = {node.name for node in bounded(sample.large(10_000)).functions[0].traces[0].graph.nodes}
    edges = bounded(sample.large(10_000)).functions[0].traces[0].graph.edges
    assert all(edge.source in nodes and edge.target in nodes for edge in edges)
    assert len(edges) > len(nodes) / 2


def test_nodes_that_say_most_stay_longest():
    inner = GraphModel("body", "body", sample.chain(40).nodes, ())
    holder = GraphNode("loop", "While", (), subgraphs=(inner,))
    graph = GraphModel("g", "main", (*sample.chain(8000).nodes, holder), (), (), ("op_7999",))
    (function,) = sample.large(1).functions
    report = replace(
        sample.large(1), functions=(replace(function, traces=(replace(function.traces[0], graph=graph),)),)
    )
    names = [node.name for node in bounded(report).functions[0].traces[0].graph.nodes]
    assert names[0] == "op_0"
    assert names[-2:] == ["op_7999", "loop"]


def test_nested_graphs_are_cut_before_the_one_around_them():
    inner = GraphModel("body", "body", sample.chain(6000).nodes, ())
    nodes = (*sample.chain(900).nodes, GraphNode("loop", "While", (), subgraphs=(inner,)))
    (function,) = sample.large(1).functions
    trace = replace(function.traces[0], graph=GraphModel("g", "main", nodes, ()))
    report = bounded(replace(sample.large(1), functions=(replace(function, traces=(trace,)),)))
    graph = report.functions[0].traces[0].graph
    assert len(graph.nodes) == 901
    assert 0 < len(graph.nodes[-1].subgraphs[0].nodes) < 6000


def test_bounding_again_adds_up():
    once = bounded(sample.large(10_000))
    twice = bounded(once, 200_000)
    assert size(twice) <= 200_000
    (left,) = [each for each in twice.omitted if each.what == "operations of collatz"]
    assert left == Omission("operations of collatz", 10_000 - ops(twice))


def test_a_text_that_only_escapes_can_write_is_measured_so():
    (function,) = sample.hostile().functions
    trace = replace(function.traces[0], graph=sample.chain(9000))
    report = bounded(replace(sample.hostile(), functions=(replace(function, traces=(trace,)),)))
    assert LIMIT / 2 < size(report) <= LIMIT


def test_it_is_fast():
    report = sample.large(10_000)

    def seconds():
        begun = time.process_time()
        bounded(report)
        return time.process_time() - begun

    assert min(seconds() for _ in range(5)) < 1  # measured: 0.2 s
