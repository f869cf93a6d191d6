"""Methods of Python's texts go through iterables whose items may be staged."""

from __future__ import annotations

import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.runtime.text_methods import text_method


def test_plain_texts_are_pythons() -> None:
    assert text_method(", ".join, (iter(["a", "b"]),), {}) == "a, b"
    assert text_method("{}-{k}".format, (1,), {"k": 2}) == "1-2"


def test_staged_items_of_iterators() -> None:
    joined = function(lambda n: (", ".join(map(str, [n, 2])), "+".join(str(v) for v in (n, n))))
    assert [v.numpy() for v in joined(tf.constant(3))] == [b"3, 2", b"3+3"]
