"""Ten functions whose views are kept as files: each shows another part of what views have to say."""

# ruff: noqa: PERF401 - a loop that appends is what one of them is about

from __future__ import annotations

import tensorflow as tf


def collatz(n, verbose):
    steps = 0
    while n > 1:
        if verbose:
            tf.print(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def rate(x, y):
    if x > 0 and y > 0:
        kind = x * y
    elif x < 0:
        kind = -x
    else:
        return y
    return kind + 1


def squares(n):
    found = []
    for i in range(n):
        if i % 3 == 0:
            continue
        found.append(i * i)
    return tf.stack(found)


def first_over(rows, limit):
    for i in range(len(rows)):
        for j in range(3):
            if rows[i][j] > limit:
                return i, j
    return -1, -1


def dense(x, weights):
    for w in weights:
        x = tf.nn.relu(x @ w)
    return x


def clipped(value, top):
    """A helper that is converted where it is called."""
    return top if value > top else value


def total(xs):
    result = 0.0
    for x in xs:
        result += clipped(x, 2.0)
    return result


def described(n):
    text = f"<b>{n:03d}</b>"
    if n > 3:
        print("large:", text)
    return text


def checked(items, n):
    assert n < 3, f"{n} is too many"
    try:
        return items[n]
    finally:
        n += 1


def grouped(xs, key):
    match key:
        case "even":
            return [x for x in xs if x % 2 == 0]
        case _:
            return [x for x in xs if x % 2 == 1]


def newton(x):
    guess = x / 2.0
    while True:
        better = (guess + x / guess) / 2.0
        if abs(better - guess) < 1e-3:
            return better
        guess = better


FUNCTIONS = {
    "collatz": (collatz, (tf.constant(7), False)),
    "rate": (rate, (tf.constant(1), tf.constant(2))),
    "squares": (squares, (tf.constant(5),)),
    "first_over": (first_over, (tf.ones([4, 3]), tf.constant(0.5))),
    "dense": (dense, (tf.ones([1, 2]), [tf.ones([2, 2])] * 3)),
    "total": (total, (tf.constant([1.0, 5.0]),)),
    "described": (described, (tf.constant(4),)),
    "checked": (checked, (tf.constant([1, 2, 3]), tf.constant(1))),
    "grouped": (grouped, (tf.constant([1, 2, 3]), "even")),
    "newton": (newton, (tf.constant(9.0),)),
}
"""Each with the arguments of the trace that is shown."""
