"""Programs as graphs: blocks and called definitions are inside, recursion is an edge back."""

from lantern_staging import staged


def test_recursion_is_an_edge_back():
    def fact(n):
        return 1 if n <= 1 else n * fact(n - 1)

    model = staged(fact).graph(5)
    (call,) = [node for node in model.nodes if node.op == "call"]
    (called,) = call.subgraphs
    assert (model.role, called.role, called.name) == ("main", "call", "fact")
    (branch,) = [node for node in called.nodes if node.op == "if"]
    assert [graph.role for graph in branch.subgraphs] == ["then", "else"]
    inner = branch.subgraphs[1]
    (again,) = [node for node in inner.nodes if node.op == "call"]
    assert again.subgraphs == () and dict(again.attributes) == {"definition": "fact"}
    assert [e.carried for e in inner.edges if e.source == again.name and e.carried]
    assert again.span is not None and again.span.line > 0


def test_loops():
    def run(n):
        s = 0.5
        while n > 0:
            s, n = s * 2, n - 1
        return s

    model = staged(run).graph(3)
    (loop,) = [node for node in model.nodes if node.op == "while"]
    assert [graph.role for graph in loop.subgraphs] == ["cond", "body"]
    assert {"n", "s"} <= {node.label for node in loop.subgraphs[1].nodes}
    names = [node.name for node in model.nodes]
    assert len(set(names)) == len(names) and model.outputs == ("result",)
    assert all({e.source, e.target} <= set(names) for e in model.edges)
