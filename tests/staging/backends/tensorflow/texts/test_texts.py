"""Texts of staged values are Python's, made when the graph runs."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.carriers import Maybe
from ag_notebook.staging.backends.tensorflow.backend import BACKEND
from ag_notebook.staging.backends.tensorflow.texts.fields import format_parts, percent_parts
from ag_notebook.staging.backends.tensorflow.texts.texts import text
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber


@pytest.mark.parametrize(
    ("value", "conversion", "spec"),
    [
        (3, "", ""), (-3, "s", ""), (3, "", "05d"), (3, "r", ">4"), (True, "", ""), ("naïve", "", ""), ("naïve", "r", ""),
        ("naïve", "a", ""), (2.5, "", ""), (2.5, "", ".2f"), (1e20, "", ""), (0.1, "", ""), (1234.5, "", ",.1f"),
    ],
)  # fmt: skip
def test_values_as_python_shows_them(graph, value, conversion, spec) -> None:
    convert = {"": lambda v: v, "s": str, "r": repr, "a": ascii}[conversion]
    expected = f"<{format(convert(value), spec)}>"
    found = graph(lambda v: text(["<", (v, conversion, spec), ">"]), value)
    assert found.decode() == expected


def test_common_texts_need_no_call_back_into_python(graph) -> None:
    graph(lambda i, b, s, f: text([(i, "", ""), (b, "", ""), (s, "", ""), (f, "", ".3f")]), 1, True, "a", 0.5)
    assert not [op for op in graph.ops if "PyFunc" in op]
    graph(lambda f: text([(f, "", "")]), 0.5)
    assert not [op for op in graph.ops if "PyFunc" in op]


def test_weak_numbers_absent_values_and_staged_specs(graph) -> None:
    def build(x, flag, spec):
        return text(
            [
                (WeakNumber(x, tf.int32), "", ""),
                " ",
                (Maybe(flag, x, None, BACKEND), "", ""),
                " ",
                (x, "", spec),
            ]
        )

    assert graph(build, 7, True, "03d") == b"7 7 007"
    assert graph(build, 7, False, "x") == b"7 None 7"


def test_str_format(graph) -> None:
    assert format_parts("a{}b{1!r:>3}c{k}", (1, 2), {"k": 3}) == [
        "a",
        (1, "", ""),
        "b",
        (2, "r", ">3"),
        "c",
        (3, "", ""),
    ]
    assert graph(lambda x: text(format_parts("{}-{}", (x, "y"), {})), 5) == b"5-y"
    assert format_parts("{0.real}{0.imag:{1}}", (1, 5), {}) == ["", (1, "", ""), "", (0, "", ((5, "", ""),))]


def test_percent(graph) -> None:
    assert percent_parts("%d of %5.1f%% %s", (1, 2.5, "a")) == [
        "", (1, "", "d"), " of ", (2.5, "", " >5.1f"), "", "%", " ", ("a", "s", ""), "",
    ]  # fmt: skip
    assert percent_parts("%(k)s", {"k": 1}) == ["", (1, "s", ""), ""]
    assert percent_parts("%-5s%05d", ("a", 1)) == ["", ("a", "s", " <5"), "", (1, "", "0=5d"), ""]
    with pytest.raises(StagingError, match="AG263.*%w"):
        percent_parts("%w", 1)


def test_a_refusal_is_at_the_users_line() -> None:
    def show(x):
        y = x
        return "%w" % y  # noqa: PLE1300

    with pytest.raises(StagingError) as caught:
        function(show)(tf.constant([1]))
    assert (caught.value.code, caught.value.span.line) == ("AG263", show.__code__.co_firstlineno + 2)


def test_print_happens_when_the_graph_runs_and_in_order(capsys) -> None:
    @function
    def show(x):
        print("x is", x, sep="=")
        for i in range(x):
            print([i, (x, "a")], {"k": i}, end=";\n")
        print()
        return x

    show.graph(tf.constant(2))
    assert capsys.readouterr().out == ""
    show(tf.constant(2))
    assert capsys.readouterr().out == "x is=2\n[0, (2, 'a')] {'k': 0};\n[1, (2, 'a')] {'k': 1};\n\n"


def test_what_is_printed_before_a_failure_is_seen(capsys) -> None:
    @function
    def fail(x):
        print("before", x)
        assert x > 0, "no"
        print("after", x)

    with pytest.raises(AssertionError):
        fail(tf.constant(-1))
    assert capsys.readouterr().out == "before -1\n"
