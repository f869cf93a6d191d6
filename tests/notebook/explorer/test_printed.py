"""What a run prints comes to it, and what others print meanwhile stays theirs."""

import contextlib
import io
import os
import sys
import threading

from IPython.display import display

from ag_notebook.notebook.explorer.printed import KEPT, Printed, caught


def in_thread(function) -> None:
    thread = threading.Thread(target=function)
    thread.start()
    thread.join(30)
    assert not thread.is_alive()


def test_streams_displays_and_descriptors_in_order(session):
    printed = Printed()

    def run():
        with caught(printed, session.shell):
            print("a")
            print("b", file=sys.stderr)
            display({"text/plain": "shown"}, raw=True)
            print("c")

    in_thread(run)
    kinds = [each.get("text") or each["data"] for each in printed.outputs()]
    assert kinds == ["a\n", "b\n", {"text/plain": "shown"}, "c\n"]
    assert [each.get("name") for each in printed.outputs()] == ["stdout", "stderr", None, "stdout"]


def test_what_the_process_writes_is_caught_less_what_is_logged(session):
    printed = Printed()

    def run():
        with caught(printed, session.shell):
            os.write(2, b"2026-01-01 00:00:00.000000: I tensorflow/x.cc:1] log\nprinted\n")

    in_thread(run)
    assert printed.text == "printed\n"


def test_other_threads_keep_their_output(session):
    printed = Printed()
    begun, may_end = threading.Event(), threading.Event()

    def run():
        with caught(printed, session.shell):
            print("ours")
            begun.set()
            may_end.wait(30)

    own = io.StringIO()
    with contextlib.redirect_stdout(own):
        thread = threading.Thread(target=run)
        thread.start()
        begun.wait(30)
        print("theirs")
        may_end.set()
        thread.join(30)
        print("after")
    assert printed.text == "ours\n" and own.getvalue() == "theirs\nafter\n"


def test_streams_are_put_back(session):
    before = sys.stdout, sys.stderr
    printed = Printed()

    def run():
        with contextlib.suppress(ZeroDivisionError), caught(printed, session.shell):
            1 / 0

    in_thread(run)
    assert (sys.stdout, sys.stderr) == before
    assert "publish" not in vars(session.shell.display_pub)


def test_a_cell_that_catches_its_output_meanwhile_loses_nothing(session):
    """The cell's stream is put in place while ours is, and put back after ours is gone."""
    printed, own = Printed(), io.StringIO()
    begun, may_end = threading.Event(), threading.Event()

    def run():
        with caught(printed, session.shell):
            begun.set()
            may_end.wait(30)

    thread = threading.Thread(target=run)
    before = sys.stdout
    thread.start()
    begun.wait(30)
    with contextlib.redirect_stdout(own):
        print("caught")
        may_end.set()
        thread.join(30)
        print("too")
    assert own.getvalue() == "caught\ntoo\n" and printed.text == ""
    sys.stdout.write("")  # the stream that is left behind hands on
    sys.stdout = before


def test_much_text_is_cut_at_its_begin():
    printed = Printed()
    for number in range(KEPT):
        printed.write("stdout", f"{number}\n")
    assert KEPT <= sum(len(each["text"]) for each in printed.outputs()) < 3 * KEPT
    assert "characters before are left out" in printed.outputs()[0]["text"]
    assert printed.text.endswith(f"{KEPT - 1}\n")
    assert printed.version == KEPT
