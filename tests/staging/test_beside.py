"""One call on several back ends: what each gives, what is said of differences, and that it happens once."""

from __future__ import annotations

from typing import Optional

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook import side_by_side
from ag_notebook.report import from_json, to_json
from ag_notebook.staging import ConversionError, StagingError, function
from ag_notebook.staging.beside import calls

BOTH = ("tensorflow", "lantern")
TWO = "<tf.Tensor: shape=(), dtype=int64, numpy=2>"


class Tree:
    value: float
    left: Optional[Tree]  # noqa: UP045  read as in a notebook
    right: Optional[Tree]  # noqa: UP045

    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def tree_prod(base, tree):
    if tree is None:
        return base
    return tree_prod(base, tree.left) * tree_prod(base, tree.right) * tree.value


def values(report):
    return [side.run and side.run.value for side in (report, *report.beside)]


def test_one_refuses_and_the_other_goes_on():
    report = side_by_side(fact, BOTH, 5)
    (lantern,) = report.beside
    assert (report.backend, lantern.backend) == BOTH
    assert (report.run, report.functions[0].traces) == (None, ())
    (note,) = report.notes
    assert (note.code, note.level, note.span.line) == ("AG301", "error", fact.__code__.co_firstlineno + 3)
    assert "cannot recurse" in note.message and "has recursion" in note.fix
    assert (lantern.run.value, lantern.notes) == ("np.int64(120)", ())
    assert len(lantern.functions[0].traces) == 1


@pytest.mark.parametrize("n", [27, tf.constant(27), np.int64(27), tf.constant(27, tf.int64)])
def test_numbers_arrays_and_tensors_are_staged_on_both(n):
    report = side_by_side(collatz, BOTH, n)
    (lantern,) = report.beside
    for side in (report, lantern):
        (trace,) = side.functions[0].traces
        assert any("while" in node.op.lower() for node in trace.graph.nodes)
        assert "111" in side.run.value


def test_numbers_in_containers_are_staged_too_and_all_else_is_itself():
    def total(xs, options):
        s = 0.0
        for x in xs:
            s += x * options["scale"]
        return s if options["name"] == "sum" else -s

    report = side_by_side(total, BOTH, [1.5, 2], {"scale": tf.constant(2.0, tf.float64), "name": "sum"})
    assert [value and value.count("7.0") for value in values(report)] == [1, 1]
    assert report.functions[0].traces[0].signature == "xs: [float64[], int64[]], options: a dict"


def test_tensorflow_unrolls_a_record_and_lantern_recurs():
    report = side_by_side(tree_prod, BOTH, 1.5, Tree(3.0, Tree(2.0), Tree(5.0)))
    assert [value.count("151.875") for value in values(report)] == [1, 1]
    (lantern,) = report.beside
    unrolled, recursive = (side.functions[0].traces[0] for side in (report, lantern))
    assert sum(node.op == "Mul" for node in unrolled.graph.nodes) == 6
    assert "(def tree_prod" in "\n".join(line.text for line in recursive.compiled[0].lines)


def test_other_types_are_said_and_other_values_warned_of():
    (note,) = side_by_side(collatz, BOTH, tf.constant(6)).beside[0].notes
    assert (note.code, note.level) == ("AG512", "info")
    assert note.message == (
        "The back ends give the same numbers in other types: `result` is int32[] on tensorflow and int64[] on lantern."
    )
    assert side_by_side(collatz, BOTH, 6).beside[0].notes[0].level == "info"

    def which(x):
        return [x * 2, 1.0 if tf.executing_eagerly() else 2.0]

    (note,) = side_by_side(which, BOTH, 3.0).beside[0].notes
    assert (note.code, note.level) == ("AG512", "warning")
    assert "`result[1]` is 2.0 on tensorflow and 1.0 on lantern." in note.message
    assert "[6.0, 2.0] on tensorflow, [6.0, 1.0] on lantern" in note.message


def test_floats_may_differ_by_rounding():
    report = side_by_side(lambda x: x * 3 / 7 + np.float32(0.1), BOTH, np.float32(0.1))
    assert report.beside[0].notes == ()


def test_what_a_call_changes_it_changes_once():
    seen = {"calls": 0}

    def counted(x):
        seen["calls"] += 1
        return x + seen["calls"]

    for backends in (("tensorflow", "python"), ("python", "tensorflow"), ("lantern", "tensorflow")):
        seen["calls"] = 0  # a back end may leave a tensor there
        report = side_by_side(counted, backends, 1)
        assert int(seen["calls"]) == 1, backends
        given = [value for value in values(report) if value is not None]
        assert all(value in ("2", TWO) for value in given)
        assert len(given) == 2 - ("lantern" in backends)
        assert not any(note.level == "warning" for side in (report, *report.beside) for note in side.notes)


def test_what_others_print_is_not_seen(capfd):
    def shown(x):
        print("x is", x)
        return x

    side_by_side(shown, ("python", "tensorflow"), 3)
    assert capfd.readouterr().out == "x is 3\n"


def test_exceptions_of_the_function_stand_in_its_place():
    def picky(x):
        if x > 2:
            raise ValueError("too large")
        return x

    report = side_by_side(picky, BOTH, 3)
    for side in (report, *report.beside):
        (note,) = side.notes
        assert (side.run, note.code, note.level) == (None, "AG512", "error")
        assert note.message == f"`picky(x=3)` raises ValueError('too large') on {side.backend}."


def test_the_outcome_is_that_of_the_first_that_does_not_refuse():
    made = calls("fact(3)", function(fact), BOTH, (3,), {})
    assert (made.outcome(), made.decider.name) == (6, "lantern")
    made = calls("fact(3)", function(fact), ("lantern", "tensorflow"), (3,), {})
    assert (made.outcome(), made.sides[1].is_refused) == (6, True)

    def nobody(x):
        if x > 0:
            return "a"
        return fact(x)

    made = calls("nobody(3)", function(nobody), BOTH, (3,), {})
    assert [side.is_refused for side in made.sides] == [True, True]
    with pytest.raises(StagingError) as caught:
        made.outcome()
    assert caught.value is made.sides[0].error


def test_calls_are_only_traced_where_that_is_wanted():
    seen = []

    def noted(x):
        seen.append(1)
        return x

    made = calls("noted(1)", function(noted), ("tensorflow", "lantern"), (1,), {}, trace_only=True)
    assert (made.outcome(), seen) == (None, [])
    report = made.added_to(made.sides[0].staged.report(), ())
    assert report.functions[0].traces and report.beside[0].notes[0].code == "AG311"


def test_what_cannot_be_put_back_is_traced_alone():
    numbers = iter(range(10))

    def following(x):
        return x + next(numbers)

    report = side_by_side(following, ("python", "tensorflow"), 1)
    assert report.run.value == "1"
    assert next(numbers) == 1
    (note,) = report.beside[0].notes
    assert note.code in ("AG231", "AG512")


def test_rungs_are_asked_of_those_that_have_them():
    made = calls("collatz(6)", function(collatz), BOTH, (6,), {})
    rungs = ("optimized", "llvm")
    report = made.added_to(made.sides[0].staged.report_so_far(made.rungs(made.sides[0], rungs)), rungs)
    first, other = (side.functions[0].traces[0] for side in (report, *report.beside))
    assert first.optimized is not None and [code.name for code in other.compiled] == ["Lantern", "LLVM"]
    assert not any(note.code == "AG305" for side in (report, *report.beside) for note in side.notes)
    made = calls("collatz(6)", function(collatz), ("tensorflow", "python"), (6,), {})
    assert made.rungs(made.sides[0], ("llvm",)) == ["llvm"]  # whose report says that there is none


def test_reports_of_several_are_data():
    report = side_by_side(fact, BOTH, 5)
    assert from_json(to_json(report)) == report


def test_a_method():
    class Box:
        def __init__(self, k):
            self.k = k

        @function
        def area(self, x):
            return self.k * x - 4 if x > 0 else -x

    assert values(side_by_side(Box(2).area, ("python", "tensorflow"), 3)) == ["2", TWO]


def test_misuse():
    with pytest.raises(StagingError, match="AG501"):
        side_by_side(fact, ("tensorflow", "lisp"), 3)
    with pytest.raises(ConversionError, match="AG110"):
        side_by_side(lambda x: locals(), BOTH, 3)
    with pytest.raises(TypeError):
        side_by_side(fact, BOTH)
