"""Which variables of a function are probed, and that asking for others says what there is."""

from __future__ import annotations

import functools

import pytest
import tensorflow as tf

import ag_notebook as ag
from ag_notebook import staging, views
from ag_notebook.report import Span
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.probing import check_probes, functions_of, is_meant, places


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def seen(staged):
    """By name and line in the function: the values."""
    first = staged.original.__code__.co_firstlineno
    return {(p.name, p.span.line - first): [s.value for s in p.samples] for p in staged.probes()}


def python(function, probes):
    return staging.function(function, backend="python", probes=probes)


def test_values_by_line():
    staged = python(collatz, ("n", "steps"))
    assert staged(6) == 8
    numbers = ["3", "10", "5", "16", "8", "4", "2", "1"]
    assert seen(staged) == {
        ("n", 0): ["6"],
        ("steps", 1): ["0"],
        ("n", 3): numbers,
        ("steps", 4): ["1", "2", "3", "4", "5", "6", "7", "8"],
    }
    staged(1)
    assert seen(staged) == {("n", 0): ["1"], ("steps", 1): ["0"], ("n", 3): [], ("steps", 4): []}


def test_one_line_alone():
    line = collatz.__code__.co_firstlineno + 3
    staged = python(collatz, f" n@{line} , steps,")
    assert staged.options.probes == (f"n@{line}", "steps")
    staged(2)
    assert seen(staged) == {("n", 3): ["1"], ("steps", 1): ["0"], ("steps", 4): ["1"]}


@pytest.mark.parametrize(
    ("word", "message", "fix"),
    [
        (
            "m",
            "`collatz` binds no variable `m`.",
            "What can be probed: n (lines {0}, {3}), steps (lines {1}, {4}).",
        ),
        (
            "stesp",
            "`collatz` binds no variable `stesp`.",
            "Did you mean `steps`? What can be probed: n (lines",
        ),
        ("n@99", "line 99 of `collatz` does not bind `n`.", "What can be probed: n (lines {0}, {3})."),
        ("n@", "`n@` is no probe.", "Write NAME or NAME@LINE, such as `n` or `n@6`."),
        ("2n", "`2n` is no probe.", "Write NAME"),
        ("n.x", "`n.x` is no probe.", "Write NAME"),
    ],
)
def test_what_cannot_be_probed(word, message, fix):
    with pytest.raises(StagingError) as caught:
        python(collatz, (word,))
    first = collatz.__code__.co_firstlineno
    assert caught.value.code == "AG506"
    assert caught.value.message == message
    assert caught.value.fix.startswith(fix.format(*range(first, first + 6)))


def test_a_function_without_variables():
    with pytest.raises(StagingError, match="Nothing can be probed in it"):
        python(lambda: 1, "x")
    check_probes((), (), "`f`")


def test_the_code_that_is_shown_has_no_probes_and_is_the_same():
    staged = python(collatz, "n")
    staged(6)
    assert staged.code == python(collatz, ()).code
    report = staged.report()
    plain = python(collatz, ()).report()
    assert report.functions == plain.functions
    assert (len(report.probes), plain.probes) == (2, ())
    assert "probe" not in report.functions[0].generated.text


def test_a_plain_function_stays_plain_beside_a_probed_one():
    plain, probed = python(collatz, ()), python(collatz, "n")
    other = probed.with_options(probes="steps")
    assert plain(6) == probed(6) == other(6) == plain(6) == 8
    assert plain.probes() == ()
    assert {name for name, _ in seen(probed)} == {"n"}
    assert {name for name, _ in seen(other)} == {"steps"}
    probed(2)
    assert seen(other)["steps", 4][-1] == "8"


def test_functions_in_it_count_and_functions_that_it_calls_do_not():
    def called(x):
        y = x * 10
        return y

    def function(x):
        def inner(y):
            y += 1
            return y

        x = inner(x) + called(x)
        return x + inner(0)

    staged = python(function, "y")
    assert staged(1) == 13
    assert seen(staged) == {("y", 1): ["1", "0"], ("y", 2): ["2", "1"]}


def test_a_function_that_calls_itself():
    def fact(n):
        result = 1 if n < 2 else n * fact(n - 1)
        return result

    staged = python(fact, "n,result")
    assert staged(4) == 24
    assert seen(staged) == {("n", 0): ["4", "3", "2", "1"], ("result", 1): ["1", "2", "6", "24"]}
    fact = staged  # as the name of a cell is bound
    assert staged(3) == 6
    assert seen(staged)["result", 1] == ["1", "2", "6"]


def test_below_decorators():
    def twice(function):
        @functools.wraps(function)
        def run(x):
            doubled = 2 * x
            return function(doubled)

        return run

    @twice
    def function(x):
        y = x + 1
        return y

    staged = python(function, "doubled,y")
    assert staged(3) == 7
    assert [(p.name, [s.value for s in p.samples]) for p in staged.probes()] == [
        ("doubled", ["6"]),
        ("y", ["7"]),
    ]
    assert ["def run" in each.source for each in staged.report().functions] == [True, False]
    assert "probe" not in "".join(each.generated.text for each in staged.report().functions)
    assert len(functions_of(function)) == 2


def test_methods_partials_and_objects_that_are_called():
    class Adder:
        def add(self, x):
            y = x + 1
            return y

        def __call__(self, x):
            z = x + 2
            return z

    for function, name in ((Adder().add, "y"), (functools.partial(Adder.add, None), "y"), (Adder(), "z")):
        staged = python(function, name)
        value = staged(1)
        assert [s.value for p in staged.probes() for s in p.samples] == [str(value)]

    class Staged:
        add = python(Adder.add, "y")

    assert Staged().add(1) == 2
    assert [p.count for p in Staged().add.probes()] == [1]
    assert [p.count for p in Staged().add.report().probes] == [1]


def test_places():
    assert [(name, span.line - collatz.__code__.co_firstlineno) for name, span in places(collatz)] == [
        ("n", 0),
        ("steps", 1),
        ("n", 3),
        ("steps", 4),
    ]
    namespace: dict = {}
    exec("def nobody(x): return x", namespace)
    assert places(namespace["nobody"]) == []
    place = ("n", Span("cell", 6, 0, 6, 1))
    assert is_meant(place, ["m", "n"])
    assert is_meant(place, ["n@6"])
    assert not is_meant(place, ["n@5", "m@6"])


def test_an_exception_keeps_what_was_seen_before_it():
    def function(n):
        for i in range(n):
            x = 1 / (2 - i)
        return x

    staged = python(function, "x")
    with pytest.raises(ZeroDivisionError):
        staged(5)
    assert seen(staged) == {("x", 2): ["0.5", "1.0"]}


def test_generators_and_their_items():
    def function(n):
        def numbers():
            for k in range(n):
                yield k * k

        total = 0
        for item in numbers():
            total += item
        return total

    staged = python(function, "k,item,total")
    assert staged(4) == 14
    assert seen(staged) == {
        ("k", 2): ["0", "1", "2", "3"],
        ("total", 5): ["0"],
        ("item", 6): ["0", "1", "4", "9"],
        ("total", 7): ["0", "1", "5", "14"],
    }


def test_a_tensor_of_a_trace_that_is_none_of_ours():
    def f(n):
        def twice(x):
            y = 2 * x
            return y

        return [int(x) + n for x in tf.data.Dataset.range(2).map(twice)]

    probed = ag.function(f, backend="python", probes="x,y")
    assert probed(1) == [1, 3]
    assert [(probe.name, probe.count) for probe in probed.probes()] == [("x", 1), ("y", 1)]
    assert "<SymbolicTensor>" in views.text(probed.report_so_far())
