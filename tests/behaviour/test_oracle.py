"""Checks that the comparison itself can fail: wrong values, missing exceptions, and what was never staged."""

import dataclasses
import types

import oracle
import pytest
import tensorflow as tf
from oracle import (
    Check,
    Outcome,
    Unstaged,
    after_each_pass,
    assert_every_line_has_an_origin,
    compare,
    fails,
    plain,
    same,
    tensor,
)

from ag_notebook.staging import Converter
from ag_notebook.staging.passes.pipeline import PIPELINE


def clip(x):
    if x > 5:
        return 5
    return x


def with_engine(monkeypatch, engine):
    """A check in staged mode whose staging is `engine`."""
    monkeypatch.setattr(oracle, "stage", lambda function, **_: engine(function))
    return Check("staged")


def test_right_engine_passes(monkeypatch):
    check = with_engine(monkeypatch, lambda f: lambda x: tf.minimum(x, 5))
    assert [value.numpy() for value in check(clip, (3,), (30,))] == [3, 5]


def test_wrong_value_is_seen(monkeypatch):
    check = with_engine(monkeypatch, lambda f: lambda x: tf.minimum(x, 6))
    with pytest.raises(AssertionError, match="gave 6 instead of 5"):
        check(clip, (3,), (30,))


def test_running_in_python_is_seen_even_if_swallowed(monkeypatch):
    check = with_engine(monkeypatch, lambda f: f)
    with pytest.raises(Unstaged, match="__bool__"):
        check(clip, (3,))

    def swallowing(function):
        def run(x):
            try:
                return function(x)
            except Unstaged:
                return x

        return run

    check = with_engine(monkeypatch, swallowing)
    with pytest.raises(Unstaged, match="__bool__"):
        check(clip, (3,))


def test_python_callback_in_the_graph_is_seen(monkeypatch):
    def by_callback(function):
        return tf.function(
            lambda x: tf.numpy_function(lambda v: min(v, v * 0 + 5), [x], tf.int32), autograph=False
        )

    check = with_engine(monkeypatch, by_callback)
    with pytest.raises(Unstaged, match="callback"):
        check(clip, (30,))
    check(clip, (30,), callbacks=True)


def test_missing_exception_and_wrong_class_are_seen(monkeypatch):
    def strict(x):
        if x < 0:
            raise ValueError("negative")
        return x

    def raising(error):
        def run(x):
            raise error

        return run

    check = with_engine(monkeypatch, lambda f: lambda x: x)
    with pytest.raises(AssertionError, match="instead of raising ValueError"):
        check(strict, fails(-1))
    check = with_engine(monkeypatch, lambda f: raising(KeyError("negative")))
    with pytest.raises(AssertionError, match="raised KeyError"):
        check(strict, fails(-1))
    check = with_engine(monkeypatch, lambda f: raising(ValueError("other")))
    with pytest.raises(AssertionError, match="does not say"):
        check(strict, fails(-1))
    check(strict, fails(-1, says="other"))


def test_original_that_raises_must_be_expected(monkeypatch):
    check = with_engine(monkeypatch, lambda f: f)
    with pytest.raises(ZeroDivisionError):
        check(lambda x: 1 // x, (0,))
    with pytest.raises(AssertionError, match="does not raise"):
        check(lambda x: x, fails(0))


def test_a_prefix_that_is_wrong_is_found(monkeypatch):
    def run(xs):
        total = 0
        for v in xs:
            if v > 0:
                total += v
        return total

    check = Check("prefixes")
    assert check(run, ([1, -2, 3],)) == [4]
    assert 3 <= len(after_each_pass(run)) <= len(PIPELINE) + 1  # no pass, control flow, calls
    right = Converter.prefix
    wrong = lambda self, f, count: (lambda xs: 5) if count == 9 else right(self, f, count)  # noqa: E731
    monkeypatch.setattr(Converter, "prefix", wrong)
    with pytest.raises(AssertionError, match="gave 5 instead of 4"):
        check(run, ([1, -2, 3],))


def test_a_line_without_an_origin_is_found():
    converted = Converter().converted_code(clip)
    assert_every_line_has_an_origin(converted)
    code = dataclasses.replace(converted.generated, text=converted.generated.text + "\nextra = 1")
    with pytest.raises(AssertionError, match="extra = 1"):
        assert_every_line_has_an_origin(types.SimpleNamespace(generated=code, span=converted.span))


def test_printed_text_is_compared(monkeypatch):
    check = with_engine(monkeypatch, lambda f: lambda x: x)
    with pytest.raises(AssertionError, match="printed"):
        check(lambda x: print(x) or x, (3,))


def test_refusal_needs_code_place_and_line(monkeypatch):
    check = with_engine(monkeypatch, lambda f: f)
    with pytest.raises(AssertionError, match="instead of refusing"):
        check.refuses(lambda x: x, (3,), at="x")


def test_dtypes_are_compared_with_an_eager_oracle():
    want = Outcome(value=(tf.constant(1, tf.int64), 2))
    assert "dtypes" in compare(Outcome(value=(tf.constant(1), 2)), want, exact_dtypes=True)
    assert compare(Outcome(value=(tf.constant(1, tf.int64), tf.constant(2))), want, exact_dtypes=True) == ""


@pytest.mark.parametrize(
    ("got", "want", "equal"),
    [
        (1, 1.0, True),
        (True, 1, False),
        (1, True, False),
        (None, 0, False),
        (0, None, False),
        ("1", 1, False),
        ([1, 2], [1, 2], True),
        ([1], [1, 2], False),
        ({"a": 1}, {"a": 2}, False),
        (0.30000001, 0.3, True),
        (float("nan"), float("nan"), True),
    ],
)
def test_equality(got, want, equal):
    assert same(got, want) is equal


def test_plain_and_tensor_are_inverse():
    value = {"a": (1, 2.5), "b": [1, 2], "c": "text", "d": True, "e": None}
    assert plain({key: tensor(item) for key, item in value.items()}) == {**value, "a": [1, 2.5]}


def test_never_wrong_takes_a_refusal_with_a_place_and_nothing_else(monkeypatch):
    from ag_notebook.report.spans import Span
    from ag_notebook.staging.errors import StagingError

    here = clip.__code__.co_filename
    line = clip.__code__.co_firstlineno

    def refusing(span):
        def run(x):
            raise StagingError("AG250", "not supported.", span=span)

        return run

    check = with_engine(monkeypatch, lambda f: lambda x: tf.minimum(x, 6))
    with pytest.raises(AssertionError, match="gave 6"):
        check.never_wrong(clip, (30,))
    check = with_engine(monkeypatch, lambda f: refusing(Span(here, line + 1, 0, line + 1, 5)))
    check.never_wrong(clip, (30,))
    check.refuses(clip, (30,), at="x > 5", code="AG25")
    with pytest.raises(AssertionError, match="not at"):
        check.refuses(clip, (30,), at="return")
    for span in (None, Span(here, 1, 0, 1, 1)):
        check = with_engine(monkeypatch, lambda f, span=span: refusing(span))
        with pytest.raises(AssertionError):
            check.never_wrong(clip, (30,))
