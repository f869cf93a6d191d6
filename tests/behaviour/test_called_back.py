"""Functions of the user's that a library calls run each time the graph runs, with what they print and change."""

import bisect
import contextlib
import copy
import dataclasses
import functools
import heapq
import io
import operator
import threading

import tensorflow as tf
from oracle import stage

NEXT = {"id": 0}


def new_id():
    NEXT["id"] += 1
    print("new")
    return NEXT["id"]


@dataclasses.dataclass
class R:
    v: int
    uid: int = dataclasses.field(default_factory=new_id)


class S:
    def __init__(self):
        self.n = 0

    @functools.singledispatchmethod
    def add(self, v):
        self.n += 1
        if v > 2:
            v += 10
        return v + self.n

    @add.register
    def _(self, v: str):
        return v + "!"


class C:
    def __init__(self, v):
        self.v = v

    def __copy__(self):
        print("copied")
        return C(self.v + 1)

    def __deepcopy__(self, memo):
        print("deep")
        return C(self.v + 2)


class Res:
    def __init__(self, v):
        self.v = v

    def close(self):
        print("closed", self.v)


def printed(run):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        value = run()
    return int(value), out.getvalue()


def compare(function, *arguments):
    staged = stage(function)
    for x in arguments:
        assert printed(lambda: staged(tf.constant(x))) == printed(lambda: function(x))  # noqa: B023


def test_factories_of_a_data_class():
    def f(x):
        r = R(x)
        return r.uid * 100 + r.v

    NEXT["id"] = 0
    run = stage(f)
    assert [int(run(tf.constant(1))) for _ in range(3)] == [101, 201, 301]


def test_methods_chosen_by_a_type():
    s = S()

    def f(x):
        return s.add(x)

    run = stage(f)
    assert [int(run(tf.constant(1))) for _ in range(3)] == [2, 3, 4]
    assert int(s.n) == 3
    assert int(run(tf.constant(5))) == 19
    assert s.add("a") == "a!"


def test_copies_that_the_user_makes():
    def f(x):
        c = copy.copy(C(x))
        d = copy.deepcopy(C(x))
        return c.v + d.v

    compare(f, 1, 2, 1)


def test_exit_stack_and_closing():
    def f(x):
        with contextlib.ExitStack() as st:
            st.callback(print, "cb", x)
            st.callback(lambda: print("cc"))
            print("E")
        with contextlib.closing(Res(x)) as r:
            print("in", r.v)
        return x

    compare(f, 1, 2, 1)


def test_keys_of_orderings():
    def f(x):
        def key(v):
            print("k", v)
            return -v

        a = heapq.nlargest(1, [1, 2], key=key)
        b = list(heapq.merge([3, 1], [2], key=key))
        c = bisect.bisect([1, 2, 3], 2, key=key)
        items = [1, 2]
        operator.methodcaller("sort", key=key)(items)
        return a[0] + b[0] + c + items[0] + x

    compare(f, 1, 2, 1)


def test_a_thread_over_something_staged_is_refused(check):
    def f(x):
        r = []
        t = threading.Thread(target=lambda: r.append(x + 1))
        t.start()
        t.join()
        return r

    check.refuses(f, (1,), at="start", code="AG232")
