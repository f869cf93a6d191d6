"""The words for why a state is what it is."""

from ag_notebook.staging.passes.states import no_state_sentence, state_sentence, unbound_sentence


def test_one_ground_for_all_names() -> None:
    grounds = {"live after it": {"n", "steps"}}
    said = "The state is n, steps: both are modified in the loop and live after it."
    assert state_sentence("while", ["n", "steps"], grounds) == said
    said = "The state is x: it is modified in a branch and live after it."
    assert state_sentence("if", ["x"], {"live after it": {"x"}, "never": {"x"}}) == said


def test_each_name_has_the_first_ground_that_holds() -> None:
    grounds = {"live after it": {"c"}, "read again": {"a", "b", "c"}}
    said = "The state is a, b, c: all are modified in the block; a, b are read again; c is live after it."
    assert state_sentence("try", ["a", "b", "c"], grounds) == said


def test_no_state() -> None:
    said = "There is no state: no variable is modified in it that is needed afterwards."
    assert state_sentence("for", [], {}) == said


def test_names_that_are_no_state() -> None:
    said = "y is modified in a branch, but is not live after the `if`: no state."
    assert no_state_sentence("if", ["y"]) == said
    said = (
        "a, b are modified in the loop, but are not live after the loop, and each iteration binds them before "
        "reading them: no state."
    )
    assert no_state_sentence("while", ["a", "b"]) == said


def test_names_that_start_unbound() -> None:
    said = "y may be unbound before the `if`, so it starts as `ag.Undefined('y')`."
    assert unbound_sentence("if", ["y"], "ag") == said
    said = (
        "a, b may be unbound before the `for`, so they start as `ag_1.Undefined('a')`, `ag_1.Undefined('b')`."
    )
    assert unbound_sentence("for", ["a", "b"], "ag_1") == said
