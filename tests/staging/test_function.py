"""A staged function: what can be asked of it, and how it is made of every kind of callable."""

from __future__ import annotations

import copy
import functools
import inspect
import operator
import pickle
import re
import threading
import traceback
from pathlib import Path

import numpy as np
import pytest
import tensorflow as tf

import ag_notebook as ag
from ag_notebook.staging import (
    ConversionError,
    StagedFunction,
    convert,
    do_not_convert,
    function,
    to_code,
    to_graph,
)
from ag_notebook.staging.errors import StagingError


def absolute(x):
    """The distance from 0."""
    if x < 0:
        return -x
    return x


class Scale:
    def __init__(self, by):
        self.by = by

    @function
    def applied(self, x):
        if x > 0:
            return x * self.by
        return x

    def __call__(self, x):
        return absolute(x) * self.by


def test_it_presents_itself_as_the_function() -> None:
    staged = function(absolute)
    assert isinstance(staged, StagedFunction)
    assert (staged.__name__, staged.__doc__, staged.original) == (
        "absolute",
        "The distance from 0.",
        absolute,
    )
    assert repr(staged) == "<staged function absolute>"


def test_the_decorator_takes_options() -> None:
    @function(backend="python", reduce_retracing=True)
    def f(x):
        return x

    assert (f.options.backend, f.options.reduce_retracing, f(3)) == ("python", True, 3)
    with pytest.raises(TypeError, match="colour"):
        function(absolute, colour="red")


def test_staging_a_staged_function_again_takes_the_new_options() -> None:
    again = function(function(absolute), backend="python")
    assert (again.original, again.options.backend) == (absolute, "python")


def test_methods_bind() -> None:
    for by in (2, 3):
        assert Scale(by).applied(tf.constant(4)).numpy() == 4 * by
    assert isinstance(Scale.applied, StagedFunction)


@pytest.mark.parametrize(
    ("f", "expected"),
    [
        (lambda x: absolute(x) + 1, 6),
        (functools.partial(lambda k, x: k * absolute(x), 3), 15),
        (Scale(2), 10),
        (Scale(4).__call__, 20),
    ],
    ids=["lambda", "partial", "object", "method"],
)
def test_every_kind_of_callable_is_staged(f, expected) -> None:
    assert function(f)(tf.constant(-5)).numpy() == expected


def test_graph_traces_and_never_runs() -> None:
    runs = tf.Variable(0)

    def count(x):
        runs.assign_add(1)
        return x

    staged = function(count)
    model = staged.graph(tf.constant(1))
    assert runs.numpy() == 0
    assert model.role == "main"
    assert "AssignAddVariableOp" in {node.op for node in model.nodes}
    assert len(staged.traces()) == 1


def test_report_has_the_traces_made_so_far_and_the_asked_for() -> None:
    staged = function(absolute)
    assert staged.traces() == []
    assert staged.report().functions[0].traces == ()
    staged(tf.constant(1))
    report = staged.report(tf.constant(1.5))
    assert (report.title, report.backend) == ("absolute", "tensorflow")
    assert [t.signature for t in report.functions[0].traces] == ["x: int32[]", "x: float32[]"]


def test_code_is_the_generated_text() -> None:
    text = function(absolute).code
    assert text == to_code(absolute) == to_code(function(absolute))
    assert "ag.if_stmt(" in text
    assert text.startswith("def absolute(x):")


def test_to_code_of_something_without_code() -> None:
    class Point:
        pass

    cached = functools.lru_cache(absolute)
    for callable_, says in [
        (len, "`len` is no Python function"), (max, "`max` is no Python function"), (int, "`int` is no Python function"),
        (Point, "`Point` is no Python function"), (cached, "`absolute` is no Python function"), ("a".upper, "`upper`"),
        (functools.partial(len), "`len`"), (operator.itemgetter(0), "`itemgetter` is no Python function"),
    ]:  # fmt: skip
        staged = function(callable_)
        for ask in (to_code, convert, lambda c: c.code, lambda c: c.report(), lambda c: c.report(1)):
            given = callable_ if ask in (to_code, convert) else staged
            with pytest.raises(ConversionError, match=f"AG103: {re.escape(says)}") as caught:
                ask(given)
            assert isinstance(caught.value, TypeError)
            assert (type(caught.value).__name__, bool(caught.value.fix)) == ("ConversionError", True)
        assert staged.traces() == []


def test_callables_without_code_are_called_all_the_same() -> None:
    assert function(np.sin)(tf.constant(0.0)).numpy() == 0.0
    assert function(functools.partial(np.sin))(tf.constant(0.0)).numpy() == 0.0
    assert function(np.maximum)(tf.constant([1.0, 3.0]), 2.0).numpy().tolist() == [2.0, 3.0]
    assert function(len)(tf.constant([1, 2])) == 2


def test_a_report_without_arguments_traces_what_needs_none() -> None:
    def none_needed(n=2, *rest, **options):
        return tf.constant(1) + n

    def none():
        return tf.constant(1)

    for f in (none, none_needed):
        staged = function(f)
        (trace,) = staged.report().functions[0].traces
        assert trace.graph is not None
        assert staged.report_so_far() == staged.report()
        assert len(staged.traces()) == 1
        fresh = function(f)
        assert fresh.report_so_far().functions[0].traces == ()
        assert len(fresh.report_with(("optimized",)).functions[0].traces) == 1
    called = function(none_needed)
    called(5)
    (trace,) = called.report().functions[0].traces
    assert trace.signature.startswith("n: 5,")


def test_convert_runs_in_python_and_stages_tensors() -> None:
    for make in (convert, to_graph):
        converted = make(absolute)
        assert (converted(-3), converted.__name__) == (3, "absolute")

        in_graph = tf.function(lambda x: converted(x), autograph=False)
        assert in_graph(tf.constant(-4)).numpy() == 4
    assert convert(Scale(2))(-3) == 6
    assert convert(functools.partial(absolute, -2))() == 2
    assert convert(Scale(2).__call__)(-3) == 6


def test_marked_functions_are_called_as_they_are() -> None:
    names: list = []

    @do_not_convert
    def note(x):
        names.append(type(x).__name__)
        return x

    assert function(lambda x: note(x) + 1)(tf.constant(1)).numpy() == 2
    assert len(names) == 1


def test_the_entry_is_made_once() -> None:
    staged = function(absolute)
    found: list = []
    threads = [threading.Thread(target=lambda: found.append(staged.entry)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(entry) for entry in found}) == 1
    assert len(found) == 8


def test_only_callables_are_staged() -> None:
    with pytest.raises(TypeError, match="takes a function, not a str"):
        function("f")
    assert function(int)(tf.constant(3.7)).numpy() == 3


class Counter:
    def __init__(self, n: int = 0) -> None:
        self.n, self.total = n, tf.Variable(1)

    @function
    def add(self, x):
        """Adds."""
        self.n += 1
        self.total.assign_add(x)
        return x + self.n

    @function
    def typed(self, n: int):
        return n + self.n

    @classmethod
    @function
    def made(cls, x):
        return x + 1

    def twice(self, x):
        return self.add(x) + self.add(x)


def test_a_staged_method_is_asked_as_a_function_is() -> None:
    counter = Counter()
    (checked,) = counter.add.check(tf.constant(2))
    assert (checked.call, checked.difference, checked.skipped) == ("add(x=tf.constant(2))", "", "")
    assert (counter.n, int(counter.total)) == (0, 1)
    assert counter.add.graph(tf.constant(2)) is not None
    assert counter.add.report(tf.constant(2)).functions[0].traces[0].signature.endswith("x: int32[]")
    assert counter.add.report_with(["optimized"], tf.constant(2)).title == "add"
    assert "self.n" in counter.add.code
    assert len(counter.add.traces()) == len(Counter.add.traces()) == 1
    assert all(each.difference == "" and not each.skipped for each in counter.typed.check())
    assert [each.difference for each in Counter.made.check(tf.constant(1))] == [""]
    assert int(counter.add.with_options(reduce_retracing=True)(tf.constant(2))) == 3


def test_a_staged_method_is_a_method() -> None:
    counter, other = Counter(), Counter()
    assert [int(counter.add(tf.constant(1))), int(counter.add(tf.constant(1))), int(counter.total)] == [
        2,
        3,
        3,
    ]
    assert counter.add == counter.add != other.add
    assert len({counter.add, counter.add, other.add}) == 2
    assert counter.add.__self__ is counter
    assert (counter.add.__name__, counter.add.__doc__) == ("add", "Adds.")
    assert counter.add.__qualname__ == "Counter.add"
    assert list(inspect.signature(counter.add).parameters) == ["x"]
    assert repr(counter.add) == "<staged method Counter.add of a Counter>"
    twice, held = function(counter.twice), counter.add
    assert [int(twice(tf.constant(1))) for _ in range(2)] == [9, 13]
    assert int(function(lambda x: held(x))(tf.constant(1))) == 8
    assert counter.n == 7


@function
def doubled(x):
    return x * 2


def test_copied_and_pickled_as_functions_are():
    assert copy.deepcopy(doubled) is doubled
    assert pickle.loads(pickle.dumps(doubled)) is doubled


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"probes": "m"}, "binds no variable `m`"),
        ({"probes": 5}, "AG506: probes are names of variables, and 5 is none"),
        ({"time_limit": -1}, "AG505"),
        ({"backend": "tensorflaw"}, "AG501"),
    ],
)
def test_options_that_are_refused_show_no_frames_of_ours(options, message):
    def f(n):
        return n

    staged = ag.function(f)
    for make in (lambda: ag.function(f, **options), lambda: staged.with_options(**options)):
        with pytest.raises(StagingError, match=message) as raised:
            make()(1)  # a back end may be looked for at the first call
        files = [Path(frame.filename).parts for frame in traceback.extract_tb(raised.tb)]
        assert sum("ag_notebook" in parts for parts in files) <= 1
