"""The Python back end does what Python does."""

from __future__ import annotations

import numpy as np
import pytest

from ag_notebook.staging.backends.python import PYTHON


def test_statements() -> None:
    assert PYTHON.if_stmt([], lambda x: (1,), lambda x: (2,), (0,), ("x",)) == (2,)
    assert PYTHON.while_stmt(True, lambda n: n < 3, lambda n: (n + 1,), (0,), ("n",), {}) == (3,)
    assert PYTHON.while_stmt(False, lambda n: n < 3, lambda n: (n + 1,), (0,), ("n",), {}) == (0,)
    assert PYTHON.for_stmt("abc", lambda c, s: (s + c,), lambda s: s != "ab", ("",), ("s",), {}) == ("ab",)
    with pytest.raises(KeyError):
        PYTHON.assert_stmt(0, lambda: KeyError("k"))
    PYTHON.assert_stmt(1, lambda: 1 / 0)


@pytest.mark.parametrize(
    ("name", "left", "right"),
    [("==", 1, 1.0), ("!=", 1, 2), ("<", 1, 2), ("<=", 2, 2), (">", 3, 2), (">=", 2, 2), ("is", None, None),
     ("is not", [], []), ("in", 1, [1]), ("not in", 2, [1])],
)  # fmt: skip
def test_comparisons(name, left, right) -> None:
    assert PYTHON.compare(name, left, right) is True


def test_lazy_operands() -> None:
    def never():
        raise AssertionError("evaluated")

    assert PYTHON.and_("", never) == ""
    assert PYTHON.or_(3, never) == 3
    assert PYTHON.if_exp(0, never, lambda: "b") == "b"
    assert PYTHON.switch(1, [never, lambda: "second"]) == "second"
    assert (PYTHON.not_([]), PYTHON.truth("a"), PYTHON.as_number(True)) == (True, True, True)


def test_items_and_lists() -> None:
    table = {"a": 1}
    assert PYTHON.setitem(table, "b", 2) is table
    assert PYTHON.getitem(table, "b") == 2
    assert PYTHON.list_method([3, 1], "index", (1,)) == 1
    assert PYTHON.stack([[1], [2]]).tolist() == [[1], [2]]
    assert isinstance(PYTHON.stack([1]), np.ndarray)


def test_texts() -> None:
    assert PYTHON.text(["x=", (3, "", "03"), (" ", "r", ""), ("é", "a", "")]) == "x=003' ''\\xe9'"
    assert PYTHON.percent_text("%d%%", 3) == "3%"


def test_calls() -> None:
    assert PYTHON.builtin("divmod", (7, 2), {}) == (3, 1)
    assert PYTHON.library_call(int, ("ff",), {"base": 16}) == 255
    assert PYTHON.define(test_calls, (), {}) is NotImplemented


def test_values_are_described_by_type_and_number() -> None:
    assert PYTHON.describe(3) == "a Python int (3)"
    assert PYTHON.describe([1]) == "a Python list"


def test_there_is_no_graph() -> None:
    with pytest.raises(NotImplementedError, match="the back end python makes no graphs"):
        PYTHON.graph_model(None)
