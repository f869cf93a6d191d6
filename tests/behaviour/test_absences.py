"""Compares values that may be None with Python's: `==`, `is` and `in` say False of None, and do not fail."""

import enum

from oracle import fails


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def test_two_that_may_be_none(check):
    def run(x, y):
        a = b = None
        if x > 0:
            a = x
        if y > 0:
            b = y
        return a == b, a != b, (a, 1) == (b, 1), [a] == [b]

    check(run, (1, 1), (1, 2), (1, -1), (-1, 1), (-1, -1))


def test_two_objects_that_may_be_none(check):
    def run(x, y):
        a = b = None
        if x > 0:
            a = Color.RED
        if y > 0:
            b = Color.RED if y > 5 else Color.BLUE
        return a is b, a is not b, a == b

    check(run, (1, 9), (1, 1), (1, -1), (-1, 1), (-1, -1))


def test_identity_with_something_else(check):
    box = object()

    def run(x):
        color, flag, chosen, items = None, None, None, [1]
        held = None
        if x > 0:
            color, flag, chosen, held = Color.RED if x > 5 else Color.BLUE, x > 5, box, items
        flags = flag is True, flag is False, flag is not True
        return color is Color.RED, color is not Color.BLUE, flags, chosen is box, held is items, held == [1]

    check(run, (9,), (1,), (-1,))


def test_an_unbound_value_has_no_identity(check):
    class Box:
        pass

    def run(x):
        b = Box()
        if x > 0:
            b.color = Color.RED
        return b.color is Color.RED, b.color is None

    check(run, (1,), fails(-1))


def test_membership_of_what_may_be_none(check):
    def run(x, xs, n):
        a, word = None, None
        if x > 0:
            a, word = x, "a"
        grown = []
        for i in range(n):
            grown.append(i)
        python = a in (1, 2), None in (a, 1), a in (None, 5), a not in [None], a in {1: 2}, word in ("a", "b")
        return python, a in xs, a in grown, a in range(3)

    check(run, (1, [1, 2], 2), (2, [1, 3], 3), (-1, [1, 2], 2))


def test_what_may_be_none_is_no_part_of_a_text(check):
    def run(x, text):
        word = None
        if x > 0:
            word = "a"
        return word in text, word in "abc"

    check(run, (1, "xay"), (1, "b"), fails(-1, "a", says="None is used" if check.staged else "NoneType"))


def test_stars_of_what_may_be_none(check):
    def run(x):
        items, table = None, None
        if x > 0:
            items, table = [x, 2], {"a": x}
        return max(*items), [*items, 1], (0, *items), {**table, "b": 1}, dict(**table)

    check(run, (3,), (1,), fails(-1, says="None" if check.staged else "NoneType"))


def test_the_one_of_several_objects_or_none(check):
    def run(x):
        color = None
        if x > 0:
            color = Color.RED
        elif x < -5:
            color = Color.BLUE
        match x:
            case 1 if color is Color.RED:
                named = 1
            case _:
                named = 0
        return color is None, color == Color.RED, color is Color.RED, named

    check(run, (1,), (2,), (0,), (-9,))


def test_patterns_of_what_may_be_none(check):
    def run(x):
        value, pair = None, None
        if x > 0:
            value, pair = x, (x, 2)
        match value:
            case None:
                first = 0
            case 1:
                first = 10
            case v:
                first = v
        match pair:
            case (1, second):
                pass
            case (_, _):
                second = 20
            case _:
                second = 30
        return first, second

    check(run, (1,), (3,), (-1,))


def test_dicts_are_equal_by_keys_and_values(check):
    from collections import OrderedDict

    def run(x):
        table = {"a": x, "b": [x, 1]}
        same = table == {"b": [3, 1], "a": 3}, table != {"a": 3, "b": [3, 2]}, table == {"a": x}, table == 3
        nested = [{"a": x}] == [{"a": 3}], ({"a": x}, 1) == ({"a": 3}, 1), {"a": x} in [{"a": 3}]
        ordered = OrderedDict(a=x, b=1) == OrderedDict(b=1, a=x), OrderedDict(a=x, b=1) == {"b": 1, "a": 3}
        return same, nested, ordered

    check(run, (3,), (2,))
