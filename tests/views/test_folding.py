"""Checks what a folded graph shows and what its labels say."""

from dataclasses import replace

import pytest
import sample

from ag_notebook.report import GraphEdge, GraphModel, GraphNode, Port
from ag_notebook.views.folding import Folding, TooManyBoxesError, fold
from ag_notebook.views.reading import FAN_OUT, left_nothing, port_text, ports_text, role_text


def titles(frame):
    return [box.title for box in frame.boxes]


def test_constants_and_copies_become_words():
    frame = fold(sample.collatz_graph())
    assert titles(frame) == ["Placeholder n", "StatelessWhile(n, steps=0)", "AddV2(steps, 1)", "AddV2(·, 1)"]
    assert [box.detail for box in frame.boxes] == [
        "int32[]", "int32[], int32[] · line 4", "int32[] · line 10", "int32[] · line 10 · result",
    ]  # fmt: skip
    assert (frame.shown, frame.op_count) == (14, 34)


def test_a_loop_body_keeps_the_inputs_that_it_renews_and_branches_keep_none():
    loop = fold(sample.collatz_graph()).boxes[1]
    body, test = loop.frames
    assert (body.title, test.title) == ("loop body", "test")
    assert titles(body) == [
        "Placeholder n", "Placeholder steps", "FloorMod(n, 2)", "Equal(·, 0)", "StatelessIf(·, n)", "AddV2(steps, 1)",
    ]  # fmt: skip
    assert titles(test) == ["Greater(n, 1)"]
    then, other = body.boxes[4].frames
    assert (titles(then), titles(other)) == (["FloorDiv(n, 2)"], ["Mul(3, n)", "AddV2(·, 1)"])


def test_recursion_leads_back_to_the_call_that_it_is_inside_of():
    frame = fold(sample.recursive())
    titles = {box.id: box.title for _, _, box in frame.walk()}
    arrows = [(each, a) for each in frame.frames() for a in each.arrows if a.recursion]
    assert [(each.role, titles[a.source], titles[a.target]) for each, a in arrows] == [
        ("main", "call f", "call f(x)"),
        ("main", "call f", "call f(x)"),
        ("then", "call g", "call g"),
    ]
    assert not any(a.carried for _, a in arrows)
    details = [box.detail for _, _, box in frame.walk() if box.node.again]
    assert len(details) == 3 and all("rec" in detail for detail in details)
    closed = fold(sample.recursive(), depth=1)
    assert not any(a.recursion for each in closed.frames() for a in each.arrows)


def test_values_handed_back_are_carried_past_the_copies():
    body = fold(sample.collatz_graph()).boxes[1].frames[0]
    by_id = {box.id: box.title for box in body.boxes}
    carried = {(by_id[a.source], by_id[a.target]) for a in body.arrows if a.carried}
    assert carried == {("StatelessIf(·, n)", "Placeholder n"), ("AddV2(steps, 1)", "Placeholder steps")}
    flow = {(by_id[a.source], by_id[a.target]) for a in body.arrows if not a.carried}
    assert ("Placeholder n", "FloorMod(n, 2)") in flow
    assert ("FloorMod(n, 2)", "Equal(·, 0)") in flow


def test_depth_closes_nested_graphs_and_says_how_many_operations_are_inside():
    closed = fold(sample.collatz_graph(), depth=0).boxes[1]
    assert (closed.closed, closed.frames) == (True, ())
    assert closed.detail == "int32[], int32[] · line 4 · loop body: 21 ops, test: 5 ops"
    one = fold(sample.collatz_graph(), depth=1)
    assert [box.title for _, _, box in one.walk() if box.closed] == ["StatelessIf(·, n)"]


def test_ids_are_counted_and_unique():
    ids = [box.id for _, _, box in fold(sample.collatz_graph()).walk()]
    assert sorted(ids, key=lambda name: int(name[1:])) == [f"n{number}" for number in range(1, 15)]


def test_a_value_with_many_readers_is_named_instead_of_drawn():
    count = FAN_OUT + 1
    nodes = (
        sample.node("w", "ReadVariableOp", 2),
        *(sample.node(f"m{i}", "MatMul", 3 + i) for i in range(count)),
    )
    edges = tuple(GraphEdge("w", f"m{i}") for i in range(count))
    frame = fold(GraphModel("g", "main", nodes, edges))
    assert frame.arrows == ()
    assert frame.boxes[0].detail == "int32[] · line 3 · w: 9 uses"
    assert set(titles(frame)[1:]) == {"MatMul(w)"}
    few = fold(GraphModel("g", "main", nodes, edges[:FAN_OUT]))
    assert len(few.arrows) == FAN_OUT


def test_a_graph_of_constants_says_what_it_gives():
    inner = sample.graph("t", "then", [sample.node("two", "Const", 6, value="2")], "", "", "two")
    empty = GraphModel("e", "else", (), ())
    frame = fold(sample.graph("g", "main", [sample.node("if", "StatelessIf", 6, inner, empty)], ""))
    then, other = frame.boxes[0].frames
    assert (titles(then), titles(other)) == (["gives 2"], ["nothing"])
    assert frame.shown == 1


def test_control_edges_and_edges_to_nowhere():
    nodes = (sample.node("a", "Print"), sample.node("b", "AddV2"))
    edges = (GraphEdge("a", "b", 0, -1), GraphEdge("gone", "b"), GraphEdge("a", "gone"))
    frame = fold(GraphModel("g", "main", nodes, edges))
    assert [(a.source, a.target, a.control) for a in frame.arrows] == [("n1", "n2", True)]
    assert titles(frame) == ["Print", "AddV2"]


def test_copies_in_a_ring_end():
    nodes = (sample.node("a", "Identity"), sample.node("b", "Identity"), sample.node("c", "Neg"))
    edges = (GraphEdge("a", "b"), GraphEdge("b", "a"), GraphEdge("a", "c"))
    assert titles(fold(GraphModel("g", "main", nodes, edges))) == ["Neg"]


def test_texts_of_types_and_roles():
    assert port_text(Port("float32", "[3, ?]")) == "float32[3, ?]"
    assert port_text(Port("float32", "unknown")) == "float32 unknown"
    node = GraphNode("n", "Split", (Port("int32", "[]"),) * 5)
    assert ports_text(node) == "int32[], int32[], int32[], …"
    graph = sample.chain(1)
    roles = ("main", "body", "cond", "then", "else", "call", "fold")
    said = [role_text(replace(graph, role=role)) for role in roles]
    assert said == ["", "loop body", "test", "then", "else", "called chain", "fold"]


def test_a_test_that_only_hands_a_value_back_is_left_out_and_the_body_says_what_decides():
    frame = fold(sample.lowered_graph())
    assert titles(frame) == ["Placeholder n", "Less(n, 2)", "Neg(n)", "StatelessWhile(x=2)"]
    loop = frame.boxes[3]
    (body,) = loop.frames
    assert titles(body) == ["Placeholder x", "Mul(x, Neg)", "Sub(·, x)", "Less(·, 9)", "go on?"]
    by_id = {box.id: box.title for box in body.boxes}
    arrows = {(by_id[a.source], by_id[a.target], a.carried) for a in body.arrows}
    assert ("Less(·, 9)", "go on?", False) in arrows
    assert ("Sub(·, x)", "Placeholder x", True) in arrows
    assert loop.detail == "int32[] · line 4 · result"


def test_a_loop_that_a_constant_keeps_going_says_so():
    graph = sample.lowered_graph()
    loop = graph.nodes[6]
    body = replace(
        loop.subgraphs[0],
        nodes=(*loop.subgraphs[0].nodes, sample.node("yes", "Const", 3, value="True")),
        edges=tuple(
            replace(edge, source="yes") if edge.carried and edge.target == "go_on" else edge
            for edge in loop.subgraphs[0].edges
        ),
        outputs=("count", "most", "yes", "sub", "b"),
    )
    loop = replace(loop, subgraphs=(body, loop.subgraphs[1]))
    frame = fold(replace(graph, nodes=(*graph.nodes[:6], loop, graph.nodes[7])))
    assert titles(frame.boxes[3].frames[0]) == ["Placeholder x", "Mul(x, Neg)", "Sub(·, x)", "go on? True"]


def test_a_counter_is_shown_only_where_the_body_reads_it_and_never_as_an_operand():
    frame = fold(sample.lowered_graph(reads_iteration=True))
    assert frame.boxes[3].title == "StatelessWhile(x=2)"
    assert {"Placeholder iteration", "AddV2(iteration, 1)", "Mul(iteration, Neg)"} <= set(
        titles(frame.boxes[3].frames[0])
    )


def test_what_nobody_reads_has_no_box():
    nodes = [
        sample.node("a", "Neg"),
        sample.node("list", "EmptyTensorList"),
        sample.node("show", "PrintV2", outputs=()),
    ]
    assert titles(fold(sample.graph("g", "main", nodes, "", "", "a"))) == ["Neg", "PrintV2"]


def test_captured_values_are_called_as_what_they_capture():
    inner = sample.graph(
        "t", "then", [sample.node("params", "Placeholder", label="params"), sample.node("g", "GatherV2")],
        "params>g", "params", "g",
    )  # fmt: skip
    nodes = [
        sample.node("table", "Placeholder", label="table"),
        sample.node("test", "Less"),
        sample.node("if", "StatelessIf", 6, inner),
    ]
    frame = fold(sample.graph("g", "main", nodes, "test>if table>if", "table", "if"))
    assert titles(frame.boxes[2].frames[0]) == ["GatherV2(table)"]


def test_a_graph_of_inputs_and_constants_has_nothing_left():
    nodes = [sample.node("x", "Placeholder"), sample.node("c", "Const"), sample.node("i", "Identity")]
    assert left_nothing(sample.graph("g", "main", nodes, "c>i", "x", "i"))
    assert left_nothing(GraphModel("g", "main", (), ()))
    assert not left_nothing(sample.collatz_graph())


def test_an_outer_value_is_told_from_the_loops_own_of_that_name():
    body = sample.graph(
        "b", "body",
        [sample.node("own", "Placeholder", label="i"), sample.node("got", "Placeholder", label="i"),
         sample.node("add", "AddV2")],
        "own>add got>add", "own got", "add got", "add>own",
    )  # fmt: skip
    test = sample.graph(
        "t", "cond",
        [sample.node("own", "Placeholder"), sample.node("got", "Placeholder"), sample.node("less", "Less")],
        "own>less got>less", "own got", "less",
    )  # fmt: skip
    nodes = [
        sample.node("zero", "Const", 3, value="0"),
        sample.node("i", "Placeholder", label="i"),
        sample.node("w", "While", 3, body, test, outputs=(sample.INT, sample.INT)),
    ]
    (loop,) = fold(sample.graph("g", "main", nodes, "zero>w i>w", "i", "w")).boxes[1:]
    assert titles(loop.frames[0]) == ["Placeholder i", "AddV2(i, outer i)"]


def unrolled(rounds=6, line=4):
    """`for t in range(rounds): x = relu(x * t + b)`, then the sum of it."""
    nodes, edges = [sample.node("x", "Placeholder", label="x"), sample.node("b", "Const", 2, value="1")], []
    last = "x"
    for t in range(rounds):
        nodes += [
            sample.node(f"t{t}", "Const", line, value=str(t)),
            *(sample.node(f"round/{op}{t}", op, line) for op in ("Mul", "AddV2", "Relu")),
        ]
        edges += [f"{last}>round/Mul{t} t{t}>round/Mul{t} round/Mul{t}>round/AddV2{t} b>round/AddV2{t}"]
        edges += [f"round/AddV2{t}>round/Relu{t}"]
        last = f"round/Relu{t}"
    nodes += [sample.node("sum", "Sum", 10), sample.node("Identity", "Identity", 10)]
    return sample.graph("g", "main", nodes, " ".join([*edges, f"{last}>sum sum>Identity"]), "x", "Identity")


def named_arrows(frame):
    names = {box.id: box.title for _, _, box in frame.walk()}
    return {
        (names[a.source], names[a.target], "carried" if a.carried else "")
        for inner in frame.frames()
        for a in inner.arrows
    }


def test_a_series_shows_one_round_and_how_many_there_are():
    frame = fold(unrolled(6))
    x, series, result = frame.boxes
    assert (series.kind, series.is_open, series.title, series.count) == (
        "series",
        True,
        "one of 6 alike rounds",
        18,
    )
    (inner,) = series.frames
    assert titles(inner) == ["Mul(·, …)", "AddV2(·, 1)", "Relu"]
    assert inner.boxes[0].detail == "int32[] · line 5"
    assert named_arrows(frame) == {
        ("Placeholder x", "Mul(·, …)", ""),
        ("Mul(·, …)", "AddV2(·, 1)", ""),
        ("AddV2(·, 1)", "Relu", ""),
        ("Relu", "Mul(·, …)", "carried"),
        ("Relu", "Sum", ""),
    }
    assert [len(each.arrows) for each in frame.frames()] == [2, 3]
    assert (frame.shown, frame.box_count, frame.op_count) == (5, 5, 28)


def test_a_closed_series_says_what_comes_how_often():
    frame = fold(unrolled(12), depth=0)
    series = frame.boxes[1]
    assert (series.title, series.detail) == ("Mul → AddV2 → Relu × 12", "36 ops · line 5 · int32[]")
    assert (series.closed, series.frames, series.count) == (True, (), 36)
    assert named_arrows(frame) == {
        ("Placeholder x", "Mul → AddV2 → Relu × 12", ""),
        ("Mul → AddV2 → Relu × 12", "Sum", ""),
    }
    assert (frame.shown, frame.box_count) == (2, 3)


def test_a_chain_of_one_operation_is_one_box():
    names = [f"r{index}" for index in range(9)]
    nodes = [sample.node("x", "Placeholder", label="x"), *(sample.node(name, "Relu", 3) for name in names)]
    frame = fold(
        sample.graph("g", "main", nodes, " ".join(map(">".join, zip(["x", *names], names))), "x", "r8")
    )
    assert titles(frame) == ["Placeholder x", "Relu × 9"]
    assert frame.boxes[1].detail == "int32[] · line 4 · result"
    assert named_arrows(frame) == {("Placeholder x", "Relu × 9", ""), ("Relu × 9", "Relu × 9", "carried")}
    assert (frame.boxes[1].count, frame.shown, frame.box_count) == (9, 1, 2)


def test_rounds_with_loops_inside_are_alike_if_the_loops_are():
    loop = sample.collatz_graph().nodes[2].subgraphs
    nodes = [
        sample.node(f"w{index}", "StatelessWhile", 3, *loop, outputs=(sample.INT,) * 2) for index in range(6)
    ]
    (box,) = fold(sample.graph("g", "main", nodes, "")).boxes
    assert box.title.endswith(" × 6")
    assert len(box.frames) == 2
    assert box.count == 6 * 27


def test_groups_by_scope_and_by_line():
    nodes = [
        sample.node("x", "Placeholder", label="x"),
        *(sample.node(f"model/dense/{op}", op, 3) for op in ("MatMul", "BiasAdd")),
        sample.node("model/Relu", "Relu", 4),
        sample.node("sum", "Sum", 4),
    ]
    edges = "x>model/dense/MatMul model/dense/MatMul>model/dense/BiasAdd model/dense/BiasAdd>model/Relu model/Relu>sum"
    graph = sample.graph("g", "main", nodes, edges, "x", "sum")
    scoped = fold(graph, group="scope")
    assert titles(scoped) == ["Placeholder x", "model", "Sum"]
    (model,) = scoped.boxes[1].frames
    assert titles(model) == ["dense", "Relu"]
    assert [len(each.arrows) for each in scoped.frames()] == [2, 1, 1]
    assert scoped.shown == 5
    closed = fold(graph, 0, "scope")
    assert titles(closed) == ["Placeholder x", "model", "Sum"]
    assert closed.boxes[1].detail == "3 ops · lines 4–5 · int32[]"
    assert named_arrows(closed) == {("Placeholder x", "model", ""), ("model", "Sum", "")}
    assert (closed.shown, closed.box_count) == (2, 3)
    lined = fold(graph, group="line")
    first, second = f"line {sample.FIRST + 2}", f"line {sample.FIRST + 3}"
    assert titles(lined) == ["Placeholder x", first, second]
    assert [titles(frame) for box in lined.boxes[1:] for frame in box.frames] == [
        ["MatMul(x)", "BiasAdd"], ["Relu", "Sum"],
    ]  # fmt: skip


def test_a_series_lies_in_the_scope_that_its_rounds_share():
    frame = fold(unrolled(6), group="scope")
    assert titles(frame) == ["Placeholder x", "one of 6 alike rounds", "Sum"]
    inner = fold(unrolled(6, 4), 0, "line").boxes[1]
    assert (inner.kind, inner.title) == ("series", "Mul → AddV2 → Relu × 6")


def test_a_variable_that_is_only_read_is_a_word():
    def graph(*more):
        nodes = [
            sample.node("x", "Placeholder", label="x"),
            sample.node(
                "dense/resource", "Placeholder", label="dense/the_kernel", outputs=(Port("resource", "[]"),)
            ),
            sample.node("read", "ReadVariableOp", 3, stateful="true"),
            sample.node("mul", "MatMul", 3),
            *more,
        ]
        edges = "dense/resource>read x>mul read>mul" + " dense/resource>w x>w" * bool(more)
        return sample.graph("g", "main", nodes, edges, "x dense/resource", "mul")

    assert titles(fold(graph())) == ["Placeholder x", "MatMul(x, the_kernel)"]
    written = fold(graph(sample.node("w", "AssignVariableOp", 4, stateful="true", outputs=())))
    assert "ReadVariableOp(dense/the_ker…)" in titles(written)
    given = replace(graph(), outputs=("read",))
    assert "ReadVariableOp(the_kernel)" in titles(fold(given))


def test_no_more_boxes_are_made_than_asked_for():
    folding = Folding(sample.chain(100))
    with pytest.raises(TooManyBoxesError):
        folding.frame(most=99)
    assert folding.frame(most=100).box_count == 100
