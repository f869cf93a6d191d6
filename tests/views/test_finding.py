"""Checks the search for operations by kind, name and line."""

import pytest
import sample

from ag_notebook.views.finding import SearchError, find


def names(search):
    return [found.node.name for found in find(sample.collatz_graph(), search)]


def test_kinds_are_matched_whole_and_names_in_part():
    assert names("op:Mul") == ["mul"]
    assert names("op:.*Mod") == names("op:floormod") == ["FloorMod"]
    assert names("op:Mo") == []
    assert names("name:mod") == ["FloorMod"]


def test_words_are_looked_for_in_kind_name_and_label_and_all_must_fit():
    assert names("StatelessIf") == ["cond"]
    assert names("placeholder steps") == ["steps", "steps"]
    assert names("op:AddV2 name:_1") == ["add_1"]


def test_lines_are_numbers_or_ranges():
    line = sample.FIRST - 1 + 7
    assert names(f"line:{line}") == ["one", "add", "Identity_1"]
    assert set(names(f"line:{line}-{line + 2}")) >= {"a", "add", "add_1", "b"}
    assert names(f"line:{line} op:AddV2") == ["add"]


def test_the_way_to_an_operation_is_told():
    (found,) = find(sample.collatz_graph(), "op:Mul")
    assert found.path == (("while", "loop body"), ("cond", "else"))
    first, *_ = find(sample.collatz_graph(), "op:AddV2 line:10")
    assert first.path == ()


@pytest.mark.parametrize(
    ("search", "message"),
    [
        ("", "AG405: A search has at least one word"),
        ("op:(", "AG405: `\\(` is no regular expression: missing \\)"),
        ("line:x", "AG405: `x` is no line"),
        ("line:²", "AG405: `²` is no line"),
        ("op:", "AG405: `op:` says nothing after its colon"),
        ("foo:bar", "AG405: `foo:` is nothing to search by.*`op:Mul`.*any text"),
        ("a" * 201, "AG405: A word of a search has at most 200 characters"),
    ],
)
def test_a_search_that_cannot_be_read_is_refused(search, message):
    with pytest.raises(SearchError, match=message):
        find(sample.collatz_graph(), search)


def test_every_operation_of_a_deep_graph_is_found():
    graph = sample.graph("g", "call", [sample.node("leaf", "Add", 3)], "")
    for level in range(300):
        graph = sample.graph("g", "call", [sample.node(f"c{level}", "PartitionedCall", 3, graph)], "")
    assert len(find(graph, ".")) == 301


def test_a_point_stands_for_a_line_break_too():
    graph = sample.graph("g", "main", [sample.node("a\nb", "c\nd", 3)], "")
    assert len(find(graph, "op:.* name:a.b")) == 1
