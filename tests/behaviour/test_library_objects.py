"""Compares with Python objects of libraries that change under a staged test: what is not kept is refused."""

import array
import collections
import datetime as dt
import decimal
import fractions
import io
import logging
import queue
import re
import string

import numpy as np
import pytest


def append(o):
    o.append(9)


def first_item(o):
    o[0] = 9


def item_a(o):
    o["a"] = 9


def delete_a(o):
    del o["a"]


def add_items(o):
    o += [3]


def add_number(o):
    o += 5


def write(o):
    o.write("x")


def fill(o):
    o.fill(3)


def sort(o):
    o.sort()


def copy_to(o):
    np.copyto(o, 7.0)


def add_out(o):
    np.add(o, 1.0, out=o)


def precision(o):
    o.prec = 5


CHANGES = [
    (lambda: array.array("i", [1]), append, list),
    (lambda: array.array("i", [1]), first_item, list),
    (lambda: bytearray(b"a"), append, bytes),
    (lambda: memoryview(bytearray(b"a")), first_item, bytes),
    (lambda: io.StringIO(), write, lambda o: o.getvalue()),
    (lambda: collections.ChainMap({"a": 1}), item_a, dict),
    (lambda: collections.UserDict(a=1, b=2), delete_a, dict),
    (lambda: collections.UserList([1]), add_items, list),
    (lambda: decimal.Context(prec=9), precision, lambda o: o.prec),
    (lambda: np.zeros(2), fill, lambda o: o.tolist()),
    (lambda: np.array([3.0, 1.0]), sort, lambda o: o.tolist()),
    (lambda: np.zeros(2), copy_to, lambda o: o.tolist()),
    (lambda: np.zeros(2), add_out, lambda o: o.tolist()),
    (lambda: np.zeros(2), add_number, lambda o: o.tolist()),
]
IDS = [f"{type(make()).__name__}-{change.__name__}" for make, change, _ in CHANGES]


@pytest.mark.parametrize(("make", "change", "show"), CHANGES, ids=IDS)
def test_a_change_under_a_staged_test_is_refused_or_right(check, make, change, show):
    def made_inside(x):
        held = make()
        if x > 0:
            change(held)
        return show(held)

    def in_a_loop(x):
        held = make()
        for i in range(2):
            if x == i + 2:
                change(held)
        return show(held)

    if not check.staged:
        check(made_inside, (3,), (-3,))
        check(in_a_loop, (3,), (-3,))
        return
    check.refuses(made_inside, (3,), (-3,), at="[a-z]", code="AG23")
    check.refuses(in_a_loop, (3,), (-3,), at="[a-z]", code="AG23")


@pytest.mark.parametrize(("make", "change", "show"), CHANGES, ids=IDS)
def test_nothing_shows_of_a_refused_change(check, make, change, show):
    held = make()
    before = show(held)

    def run(x):
        if x > 0:
            change(held)
        return x

    if check.staged:
        check.refuses(run, (-3,), at="[a-z]", code="AG23")
    assert show(held) == before


def test_a_queue_is_not_changed_under_a_staged_test(check):
    def run(x):
        held = queue.Queue()
        if x > 0:
            held.put(9)
        return held.qsize()

    check.refuses(run, (3,), (-3,), at="held.put", code="AG231")


def test_an_array_that_python_changes_outside_of_staged_tests(check):
    def run(x):
        held = np.zeros(2)
        held.fill(3)
        held += 1
        np.add(held, 1.0, out=held)
        return x + held[0] + held[1]

    check(run, (3.0,), (-3.0,))


TABLE = np.array([1.0, 2.0])


def test_an_array_that_was_there_before_is_not_changed_in_a_graph(check):
    def run(x):
        TABLE.sort()
        TABLE.fill(2.0)
        return x

    if check.staged:
        check.refuses(run, (3,), at=r"TABLE\.", code="AG231")
    assert TABLE.tolist() == [1.0, 2.0]


PATTERN, LOG, NUMBER, DAY = (
    re.compile("a"),
    logging.getLogger(__name__),
    decimal.Decimal(4),
    dt.date(2020, 1, 1),
)
TEMPLATE, PART, USER_DICT = string.Template("$a"), fractions.Fraction(7, 2), collections.UserDict(a=1)


def test_harmless_calls_under_a_staged_test(check):
    def run(x):
        if x > 0:
            LOG.debug("seen")
            x += PATTERN.match("abc").end() + int(NUMBER.sqrt()) + DAY.weekday() + len(DAY.isoformat())
            x += len(TEMPLATE.substitute(a="xyz")) + PART.limit_denominator(1).numerator
            x += int(TABLE.sum()) + TABLE.tolist()[0] > 2
            x += USER_DICT.get("a", 0) + len(list(USER_DICT.keys())) + USER_DICT["a"]
        return x

    check(run, (3,), (-3,), callbacks=True)
