"""Operations are timed while the graph of one call runs, once, and their times are of the user's lines."""

from __future__ import annotations

import inspect
import time

import pytest
import tensorflow as tf

from ag_notebook.report import from_json, to_json
from ag_notebook.staging import function
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.times import SHORT, op_times
from ag_notebook.staging.measuring import is_wanted, measuring


def line_of(f, mark: str) -> int:
    lines, first = inspect.getsourcelines(f)
    return first + next(at for at, line in enumerate(lines) if mark in line)


def times_of(staged, *args):
    report = staged.report_with(("times",), *args)
    assert not [note for note in report.notes if note.code == "AG306"]
    return next(trace.times for trace in reversed(report.functions[0].traces) if trace.times)


def seconds_at(times, line: int) -> float:
    return sum(each.seconds for each in times if each.span is not None and each.span.line == line)


def mixed(a, n):
    s = a[0, 0]
    i = 0
    while i < n:
        b = a @ a  # large
        s = s + b[0, 0] * 0.0  # small
        if i > 1:
            s = s + 1.0  # then
        else:
            s = s - 1.0  # else
        i += 1
    return s + a[1, 1]  # once


def test_the_line_that_takes_long_has_the_time():
    a = tf.random.uniform([500, 500])
    times = times_of(function(mixed), a, tf.constant(4))
    total = sum(each.seconds for each in times)
    assert seconds_at(times, line_of(mixed, "# large")) > 0.8 * total
    assert seconds_at(times, line_of(mixed, "# small")) < 0.1 * total
    assert [each.seconds for each in times] == sorted((each.seconds for each in times), reverse=True)


def test_the_sum_is_plausible():
    a = tf.random.uniform([700, 700])
    staged = function(mixed)
    staged(a, tf.constant(1))
    begun = time.perf_counter()
    with measuring():
        staged(a, tf.constant(8))
    wall = time.perf_counter() - begun
    kernels = staged.entry.kernels
    total = sum(each.seconds for each in op_times(kernels[1], staged.graph(a, tf.constant(8))))
    assert 0.3 * wall < total < 2 * (tf.config.threading.get_inter_op_parallelism_threads() or 4) * wall


def test_what_is_in_a_loop_runs_as_often_as_that():
    times = times_of(function(mixed), tf.ones([3, 3]), tf.constant(5))
    counts = {(each.op, each.span.line): each.count for each in times if each.span is not None}
    assert counts["MatMul", line_of(mixed, "# large")] == 5
    assert counts["AddV2", line_of(mixed, "# small")] == 5
    assert counts["AddV2", line_of(mixed, "# then")] == 3
    assert counts["Sub", line_of(mixed, "# else")] == 2
    assert counts["AddV2", line_of(mixed, "# once")] == 1
    assert "mixed/while/body/mixed/MatMul" in {each.name for each in times}


def test_runs_that_are_not_noted_are_in_the_time_of_short_ones():
    def counts(n):
        k = 0
        while k < n:
            k += 1
        return k

    staged = function(counts)
    begun = time.perf_counter()
    times = times_of(staged, tf.constant(5000))
    wall = time.perf_counter() - begun
    (short,) = [each for each in times if each.op == SHORT]
    assert (short.name, short.span, short.count) == ("", None, 0)
    assert 0 < short.seconds < 4 * wall
    assert all(each.count <= 5001 for each in times)


def test_nothing_is_run_for_it(capfd):
    count, seen = tf.Variable(0), []

    class Counter:
        n = 0

    counter = Counter()

    def f(x):
        count.assign_add(1)
        counter.n += 1
        print("ran", x)
        return x + 1

    staged = function(f)
    with measuring():
        seen.append(int(staged(tf.constant(1))))
    report = staged.report_so_far(("times",))
    assert report.functions[0].traces[-1].times
    assert (seen, int(count), int(counter.n)) == ([2], 1, 1)
    assert capfd.readouterr().out.count("ran") == 1
    staged.report_with(("times",), tf.constant(1))  # which says that it runs the function
    assert (int(count), int(counter.n)) == (2, 2)


def test_what_is_not_measured_has_no_times():
    staged = function(mixed)
    staged(tf.ones([2, 2]), tf.constant(1))
    assert not is_wanted()
    report = staged.report_so_far(("times",))
    assert [note.code for note in report.notes if note.code.startswith("AG3")] == ["AG306"]
    assert not report.functions[0].traces[-1].times
    assert staged.report(tf.ones([2, 2]), tf.constant(1)).functions[0].traces[-1].times == ()


def test_the_times_are_of_the_trace_that_ran():
    def f(x):
        return x * x + 1

    staged = function(f)
    staged(tf.constant(1))
    staged(tf.constant(1.0))
    report = staged.report_with(("times",), tf.constant(2))
    assert [bool(trace.times) for trace in report.functions[0].traces] == [True, False]


def test_what_fails_is_not_measured_on():
    def f(x):
        assert x > 0
        return x

    staged = function(f)
    with pytest.raises(AssertionError):
        staged.report_with(("times",), tf.constant(-1))
    assert not is_wanted()
    assert int(staged(tf.constant(1))) == 1
    assert times_of(staged, tf.constant(2)) is not None


def test_another_profiler_is_let_be(tmp_path):
    staged = function(mixed)
    with tf.profiler.experimental.Profile(str(tmp_path)):
        report = staged.report_with(("times",), tf.ones([2, 2]), tf.constant(1))
    assert "AG306" in [note.code for note in report.notes]
    assert not report.functions[0].traces[-1].times


def test_what_has_no_line_is_put_together():
    kernels = [
        private.KernelRun("Mul", "ConstantFolding/a", 1.0),
        private.KernelRun("Mul", "other/b", 2.0),
        private.KernelRun("AddV2", "mixed/while/body/_7/nothing", 0.5),
    ]
    found = op_times(kernels, function(mixed).graph(tf.ones([2, 2]), tf.constant(1)))
    assert [(each.op, each.name, each.span, each.seconds, each.count) for each in found] == [
        ("Mul", "", None, 3.0, 2),
        ("AddV2", "", None, 0.5, 1),
    ]


@pytest.mark.parametrize("backend", ["lantern", "python"])
def test_other_back_ends_say_that_they_have_none(backend):
    report = function(lambda x: x + 1, backend=backend).report_with(("times",), 1)
    (note,) = [note for note in report.notes if note.code.startswith("AG3")]
    assert note.code == "AG305"
    assert "There is no time of operations" in note.message
    assert "`tensorflow`" in note.fix


def test_times_are_kept_as_json():
    report = function(mixed).report_with(("times",), tf.ones([2, 2]), tf.constant(1))
    assert from_json(to_json(report)) == report
