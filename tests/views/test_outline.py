"""Checks the outline of a graph in words."""

import re

import sample

from ag_notebook.views.outline import outline_lines


def test_outline_of_nested_graphs():
    assert outline_lines(sample.collatz_graph(), 100) == [
        "main        Placeholder n int32[] · StatelessWhile(n, steps=0) · AddV2(steps, 1)  34 ops in 5 graphs",
        "            AddV2(·, 1)",
        " loop body  Placeholder n int32[] · Placeholder steps int32[] · FloorMod(n, 2)    21 ops in 3 graphs",
        "            Equal(·, 0) · StatelessIf(·, n) · AddV2(steps, 1)",
        "  then      FloorDiv(n, 2)                                                                     4 ops",
        "  else      Mul(3, n) · AddV2(·, 1)                                                            6 ops",
        " test       Greater(n, 1)                                                                      5 ops",
    ]


def test_long_graphs_are_counted():
    lines = outline_lines(sample.chain(5000, 3), 80)
    assert len(lines) == 3
    assert all(len(line) <= 80 for line in lines)
    assert lines[0].endswith("5000 ops")
    assert re.search(r"… \d+ more$", lines[2])
    assert outline_lines(sample.chain(7, alike=True), 80)[0].split()[:4] == ["main", "MatMul", "×", "7"]


def test_a_graph_with_a_long_name_leaves_room_for_its_operations():
    inner = sample.graph("f" * 10_000, "call", [sample.node("a", "AddV2", 3)], "")
    graph = sample.graph("g", "main", [sample.node("c", "PartitionedCall", 3, inner)], "")
    lines = outline_lines(graph, 80)
    assert all(len(line) <= 80 for line in lines)
    assert lines[1].startswith(" called fff")
    assert lines[1].endswith("…  AddV2                                    1 op")


def test_an_unrolled_loop_is_one_round_in_the_outline():
    nodes = [sample.node("x", "Placeholder", label="x")]
    nodes += [sample.node(f"{op}{t}", op, 3) for t in range(50) for op in ("Mul", "AddV2")]
    names = [node.name for node in nodes]
    lines = outline_lines(
        sample.graph("g", "main", nodes, " ".join(map(">".join, zip(names, names[1:])))), 80
    )
    assert [line.split() for line in lines] == [
        "main Placeholder x int32[] 101 ops".split(),
        "one of 50 alike rounds".split(),
        "one of 50 alike rounds Mul · AddV2 100 ops".split(),
    ]


def test_counts_say_where_they_have_the_operations_of_graphs_inside():
    inner = sample.graph("g", "call", [sample.node("a", "AddV2", 3)], "")
    calls = [sample.node(f"c{n}", "PartitionedCall", 3, inner) for n in range(4)]
    last = sample.node("b", "AddV2")
    lines = outline_lines(sample.graph("f", "main", [*calls, last], "c0>c1 c1>c2 c2>c3"), 80)
    assert lines[0].endswith("  9 ops in 5 graphs")
    assert [line.split("  ")[-1] for line in lines if "called g" in line] == ["1 op"] * 4
    words = [sample.node(f"n{n}", "A" * 12) for n in range(40)] + [
        sample.node("c", "PartitionedCall", 3, inner)
    ]
    lines = outline_lines(sample.graph("f", "main", words, ""), 80)
    assert all(len(line) <= 80 for line in lines)
