"""Checks which lines count as the same code."""

import pytest

from ag_notebook.views.spelling import same_code


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('tf.print("positive", x)', "tf.print('positive', x)"),
        ("y = x + 1e-6", "y = x + 1e-06  # small"),
        ("while n>1:", "while n > 1:  # halve"),
        ("    x  =  (1_000)", "x = 1000"),
        ('elif name == "a":', "elif name == 'a':"),
        ('h = call("a",', "h = call('a',"),
    ],
)
def test_spelling_does_not_matter(one, other):
    assert same_code(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = 1", "x = 1.0"),
        ("x = '1'", "x = 1"),
        ("else:", "finally:"),
        ("call(1,", "call(1.0,"),
        ("x = a or b", "x = ag.or_(a, lambda: b)"),
        ("'''", '"'),
        ("\x00", "\x01"),
    ],
)
def test_other_code_is_other_code(one, other):
    assert not same_code(one, other)
