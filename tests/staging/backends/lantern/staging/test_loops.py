"""`while` and `for`: state, jumps, what is iterated, and types that settle."""

import itertools
from typing import NamedTuple

import numpy as np
import pytest
from lantern_staging import Tree, agrees, program, raises, refused, staged

from ag_notebook.staging.backends.lantern.staging import session

i32 = np.int32


def test_while():
    def collatz(n):
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    agrees(collatz, (27,), (i32(27),), (1,))


def test_while_with_arrays():
    def power_iteration(m, v, n):
        while n > 0:
            v = m @ v
            v = v / np.sqrt(np.sum(v * v))
            n -= 1
        return v

    agrees(power_iteration, (np.array([[2.0, 1], [1, 3]]), np.ones(2), 5))


def test_break_continue_return():
    def run(xs, n):
        total = 0
        for i in range(n):
            if i == 1:
                continue
            if xs[i] > 50:
                return -total
            total += xs[i] * 2
            if total > 20:
                break
        else:
            total += 1000
        return total

    xs = np.array([3.0, 70.0, 5.0, 9.0, 60.0])
    agrees(run, (xs, 3), (xs, 2), (xs, 0), (np.array([1.0, 2, 99]), 3), (np.full(4, 40.0), 4))


def test_early_return_of_a_loop_over_an_array():
    def first_above(xs, limit):
        for x in xs:
            if x > limit:
                return x
        return -1.0

    agrees(first_above, (np.arange(6.0), 2.5), (np.arange(6.0), 9.0))


def test_return_without_a_value():
    def run(xs):
        total = 0
        for x in xs:
            if x > 5:
                return
            total += x
        return total

    agrees(run, (np.array([1, 2]),), (np.array([1, 9]),))


def test_ranges():
    def run(n):
        found = 0
        for i in range(2, n):
            found += i
        for i in range(n, 0, -3):
            found = found * 2 + i
        for i in range(n):
            for j in range(i):
                if j == 2:
                    break
                found += i * j
        return found

    agrees(run, (7,), (1,), (0,))


def test_enumerate_zip_reversed_map():
    def run(a, b):
        s = 0.0
        for i, (x, y) in enumerate(zip(a, b)):
            s += i * x * y
        for x in reversed(a):
            s = s * 0.5 + x
        for x in map(lambda v: v * 2, b):
            s += x
        return s

    agrees(run, (np.arange(5.0), np.ones(3)))


def test_rows_of_a_matrix():
    def run(m):
        s = np.zeros(3)
        for row in m:
            s = s + row * row.sum()
        return s

    agrees(run, (np.arange(6.0).reshape(2, 3),), (np.zeros((0, 3)),))


def test_linked_list():
    class Node:
        def __init__(self, head: float, tail: "Node"):
            self.head, self.tail = head, tail

    def run(node):
        total = 0.0
        while node is not None:
            total += node.head
            node = node.tail
        return total

    class Chain:
        value: float
        next: "Chain"

    Chain.__annotations__["next"] = Chain

    def chain(c):
        n = 0
        while c is not None and c.value > 0:
            c, n = c.next, n + 1
        return n

    last, first = Chain(), Chain()
    last.value, last.next, first.value, first.next = 0.0, None, 1.0, last
    agrees(chain, (first,))
    assert Tree is not Node and callable(run)


def test_an_int_becomes_a_float():
    def run(xs):
        total = 0
        for x in xs:
            if x > 1:
                total = total + x / 2
            else:
                total += 1
        return total

    agrees(run, (np.arange(4.0),), (np.arange(1.0),))
    assert agrees(run)(np.zeros(0)) == 0


def test_an_int_becomes_a_float_in_one_branch():
    def run(xs, n):
        count, total, other = 0, 0, 1
        for k in range(n):
            if xs[k] > 0:
                total += xs[k]
            else:
                count += 1
            if xs[k] > 1.5:
                other = other
            else:
                other = other * 0.5
        return count, total, other

    xs = [1.0, -2.0, 3.0]
    agrees(run, (np.array(xs), 3), (np.array(xs), 1))
    agrees(run, (xs, 3))


def test_a_guess_that_is_kept_must_fit():
    def run(n, x):
        k, last = 0, x
        while k < n:
            last = k if k > 2 else x
            k += 1
        return last

    refused(run, 5, 0.5, code="AG230", at="last = k")


def test_types_that_change_are_refused():
    def run(x, n):
        while n > 0:
            x = np.stack([x, x])
            n -= 1
        return x

    assert "'x'" in refused(run, np.ones(2), 3, code="AG202", at="while").message


def test_lists_grow_in_loops_of_known_length():
    def run(xs):
        found = []
        for x in xs:
            found.append(x * 2)
        return found, [v + 1 for v in xs if True], sum(v * v for v in xs)

    agrees(run, (np.arange(3.0),))


def test_lists_grow_in_other_loops_is_refused():
    def run(n):
        found = []
        for i in range(n):
            found.append(i)
        return found

    assert "np.zeros" in refused(run, 3, code="AG202", at="for i").fix


def test_lists_of_fixed_length_and_their_aliases():
    def run(n):
        cells = [1, 0, 0]
        view = cells
        for i in range(n):
            view[1] = view[1] + cells[0]
            if i > 1:
                cells[2] = view[1]
        return cells

    def smooth(xs):
        ends = [0, 0]
        for v in xs:
            ends[0] = ends[1]
            ends[1] = (ends[1] + v) / 2
        return ends

    agrees(run, (0,), (2,), (5,))
    agrees(smooth, (np.array([1.0, 3.0]),))


def test_variables_of_enclosing_functions():
    def run(x, xs):
        a, b = 1, 2

        def bump(v):
            nonlocal a
            if v > 0:
                a += 1

        for v in xs:
            a, b = b, a + v
            bump(x)
        return a, b

    agrees(run, (2, np.array([1, 2])), (0, np.array([1])))


def test_a_name_bound_in_the_body():
    def run(n):
        for i in range(n):
            y = i * 2
        return y

    agrees(run, (3,))
    with_zero = staged(run)
    try:
        with_zero(0)
    except UnboundLocalError as error:
        assert "y" in str(error)
    else:
        raise AssertionError("y is unbound")


def test_an_array_with_two_names_is_not_written_in_a_loop():
    def run(n):
        a = np.zeros(3)
        b = a
        for i in range(n):
            a[i] = 1.0
        return a, b

    refused(run, 2, code="AG317")


def test_a_plain_range_counts_up_to_its_bound():
    def run(n):
        s = 0
        for i in range(n):
            s += i
        return s

    text = program(run, 4)
    assert "//" not in text and "while" in text


def test_iterators_without_end():
    def counted(n):
        total, numbers = 0, itertools.count(3, 2)
        for i in numbers:
            if i > n:
                break
            total += i
        return total, next(numbers), next(numbers)

    def halved(x):
        for i in itertools.count(1):
            x = x / 2
            if x < 0.1:
                return i

    def turned(n):
        total = 0
        for i in itertools.cycle([1, 2, 3]):
            total += i
            if total > 3 * n:
                break
        return total

    def repeated(n):
        total = 0
        for i in itertools.repeat(n):
            total += i
            if total > 20:
                break
        return total

    agrees(counted, (5,), (0,), (12,))
    agrees(halved, (5.0,), (0.01,))
    agrees(turned, (5,), (0,))
    agrees(repeated, (5,), (50,))


def test_a_loop_of_pythons_that_makes_the_program_too_large(monkeypatch):
    monkeypatch.setattr(session, "MOST_OPERATIONS", 50)

    def run(x):
        for i in range(100):
            x = x + i
        return x

    refused(run, 1.0, code="AG320", at="x = x + i")
    agrees(lambda x: sum(x + i for i in range(10)), (1.0,))


def test_what_is_and_is_not_iterated():
    class Pair(NamedTuple):
        a: float
        b: int

    def total(items):
        s = 0
        for item in items:
            s += item
        return s

    agrees(total, (Pair(1.0, 2),))
    assert isinstance(raises(total, 3)[0], TypeError)


def test_a_body_or_test_that_always_raises():
    def body(n):
        while n > 1:
            raise ValueError("no")
        return n

    def check(n):
        raise ValueError("never")

    def test(n):
        s = n
        while check(s) > s:
            s += 1
        return s

    agrees(body, (1,))
    assert isinstance(raises(body, 3)[0], ValueError)
    with pytest.raises(ValueError, match="never"):
        staged(test)(7)


def test_a_test_that_changes_something():
    def run(n):
        asked = []

        def more(i):
            asked.append(i)
            return i < n

        i = 0
        while more(i):
            i += 1
        return i, len(asked)

    refused(run, 3, code="AG311", at="while more(i)")


def test_an_array_of_two_names_is_not_written_in_a_loop():
    def given(x, n):
        y = x
        for i in range(n):
            x[i] = 0.0
        return x, y

    def seen(x, n):
        z = x + 0
        y = z[1:]
        for i in range(n):
            z[i] += 1.0
            y = z[1:]
        return z, y

    refused(given, np.arange(3.0), 3, code="AG317")
    refused(seen, np.arange(3.0), 3, code="AG317")
