"""Probes of what is staged: recorded when the graph runs, at each call, on the taken path, whatever the kind of value."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.errors import StagingError


class Point(NamedTuple):
    x: object
    y: object


def samples(staged, name, line=None):
    first = staged.original.__code__.co_firstlineno
    found = [p for p in staged.probes() if p.name == name and line in (None, p.span.line - first)]
    return found[-1].samples


def values(staged, name, line=None):
    return [each.value for each in samples(staged, name, line)]


def test_branches_breaks_and_nested_loops() -> None:
    @function(probes="i,j,total,x")
    def run(n, m):
        total = 0
        for i in range(n):
            for j in range(m):
                if j > i:
                    break
                if (i + j) % 2:
                    x = -1
                    continue
                x = i * j
                total += x
        return total

    assert int(run(tf.constant(3), tf.constant(4))) == 5
    assert values(run, "i") == ["0", "1", "2"]
    assert values(run, "j") == ["0", "1", "0", "1", "2", "3", "0", "1", "2"][:2] + [
        *("0", "1", "2"),
        *("0", "1", "2", "3"),
    ]
    assert values(run, "x", 8) == ["-1", "-1"]
    assert values(run, "x", 10) == ["0", "1", "0", "4"]
    assert values(run, "total", 11) == ["0", "1", "1", "5"]
    run(tf.constant(0), tf.constant(4))
    assert values(run, "i") == values(run, "x") == []
    assert len(run.traces()) == 1


def test_kinds_of_values() -> None:
    @function(probes="x")
    def run(t, text, flag, n):
        x = t
        x = text
        x = flag
        x = t > 1.5
        x = [t, (n, "a"), 3]
        x = {"k": n, "l": None}
        x = Point(n, t)
        x = None if flag else n
        x = "yes" if flag else "no"
        x = []
        for i in range(n):
            x.append(i * i)
        y = x
        x = y
        x = tf.RaggedTensor.from_row_lengths(t, [2])
        x = n / 0.0
        x = tf.cast(t, tf.bfloat16)
        x = 5
        return n

    run(tf.constant([1.0, 2.0]), tf.constant("é"), tf.constant(True), tf.constant(3))
    found = {p.span.line - run.original.__code__.co_firstlineno: p.samples for p in run.probes()}
    said = [(s.value, s.shape, s.dtype) for line in sorted(found) for s in found[line]]
    assert said == [
        ("[1., 2.]", "[2]", "float32"),
        ("'é'", "[]", "string"),
        ("True", "[]", "bool"),
        ("[False, True]", "[2]", "bool"),
        ("[[1., 2.], (3, 'a'), 3]", "3 items", "list"),
        ("{'k': 3, 'l': None}", "2 items", "dict"),
        ("Point(x=3, y=[1., 2.])", "2 items", "Point"),
        ("None", "", "NoneType"),
        ("'yes'", "[]", "string"),
        ("[]", "0 items", "list"),
        ("[0, 1, 4]", "3 items", "list"),
        ("a RaggedTensor", "", "RaggedTensor"),
        ("inf", "[]", "float64"),
        ("[1, 2]", "[2]", "bfloat16"),
        ("5", "", "int"),
    ]


def test_limits_of_arrays_by_iteration() -> None:
    @function(probes="x")
    def run(x):
        for _ in range(tf.constant(3)):
            x = x * 2.0
        return tf.reduce_sum(x)

    run(tf.constant([[1.0, -1.0], [0.5, float("nan")]]))
    assert [(each.low, each.high) for each in samples(run, "x", 3)] == [(-2, 2), (-4, 4), (-8, 8)]
    assert samples(run, "x")[0].value.endswith("(1 NaN)")
    assert {each.kind for each in samples(run, "x")} == {"float32[2, 2]"}


def test_many_iterations_are_thinned_out() -> None:
    @function(probes="n")
    def run(n):
        while n > 0:
            n -= 1
        return n

    run(tf.constant(10_000))
    numbers = [each.number for each in samples(run, "n", 3)]
    assert (numbers[0], numbers[-1], len(numbers) <= 200) == (0, 9999, True)
    assert [int(each.value) for each in samples(run, "n", 3)] == [9999 - number for number in numbers]


def test_unrolled_loops_and_called_functions() -> None:
    def helper(v):
        w = v + 1
        return w

    @function(probes="v,k")
    def run(n):
        v = n
        for k in (1, 2.5):
            v = helper(v) * k
        return v

    run(tf.constant(1.0))
    assert values(run, "k") == ["1", "2.5"]
    assert [float(v) for v in values(run, "v")] == [2.0, 7.5]


def test_weak_numbers_stay_weak() -> None:
    def run(xs, n):
        total = 0
        kept = 0
        for x in xs:
            kept = total
            total += x
        for _ in range(n):
            kept = kept + 1
        return total, kept

    xs, n = tf.constant([0.5, 1.5]), tf.constant(2)
    plain, probed = function(run), function(run, probes="total,kept,x")
    for one, other in zip(plain(xs, n), probed(xs, n), strict=True):
        assert one.dtype == other.dtype
        assert float(one) == float(other)
    assert [float(v) for v in values(probed, "total", 5)] == [0.5, 2.0]
    assert [float(v) for v in values(probed, "kept", 4)] == [0.0, 0.5]


def test_gradients_and_their_values() -> None:
    def run(x, n):
        y = x * 1.0
        for _ in range(n):
            y = y * x
        return tf.reduce_sum(y)

    probed = function(run, probes="y")
    for staged in (function(run), probed):
        x = tf.Variable([1.0, 2.0])
        with tf.GradientTape() as tape:
            result = staged(x, tf.constant(3))
        assert float(result) == 17.0
        assert tape.gradient(result, x).numpy().tolist() == [4.0, 32.0]
    assert values(probed, "y", 3) == ["[1., 4.]", "[1., 8.]", "[1., 16.]"]


def test_variables_and_the_order_of_effects(capfd) -> None:
    state = tf.Variable(1)

    @function(probes="seen,v")
    def run(n):
        for _ in range(n):
            seen = state.read_value()
            print("at", seen)
            state.assign_add(1)
            v = state
        return state.read_value()

    assert int(run(tf.constant(3))) == 4
    assert capfd.readouterr().out == "at 1\nat 2\nat 3\n"
    assert values(run, "seen") == ["1", "2", "3"]
    assert values(run, "v") == ["2", "3", "4"]


def test_what_was_seen_before_an_exception() -> None:
    @function(probes="x")
    def run(n):
        x = n
        while True:
            x -= 1
            if x < 0:
                raise ValueError("below")
        return x

    with pytest.raises(ValueError, match="below"):
        run(tf.constant(2))
    assert values(run, "x", 4) == ["1", "0", "-1"]


def test_arrays_of_python_and_their_rows() -> None:
    table = np.array([[1, 2], [3, 4]])

    @function(probes="row,t")
    def run(i):
        t = table
        row = t[i]
        t = tf.constant([1, 2, 3])
        t[i] = 9
        return row

    run(tf.constant(1))
    assert values(run, "row") == ["[3, 4]"]
    assert values(run, "t", 2) == ["[[1, 2], [3, 4]]"]
    assert values(run, "t") == ["[1, 9, 3]"]


def test_the_graph_and_counts_are_shown_without_probes() -> None:
    def run(n):
        steps = 0
        while n > 1:
            n = n // 2
            steps += 1
        return steps

    def nodes(graph):
        found = [node.op.removeprefix("Stateless") for each in graph.graphs() for node in each.nodes]
        return sorted(op for op in found if op not in ("Identity", "NoOp"))  # copies of results

    plain, probed = function(run), function(run, probes="n,steps")
    n = tf.constant(9)
    one, other = plain.graph(n), probed.graph(n)
    assert nodes(one) == nodes(other)
    assert probed.probes()[0].count == 0  # traced, not run
    names = {node.name for node in other.nodes}
    assert all(edge.source in names and edge.target in names for edge in other.edges)
    assert not any(node.op == "PyFunc" for each in other.graphs() for node in each.nodes)
    report = probed.report_with(("optimized",), n)
    assert not any(
        n.op == "PyFunc" for g in report.functions[0].traces[-1].optimized.graphs() for n in g.nodes
    )


def test_what_a_user_hands_to_numpy_function_stays_in_the_graph() -> None:
    @function(probes="y")
    def run(x):
        y = tf.numpy_function(lambda v: v + np.float32(1), [x], tf.float32, name="probe")
        return y

    assert float(run(tf.constant(1.0))) == 2.0
    assert [node.op for node in run.graph(tf.constant(1.0)).nodes].count("PyFunc") == 1
    assert values(run, "y") == ["2.0"]


def test_staged_lists_of_texts_and_what_is_deep() -> None:
    @function(probes="words,deep")
    def run(text):
        words = text.split(",")
        deep = [[[[text]]]]
        return len(words) + len(deep)

    run(tf.constant("a,b"))
    assert values(run, "words") == ["['a', 'b']"]
    assert values(run, "deep") == ["[[[[…]]]]"]


def test_a_refusal_of_effects_says_that_it_may_be_for_the_probes() -> None:
    def run(x):
        y = x
        try:
            y = y + 1
            if y > 1:
                raise ValueError
        except ValueError:
            y = -y
        return y

    assert int(function(run)(tf.constant(1))) == -2
    with pytest.raises(StagingError, match="AG270.*It may be for the probes.*try it without them"):
        function(run, probes="y")(tf.constant(1))


def test_refused_under_xla() -> None:
    @function(probes="y", jit_compile=True)
    def run(x):
        y = x + 1
        return y

    with pytest.raises(StagingError) as caught:
        run(tf.constant(1))
    assert caught.value.code == "AG302"
    assert caught.value.span is not None
    assert caught.value.span.line == run.original.__code__.co_firstlineno + 2


def test_nan_and_infinity() -> None:
    @function(probes="y")
    def run(x):
        y = x / 0.0
        y = y - y
        return y

    run(tf.constant(1.0))
    first, second = (p.samples[0] for p in run.probes())
    assert (first.low, first.high, first.value) == (math.inf, math.inf, "inf")
    assert math.isnan(second.low)
    assert second.value == "nan"


def test_inside_of_another_graph() -> None:
    @function(probes="y")
    def run(x):
        y = x * 2
        return y

    data = tf.data.Dataset.range(3).map(lambda v: run(v))
    assert [int(each) for each in data] == [0, 2, 4]
    assert values(run, "y") == ["0", "2", "4"]
