"""A function with probes does what it does without: values, types, effects, gradients, traces; and they see Python's values."""

from __future__ import annotations

import copy
import math
import types
from typing import Any

import oracle
import pytest
import tensorflow as tf
from test_prefixes import IDS, outcome, plain_functions

from ag_notebook import staging
from ag_notebook.staging.probing import functions_of, places


def all_names(function: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in functions_of(function) for name, _ in places(each)))


@pytest.mark.parametrize(("function", "calls"), plain_functions.CASES, ids=IDS)
def test_probed_in_python(function: types.FunctionType, calls: list[tuple[Any, ...]]) -> None:
    probed = staging.function(function, backend="python", probes=all_names(function))
    for args in calls:
        assert outcome(probed, args) == outcome(function, args)


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def first_above(xs, limit):
    found = -1
    for i, x in enumerate(xs):
        if x < 0:
            continue
        y = x * x
        if y > limit:
            found = i
            break
        print(i, y)
    else:
        found = -2
    return found


def squares(n):
    made = []
    for i in range(n):
        made.append(i * i)
        last = made[-1]
    return made, last if n > 0 else None


def branches(x, flag):
    y = None
    if flag:
        y = x + 1
        if x > 2:
            z = y * 2.5
        else:
            z = -1.0
    elif x > 0:
        y, z = x, 0.0
    else:
        z = float(x)
    return y, z


def triangle(n):
    total = 0.0
    for i in range(n):
        row = 0
        for j in range(i + 1):
            row += j
            if row > 6:
                break
        total += row / (i + 1)
    return total


def halves(x, tolerance):
    low = 0.0
    high = x
    while high - low > tolerance:
        middle = (low + high) / 2
        if middle * middle > x:
            high = middle
        else:
            low = middle
    return low


def walrus(n):
    seen = 0
    while (m := n * n) > 5:
        seen += m
        n -= 1
    return seen, [k for k in (1, 2) if (p := k * n) > 1], p


def written(xs, n):
    for i in range(n):
        xs[i] = xs[i] * 2
        xs[0] += i
    a, *b = xs[0], xs[1], n
    return xs, a, b


def nested(x):
    def step(v, by=1):
        v = v + by
        return v

    for _ in range(3):
        x = step(x)
    return step(x, by=2)


def fails_late(n):
    for i in range(n):
        x = 3 - i
        assert x > 0, "too low"
    return n


CASES = [
    (collatz, (27,)),
    (collatz, (1,)),
    (first_above, ([1, -2, 3, 4], 8)),
    (first_above, ([1, -2], 8)),
    (squares, (5,)),
    (branches, (3, True)),
    (branches, (1, True)),
    (branches, (2, False)),
    (branches, (-2, False)),
    (triangle, (6,)),
    (halves, (2.0, 0.01)),
    (walrus, (4,)),
    (written, ([1, 2, 3], 2)),
    (nested, (1,)),
    (fails_late, (2,)),
    (fails_late, (5,)),
]


def seen(staged: Any) -> list[tuple[str, int, int, list[float | None]]]:
    return [
        (probe.name, probe.span.line, probe.count, [_low(each) for each in probe.samples])
        for probe in staged.probes()
    ]


def _low(sample: Any) -> float | None:
    """A number as a float32 has it; None for what is none."""
    return None if sample.low is None else round(sample.low, 4 - math.floor(math.log10(abs(sample.low) + 1)))


@pytest.mark.parametrize(
    ("function", "args"), CASES, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_probed_in_a_graph(function: types.FunctionType, args: tuple[Any, ...]) -> None:
    names = all_names(function)
    plain, probed = staging.function(function), staging.function(function, probes=names)
    python = staging.function(function, backend="python", probes=names)
    for _ in range(2):  # the second call has its trace already
        tensors = tuple(map(oracle.tensor, copy.deepcopy(args)))
        want = oracle.observe(lambda: plain(*tensors))  # noqa: B023
        got = oracle.observe(lambda: probed(*tensors))  # noqa: B023
        assert oracle.compare(got, want, exact_dtypes=True) == "" if want.error is None else True
        assert (got.printed, repr(got.error)) == (want.printed, repr(want.error))
        oracle.observe(lambda: python(*copy.deepcopy(args)))
        assert [each[:3] for each in seen(probed)] == [each[:3] for each in seen(python)]
        for mine, theirs in zip(seen(probed), seen(python), strict=True):
            if None not in (*mine[3], *theirs[3]):  # what is a tensor is a list in Python
                assert mine[3] == pytest.approx(theirs[3], rel=1e-4), mine[:2]
    assert len(probed.traces()) == len(plain.traces()) == 1


def test_gradients() -> None:
    def power(x, n):
        y = x
        for _ in range(n):
            if tf.reduce_sum(y) < 50.0:
                y = y * x
        return tf.reduce_sum(y)

    found = []
    for staged in (staging.function(power), staging.function(power, probes="x,y,n")):
        x = tf.constant([1.5, -2.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            result = staged(x, tf.constant(4))
        found.append((float(result), tape.gradient(result, x).numpy().tolist()))
    assert found[0] == found[1]


def test_retracing_and_guards() -> None:
    table = [1, 2]

    def function(x):
        for item in table:
            x = x + item
        return x

    plain, probed = staging.function(function), staging.function(function, probes="x,item")
    for arguments in (tf.constant(1), tf.constant(2), tf.constant([1, 2]), 3, 3):
        assert oracle.plain(plain(arguments)) == oracle.plain(probed(arguments))
    table.append(3)
    assert int(plain(tf.constant(1))) == int(probed(tf.constant(1))) == 7
    assert [each.count for each in probed.probes()] == [1, 3, 3]
    assert len(plain.traces()) == len(probed.traces())
    reasons = [[trace.reason for trace in staged.report().functions[0].traces] for staged in (plain, probed)]
    assert reasons[0] == reasons[1]
