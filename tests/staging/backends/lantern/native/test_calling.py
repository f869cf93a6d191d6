"""Deep calls, and calls from several threads."""

import threading

import numpy as np
import pytest
from failing import PROGRAM, TABLE, Chain, Named, chain

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.calling import Caller
from ag_notebook.staging.backends.lantern.native.errors import Failure
from ag_notebook.staging.backends.lantern.native.executable import compiled
from ag_notebook.staging.backends.lantern.native.layout import FIRST_SLOT


def test_a_chain_of_100_000_nodes():
    nodes = chain(100_000)
    total = compiled(PROGRAM, "total")
    assert total.run([nodes]) == (100_000.0,)
    (value,), (gradient,), _ = total.gradients([nodes])
    assert value == 100_000
    assert len(gradient) == 100_000
    assert gradient[id(nodes)] == {"value": 2.0}
    assert total.run([chain(3)]) == (3.0,)


def test_a_deep_call_in_another_thread():
    found = []
    worker = threading.Thread(target=lambda: found.append(compiled(PROGRAM, "total").run([chain(20_000)])))
    worker.start()
    worker.join()
    assert found == [(20_000.0,)]


def test_deeper_than_any_stack():
    endless = compiled(PROGRAM, "endless", stack=8 << 20)
    with pytest.raises(RecursionError, match="endless calls itself deeper than 8 MiB of stack have room for"):
        endless.run([0])
    total = compiled(PROGRAM, "total", stack=2 << 20)
    with pytest.raises(RecursionError):
        total.gradients([chain(100_000)])
    assert total.gradients([chain(10)])[0] == (10.0,)


@pytest.mark.parametrize("result", ["(call endless (+ x 1.0))", "(+ x (call endless (+ x 1.0)))"])
def test_calls_that_could_be_loops_are_calls(result):
    endless = compiled(read(f"(def endless ((x f64)) (if (< x 0.0) x {result}))"), "endless", stack=32 << 20)
    for call in (endless.run, endless.gradients):
        with pytest.raises(RecursionError):
            call([1.0])
        assert call([-2.0])[0] in (-2.0, (-2.0,))
    assert endless.gradients([-2.0])[1] == (1.0,)


def test_two_threads_at_once():
    executable, found = compiled(PROGRAM, "total"), []
    nodes = [chain(length) for length in (10, 2000)]
    threads = [
        threading.Thread(target=lambda each=each: found.extend(executable.run([each]) for _ in range(50)))
        for each in nodes
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [(10.0,)] * 50 + [(2000.0,)] * 50


def test_sums_begin_anew_on_the_large_stack():
    """The small stack may be full only on the way back, when gradients have been added up."""
    sums, answers = np.zeros(2), [Failure.DEPTH, Failure.NONE, Failure.INDEX]

    def entry(*pointers):
        sums[0] += 1
        return answers.pop(0)

    caller = Caller("f", 1 << 20)
    context = np.zeros(FIRST_SLOT, np.uint64)
    caller.call(entry, context, [], lambda: sums.fill(0))
    assert sums.tolist() == [1, 0]
    with pytest.raises(IndexError):
        caller.call(entry, context, [], lambda: sums.fill(0))
    assert sums.tolist() == [0, 0]
