"""Methods written in C are called as Python calls them, and on containers their changes are logged."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook.staging import StagingError, function
from ag_notebook.staging.runtime.methods import builtin_method_call


def test_methods_of_containers_and_texts_are_pythons() -> None:
    items = [3, 1, 2]
    assert builtin_method_call(items.sort, (), {"reverse": True}) is None
    assert items == [3, 2, 1]
    assert builtin_method_call(items.index, (2,), {}) == 1
    assert builtin_method_call({"a": 1}.get, ("b", 5), {}) == 5
    assert builtin_method_call("-".join, (["a", "b"],), {}) == "a-b"


def test_a_change_under_a_staged_test_is_merged() -> None:
    def run(x):
        items = [3, 1, 2]
        if x > 0:
            items.sort()
        return items

    assert [[int(v) for v in function(run)(tf.constant(x))] for x in (1, -1)] == [[1, 2, 3], [3, 1, 2]]


def test_a_method_that_staged_lists_do_not_have_is_refused() -> None:
    def run(n):
        items = []
        for i in range(n):
            items.append(i)
        return items.__sizeof__()

    with pytest.raises(StagingError, match="AG251"):
        function(run)(tf.constant(2))
