"""What is below a graph is made only where it is asked for, and a failure is a note."""

from __future__ import annotations

import pytest
import tensorflow as tf

from ag_notebook import staging
from ag_notebook.staging.backends.protocol import Below
from ag_notebook.staging.backends.tensorflow import below as module
from ag_notebook.staging.backends.tensorflow.below import below


@pytest.fixture
def concrete():
    staged = staging.function(lambda x: x * 2.0 + x * 2.0)
    staged.graph(tf.constant(1.0))
    return staged.entry.traces[-1].function


def test_only_what_is_asked_for(concrete) -> None:
    assert below(concrete, ()) == Below()
    found = below(concrete, ("optimized",))
    assert found.optimized is not None and found.compiled == () and found.notes == ()
    found = below(concrete, ("xla",))
    assert found.optimized is None and len(found.compiled) == 2


def test_a_failure_of_the_optimizer_is_a_note(concrete, monkeypatch) -> None:
    def fails(*_):
        raise RuntimeError("no such\nluck")

    monkeypatch.setattr(module, "optimized_graph", fails)
    found = below(concrete, ("optimized",))
    (note,) = found.notes
    assert found.optimized is None
    assert (note.code, note.level) == ("AG304", "info")
    assert note.message == "TensorFlow's optimizer did not take the graph: no such"


def test_graphs_that_are_too_large_are_not_optimized(concrete, monkeypatch) -> None:
    monkeypatch.setattr(module, "MOST_OPERATIONS", 3)
    found = below(concrete, ("optimized",))
    (note,) = found.notes
    assert found.optimized is None
    assert note.message == ("The optimized graph is not shown: it is made of graphs of at most 3 operations.")
