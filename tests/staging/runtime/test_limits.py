"""A limit of steps: as many iterations are let be, one more is an error at the loop's line."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook import lantern
from ag_notebook.staging import StagedRuntimeError, StagingError, function
from ag_notebook.staging.options import Options

STAGED = {"tensorflow": tf.constant, "lantern": lambda n: n}
ALL = {**STAGED, "python": lambda n: n}


def counts(n):
    k = 0
    while k < n:  # here
        k += 1
    return k


def counts_numbers(n):
    total = 0
    for i in range(n):  # here
        total += i
    return total


def counts_one_by_one(n):
    k = 0
    while True:  # here
        if k == n:
            break
        k += 1
    return k


def counts_inside(n):
    total = 0
    for _ in range(3):
        k = 0
        while k < n:  # here
            k += 1
        total += k
    return total


def counts_both_staged(n):
    total = 0
    i = 0
    while i < 2 + 0 * n:
        for _ in range(n):  # here
            total += 1
        i += 1
    return total


def begins_in_python(n):
    done, k = False, 0
    while not done:  # here
        k += 1
        if k > 1:
            done = k >= n
    return k


def unrolls(n):
    for _ in range(4):  # here
        n = n + 1
    return n


def leaves_by_a_staged_break(n):
    for i in range(9):  # here
        if i >= n:
            break
        n = n + 0
    return n


def comprehends(n):
    rows = [i for i in range(4)]  # here
    return n + len(rows)


EXACT = {
    counts: 4,
    counts_numbers: 4,
    counts_one_by_one: 5,
    counts_inside: 4,
    counts_both_staged: 4,
    begins_in_python: 4,
    unrolls: 4,
    leaves_by_a_staged_break: 5,
    comprehends: 4,
}
"""Functions, and how many iterations the loop that is marked runs for 4."""


def marked(f) -> int:
    lines, first = inspect.getsourcelines(f)
    return first + next(at for at, line in enumerate(lines) if "# here" in line)


@pytest.mark.parametrize("backend", ALL)
@pytest.mark.parametrize("f", EXACT, ids=lambda f: f.__name__)
def test_the_limit_is_exact(f, backend):
    of = ALL[backend]
    assert int(function(f, backend=backend, step_limit=EXACT[f])(of(4))) == f(4)
    staged = function(f, backend=backend, step_limit=EXACT[f] - 1)
    for _ in range(2):
        with pytest.raises(StagedRuntimeError) as caught:
            staged(of(4))
        error = caught.value
        assert (error.code, error.span.file, error.span.line) == ("AG281", __file__, marked(f))
        assert error.message.startswith(f"this loop has run {EXACT[f] - 1} iterations")
        assert "step_limit" in error.fix


@pytest.mark.parametrize("backend", ALL)
def test_each_call_and_each_beginning_counts_anew(backend):
    staged = function(counts_inside, backend=backend, step_limit=4)
    assert [int(staged(ALL[backend](n))) for n in (4, 4, 0, 3)] == [12, 12, 0, 9]


@pytest.mark.parametrize("backend", ALL)
def test_a_loop_without_an_end_ends(backend):
    def endless(x):
        while True:
            x = x + 1
        return x

    with pytest.raises(StagedRuntimeError, match="AG281"):
        function(endless, backend=backend, step_limit=50)(ALL[backend](1))


@pytest.mark.parametrize("backend", ALL)
def test_no_handler_of_the_functions_own_catches_it(backend):
    def tries(n):
        k = 0
        try:
            while k < n:
                k += 1
        except Exception:
            k = -1
        return k

    staged = function(tries, backend=backend, step_limit=4)
    assert int(staged(ALL[backend](4))) == 4
    with pytest.raises(StagedRuntimeError, match="AG281"):
        staged(ALL[backend](5))


@pytest.mark.parametrize("backend", ALL)
def test_a_loop_of_pythons_counts_only_where_its_branch_is_taken(backend):
    def f(n):
        if n > 0:
            for _ in range(4):
                n = n + 1
        return n

    staged = function(f, backend=backend, step_limit=3)
    assert int(staged(ALL[backend](-1))) == -1
    with pytest.raises(StagedRuntimeError, match="AG281"):
        staged(ALL[backend](1))


class Counter:
    def __init__(self) -> None:
        self.n = 0

    def count(self, x):
        while x > 0:
            self.n += 1
            x = x - 1
        return x


def test_nothing_is_stored_beyond_the_limit():
    counter = Counter()
    staged = function(counter.count, step_limit=3)
    staged(tf.constant(3))
    with pytest.raises(StagedRuntimeError, match="AG281"):
        staged(tf.constant(4))
    assert int(counter.n) == 3
    staged(tf.constant(2))
    assert int(counter.n) == 5


def test_effects_stop_at_the_limit():
    seen = tf.Variable(0)

    def f(x):
        while x > 0:
            seen.assign_add(1)
            x = x - 1
        return x

    with pytest.raises(StagedRuntimeError, match="AG281"):
        function(f, step_limit=3)(tf.constant(9))
    assert int(seen.numpy()) == 3


def power(x):
    y = x
    for _ in range(tf.constant(3)):
        y = y * x
    return y


def test_gradients_of_tensorflow():
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(power, step_limit=3)(x)
    assert float(y) == 16.0
    assert float(tape.gradient(y, x)) == 32.0


def test_gradients_of_lantern():
    def f(x, n):
        y = x
        for _ in range(n):
            y = y * x
        return y

    limited = function(f, backend="lantern", step_limit=3)
    assert lantern.value_and_grad(limited)(2.0, 3) == (16.0, 32.0)
    with pytest.raises(StagedRuntimeError, match="AG281"):
        lantern.value_and_grad(limited)(2.0, 4)


@pytest.mark.parametrize("backend", STAGED)
def test_arrays_and_datasets_are_counted(backend):
    def total(xs):
        s = 0.0
        for x in xs:
            s = s + x
        return s

    xs = np.ones(4)
    assert float(function(total, backend=backend, step_limit=4)(xs)) == 4.0
    with pytest.raises(StagedRuntimeError, match="AG281"):
        function(total, backend=backend, step_limit=3)(xs)
    if backend == "tensorflow":
        data = tf.data.Dataset.from_tensor_slices(xs)
        assert float(function(total, step_limit=4)(data)) == 4.0
        with pytest.raises(StagedRuntimeError, match="AG281"):
            function(total, step_limit=3)(data)


def test_lists_that_grow_and_what_becomes_none():
    def f(n):
        rows, last = [], None
        for i in range(n):
            rows.append(i * 2)
            last = i
        return rows, last

    rows, last = function(f, step_limit=4)(tf.constant(4))
    assert ([int(row) for row in rows], int(last)) == ([0, 2, 4, 6], 3)
    with pytest.raises(StagedRuntimeError, match="AG281"):
        function(f, step_limit=3)(tf.constant(4))


def test_numpy_arrays_in_the_state_of_nested_loops():
    def f(n):
        x, y = np.zeros(2), np.zeros(3)
        for _ in range(n):
            x = x + 1
            for _ in range(n):
                y = y + x[0]
        return x[0] + y[0]

    assert float(function(f, step_limit=3)(tf.constant(3))) == f(3)


def test_a_check_says_that_the_limit_ended_it():
    (check,) = function(counts, step_limit=3).check(tf.constant(4))
    assert check.skipped == (
        "Staged, it is bounded, and the original is not: this loop has run 3 iterations, as many as it may, and goes on."
    )
    (check,) = function(counts, step_limit=4).check(tf.constant(4))
    assert (check.skipped, check.difference) == ("", "")


def test_without_a_limit_nothing_changes():
    of = {limit: function(counts, step_limit=limit).graph(tf.constant(3)) for limit in (None, 0, 5)}
    assert of[None].op_count == of[0].op_count == function(counts).graph(tf.constant(3)).op_count
    assert of[5].op_count > of[None].op_count


def test_checks_are_refused_under_xla():
    with pytest.raises(StagingError, match="AG302"):
        function(counts, step_limit=3, jit_compile=True)(tf.constant(2))


@pytest.mark.parametrize(
    "wrong",
    [
        {"step_limit": -1},
        {"step_limit": 2.5},
        {"step_limit": 2**31},
        {"time_limit": -1.0},
        {"time_limit": "1 s"},
        {"time_limit": float("nan")},
    ],
)
def test_limits_that_are_none(wrong):
    with pytest.raises(StagingError, match="AG505"):
        Options(**wrong)
    with pytest.raises(StagingError, match="AG505"):
        function(counts, **wrong)


@pytest.mark.parametrize("backend", ["python", "tensorflow"])
def test_no_handler_keeps_the_limit_from_ending_the_call(backend):
    def f(n):
        i = 0
        try:
            while True:
                i += 1
        except BaseException:
            i = -5
        return n + i

    with pytest.raises(StagedRuntimeError, match="AG281"):
        function(f, backend=backend, step_limit=10)(1)
