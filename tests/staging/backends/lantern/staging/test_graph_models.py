"""Programs as graphs: blocks and called definitions are inside, recursion names the definition around it."""

import numpy as np
import pytest
from lantern_staging import staged

from ag_notebook.staging import StagingError
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.staging import BACKEND
from ag_notebook.staging.graphs import graph_of
from ag_notebook.views.outline import outline_lines


def test_recursion_names_the_definition_around_it():
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
    assert (again.again, call.again) == ("fact", "")
    assert not any(edge.carried for graph in model.graphs() for edge in graph.edges)
    assert again.span is not None and again.span.line > 0


def test_mutual_recursion_is_a_cycle():
    def female(n):
        return 1 if n == 0 else n - male(female(n - 1))

    def male(n):
        return 0 if n == 0 else n - female(male(n - 1))

    model = staged(female).graph(5)
    calls = {
        (graph.name, node.again or node.subgraphs[0].name): node.again
        for graph in model.graphs()
        for node in graph.nodes
        if node.op == "call"
    }
    assert calls == {
        ("main", "female"): "",
        ("else", "female"): "female",
        ("else", "male"): "male",
    }
    lines = outline_lines(model, 80)
    assert [line for line in lines if "called male" in line][0].startswith("   called male")
    assert "call male rec · call female rec" in lines[-1]


def test_inputs_are_called_as_the_arguments():
    def total(xs, options, *more, **named):
        return xs[0] * options["a"] + more[0] - named["z"]

    model = staged(total).graph([1.0], {"a": 2.0}, 3.0, z=4.0)
    labels = [node.label for node in model.nodes if node.op == "Argument"]
    assert labels == ["xs[0]", "options['a']", "more[0]", "z"]


def test_loops():
    def run(n):
        s = 0.5
        while n > 0:
            s, n = s * 2, n - 1
        return s

    model = staged(run).graph(3)
    (loop,) = [node for node in model.nodes if node.op == "while"]
    assert [graph.role for graph in loop.subgraphs] == ["cond", "body"]
    body = loop.subgraphs[1]
    assert {"n", "s"} <= {node.label for node in body.nodes}
    assert len(body.inputs) == len(body.outputs)
    assert {e.target for e in body.edges if e.carried} == {*body.inputs[:2]}
    names = [node.name for node in model.nodes]
    assert len(set(names)) == len(names) and model.outputs == ("result",)
    assert all({e.source, e.target} <= set(names) for e in model.edges)


def test_inputs_of_branches_stand_as_their_operands_do():
    def scaled(n, base, factor):
        if n > 3:
            return np.sum(factor) * n
        return np.sum(factor) - base

    model = staged(scaled).graph(np.int32(5), 2.5, np.ones(3))
    (branch,) = [node for node in model.nodes if node.op == "if"]
    ports = {node.name: node.outputs for node in model.nodes}
    edges = sorted((e for e in model.edges if e.target == branch.name), key=lambda e: e.operand)
    operands = [ports[e.source][e.output] for e in edges][1:]
    assert len(set(operands)) == len(operands) == 3
    for graph in branch.subgraphs:
        inner = {node.name: node.outputs[0] for node in graph.nodes if node.outputs}
        assert [inner[name] for name in graph.inputs] == operands


def test_a_program_is_drawn_and_nothing_else():
    text = "(def fib ((n i64)) (if (< n 2) n (+ (call fib (- n 1)) (call fib (- n 2)))))"
    drawn = graph_of(read(text))
    assert (drawn.name, [node.op for node in drawn.nodes]) == (
        "fib",
        ["Argument", "constant", "<", "if", "Result"],
    )
    for other in (3, [1], read("")):
        with pytest.raises(StagingError, match="AG520: there is no graph to draw in"):
            BACKEND.graph_model(other)
