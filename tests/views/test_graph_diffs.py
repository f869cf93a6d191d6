"""Checks the comparison of two graphs, operation by operation."""

from dataclasses import replace

import sample
from sample import graph, node

from ag_notebook.report import GraphEdge, Port
from ag_notebook.views.graph_diffs import OpChange, by_graph, change_words, counted_changes, graph_changes

INT = (Port("int32", "[]"),)


def words(before, after):
    return [
        (change.kind, change.path, change.node.name, change.details)
        for change in graph_changes(before, after)
    ]


def test_a_graph_and_itself():
    assert graph_changes(sample.collatz_graph(), sample.collatz_graph()) == ()
    assert counted_changes(()) == "nothing changed"


def test_removed_added_and_changed_in_that_order():
    before = graph("f", "main", [node("a", "Const", 2, value="1"), node("b", "Add", 3), node("c", "Mul", 4)],
                   "a>b a>b b>c a>c")  # fmt: skip
    after = graph("f", "main", [node("a", "Const", 2, value="2"), node("d", "Shift", 4), node("c", "Mul", 4)],
                  "a>d d>c a>c")  # fmt: skip
    assert words(before, after) == [
        ("removed", (), "b", ()),
        ("added", (), "d", ()),
        ("changed", (), "a", ("value 1 → 2",)),
        ("changed", (), "c", ("operands b, a → d, a",)),
    ]
    assert counted_changes(graph_changes(before, after)) == "1 removed, 1 added, 2 changed"


def test_an_operation_that_became_another_one_says_only_that_of_its_attributes():
    before = graph("f", "main", [node("a", "Add", 2, left="1")], "")
    after = graph("f", "main", [node("a", "Const", 2, value="2")], "")
    assert words(before, after) == [("changed", (), "a", ("Add → Const",))]


def test_types_and_attributes_that_are_there_on_one_side_only():
    one = node("a", "Add", 2, outputs=(Port("int32", "[?]"), Port("bool", "[]")), left="1")
    other = node("a", "Add", 2, outputs=INT, right="2")
    assert words(graph("f", "main", [one], ""), graph("f", "main", [other], "")) == [
        ("changed", (), "a", ("type int32[?], bool[] → int32[]", "left 1 → none", "right none → 2"))
    ]


def test_operands_in_another_order_and_for_order_alone():
    nodes = [node("a", "Const", 2), node("b", "Const", 2), node("c", "Add", 3)]
    ab, ba = graph("f", "main", nodes, "a>c b:1>c"), graph("f", "main", nodes, "b:1>c a>c")
    assert words(ab, ba) == [("changed", (), "c", ("operands in another order",))]
    ordered = replace(ab, edges=(*ab.edges, GraphEdge("b", "c", 0, -1)))
    assert words(ab, ordered) == [("changed", (), "c", ("operands a, b:1 → a, b:1, after b",))]
    carried = replace(ab, edges=(*ab.edges, GraphEdge("c", "a", carried=True)))
    assert words(ab, carried) == []
    assert words(graph("f", "main", nodes, "a>c"), graph("f", "main", nodes, "")) == [
        ("changed", (), "c", ("operands a → none",))
    ]


def test_nested_graphs_are_compared_by_their_role():
    then = graph("then_1", "then", [node("a", "Add", 3), node("b", "Mul", 3)], "")
    less = graph("then_9", "then", [node("a", "Add", 3)], "")
    orelse = graph("else_1", "else", [node("a", "Sub", 4)], "")
    body = [node("if", "If", 3, then, orelse)], [node("if", "If", 3, less, orelse)]
    before, after = (
        graph("f", "main", [node("loop", "While", 2, graph("body", "body", n, ""))], "") for n in body
    )
    (change,) = graph_changes(before, after)
    assert (change.kind, change.path, change.node.name) == ("removed", ("body of loop", "then of if"), "b")
    assert by_graph([change]) == [("body of loop › then of if", [change])]


def test_what_is_gone_with_an_operation_is_counted():
    (change,) = graph_changes(
        graph("f", "main", [node("if", "If", 3, graph("t", "then", [node("a", "Add"), node("b", "Mul")], ""))], ""),
        graph("f", "main", [], ""),
    )  # fmt: skip
    assert change_words(change) == "with 2 ops inside"
    assert change_words(OpChange("added", (), node("a", "Add"))) == ""
    assert change_words(OpChange("changed", (), change.node, ("x 1 → 2", "y 1 → 2"))) == "x 1 → 2; y 1 → 2"


def test_changes_are_grouped_by_graph_in_the_order_of_the_graphs():
    one, two = OpChange("removed", (), node("a", "Add")), OpChange("added", ("body of w",), node("b", "Add"))
    assert by_graph([one, two, one]) == [("main", [one, one]), ("body of w", [two])]
    assert by_graph([]) == []
