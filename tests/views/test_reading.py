"""Checks what a graph's values are called, and which operations only carry them around."""

import sample

from ag_notebook.views.reading import Reading


def reading(graph=None, **options):
    return Reading(graph or sample.collatz_graph(), nested=False, **options)


def test_constants_copies_and_what_nobody_reads_are_hidden():
    assert reading().hidden == {"zero", "a", "b", "Identity"}


def test_a_value_is_followed_past_copies_to_what_made_it():
    loop = reading().nodes["while"]
    body = reading().inside(loop, loop.subgraphs[0])
    assert body.made("Identity", 0) == ("cond", 0)
    assert body.origin("Identity_1") == "add"


def test_words_are_those_of_the_user():
    main = reading()
    assert [main.word(name) for name in ("n", "zero")] == ["n", "0"]
    assert main.word("while", 1) == "steps"
    assert main.operand_words(main.nodes["add"]) == ["steps", "1"]
    assert main.types(main.nodes["while"]) == "int32[], int32[]"


def test_the_reading_of_an_inner_graph_is_made_once():
    main = reading()
    loop = main.nodes["while"]
    assert main.inside(loop, loop.subgraphs[0]) is main.inside(loop, loop.subgraphs[0])
    assert main.inside(loop, loop.subgraphs[0]) is not main.inside(loop, loop.subgraphs[1])


def test_words_that_differ_between_rounds_are_left_open():
    nodes = [
        sample.node("x", "Placeholder", label="x"),
        *(sample.node(f"c{i}", "Const", 3, value=str(i)) for i in range(2)),
        *(sample.node(f"m{i}", "Mul", 3) for i in range(2)),
    ]
    main = reading(sample.graph("g", "main", nodes, "x>m0 c0>m0 x>m1 c1>m1", "x"))
    assert main.title(main.nodes["m0"]) == "Mul(x, 0)"
    assert main.title(main.nodes["m0"], (main.nodes["m1"],)) == "Mul(x, …)"


def test_a_loop_that_begins_with_other_values_in_each_round_keeps_its_variables():
    graph = sample.collatz_graph()
    loop = graph.nodes[2]
    nodes = [*graph.nodes[:3], sample.node("two", "Const", 2, value="2"),
             sample.node("again", "StatelessWhile", 3, *loop.subgraphs, outputs=loop.outputs)]  # fmt: skip
    main = reading(
        sample.graph("g", "main", nodes, "n>while zero>while n>again two>again", "n", "while again")
    )
    assert main.title(main.nodes["while"]) == "StatelessWhile(n, steps=0)"
    assert main.title(main.nodes["while"], (main.nodes["again"],)) == "StatelessWhile(n, steps)"
