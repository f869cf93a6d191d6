"""State that no variable holds: what asks for it is looked at again at each call, what changes it is refused."""

import array
import collections
import contextvars
import decimal
import functools
import gc
import io
import os
import queue
import sys
import threading
import types
import weakref

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook import staging
from ag_notebook.staging import StagingError

VARIABLE = contextvars.ContextVar("VARIABLE", default=1)
HELD = contextvars.ContextVar("HELD")
LOCAL = threading.local()
USER_DICT = collections.UserDict(a=1)
CHAIN = collections.ChainMap({"a": 1})
NUMBERS = array.array("i", [1, 2])
PROXIED = {"a": 1}
PROXY = types.MappingProxyType(PROXIED)
QUEUE = queue.Queue()
EVENT = threading.Event()
FACTOR = 2


class Thing:
    n = 1


THING = Thing()
WEAK = weakref.ref(THING)
WEAK_SET = weakref.WeakSet([THING])


@functools.lru_cache
def cached(k):
    return k * FACTOR


def same_in_each_round(function, change, rounds=3):
    """What the original and the staged function give is equal, also after each `change`."""
    staged = staging.function(function)
    for number in range(rounds):
        change(number)
        want = function(tf.constant(1))
        assert int(staged(tf.constant(1))) == int(want)


def changes():
    def cwd(number):
        os.chdir("/" if number % 2 else "/tmp")

    def cleared(number):
        global FACTOR
        FACTOR = number
        cached.cache_clear()

    def in_context(number):
        HELD.set([number])

    return [
        (lambda x: x + VARIABLE.get(), VARIABLE.set),
        (lambda x: x + HELD.get()[0], in_context),
        (lambda x: x + LOCAL.n, lambda number: setattr(LOCAL, "n", number)),
        (lambda x: x + int(os.environ["AG_TEST"]), lambda n: os.environ.__setitem__("AG_TEST", str(n))),
        (lambda x: x + int(os.getenv("AG_TEST")), lambda n: os.environ.__setitem__("AG_TEST", str(n))),
        (lambda x: x + len(os.getcwd()), cwd),
        (lambda x: x + cached(3), cleared),
        (lambda x: x + USER_DICT["a"], lambda n: USER_DICT.__setitem__("a", n)),
        (lambda x: x + CHAIN["a"], lambda n: CHAIN.__setitem__("a", n)),
        (lambda x: x + NUMBERS[0], lambda n: NUMBERS.__setitem__(0, n)),
        (lambda x: x + PROXY["a"], lambda n: PROXIED.__setitem__("a", n)),
        (lambda x: x + QUEUE.qsize(), QUEUE.put),
        (lambda x: x + EVENT.is_set(), lambda n: EVENT.set() if n % 2 else EVENT.clear()),
        (lambda x: x + len(WEAK_SET), lambda n: WEAK_SET.add(type("T", (), {"all": []})) if n else None),
        (lambda x: x + sys.getrecursionlimit(), lambda n: sys.setrecursionlimit(2000 + n)),
        (lambda x: x + gc.isenabled(), lambda n: gc.disable() if n == 1 else gc.enable()),
        (lambda x: x + np.get_printoptions()["precision"], lambda n: np.set_printoptions(precision=8 + n)),
        (
            lambda x: x + len(str(decimal.Decimal(1) / 3)),
            lambda n: setattr(decimal.getcontext(), "prec", 28 + n),
        ),
        (lambda x: x + decimal.getcontext().prec, lambda n: setattr(decimal.getcontext(), "prec", 28 - n)),
    ]


@pytest.fixture(autouse=True)
def put_back(monkeypatch):
    monkeypatch.chdir("/")
    monkeypatch.setenv("AG_TEST", "0")
    limit, options, precision = sys.getrecursionlimit(), np.get_printoptions(), decimal.getcontext().prec
    yield
    sys.setrecursionlimit(limit)
    np.set_printoptions(**options)
    decimal.getcontext().prec = precision
    gc.enable()


@pytest.mark.parametrize("index", range(len(changes())))
def test_what_is_asked_for_is_looked_at_again(index):
    same_in_each_round(*changes()[index])


def test_a_thread_sees_its_own():
    staged = staging.function(lambda x: x + LOCAL.k)
    LOCAL.k = 1
    assert int(staged(tf.constant(1))) == 2
    seen = []

    def other():
        LOCAL.k = 10
        seen.append(int(staged(tf.constant(1))))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert seen == [11]


def set_variable(x):
    VARIABLE.set(VARIABLE.get() + 1)
    return x + VARIABLE.get()


def set_limit(x):
    sys.setrecursionlimit(3333)
    return x


def set_errors(x):
    np.seterr(all="ignore")
    return x


def set_precision(x):
    decimal.getcontext().prec = 5
    return x


def clear(x):
    cached.cache_clear()
    return x


def switch_off(x):
    gc.disable()
    return x


@pytest.mark.parametrize(
    "function",
    [set_variable, set_limit, set_errors, set_precision, clear, switch_off],
    ids=lambda f: f.__name__,
)
def test_what_changes_it_is_refused(function):
    before = VARIABLE.get(), sys.getrecursionlimit(), np.geterr(), decimal.getcontext().prec, gc.isenabled()
    with pytest.raises(StagingError, match="AG231.*in a way that cannot be staged") as raised:
        staging.function(function)(tf.constant(1))
    assert raised.value.span.line == function.__code__.co_firstlineno + 1
    after = VARIABLE.get(), sys.getrecursionlimit(), np.geterr(), decimal.getcontext().prec, gc.isenabled()
    assert after == before


def test_what_would_run_once_is_refused():
    with pytest.raises(StagingError, match=r"AG232.*cache_info gives another value"):
        staging.function(lambda x: x + cached.cache_info().hits)(tf.constant(1))
    with pytest.raises(StagingError, match="AG232.*a weak reference would be followed once"):
        staging.function(lambda x: x + WEAK().n)(tf.constant(1))


def test_what_is_local_may_be_changed():
    def run(x):
        with decimal.localcontext() as settings:
            settings.prec = 3
            stream, waiting, thing = io.StringIO(), queue.Queue(), Thing()
            waiting.put(1)
            return x + len(stream.getvalue()) + waiting.qsize() + weakref.ref(thing)().n, str(
                decimal.Decimal(1) / 3
            )

    value, text = staging.function(run)(tf.constant(1))
    assert (int(value), text) == (3, "0.333")
