"""Runs of a function in a thread: phases, values, errors, stops, and the reports of all of them."""

import inspect
import threading
import time

import pytest

from ag_notebook.notebook.explorer import session as module
from ag_notebook.notebook.explorer.session import Request, Session, Work
from ag_notebook.staging.errors import ConversionError, StagingError
from ag_notebook.staging.function import function
from ag_notebook.staging.measuring import measuring

LONG = 60.0


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def work_of(explored: Session, *args, backend="python", stop_after=None, **request) -> Work:
    bound = inspect.signature(explored.original).bind(*args)
    backends = (backend,) if isinstance(backend, str) else backend
    made = explored.start(Request(bound, backends, **request))
    if stop_after is not None:
        assert not made.done.wait(stop_after)
        made.stop()
    assert made.done.wait(LONG)
    return made


def test_python_runs_it():
    made = work_of(Session(collatz, "python"), 27, show=("code",))
    assert made.value == 111 and made.error is None and not made.is_stopped
    assert made.report.run.value == "111" and made.report.run.seconds > 0
    assert made.report.functions[0].name == "collatz"


def test_what_is_only_traced_does_not_run():
    ran = []
    made = work_of(Session(lambda x: ran.append(x), "python"), 1, run=False)
    assert made.report.run.value == "" and made.value is None and ran == []


def test_lantern_runs_it_and_traces_once_for_a_type():
    explored = Session(collatz, "lantern")
    first = work_of(explored, 27, backend="lantern")
    assert int(first.value) == 111 and (first.new_traces, first.traces) == (1, 1)
    assert first.reason == "first call" and first.report.run.traced_seconds > 0
    again = work_of(explored, 7, backend="lantern")
    assert int(again.value) == 16 and (again.new_traces, again.traces) == (0, 1)
    assert again.report.run.traced_seconds is None


def test_tensorflow_says_why_it_traced_again():
    import tensorflow as tf

    explored = Session(collatz, "tensorflow")
    first = work_of(explored, tf.constant(27), backend="tensorflow", show=("graph",))
    assert int(first.value) == 111 and first.report.functions[0].traces[0].graph is not None
    assert work_of(explored, tf.constant(9), backend="tensorflow").new_traces == 0
    other = work_of(explored, tf.constant(9, tf.int64), backend="tensorflow")
    assert (other.new_traces, other.traces) == (1, 2) and "int64" in other.reason


def test_the_users_own_staged_function_keeps_its_traces():
    import tensorflow as tf

    staged = function(collatz)
    staged(tf.constant(3))
    explored = Session(staged, "python")
    assert work_of(explored, tf.constant(5), backend="tensorflow").new_traces == 0
    reduced = {"reduce_retracing": True}
    assert work_of(explored, tf.constant(5), backend="tensorflow", options=reduced).new_traces == 1
    assert work_of(explored, tf.constant(6), backend="tensorflow", options=reduced).new_traces == 0
    assert len(staged.traces()) == 1


def test_an_error_of_the_users_has_a_report_below_it():
    def f(x):
        return 1 // x

    made = work_of(Session(f, "python"), 0)
    assert isinstance(made.error, ZeroDivisionError) and made.value is None
    assert made.report.run is None and made.report.functions[0].name == "f"


def test_what_cannot_be_converted_or_staged_is_an_error():
    import tensorflow as tf

    def unconvertible(x):
        return locals()

    def unstageable(x):
        return x if x <= 0 else unstageable(x - 1)

    made = work_of(Session(unconvertible, "python"), 0)
    assert isinstance(made.error, ConversionError) and made.report is None
    made = work_of(Session(unstageable, "tensorflow"), tf.constant(1), backend="tensorflow")
    assert isinstance(made.error, StagingError) and made.report.functions[0].name == "unstageable"


def test_even_an_exit_does_not_end_the_session():
    def f(x):
        raise SystemExit(3)

    made = work_of(Session(f, "python"), 0)
    assert isinstance(made.error, SystemExit)
    assert work_of(Session(collatz, "python"), 3).value == 7


def test_printed_text_is_caught_also_where_it_is_staged(session):
    import tensorflow as tf

    def f(n):
        print("traced")
        while n > 0:
            print("n is", n)
            tf.print("tf", n)
            n -= 1
        return n

    explored = Session(f, "tensorflow", session.shell)
    made = work_of(explored, tf.constant(2), backend="tensorflow")
    assert sorted(made.printed.text.splitlines()) == sorted(["traced", "n is 2", "tf 2", "n is 1", "tf 1"])


def test_a_check_says_what_differs():
    made = work_of(Session(collatz, "python"), 27, check=True)
    assert made.report.checks[0].compared and not made.report.checks[0].difference
    assert made.value == 111


@pytest.mark.parametrize("backends", ["tensorflow", ("tensorflow", "lantern")])
def test_times_are_those_of_the_run(backends):
    import tensorflow as tf

    staged = function(collatz)
    with measuring():
        staged(tf.constant(5))  # the times of another call, of 5 rounds
    explored = Session(staged, "tensorflow")
    made = work_of(explored, tf.constant(3), backend=backends, show=("graph", "times"))
    (trace,) = made.report.functions[0].traces
    assert max(each.count for each in trace.times) == 7
    probed = work_of(explored, tf.constant(3), backend="tensorflow", options={"probes": "n"}, show=("times",))
    assert probed.report.functions[0].traces[0].times
    assert [note.code for note in probed.report.notes] == []


def test_back_ends_side_by_side():
    made = work_of(Session(collatz, "tensorflow"), 27, backend=("tensorflow", "lantern"))
    assert int(made.value) == 111 and [each.backend for each in made.report.beside] == ["lantern"]
    assert "111" in made.report.run.value and "111" in made.report.beside[0].run.value


def endless(n):
    while n > 0:
        n = n + 1 - 1
    return n


@pytest.mark.parametrize("backend", ["python", "tensorflow", "lantern"])
def test_an_endless_loop_ends_within_2_seconds_and_the_next_run_works(backend):
    import tensorflow as tf

    explored = Session(endless, backend)
    n = tf.constant(1) if backend == "tensorflow" else 1
    made = explored.start(Request(inspect.signature(endless).bind(n), (backend,)))
    end = time.monotonic() + LONG
    while made.phase != "running" and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.5)
    told = time.monotonic()
    made.stop()
    assert made.done.wait(LONG) and time.monotonic() - told < 2.0
    assert made.is_stopped and made.error is None and made.phase == "running"
    assert int(work_of(explored, n - 1, backend=backend).value) == 0


def test_a_loop_that_is_unrolled_for_ever_is_stopped_while_tracing():
    made = work_of(Session(endless, "tensorflow"), 1, backend="tensorflow", stop_after=1.0)
    assert made.is_stopped and made.phase == "tracing" and made.ended - made.begun < 4.0


def test_one_run_waits_for_the_other_and_can_be_stopped_meanwhile():
    with module._one_at_a_time:
        made = Session(collatz, "python").start(Request(inspect.signature(collatz).bind(3), ("python",)))
        assert not made.done.wait(0.3) and made.phase == "waiting"
        made.stop()
        assert made.done.wait(LONG) and made.is_stopped
    assert work_of(Session(collatz, "python"), 3).value == 7


def test_runs_are_in_a_thread_with_the_context_of_who_began_them():
    import contextvars

    setting = contextvars.ContextVar("setting", default=0)
    seen = []

    def f():
        seen.append((setting.get(), threading.current_thread() is threading.main_thread()))

    setting.set(5)
    assert work_of(Session(f, "python")).error is None
    assert seen == [(5, False)]
