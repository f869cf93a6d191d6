"""Two states of a graph in one: all of both is there, and what was done to each operation is said."""

from ag_notebook.report import GraphEdge, GraphModel, GraphNode, Port
from ag_notebook.views.comparing import compared

FLOAT = (Port("float32", "[]"),)


def graph(ops, edges, role="main", inner=None):
    nodes = tuple(
        GraphNode(name, op, FLOAT, subgraphs=(inner,) if inner and name == "loop" else ())
        for name, op in ops.items()
    )
    return GraphModel(role, role, nodes, tuple(GraphEdge(*edge) for edge in edges), (), (list(ops)[-1],))


def marks_of(both, found=None, path=()):
    found = {} if found is None else found
    for node in both.graph.nodes if not path else path[-1].nodes:
        sign, details = both.marks.get(id(node), ("", ()))
        found[(*[each.role for each in path], node.name)] = (sign, details)
        for inner in node.subgraphs:
            marks_of(both, found, (*path, inner))
    return found


def test_what_is_gone_and_new_and_different_is_marked():
    before = graph({"x": "In", "a": "Identity", "b": "Mul", "c": "Add"}, [("x", "a"), ("a", "b"), ("b", "c")])
    after = graph({"x": "In", "b": "Mul", "d": "Neg", "c": "Sub"}, [("x", "b"), ("b", "d"), ("d", "c")])
    both = compared(before, after)
    found = marks_of(both)
    assert {name: sign for (name,), (sign, _) in found.items()} == {
        "x": "",
        "a": "-",
        "b": "~",
        "d": "+",
        "c": "~",
    }
    assert found["c",][1][0] == "Add → Sub"
    assert found["b",][1] == ("operands a → x",)


def test_what_is_gone_leads_to_what_read_it():
    before = graph({"x": "In", "a": "Identity", "b": "Mul"}, [("x", "a"), ("a", "b")])
    after = graph({"x": "In", "b": "Mul"}, [("x", "b")])
    edges = {(edge.source, edge.target, edge.operand) for edge in compared(before, after).graph.edges}
    assert edges == {("x", "b", 0), ("x", "a", 0), ("a", "b", -1)}


def test_nested_graphs_are_compared_in_turn_and_what_is_inside_of_one_that_is_gone_is_gone():
    inner, left = graph({"p": "In", "q": "Neg"}, [("p", "q")], "body"), graph({"p": "In"}, [], "body")
    before = graph({"loop": "While"}, [], inner=inner)
    after = graph({"loop": "While"}, [], inner=left)
    assert {key: sign for key, (sign, _) in marks_of(compared(before, after)).items()} == {
        ("loop",): "",
        ("body", "p"): "",
        ("body", "q"): "-",
    }
    gone = compared(before, graph({"other": "Neg"}, []))
    assert {key: sign for key, (sign, _) in marks_of(gone).items()} == {
        ("loop",): "-",
        ("body", "p"): "-",
        ("body", "q"): "-",
        ("other",): "+",
    }
    assert set(gone.graph.outputs) == {"loop", "other"}


def test_equal_graphs_have_no_marks():
    same = graph({"x": "In", "b": "Mul"}, [("x", "b")])
    both = compared(same, same)
    assert both.graph == same and both.marks == {}
