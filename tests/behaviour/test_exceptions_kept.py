"""Compares what a raised exception carries with Python's: attributes, causes, and objects that were made for it."""

import pytest


class Box:
    def __init__(self, v):
        self.v = v


class Coded(Exception):
    def __init__(self, code, *, extra=None):
        super().__init__(f"code {code}")
        self.code, self.extra = code, extra


class Slotted(Exception):
    __slots__ = ("z",)

    def __init__(self, z):
        super().__init__(z)
        self.z = z


def attribute(n):
    error = ValueError("a")
    error.k = 7
    raise error


def attributes_under_a_test(n):
    error = ValueError("a")
    error.k, error.box = 7, Box(4)
    if n > 0:
        error.items = [1, Box(2)]
        raise error
    return n


def staged_attribute(n):
    if n > 0:
        error = ValueError("a")
        error.k, error.pair = n, (n + 1, "b")
        raise error
    return n


def attribute_of_two_paths(n):
    error = ValueError("a")
    if n > 0:
        error.k = 1
    else:
        error.k = 2
    raise error


def cause(n):
    if n > 0:
        raise ValueError("a") from KeyError("k")
    return n


def cause_with_an_attribute(n):
    reason = KeyError("k")
    reason.k = 3
    if n > 0:
        raise ValueError("a") from reason
    return n


def cause_that_was_caught(n):
    try:
        {}["q"]
    except KeyError as error:
        if n > 0:
            raise ValueError("a") from error
    return n


def cause_of_a_cause(n):
    reason = ValueError("b")
    reason.__cause__ = KeyError("k")
    if n > 0:
        raise RuntimeError("c") from reason
    return n


def cause_in_a_loop(n):
    while n > 0:
        n = n - 1
        if n == 1:
            raise ValueError("a") from KeyError(f"k {n}")
    return n


def no_cause(n):
    if n > 0:
        raise ValueError("a") from None
    return n


def class_of_the_users(n):
    if n > 0:
        raise Coded(5, extra=Box(3))
    return n


def slots(n):
    if n > 0:
        raise Slotted(5)
    return n


def arguments_made_here(n):
    error = ValueError(Box(3), {"k": Box(4)})
    for i in range(n):
        if i == 1:
            raise error
    return n


def asserted(n):
    if n > 0:
        raise AssertionError(Box(3))
    return n


def caught_and_changed(n):
    error = ValueError("a")
    error.box = Box(1)
    try:
        raise error
    except ValueError as caught:
        caught.box.v = 5
        raise


def told(value):
    if isinstance(value, BaseException):
        held = {name: told(part) for name, part in vars(value).items() if not name.startswith(("_", "ag_"))}
        held["slot"] = getattr(value, "z", None)
        return [type(value).__name__, told(value.args), held, told(value.__cause__), value.__cause__ is None]
    if isinstance(value, Box):
        return {"box": told(value.v)}
    if isinstance(value, dict):
        return {key: told(part) for key, part in value.items()}
    return [told(part) for part in value] if isinstance(value, (list, tuple)) else value


RAISING = [
    attribute,
    attributes_under_a_test,
    staged_attribute,
    attribute_of_two_paths,
    cause,
    cause_with_an_attribute,
    cause_that_was_caught,
    cause_of_a_cause,
    cause_in_a_loop,
    no_cause,
    class_of_the_users,
    slots,
    arguments_made_here,
    asserted,
    caught_and_changed,
]


@pytest.mark.parametrize("function", RAISING, ids=lambda f: f.__name__)
def test_what_it_carries(check, function):
    def script(make, value):
        made, found = make(function), []
        for _ in range(2):
            try:
                made(value(3))
            except Exception as error:
                found.append(error)
        first, second = found
        assert first is not second
        return told(first), told(second)

    check.script(script, callbacks=True)


def test_each_call_raises_one_of_its_own(check):
    def run(n):
        if n > 0:
            error = ValueError("a")
            error.items = [1]
            raise error
        return n

    def script(make, value):
        made, found = make(run), []
        for _ in range(2):
            try:
                made(value(3))
            except ValueError as error:
                error.items.append(2)
                found.append(error.items)
        return found

    check.script(script)


def test_an_object_from_outside_stays_itself(check):
    def script(make, value):
        box = Box(1)

        def run(n):
            box.v = 2
            if n > 0:
                error = ValueError("a")
                error.box = box
                raise error
            return n

        try:
            make(run)(value(3))
        except ValueError as error:
            return error.box is box

    check.script(script)
