from __future__ import annotations

import pytest

import ag_notebook as ag
from ag_notebook.staging import wording
from ag_notebook.staging.wording import (
    apart,
    counted,
    did_you_mean,
    kind_of,
    near,
    plain_classes,
    with_article,
    without_escapes,
)


def test_the_article_fits_the_word() -> None:
    assert [with_article(n) for n in ("int", "list", "Option", "")] == ["an int", "a list", "an Option", "a "]
    assert kind_of(3) == "an int"
    assert kind_of([]) == "a list"


def test_counts_and_classes_in_words() -> None:
    assert [counted(n, "entry", "entries") for n in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]
    assert plain_classes("'SymbolicTensor' object") == "'Tensor' object"
    assert (
        plain_classes("a Maybe or mine.Choice")
        == "a value that is there on one path only or object chosen by a staged test"
    )
    assert plain_classes("Perhaps Chosen") == "Perhaps Chosen"


def test_a_sentence_does_not_describe_two_types_twice() -> None:
    assert apart(ValueError("A and B have no common type"), "A", "B") == "they have no common type"
    assert apart(ValueError("C and B have no common type"), "A", "B") == "C and B have no common type"


def test_names_are_proposed_only_where_they_are_near() -> None:
    assert did_you_mean("notse", {"notes": 1}) == "Did you mean `notes`?"
    assert did_you_mean("zzz", ["quiet"]) == did_you_mean("nonsense", ["notes"]) == ""
    assert near("arctn", ["arcsin", "arctan", "arctan2", "sum"], most=2) == ["arctan", "arctan2"]


def test_a_message_has_no_colors() -> None:
    assert without_escapes("\x1b[1mno \x1b[31;4mway\x1b[0m") == "no way"


def test_ints_of_any_size_have_a_text():
    assert wording.python_text(0.5) == "0.5"
    assert int(wording.python_text(-(10**5000)), 0) == -(10**5000)


@pytest.mark.parametrize("backend", ["tensorflow", "lantern"])
def test_ints_of_any_size_are_arguments(backend):
    staged = ag.function(lambda v, n: n, backend=backend)
    assert int(staged(10**5000, 2)) == 2
    assert staged.report(10**5000, 2).functions


def test_a_check_of_an_int_of_any_size():
    (check,) = ag.function(lambda v: 2).check(10**5000)
    assert not check.difference
    assert not check.skipped
