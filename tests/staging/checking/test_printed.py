"""Comparing what was printed: tensors count as their values, numbers as numbers."""

import pytest

from ag_notebook.staging.checking.printed import printed_difference


@pytest.mark.parametrize(
    ("want", "got"),
    [
        ("", ""),
        ("a 1\nb\n", "a 1\nb\n"),
        ("x tf.Tensor(22, shape=(), dtype=int32)\n", "x 22\n"),
        ("tf.Tensor([1 2], shape=(2,), dtype=int32) end\n", "[1, 2] end\n"),
        ("tf.Tensor(\n[[1. 2.]\n [3. 4.]], shape=(2, 2), dtype=float32)\n", "[[1.0 2.0] [3.0 4.0]]\n"),
        ("tf.Tensor(b'word', shape=(), dtype=string)\n", "word\n"),
        ("0.1\n", "0.10000000149011612\n"),
        ("1e-08", "1.0000001e-08"),
    ],
)
def test_the_same(want, got):
    assert printed_difference(want, got) == ""


@pytest.mark.parametrize(
    ("want", "got", "texts"),
    [
        ("a\nb\n", "a\nc\n", "Line 2 of what is printed is 'b' in Python and 'c' staged."),
        ("a\n", "", "Line 1 of what is printed is 'a' in Python and nothing staged."),
        ("", "a\n", "Line 1 of what is printed is nothing in Python and 'a' staged."),
        ("1.5\n", "1.6\n", "Line 1 of what is printed is '1.5' in Python and '1.6' staged."),
        ("tf.Tensor(22, shape=(), dtype=int32)\n", "23\n", "Line 1 of what is printed is '22' in Python and '23' staged."),
        ("100000001\n", "100000002\n", "Line 1 of what is printed is '100000001' in Python and '100000002' staged."),
    ],
)  # fmt: skip
def test_the_first_difference(want, got, texts):
    assert printed_difference(want, got) == texts


@pytest.mark.parametrize(
    ("want", "got"),
    [
        ("0\n", "0.0\n"),
        ("[1, 2]\n", "[1.0, 2]\n"),
        ("a 3.0\n", "a 3\n"),
        ("a\n", "a"),
        ("a\x0cb\n", "a\nb\n"),
    ],
)
def test_what_is_not_the_same_as_text(want, got):
    assert printed_difference(want, got) != ""
    assert printed_difference(got, want) != ""
    assert printed_difference(want, want) == ""


def test_floats_may_differ_by_rounding_only():
    assert printed_difference("0.30000000000000004 1e-07\n", "0.3 1e-07\n") == ""
    assert printed_difference("0.301\n", "0.3\n") != ""
