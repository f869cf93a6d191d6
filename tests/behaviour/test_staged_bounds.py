"""Compares slices of texts, ranges and lists of Python's by staged bounds with Python."""

import array
import collections

import pytest
from oracle import fails


class _Name(str):
    __slots__ = ()


class _Items(list):
    pass


def test_texts(check):
    def cut(i):
        s = "héllo"
        first = f"{s[:i]}|{s[i:]}|{s[1 : i + 2]}|{s[::2][:i]}"
        return first, s[:i] + "X" + s[i:], s[:i].upper(), s[i:].startswith("l"), len(s[i:]), _Name("name")[:i]

    check(cut, (2,), (0,), (-1,), (9,))


def test_texts_that_grow(check):
    def grow(i):
        s, out = "hello", ""
        for k in range(len(s)):
            out += s[k : k + i]
        s += s[:i]
        return out, s, s == "hellohe", s[i:] == "llohe"

    check(grow, (2,), (1,))


def test_ranges(check):
    def cut(i):
        part = range(10)[:i]
        odd = range(1, 20, 2)[i:8]
        total = 0
        for v in odd:
            total += v
        return (
            list(part),
            len(part),
            list(odd),
            total,
            part[0],
            3 in odd,
            list(range(10)[i::3]),
            str(range(10)[5:i]),
        )

    check(cut, (2,), (7,), (-3,))


def test_lists_of_the_users_class(check):
    def pick(i):
        items = _Items([5, 6, 7])
        return items[i], items[:i], collections.deque([1, 2, 3])[i]

    check(pick, (1,), (-1,))


def test_kinds_of_texts(check):
    def kinds(i):
        return isinstance("hello"[:i], str), isinstance(f"{i}", (int, str)), isinstance(str(i), int)

    check(kinds, (2,))


@pytest.mark.parametrize(
    "value", [b"abc", bytearray(b"abc"), array.array("i", [1, 2]), collections.UserList([1, 2, 3])]
)
def test_what_python_alone_can_look_up_is_refused(check, value):
    def cut(i):
        return value[:i]

    def pick(i):
        return value[i]

    for function in (cut, pick):
        check.refuses(function, (1,), at=r"return value", code="AG258", says="looked up by a staged index")


def test_a_range_by_a_negative_step_and_a_tuple_are_refused(check):
    def backwards(i):
        return list(range(10)[i::-1])

    def part(i):
        return (1, 2, 3)[:i]

    check.refuses(backwards, (1,), at=r"range\(10\)", code="AG258", says="negative")
    check.refuses(part, (1,), at=r"\(1, 2, 3\)", code="AG261", says="slice of a tuple")


def test_steps_of_zero(check):
    def loop(x):
        t = 0
        for i in range(0, 10, x):
            t += i
        return t

    def down(x):
        t = 0
        for i in range(10, 0, x):
            t += 1
        return t

    def listed(x):
        return list(range(0, 10, x)), sum(range(0, 10, x)), 4 in range(0, 10, x), len(range(0, 10, x))

    def text(x):
        return "abcdef"[::x]

    for f in (loop, down, listed, text):
        check(f, (2,), (-2,), fails(0))
