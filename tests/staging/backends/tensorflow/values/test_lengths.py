"""The length of a staged list is read off the graph where every run has the same."""

from __future__ import annotations

import tensorflow as tf

from ag_notebook.staging import function
from ag_notebook.staging.backends.tensorflow.values.lengths import known_length


def lengths_of(make, *arguments):
    """The lengths of the lists that a function makes, as they are known while it is traced."""
    seen = []

    def run(*values):
        made = make(*values)
        for items in made:
            seen.append(known_length(items))  # noqa: PERF401
        return [len(items) for items in made]

    counted = function(run)(*arguments)
    return seen, [int(n) for n in counted]


def test_known_and_unknown_lengths():
    def make(xs):
        mapped = [v * 2 for v in xs]
        longer = [*mapped, 1]
        chosen = [v for v in xs if v > 1]
        copied = [v + 1 for v in mapped]
        return mapped, longer, chosen, copied

    seen, counted = lengths_of(make, tf.constant([3, 1, 2]))
    assert counted == [3, 4, 2, 3]
    assert seen == [3, 4, None, 3]
