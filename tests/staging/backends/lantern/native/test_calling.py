"""Deep calls, and calls from several threads."""

import threading

import numpy as np
import pytest
from failing import PROGRAM, TABLE, Chain, Named, chain

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled


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


@pytest.mark.parametrize("length", [200, 500, 1000, 1500, 2000, 2500, 3000, 4000, 6000])
def test_sums_begin_anew_on_the_large_stack(length):
    """The small stack may be full only on the way back, when gradients have been added up."""
    nodes = chain(length)
    _, (gradient, _), _ = compiled(PROGRAM, "vectors").gradients([nodes, np.ones(8)])
    _, (squares,), _ = compiled(PROGRAM, "total").gradients([nodes])
    assert {found["value"] for found in squares.values()} == {2.0}
    assert {found["value"] for found in gradient.values()} == {8 * 0.5**length}
