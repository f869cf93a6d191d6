"""Numbers and texts are formatted as Python's `format` does, without a callback."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging.backends.tensorflow.texts import formats

INT_SPECS = [
    "",
    "5d",
    "05d",
    "<6",
    "^7",
    ">8",
    "+d",
    " d",
    ",",
    "_",
    "x",
    "X",
    "#x",
    "#06b",
    "08b",
    "o",
    "*=8",
    "e",
    ".2f",
    "%",
    "n",
    "+9n",
]
FLOAT_SPECS = [
    "",
    "8.3f",
    "08.2f",
    "+.1f",
    "<10.1f",
    "^9.0f",
    ",.2f",
    ".2e",
    "E",
    "g",
    ".3g",
    ".1%",
    ">12",
    ".3",
    "012.4f",
    "n",
    "+.3n",
    "14n",
]
TEXT_SPECS = ["", ">5", "<5", "^6", "*^7", ".2", "6.1s"]


@pytest.mark.parametrize(
    ("value", "spec"),
    [(v, s) for v in (0, 7, -42, 1234567) for s in INT_SPECS]
    + [
        (v, s)
        for v in (0.5, -2.0, 100.0, 1234.5, 1e20, 1e-7, float("inf"), float("nan"))
        for s in FLOAT_SPECS
    ]
    + [(v, s) for v in ("", "ab", "naïveté") for s in TEXT_SPECS]
    + [(True, ""), (False, "d"), (True, ">4"), (65, "c")],
)
def test_as_python(graph, value, spec) -> None:
    made = graph(lambda v: formats.formatted(v, spec), value)
    assert made.decode() == format(value, spec)
    assert not [op for op in graph.ops if "PyFunc" in op]


def test_a_width_of_the_graph(graph) -> None:
    assert graph(lambda n, w: formats.formatted(n, f"0>{formats.WIDTH}d", w), 7, 4) == b"0007"


def test_what_python_refuses_is_refused() -> None:
    with pytest.raises(ValueError, match="Unknown format code 'd'"):
        formats.formatted(tf.constant("a"), "d")


def test_many_at_once(graph) -> None:
    made = graph(lambda n: formats.plain(tf.stack([tf.cast(n, tf.float32), 0.1, 2e16])), 3)
    assert list(made) == [b"3.0", b"0.1", b"2e+16"]


@pytest.mark.parametrize("text", ["ab", "it's", 'say "a"', "both ' and \"", "a\\b\n\t"])
def test_quoted(graph, text) -> None:
    assert graph(formats.quoted, text).decode() == repr(text)


@pytest.mark.parametrize("value", [0.1, 0.15, 2.675, 123456.79, 1e-30, 3.4e38, 16777216.0])
def test_a_float32_counts_as_the_number_it_is_written_as(graph, value) -> None:
    assert graph(formats.python_float, value) == float(str(tf.constant(value).numpy()))
