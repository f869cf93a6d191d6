"""Compares texts of containers and objects of Python's own classes, whose own methods write them, with Python."""

import collections
import dataclasses
import functools
import types

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function


class _Items(list):
    pass


class _Table(dict):
    pass


class _Row(tuple):
    __slots__ = ()


@dataclasses.dataclass
class _Point:
    x: int
    rest: list


class _Spoken:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return "many" if self.value > 2 else f"<{self.value!r:>4}>"


def test_counters_and_dicts(check):
    def write(n):
        counted = collections.Counter(a=n)
        ordered, made = collections.OrderedDict(a=n), collections.defaultdict(list, a=[n, "x"])
        return str(counted), f"{counted!s:>20}|", "%s" % counted, "{}".format(ordered), repr(made)

    check(write, (3,), (-12,))


def test_slices_namespaces_and_views(check):
    def write(n):
        held = {"a": n}
        parts = str(slice(0, n)), repr(slice(n, None, 2)), str([slice(n)])
        space = types.SimpleNamespace(a=n, b="x", c=n > 1)
        return (
            parts,
            f"{space} {space!r}",
            str(types.MappingProxyType(held)),
            str(held.items()),
            str(held.values()),
        )

    check(write, (3,), (-1,))


def test_containers_of_the_users_classes(check):
    def write(n):
        listed, table = _Items([n, 2.5]), _Table(a=n)
        return str(listed), str(table), str(_Row((n, "x"))), str([listed]), f"{ {'t': table} }"

    check(write, (3,), (0,))


def test_containers_of_collections(check):
    def write(n):
        listed = collections.UserList([n, n / 2, None, f"{n}"])
        chained = collections.ChainMap({"a": n}, {"b": 1})
        return (
            str(listed),
            str(collections.UserDict(a=n)),
            str(chained),
            len(str(listed)),
            str(functools.partial(max, n))[-3:],
        )

    check(write, (3,), (-4,))


def test_data_classes_and_none_in_them(check):
    def write(n):
        maybe = None if n > 5 else n
        listed = collections.UserList([_Point(n, [n]), maybe])
        return str(listed), repr(types.SimpleNamespace(p=_Point(n, [])))

    check(write, (3,), (7,))


def test_printed(check):
    def show(n):
        print(collections.Counter(a=n), types.SimpleNamespace(a=n), collections.UserList([n]))
        return n

    check(show, (3,))


def test_what_holds_nothing_staged_stays_a_text_of_python(check):
    def key(n):
        return {
            str(collections.UserList([1])): n,
            f"{types.SimpleNamespace(a=1)}": str(collections.Counter("aab")),
        }

    check(key, (3,))


def test_ascii_of_numbers(check):
    def write(n):
        return ascii(n), ascii(n / 2), f"{n!a}"

    check(write, (3,))


def test_ascii_of_texts():
    def write(n):
        return ascii([n, "é"]), ascii(f"é{n}"), f"{(n, 'ü')!a}", ascii(collections.UserList(["☃", n]))

    made = function(write)(tf.constant(3))
    assert tuple(text.numpy().decode() for text in made) == write(3)


@pytest.mark.parametrize(
    "make",
    [
        lambda n: collections.Counter(a=n, b=1),
        lambda n: collections.UserList([collections.Counter(a=n, b=1)]),
        lambda n: collections.UserList([_Spoken(n)]),
        lambda n: types.SimpleNamespace(a=_Spoken(n)),
    ],
)
def test_what_a_method_would_look_at_is_refused(make):
    def write(n):
        return str(make(n))

    with pytest.raises(StagingError, match="AG2"):
        function(write)(tf.constant(3))
