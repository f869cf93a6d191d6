"""Recursion: definitions are found, specialised, and their results typed by a fixed point."""

from typing import Optional

import numpy as np
import pytest
from lantern_staging import TREE, Tree, agrees, program, refused, staged

i32, f32 = np.int32, np.float32


def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def tree_prod(base, tree):
    if tree is None:
        return base
    return tree_prod(base, tree.left) * tree_prod(base, tree.right) * tree.value


def test_fact():
    assert fact(5) == 120
    agrees(fact, (i32(5),), (5,), (0,))
    assert program(fact, i32(5)).splitlines()[-1].startswith("(def fact ((n i32)) (if (<= n (i32 1)) (i32 1)")


def test_fib():
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    agrees(fib, (i32(10),), (7,))


def test_ackermann():
    agrees(ackermann, (2, 3), (np.int64(1), np.int64(2)))


def test_mutual_recursion_is_one_definition():
    agrees(is_even, (i32(6),), (i32(7),), (0,))
    assert program(is_even, 6).count("(def ") == 2


def test_gcd():
    def gcd(a, b):
        return a if b == 0 else gcd(b, a % b)

    agrees(gcd, (48, 18), (i32(7), i32(5)))


def test_tree_prod():
    agrees(tree_prod, (f32(2), TREE), (3.0, TREE), (3.0, None))


def test_number_that_changes_from_call_to_call_is_staged():
    def weighted(tree):
        def go(tree, depth):
            if tree is None:
                return 0.0
            return depth * tree.value + go(tree.left, depth + 1) + go(tree.right, depth + 1)

        return go(tree, 0)

    agrees(weighted, (TREE,))


def test_recursion_that_python_ends_is_inlined():
    def power(x, k):
        return 1 if k == 0 else x * power(x, k - 1)

    def cube(x):
        return power(x, 3)

    agrees(cube, (f32(2),))
    assert "call" not in program(cube, f32(2))


def test_captured_variables_become_parameters():
    def run(tree, base):
        def go(tree):
            if tree is None:
                return base
            return base * go(tree.left) + go(tree.right) + tree.value

        return go(tree), base

    agrees(run, (TREE, f32(3)), (Tree(1.0), 2.0))


def test_captured_variable_that_is_bound_anew():
    def run(n, base):
        def go(k):
            return base if k == 0 else base + go(k - 1)

        first = go(n)
        base = base * 10
        return first, go(n)

    agrees(run, (3, 1.0))


def test_two_definitions_of_one_function():
    def count(tree, step):
        return step * 0 if tree is None else step + count(tree.left, step) + count(tree.right, step)

    def run(tree, k):
        return count(tree, k), count(tree, 0.5), count(tree.left, k)

    agrees(run, (TREE, 2))


def test_structures_are_taken_and_given():
    def run(tree):
        def extremes(tree, known):
            low, high = known
            if tree is None:
                return low, high
            low, high = extremes(tree.left, (min(low, tree.value), max(high, tree.value)))
            return extremes(tree.right, (low, high))

        found = extremes(tree, (100.0, -100.0))
        return {"extremes": found, "span": found[1] - found[0]}

    agrees(run, (TREE,))


def test_defaults_keywords_and_methods():
    class Counter:
        def __init__(self, step):
            self.step = step

        def count(self, n, *, total=0, weight=1):
            if n <= 0:
                return total
            return self.count(n - 1, total=total + weight * self.step, weight=weight)

    def run(n, x):
        return Counter(2).count(n, weight=3), Counter(x).count(n)

    agrees(run, (4, 5))


def test_result_type_is_a_fixed_point():
    def depth(tree):
        return 0 if not tree else 1 + max(depth(tree.left), depth(tree.right))

    def mean(n):
        return 0 if n == 0 else (mean(n - 1) + n) / 2

    agrees(depth, (TREE,), (None,))
    agrees(mean, (3,), (0,))


def test_result_of_a_loop_of_calls():
    def run(n):
        if n <= 0:
            return 1
        total = 0
        for k in range(n):
            total += run(k)
        return total

    agrees(run, (5,), (0,))


def test_a_result_that_may_be_none():
    def find(tree, wanted):
        if tree is None:
            return None
        if tree.value == wanted:
            return tree.value * 2
        found = find(tree.left, wanted)
        return found if found is not None else find(tree.right, wanted)

    agrees(find, (TREE, 5.0), (TREE, 9.0))


def test_python_constants_are_part_of_the_key():
    def fold(tree, how):
        if tree is None:
            return 0.0 if how == "sum" else 1.0
        left, right = fold(tree.left, how), fold(tree.right, how)
        return left + right + tree.value if how == "sum" else left * right * tree.value

    def run(tree):
        return fold(tree, "sum"), fold(tree, "product")

    agrees(run, (TREE,))


def endless(n):
    return endless(n - 1)


def never(n):
    if n > 0:
        return never(n - 1) + never(n - 2)
    return never(n + 1)


@pytest.mark.parametrize("function", [endless, never])
def test_recursion_without_an_end_is_refused(function):
    assert function.__name__ in refused(function, 3, code="AG315").message


def test_results_of_several_types_are_refused():
    def mixed(n):
        if n == 0:
            return np.ones(3)
        if n == 1:
            return 2.0
        return mixed(n - 1)

    refused(mixed, 3, code="AG230")


def test_what_a_definition_changes_is_refused():
    def run(n, x):
        seen = []

        def go(k):
            seen.append(k)
            return x if k == 0 else go(k - 1)

        return go(n)

    refused(run, 3, 1.0, code="AG311", at="seen.append")


def test_a_definition_that_always_raises_is_refused():
    def run(n):
        if n > 0:
            run(n - 1)
        raise ValueError("never")

    refused(run, 3, code="AG312", at="raise")


def test_functions_are_not_traced_anew_for_each_call():
    made = staged(fact)
    assert [int(made(n)) for n in (3, 4, 5)] == [6, 24, 120]
    assert len(made.traces()) == 1


def test_a_list_that_grows_from_call_to_call_is_refused():
    def collected(items, n):
        return items if n <= 0 else collected([*items, n], n - 1)

    error = refused(collected, [], 3, code="AG315", at="collected(")
    assert "TensorFlow" not in str(error)


class Node:
    head: float
    tail: Optional["Node"]

    def __init__(self, head, tail=None):
        self.head, self.tail = head, tail


def collected(node, into):
    if node is None:
        return 0.0
    into.append(node.head)
    return 1.0 + collected(node.tail, into)


def noted(node, into):
    if node is None:
        return 0.0
    into[len(into)] = node.head
    return 1.0 + noted(node.tail, into)


def spelled(node, path):
    return 0.0 if node is None else node.head + spelled(node.tail, path + "l")


def reversed_onto(node, done):
    return done if node is None else reversed_onto(node.tail, Node(node.head, done))


@pytest.mark.parametrize(
    "function, grown",
    [(collected, []), (noted, {}), (spelled, ""), (reversed_onto, None)],
)
def test_what_grows_from_call_to_call_is_refused(function, grown):
    error = refused(function, Node(1.0, Node(2.0)), grown, code="AG315", at=f"{function.__name__}(node.tail")
    assert function.__name__ in error.message and "other types" in error.message


def test_a_recursion_over_pythons_items_is_as_deep_as_they_are():
    def run(items, x):
        if not items:
            return x
        return run(items[1:], x + items[0]) if x > 0 else x

    assert staged(lambda x: run((1.0,) * 20, x))(1.0) == 21.0


def test_a_chain_of_pythons_objects_that_is_too_long_is_refused():
    class Link:
        def __init__(self, value, following):
            self.value, self.following = value, following

    def total(link):
        return 0.0 if link is None else link.value + total(link.following)

    link = None
    for value in range(3000):
        link = Link(value, link)
    error = refused(total, link, code="AG315", at="total(link.following)")
    assert "total" in error.message and "hints" in error.fix
