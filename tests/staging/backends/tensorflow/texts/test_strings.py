"""Staged texts have the methods, items and order of Python's."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.backends.tensorflow.operations.library import plain as plain_parts
from ag_notebook.staging.backends.tensorflow.texts import strings

TEXTS = ["", "a", "Hello world", "  naïve\tté ", "a,b,,c", "x=1;y=2", "it's 42", "ABC", "x\ny\n"]
CALLS = [
    ("upper",), ("lower",), ("title",), ("capitalize",), ("swapcase",), ("strip",), ("lstrip",), ("rstrip",), ("strip", "a ,"),
    ("replace", "a", "\\1"), ("count", "a"), ("find", "b"), ("rfind", "a"), ("startswith", "He"), ("endswith", ("c", "a")),
    ("isdigit",), ("isalpha",), ("isalnum",), ("isspace",), ("isupper",), ("islower",), ("center", 9), ("center", 12, "*"), ("ljust", 8),
    ("find", ""), ("rfind", ""), ("count", ""), ("index", ""), ("rjust", 8, "."), ("zfill", 7), ("removeprefix", "x="), ("removesuffix", "c"),
]  # fmt: skip


def plain(value):
    return value.decode() if isinstance(value, bytes) else value


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_methods(graph, call) -> None:
    name, *args = call

    def build(*texts):
        found = [strings.method(t, name)(*args) for t in texts]
        return [f.tensor() if hasattr(f, "natural") else f for f in found]

    made = graph(lambda *texts: tf.stack(build(*texts)), *TEXTS)
    assert [plain(m) for m in made] == [getattr(t, name)(*args) for t in TEXTS]


@pytest.mark.parametrize(
    "call",
    [
        ("split",),
        ("split", ","),
        ("split", "a", 1),
        ("split", ",", -1),
        ("rsplit", ",", -1),
        ("rsplit", " ", 1),
        ("partition", "l"),
        ("rpartition", "="),
    ],
)
def test_pieces(graph, call) -> None:
    name, *args = call
    for text in TEXTS:
        made = graph(lambda t: plain_parts(strings.method(t, name)(*args)), text)  # noqa: B023
        assert [plain(m) for m in made] == list(getattr(text, name)(*args))


def test_an_empty_separator(graph) -> None:
    with pytest.raises(ValueError, match="empty separator"):
        graph(lambda t, s: plain_parts(strings.method(t, "split")(s)), "a", "")


def test_items_length_and_order(graph) -> None:
    for text in ("naïve", "a"):
        assert plain(graph(lambda t: strings.item(t, -1), text)) == text[-1]
        assert plain(graph(lambda t: strings.item(t, slice(1, 4)), text)) == text[1:4]
        assert graph(lambda t: strings.length(t).tensor(), text) == len(text)
    for a, b in (("a", "b"), ("b", "a"), ("a", "a"), ("", "a"), ("ab", "a"), ("é", "z")):
        assert (graph(strings.order, a, b) < 0) == (a < b)
        assert (graph(strings.order, a, b) == 0) == (a == b)


def test_only_methods_of_texts_are_found() -> None:
    assert strings.method(tf.constant("a"), "_private") is None
    assert strings.method(tf.constant("a"), "mean") is None


@pytest.mark.parametrize(
    ("run", "args"),
    [
        (lambda s, c: s.strip(c), ("abca", "a")),
        (lambda s: s.split(None, 1), ("a b c",)),
        (lambda s: s.rsplit(None, 1), ("a b c",)),
        (lambda s: s.replace("", "-"), ("abc",)),
        (lambda s: s.format(1), ("{}",)),
        (lambda s: int(s, 0), ("0xff",)),
    ],
)
def test_what_is_refused(run, args) -> None:
    with pytest.raises(StagingError, match="AG263"):
        function(run)(*map(tf.constant, args))


def test_replaced_by_staged_texts() -> None:
    def run(text, old, new):
        return text.replace(old, "-"), text.replace("b", new), text.replace(old, new), str.upper(text)

    for args in (("abcb", "b", r"\\1"), ("a.b", ".", ""), ("a", "b", "c")):
        assert [plain(m.numpy()) for m in function(run)(*map(tf.constant, args))] == list(run(*args))


@pytest.mark.parametrize(
    ("text", "base"),
    [
        *(("0xff", 16), ("-ff", 16), (" 0XFf ", 16), ("0b101", 2), ("0o17", 8), ("zz", 36), ("1_0", 16)),
        *(("xff", 16), ("12", 2), ("0b1", 16), ("", 16), ("0x5", 10), ("+5", 10), ("0x_1", 16)),
    ],
)
def test_integers_of_a_base(text, base) -> None:
    made = function(lambda text: int(text, base))
    try:
        wanted = int(text, base)
    except ValueError as error:
        with pytest.raises(ValueError) as found:
            made(tf.constant(text))
        assert str(found.value) == str(error)
    else:
        assert made(tf.constant(text)) == wanted


def test_only_single_texts_are_ordered() -> None:
    with pytest.raises(TypeError, match="only single texts are ordered"):
        strings.order(tf.constant(["a"]), tf.constant(["b"]))
