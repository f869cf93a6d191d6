"""The times of operations: by line, the longest first, in every view."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sample

from ag_notebook import views
from ag_notebook.report import OpTime, Span, StagingReport, bounded
from ag_notebook.report.json import json_text
from ag_notebook.views.front_end import view_data
from ag_notebook.views.times import line_times, seconds_by_node, times_rows

LONG, SHORT = sample.span(6), sample.span(7)
TIMES = (
    OpTime("MatMul", "a", LONG, 0.75, 3),
    OpTime("AddV2", "b", SHORT, 0.125, 3),
    OpTime("Mul", "", None, 0.0625, 2),
    OpTime("AddV2", "c", LONG, 0.0625, 1),
)


def timed(times=TIMES) -> StagingReport:
    report = sample.collatz()
    (function,) = report.functions
    traces = (*function.traces[:-1], replace(function.traces[-1], times=times))
    return replace(report, functions=(replace(function, traces=traces),))


def test_lines_are_put_together_and_what_has_none_comes_last():
    found = line_times(TIMES)
    assert [(line.span, line.seconds, line.kinds) for line in found] == [
        (LONG, 0.8125, "MatMul ×3, AddV2"),
        (SHORT, 0.125, "AddV2 ×3"),
        (None, 0.0625, "Mul ×2"),
    ]


def test_text():
    shown = views.text(timed(), show=("times",))
    rows = shown[shown.index("Times of") :].splitlines()
    assert rows[0] == "Times of collatz: 1 s in 9 runs of 3 operations (several may run at once)"
    assert rows[1].split() == ["line", "time", "share"]
    assert rows[2].split()[:4] == [str(LONG.line), "812", "ms", "81%"]
    assert rows[2].count("█") == 10
    assert rows[2].endswith("MatMul ×3, AddV2")
    assert rows[4].split()[:2] == ["other", "62.5"]
    for width in (80, 100, 160):
        assert all(len(row) <= width for row in times_rows(timed().functions[0], width))


def test_the_text_of_a_line_stands_beside_its_time():
    (function,) = timed().functions
    text = function.source.splitlines()[LONG.line - function.span.line].strip()
    assert text[:20] in times_rows(timed().functions[0], 100)[2]


def test_html():
    html = views.html(timed(), show=("code", "times"))
    assert "<b>Times</b>: 1 s in 9 runs of 3 operations" in html
    assert '<meter min="0" max="1" value="0.8125"' in html
    assert "<b>Times</b>" not in views.html(timed(), show=("code",))
    assert "<b>Times</b>" not in views.html(sample.collatz())


def test_many_lines_are_cut_and_counted():
    times = tuple(
        OpTime("Mul", f"m{n}", Span(LONG.file, n + 1, 0, n + 1, 0), 1.0 / (n + 1), 1) for n in range(40)
    )
    rows = times_rows(timed(times).functions[0], 80)
    assert len(rows) == 2 + 12 + 1
    assert rows[-1].startswith("… 28 more lines, together ")


def test_data_for_front_ends():
    (function,) = view_data(timed())["sides"][0]["functions"]
    keys = {line["number"]: line["key"] for line in function["source"]}
    seconds = {line["number"]: line["seconds"] for line in function["source"]}
    assert (seconds[LONG.line], seconds[SHORT.line], seconds[LONG.line - 1]) == (0.8125, 0.125, None)
    assert function["times"][0] == {
        "op": "MatMul",
        "name": "a",
        "key": keys[LONG.line],
        "seconds": 0.75,
        "count": 3,
    }
    assert function["times"][2]["key"] is None
    (bare,) = view_data(timed(), show=("code",))["sides"][0]["functions"]
    assert bare["times"] == []
    assert {line["seconds"] for line in bare["source"]} == {None}


def test_boxes_have_the_seconds_of_their_nodes():
    graph = timed().functions[0].traces[-1].graph
    loop = next(node for node in graph.nodes if node.subgraphs)
    body = next(inner for inner in loop.subgraphs if inner.role == "body")
    top, inside = next(n for n in graph.nodes if not n.subgraphs), body.nodes[-1]
    times = (
        OpTime(inside.op, f"{loop.name}/body/{inside.name}", LONG, 2.0, 5),
        OpTime(top.op, top.name, LONG, 1.0, 1),
    )
    assert seconds_by_node(graph, times) == {id(inside): 2.0, id(top): 1.0}


def test_large_reports_keep_the_longest():
    times = tuple(OpTime("Mul", f"m{n}", LONG, 1.0 / (n + 1), 1) for n in range(9000))
    report = timed(times)
    small = bounded(report, 400_000)
    assert len(json_text(small).encode()) <= 400_000
    kept = small.functions[0].traces[-1].times
    assert kept == times[: len(kept)]
    assert 0 < len(kept) < 9000
    assert f"{9000 - len(kept)} times of operations of collatz" in " ".join(
        f"{each.count} {each.what}" for each in small.omitted
    )


@pytest.mark.parametrize("seconds", [0.0, 1e-9])
def test_times_of_next_to_nothing(seconds):
    rows = times_rows(timed((OpTime("Mul", "m", LONG, seconds, 1),)).functions[0], 80)
    assert len(rows) == 3
