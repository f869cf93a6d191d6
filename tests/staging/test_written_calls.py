"""Calls that are written as text, taken apart and not called."""

import traceback

import pytest

from ag_notebook.staging.written_calls import show_in_tracebacks, taken_apart


class Box:
    def method(self, x):
        raise AssertionError("it is not called")


def test_function_and_arguments():
    box, xs = Box(), [1, 2]
    names = {"f": len, "box": box, "xs": xs}
    assert taken_apart("f(xs, *xs, a=1, **{'b': 2})", names, "<call>") == (len, (xs, 1, 2), {"a": 1, "b": 2})
    function, args, kwargs = taken_apart("box.method(3)", names, "<call>")
    assert (function, args, kwargs) == (Box.method, (box, 3), {})


@pytest.mark.parametrize("text", ["1 + 1", "f", "f(1) + 1"])
def test_no_call(text):
    assert taken_apart(text, {"f": len}, "<call>") is None


def test_tracebacks_show_the_text():
    show_in_tracebacks("<call of a test>", "len(1 / 0)")
    with pytest.raises(ZeroDivisionError) as raised:
        taken_apart("len(1 / 0)", {}, "<call of a test>")
    assert "    len(1 / 0)\n" in "".join(traceback.format_exception(raised.value))
