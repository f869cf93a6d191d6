"""Checks which operations are taken for rounds of one series."""

from dataclasses import replace

import pytest
import sample

from ag_notebook.report import GraphEdge, GraphModel
from ag_notebook.views.series import FEWEST, Item, Operand, Series, find_series, kind_of


def step(kind, *operands):
    """An operation that reads `operands`: places, or texts for constants."""
    made = [Operand(-1, 0, o) if isinstance(o, str) else Operand(o, 0, None) for o in operands]
    return Item(kind, tuple(made))


def recurrent(rounds, before=2):
    """`before` inputs, then `h = relu(h @ w + 1)`: the first reads input 0, all read input 1."""
    items = [step(f"input {index}") for index in range(before)]
    for number in range(rounds):
        at = len(items)
        items += [step("MatMul", 0 if number == 0 else at - 1, 1), step("Add", at, "1"), step("Relu", at + 1)]
    return items


def test_rounds_of_a_chain_begin_with_what_comes_from_outside():
    assert find_series(recurrent(12)) == [Series(2, 3, 12)]
    assert Series(2, 3, 12).stop == 38


def test_what_is_left_of_a_round_stays_outside():
    items = recurrent(6)
    items += [step("MatMul", len(items) - 1, 1), step("Sum", len(items))]
    assert find_series(items) == [Series(2, 3, 6)]


def test_rounds_may_be_taken_up_in_the_middle_of_an_iteration():
    """The order in which they were made need not begin with the operand that comes from the round before."""
    items = [step("h"), step("w")]
    for number in range(7):
        at = len(items)
        items += [
            step("Slice", "xs"),
            step("MatMul", 0 if number == 0 else at - 1, 1),
            step("Add", at, at + 1),
        ]
    assert find_series(items) == [Series(2, 3, 7)]


@pytest.mark.parametrize(("rounds", "found"), [(FEWEST - 1, []), (FEWEST, [Series(2, 3, FEWEST)])])
def test_few_rounds_are_shown_as_they_are(rounds, found):
    assert find_series(recurrent(rounds)) == found


def test_a_fan_is_a_series_of_single_operations():
    items = [step("input"), *(step("Sin", 0) for _ in range(9))]
    assert find_series(items) == [Series(1, 1, 9)]


def test_each_round_may_take_another_result_of_one_operation():
    items = [step("Unpack"), *(Item("Sin", (Operand(0, output, None),)) for output in range(6))]
    assert find_series(items) == [Series(1, 1, 6)]
    ordered = [Item("Sin", (Operand(0, -1, None),)), *items[2:]]
    assert find_series([items[0], *ordered]) == [Series(2, 1, 5)]


def test_another_kind_or_another_operand_ends_a_series():
    items = recurrent(12)
    other = items[:20] + [step("Sub", 19, "1")] + items[21:]
    assert find_series(other) == [Series(2, 3, 6), Series(21, 3, 5)]
    wired = items[:20] + [step("MatMul", 5, 1)] + items[21:]
    assert all(not run.start < 20 < run.stop for run in find_series(wired))


def test_constants_must_be_of_one_kind():
    items = [step("x"), *(step("Mul", 0, "int" if index < 6 else "float") for index in range(12))]
    assert find_series(items) == [Series(1, 1, 6), Series(7, 1, 6)]


def test_the_longer_series_has_precedence():
    round_ = [step("A", "c"), *(step("B", "c") for _ in range(5)), step("C", "c")]
    assert find_series(round_ * 6) == [Series(0, 7, 6)]


def test_a_sequence_without_repetition_has_none():
    places = [step("MatMul" if index.bit_count() % 2 else "Add", index - 1) for index in range(2000)]
    assert find_series(places) == []


def test_operations_are_alike_by_what_they_do_and_not_by_their_names():
    known = {}
    body = sample.graph(
        "b", "body", [sample.node("a", "Add", 3), sample.node("m", "Mul", 3)], "a>m", "a", "m"
    )
    same = sample.graph(
        "c", "body", [sample.node("x", "Add", 3), sample.node("y", "Mul", 3)], "x>y", "x", "y"
    )
    other = replace(same, edges=(GraphEdge("x", "y", 0, 1),))
    one = sample.node("w", "While", 3, body)
    assert kind_of(one, known) == kind_of(sample.node("w_1", "While", 3, same), known)
    assert kind_of(one, known) != kind_of(sample.node("w_1", "While", 3, other), known)
    assert kind_of(one, known) != kind_of(sample.node("w_1", "While", 4, same), known)
    print_ = sample.node("p", "PyFunc", 3, token="f_1")
    assert kind_of(print_, known) == kind_of(replace(print_, attributes=(("token", "f_2"),)), known)
    assert kind_of(print_, known) != kind_of(replace(print_, attributes=(("Tout", "f_2"),)), known)
    assert kind_of(one, known) != kind_of(replace(one, subgraphs=(GraphModel("e", "body", (), ()),)), known)
