"""Ends what a thread runs."""

import threading
import time

from ag_notebook.notebook.explorer.stopping import Stop, stoppable

LATEST = 2.0


def stopped_after(function) -> float:
    """Seconds from the stop to the end, which is a KeyboardInterrupt."""
    stop, ended, begun = Stop(), [], threading.Event()

    def run():
        try:
            with stoppable(stop):
                begun.set()
                function()
        except KeyboardInterrupt:
            ended.append(time.monotonic())

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    begun.wait(30)
    time.sleep(0.3)
    assert not stop.stopped
    told = time.monotonic()
    stop.stop()
    thread.join(30)
    assert stop.stopped and not thread.is_alive()
    (at,) = ended
    return at - told


def test_a_loop_of_pythons_ends():
    def loop():
        while True:
            pass

    assert stopped_after(loop) < LATEST


def test_nothing_arrives_after_the_block():
    stop, done = Stop(), threading.Event()

    def run():
        with stoppable(stop):
            pass
        stop.stop()
        for _ in range(200_000):
            pass
        done.set()

    threading.Thread(target=run, daemon=True).start()
    assert done.wait(30)


def test_a_graph_ends():
    import tensorflow as tf

    from ag_notebook import staging

    @staging.function
    def endless(n):
        while n > 0:
            n = n + 1 - 1
        return n

    endless(tf.constant(0))
    assert stopped_after(lambda: endless(tf.constant(1))) < LATEST
