"""Indices, bounds and counts are integers: a float raises and is never cut, a bool counts, a long one is not wrapped around."""

from __future__ import annotations

import collections
import itertools
import math
import operator

import pytest
import tensorflow as tf
from oracle import fails

from ag_notebook.staging import function


def item(x, s):
    return [x, x + 1, x + 2][s]


def item_of_a_table(x, s):
    return [1, 2, 3][s] + x


def item_of_a_range(x, s):
    return range(10)[s] + x


def inserted(x, s):
    items = [x]
    items.insert(s, 5)
    return items


def popped(x, s):
    return [x, x + 1, x + 2].pop(s)


def assigned(x, s):
    items = [x, 1, 2]
    items[s] = 9
    return items


def deleted(x, s):
    items = [x, 1, 2]
    del items[s]
    return items


def part(x, s):
    return [x, x + 1, x + 2][s:]


def part_assigned(x, s):
    items = [x, 1, 2]
    items[s:] = [7]
    return items


def every(x, s):
    return [x, x + 1, x + 2, 5][::s]


def rotated(x, s):
    items = collections.deque([x, x + 1, x + 2])
    items.rotate(s)
    return list(items)


def counted(x, s):
    total = 0
    for k in range(s):
        total += x + k
    return total


def numbered(x, s):
    return [k * v for k, v in enumerate([x, x + 1], start=s)]


def numbered_while_given(x, s):
    def numbers():
        n = 0
        while n < x:
            yield n
            n += 1

    total = 0
    for k, v in enumerate(numbers(), s):
        total += k * v
    return total


def repeated(x, s):
    return list(itertools.repeat(x, s))


def filled(x, s):
    return f"{x}".zfill(s)


def centred(x, s):
    return f"{x}".center(s)


def text_times(x, s):
    return f"{x}" * s


def rounded(x, s):
    return round(x * 1.25, s)


def rounded_int(x, s):
    return round(x, s)


def scaled(x, s):
    return math.ldexp(x, s)


def chosen(x, s):
    return math.comb(5, s) + x


def factorial(x, s):
    return math.factorial(s) + x


def divisor(x, s):
    return math.gcd(s, x)


def based(x, s):
    return bin(s), hex(s), oct(s)


def character(x, s):
    return chr(s)


def as_index(x, s):
    return operator.index(s) + x


OF_RANGES = [counted, repeated]
ALL = [each for each in list(globals().values()) if getattr(each, "__module__", "") == __name__]
OTHERS = [each for each in ALL if each not in OF_RANGES]


@pytest.mark.parametrize("asks", OTHERS, ids=lambda asks: asks.__name__)
def test_a_float_is_no_integer(check, asks):
    check(asks, (3, 1), (3, 2), (3, True), fails(3, 1.0, says=""), fails(3, 1.5, says=""))


@pytest.mark.parametrize("asks", OF_RANGES, ids=lambda asks: asks.__name__)
def test_a_range_up_to_a_float_is_refused(check, asks):
    check(asks, (3, 1), (3, 2), (3, True))
    if check.staged:
        check.refuses(asks, (3, 1.5), at="s\\)", says="range() takes integers", code="AG240")


def test_slices_by_a_staged_step(check):
    def of_a_list(n, s):
        items = []
        k = 0
        while k < n:
            items.append(k)
            k += 1
        return items[::s], items[1::s], items[-2::s], items[:s]

    def of_items_and_texts(n, s):
        return [n, n + 1, n + 2, n + 3][::s], "abcdef"[::s], "abcdef"[s:], f"{n}bc"[::s]

    def deleted_by_it(n, s):
        items = [n, n + 1, n + 2, n + 3]
        del items[::s]
        return items

    for run in (of_a_list, of_items_and_texts, deleted_by_it):
        check(run, (5, 1), (5, 2), (5, -1), (5, -2), (5, 7), fails(5, 0))


def test_islice_by_what_is_no_integer(check):
    def first(x, s):
        return list(itertools.islice([x, x + 1, x + 2], s))

    def from_there(x, s):
        return list(itertools.islice([x, x + 1, x + 2], s, 3))

    for asks in (first, from_there):
        check(asks, (3, 1), (3, 2), fails(3, 1.5, says="must be None or an integer"))


def test_powers_with_a_modulus(check):
    def power(base, exponent, modulus):
        return pow(base, exponent, modulus)

    check(power, (3, 5, 7), (5, 0, 1), (2, 3, -7), (5, 0, -3), (True, 2, 3))
    check(
        power, fails(3, 5, 0, says="cannot be 0"), fails(3, 1.0, 7, says="unless all arguments are integers")
    )
    if check.staged:  # Python gives the inverse
        with pytest.raises(ValueError, match="negative exponents"):
            function(power)(tf.constant(3), tf.constant(-1), tf.constant(7))


@pytest.mark.parametrize("far", [2**32, 2**32 + 1, -(2**32), 2**63 - 1, -(2**63)])
def test_an_integer_of_64_bits_is_not_wrapped_around(far):
    place = tf.constant(far, tf.int64)
    for asks in (item, item_of_a_table, popped, assigned, deleted):
        with pytest.raises(IndexError):
            function(asks)(tf.constant(3), place)
    assert [int(v) for v in function(part)(tf.constant(3), place)] == part(3, far)
    assert [int(v) for v in function(inserted)(tf.constant(3), place)] == inserted(3, far)
    assert function(based)(tf.constant(3), tf.abs(place) // 2)[1].numpy().decode() == hex(
        abs(max(far, 1 - 2**63)) // 2
    ) or far == -(2**63)
