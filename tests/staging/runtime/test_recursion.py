"""Recursion that only the graph could end is refused after a few calls; what Python may end is not."""

from __future__ import annotations

import functools
from unittest import mock

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.runtime import calls, recursion


def refused(target, *args):
    """How many calls were made until the refusal."""
    with mock.patch.object(calls, "entered", wraps=recursion.entered) as entered:
        with pytest.raises(StagingError) as caught:
            function(target)(*args)
    assert caught.value.code == "AG301", caught.value
    assert caught.value.span.file == __file__
    return entered.call_count


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def in_a_loop(n):
    total = 0
    for i in range(n):
        for j in range(i):
            if j > 1:
                total += in_a_loop(j) + in_a_loop(i)
    return total


def of_two(a, b):
    return a if b == 0 else of_two(b, a % b)


class Countdown:
    def __init__(self, n):
        self.n = n

    def method(self, n):
        return 0 if n <= 0 else 1 + self.method(n - 1)

    def __call__(self, n):
        return 0 if n <= 0 else 1 + self(n - 1)

    @property
    def depth(self):
        return 0 if self.n <= 0 else Countdown(self.n - 1).depth + 1

    def __add__(self, n):
        return self if n <= 0 else self + (n - 1)


def method(n):
    return Countdown(n).method(n)


def call(n):
    return Countdown(n)(n)


def attribute(n):
    return Countdown(n).depth


def operator(n):
    return (Countdown(1) + n).n


def through_lambda(n):
    f = lambda k: k if k < 2 else f(k - 1) + f(k - 2)  # noqa: E731
    return f(n)


def through_closure(n):
    def go(k):
        return 0 if k == 0 else go(k - 1) + 1

    return go(n)


def through_map(n):
    def go(k):
        return 0 if k <= 0 else sum(map(go, [k - 1, k - 2]))

    return go(n)


def through_generator(n):
    def go(k):
        return 0 if k <= 0 else sum(go(j) for j in [k - 1, k - 2])

    return go(n)


def through_partial(n):
    def go(step, k):
        return 0 if k <= 0 else functools.partial(go, step)(k - step) + 1

    return go(1, n)


def through_cache(n):
    @functools.lru_cache
    def go(k):
        return k if k < 2 else go(k - 1) + go(k - 2)

    return go(n)


def passed(f):
    @functools.wraps(f)
    def run(*args):
        return f(*args)

    return run


@passed
def decorated(n):
    return 0 if n <= 0 else decorated(n - 1) + 1


def with_new_objects(n):
    def go(k, path, node):
        return 0 if k <= 0 else go(k - 1, [k], Countdown(k)) + 1

    return go(n, [], None)


def over_items(n):
    held = [n]

    def go():
        if held[0] <= 0:
            return 0
        held[0] -= 1
        return 1 + go()

    return go()


def with_labels(n):
    def move(k, a, b, c):
        return 0 if k == 0 else move(k - 1, a, c, b) + 1 + move(k - 1, c, b, a)

    return move(n, "A", "B", "C")


def counting(n):
    def go(k, depth=0):
        return depth if k == 0 else go(k - 1, depth + 1)

    return go(n)


def growing(n):
    def go(k, seen):
        return len(seen) if k == 0 else go(k - 1, [*seen, 0])

    return go(n, [])


@pytest.mark.parametrize(
    "target",
    [
        factorial,
        fibonacci,
        even,
        in_a_loop,
        method,
        call,
        attribute,
        operator,
        through_lambda,
        through_closure,
        through_map,
        through_generator,
        through_partial,
        through_cache,
        decorated,
        with_new_objects,
        over_items,
        with_labels,
        counting,
        growing,
    ],
)
def test_recursion_on_a_tensor_is_refused_after_few_calls(target) -> None:
    assert refused(target, tf.constant(5)) <= (recursion.MOST_UNDECIDED + 3)


def test_recursion_on_two_tensors_is_refused_after_few_calls() -> None:
    assert refused(of_two, tf.constant(12), tf.constant(18)) < 10
    assert refused(ackermann, tf.constant(2), tf.constant(2)) < 20


def test_recursion_that_python_might_end_is_refused_where_its_stack_ends() -> None:
    def run(n):
        def go(k, depth):
            if depth < 0:
                return 0
            return depth if k == 0 else go(k - 1, depth + 1)

        return go(n, 0)

    refused(run, tf.constant(5))


def test_python_ends_recursion_by_what_it_sees() -> None:
    def by_depth(x, depth):
        if depth == 0:
            return x
        return by_depth(x + 1, depth - 1) if x < 1000 else x

    def by_length(x, items):
        return 0 if not items else (items[0] if x > 0 else 1) + by_length(x, items[1:]) if x > -9 else 0

    def by_stack(x):
        stack = [4, 3, 2, 1]

        def go():
            if not stack:
                return 0
            top = stack.pop()
            return top + go() if x > 0 else go()

        return go()

    def by_shape(xs):
        if len(xs) == 1:
            return xs[0]
        rest = by_shape(xs[1:])
        return by_shape(xs[:1]) + rest if rest > 0 else rest

    def by_attribute(x, node):
        return 0 if node is None else node.n + by_attribute(x, node.next) if x > 0 else 1

    chain = None
    for _ in range(8):
        link = Countdown(1)
        link.next, chain = chain, link
    for depth in (5, 40):
        assert function(by_depth)(tf.constant(3), depth).numpy() == 3 + depth
    assert function(by_length)(tf.constant(3), [1, 2, 3, 4]).numpy() == 10
    assert function(by_stack)(tf.constant(3)).numpy() == 10
    assert function(by_shape)(tf.constant([1, 2, 3, 4])).numpy() == 10
    assert function(by_attribute)(tf.constant(3), chain).numpy() == 8


def test_a_deep_recursion_of_python() -> None:
    def deep(x, depth):
        if depth == 0:
            return x
        return deep(x + 1, depth - 1) if x < 1000 else x

    assert function(deep)(tf.constant(3), 60).numpy() == 63


def test_recursion_outside_of_staged_tests_is_pythons() -> None:
    def endless(n):
        return endless(n - 1) + 1

    with pytest.raises(RecursionError):
        function(endless)(tf.constant(3))
