"""Objects whose classes answer every name: they are asked for no other names than Python asks for."""

from __future__ import annotations

import functools

import pytest
import tensorflow as tf

from ag_notebook.staging import function


class Answering:
    """Answers each name with its length, and notes who asks."""

    asked: list[str] = []  # noqa: RUF012

    def __getattr__(self, name):
        Answering.asked.append(name)
        return len(name)

    def __call__(self, number):
        return number + 1

    def __iter__(self):
        return iter([1, 2, 3])

    def __enter__(self):
        return 5

    def __exit__(self, *error):
        return False

    def __len__(self):
        return 3

    def __getitem__(self, index):
        return index * 2

    def __contains__(self, value):
        return value == 2

    def __add__(self, other):
        return other

    def __lt__(self, other):
        return True

    def __str__(self):
        return "answering"


def calls(x, o):
    return o(x), functools.partial(o, x)(), functools.reduce(lambda a, b: a + b, [x, o(x)])


def calls_one_of_two(x, o):
    chosen = o if x > 0 else o
    return chosen(x)


def calls_in_a_loop(x, o):
    while x < 3:
        x = o(x)
    return x


def calls_until(x, o):
    total = 0
    for i in range(3):
        if i > x:
            break
        total += o(i)
    return total


def reads(x, o):
    return o.value + x, hasattr(o, "other"), getattr(o, "third", 3)


def reads_in_a_branch(x, o):
    return o.value if x > 0 else 1


def writes(x, o):
    if x > 0:
        o.count = x
    else:
        o.count = 0
    return o.count


def iterates(x, o):
    total = 0
    for item in o:
        if x > 0:
            total += item
    return total, [item + x for item in o], list(o), sum(o), [i * v for i, v in enumerate(o)]


def iterates_until(x, o):
    total = 0
    for item in o:
        if item > x:
            break
        total += item
    return total


def generates(x, o):
    def given():
        yield from o

    return [item for item in given()], max(item + x for item in o)


def takes_apart(x, o):
    first, *rest = o
    return first, rest, (lambda *items: len(items))(*o) + x


def enters(x, o):
    with o as number:
        if x > 0:
            number += 1
    return number


def compares(x, o):
    return o is None, o < x, x in o, o[x], o + x, len(o), min([o, o])(x)


def decides(x, o):
    return x if o else -x


def speaks(x, o):
    return f"{o} {x}"


def is_called_back(x, o):
    return sorted([x, 2, 1], key=o), max([x, 1], key=o), list(map(o, [x])), list(filter(o, [x]))


def is_matched(x, o):
    match o:
        case [_, _]:
            return 1
        case {"k": value}:
            return value
        case int():
            return 3
        case _:
            return x


@pytest.mark.parametrize(
    "made",
    [
        *(calls, calls_one_of_two, calls_in_a_loop, calls_until, reads, reads_in_a_branch, writes, iterates),
        *(
            iterates_until,
            generates,
            takes_apart,
            enters,
            compares,
            decides,
            speaks,
            is_called_back,
            is_matched,
        ),
    ],
    ids=lambda made: made.__name__,
)
@pytest.mark.parametrize("number", [1, -1])
def test_as_python_and_asked_for_the_same(monkeypatch, made, number) -> None:
    monkeypatch.setattr(Answering, "asked", [])
    expected = made(number, Answering())
    asked = set(Answering.asked)
    Answering.asked = []
    given = function(made)(tf.constant(number), Answering())
    values = tf.nest.map_structure(lambda value: value.numpy() if tf.is_tensor(value) else value, given)
    assert tf.nest.map_structure(lambda v: v.decode() if isinstance(v, bytes) else v, values) == expected
    reached = {name.numpy().decode() if tf.is_tensor(name) else name for name in Answering.asked}
    assert reached <= asked | {"value"}  # both branches are traced


class Config(dict):
    """As often written: a name that is missing is None."""

    __getattr__ = dict.get
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


class Namespace(dict):
    """As often written: the items are the attributes."""

    def __init__(self, **given):
        super().__init__(**given)
        self.__dict__ = self


@pytest.mark.parametrize("kind", [Config, Namespace])
def test_a_dict_read_by_attributes(check, kind) -> None:
    def run(x):
        config = kind(rate=0.5, steps=3, momentum=None, rest=1)
        del config.rest
        if x > 1.0:
            config.rate = 0.25
        for _ in range(config.steps):
            x = x * config.rate if config.momentum is None else x
        return x, config["rate"], config.get("rate"), len(config), "rest" in config

    check(run, (4.0,), (0.5,))


CONFIG = Config(rate=0.5, scale=Config(by=2.0))


def test_a_dict_read_by_attributes_from_outside(monkeypatch) -> None:
    def run(x):
        while x > CONFIG.rate:
            x = x / CONFIG.scale.by
        return x

    staged = function(run)
    assert staged(tf.constant(4.0)).numpy() == run(4.0) == 0.5
    monkeypatch.setitem(CONFIG, "rate", 1.5)
    assert staged(tf.constant(4.0)).numpy() == run(4.0) == 1.0


class Proxy:
    def __init__(self, held):
        self._held = held

    def __getattr__(self, name):
        return getattr(self._held, name)


def test_a_proxy_of_another_object(check) -> None:
    class Counter:
        def __init__(self):
            self.count = 0

        def add(self, n):
            if n > 0:
                self.count += n
            return self.count

    def run(n):
        proxy = Proxy(Counter())
        proxy.add(n)
        return proxy.add(1), proxy.count

    check(run, (3,), (-3,))
