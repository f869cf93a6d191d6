"""An `if` merges what its branches bind and change, and refuses what cannot be merged."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.tensorflow.control.conditionals import Branch, choose, stage_if, switch
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.runtime.expressions import setitem


def test_both_branches_are_traced_and_one_is_run(graph) -> None:
    def build(x):
        a, b = stage_if(x > 0, lambda: (x * 2, 1), lambda: (x, 2), ("a", "b"))
        assert isinstance(b, WeakNumber)
        return a, b

    assert list(graph(build, 3)) == [6, 1]
    assert list(graph(build, -3)) == [-3, 2]
    assert graph.ops.count("StatelessIf") == 1


def test_a_test_that_python_knows_builds_no_op(graph) -> None:
    assert graph(lambda x: stage_if(True, lambda: (x,), lambda: (1 / 0,), ("a",))[0], 5) == 5
    assert not [op for op in graph.ops if "If" in op]


def test_equal_python_values_stay_python(graph) -> None:
    def build(x):
        text, number = stage_if(x > 0, lambda: ("same", 3), lambda: ("same", 3), ("text", "number"))
        assert (text, number) == ("same", 3)
        return x

    assert graph(build, 1) == 1


def test_effects_of_the_branch_that_is_taken() -> None:
    class Box:
        pass

    box = Box()
    box.low, box.items = 0, [1]

    @function
    def change(x):
        if x > 0:
            box.low = x
            box.items.append(x)
        else:
            box.items[0] = -x

    change(tf.constant(-7))
    assert (int(box.low), [int(i) for i in box.items]) == (0, [7])
    change(tf.constant(5))
    assert (int(box.low), [int(i) for i in box.items]) == (5, [7, 5])


def test_a_branch_that_raises_gives_no_value(graph) -> None:
    from ag_notebook.staging.runtime.statements import raise_stmt

    def build(x):
        return stage_if(x > 0, lambda: (x,), lambda: raise_stmt(KeyError("negative")), ("a",))[0]

    assert graph(build, 4) == 4
    with pytest.raises(KeyError, match="negative"):
        graph(build, -4)


def test_types_that_do_not_meet_are_refused_at_the_line() -> None:
    def mixed(x):
        if x > 0:
            y = "text"
        else:
            y = x
        return y

    with pytest.raises(StagingError) as caught:
        function(mixed)(tf.constant(1))
    assert caught.value.code == "AG230"
    assert caught.value.message.startswith("'y' is 'text' in one branch and int32[] in the other")
    assert caught.value.span.line == mixed.__code__.co_firstlineno + 1


def test_a_set_cannot_be_merged() -> None:
    seen = {0}

    def note(x):
        if x > 0:
            seen.add(1)
        return x

    with pytest.raises(StagingError) as caught:
        function(note)(tf.constant(1))
    assert (caught.value.code, caught.value.span.line) == ("AG231", note.__code__.co_firstlineno + 2)
    assert seen == {0}


def test_an_object_with_another_name_is_not_changed_after_a_split() -> None:
    def split(x):
        a, b = [1], [2]
        c = a if x > 0 else b
        c.append(3)
        return a, b

    with pytest.raises(StagingError) as caught:
        function(split)(tf.constant(1))
    assert (caught.value.code, caught.value.span.line) == ("AG233", split.__code__.co_firstlineno + 3)


def test_one_of_several_by_index(graph) -> None:
    def build(i, x):
        return switch(i, [lambda: x, lambda: x * 10, lambda: x * 100])

    assert [graph(build, i, 7) for i in range(3)] == [7, 70, 700]
    assert graph(lambda i: switch(i, [lambda: 5]), 0) == 5


def test_a_conditional_expression(graph) -> None:
    assert [graph(lambda x: choose(x, lambda: x + 1, lambda: 0), x) for x in (3, 0)] == [4, 0]


def test_cheap_branches_are_small_pure_and_cannot_fail(graph) -> None:
    found, table = [], {}

    def build(x):
        xs = tf.zeros([2000]) + tf.cast(x, tf.float32)
        for make in (
            lambda: (x + 1,),
            lambda: (100 // x,),
            lambda: (xs * 2,),
            lambda: (1 / 0,),
            lambda: setitem(table, 0, x),
        ):
            found.append(Branch("then", make).is_cheap())
        return x

    graph(build, 1)
    assert found == [True, False, False, False, False]


def test_outside_of_a_trace_there_is_nowhere_to_go() -> None:
    def build(x):
        return stage_if(x > 0, lambda: (x,), lambda: (x,), ("x",))[0]

    with pytest.raises(StagingError) as caught:
        tf.function(build, autograph=False)(tf.constant(1))
    assert (caught.value.code, caught.value.span.line) == ("AG502", build.__code__.co_firstlineno + 1)
