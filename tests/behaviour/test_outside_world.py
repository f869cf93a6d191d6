"""What changes files, processes and sockets under a staged test is refused; what only reads is not."""

import json
import os
import pathlib
import random
import shutil
import socket
import subprocess
import tempfile
import threading
import time

import numpy as np
import pytest
import tensorflow as tf


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "there").write_text("7")
    return tmp_path


def test_writes_in_a_branch_are_refused(check, folder):
    def opened(x):
        if x > 2:
            with open(folder / "new", "w") as file:
                file.write("a")
        return x

    def appended(x):
        return x if x < 2 else len(open(folder / "new", mode="a").name)

    def by_path(x):
        if x > 2:
            folder.joinpath("new").write_text("a")
        return x

    def as_json(x):
        if x > 2:
            json.dump([1], (folder / "new").open("w"))
        return x

    def made(x):
        if x > 2:
            os.makedirs(folder / "a" / "b", exist_ok=True)
        return x

    def low_level(x):
        if x > 2:
            os.close(os.open(folder / "new", os.O_CREAT | os.O_WRONLY))
        return x

    def array(x):
        if x > 2:
            np.save(folder / "new", np.zeros(2))
        return x

    for function in (opened, appended, by_path, as_json, made, low_level, array):
        check.refuses(function, (1,), at="folder", says="would happen while tracing", code="AG232")
    assert [p.name for p in folder.iterdir()] == ["there"]


def test_changes_of_files_in_loops_are_refused(check, folder):
    def removed(x):
        while x > 2:
            os.remove(folder / "there")
            x -= 1
        return x

    def unlinked(x):
        for i in range(x):
            if i > 9:
                (folder / "there").unlink()
        return x

    def renamed(x):
        for i in range(x):
            if i > 9:
                os.rename(folder / "there", folder / "other")
        return x

    def all_removed(x):
        for i in range(x):
            if i > 9:
                shutil.rmtree(folder)
        return x

    def swallowed(x):
        for i in range(x):
            if i > 9:
                try:
                    pathlib.Path(folder, "there").write_bytes(b"8")
                except Exception:
                    pass
        return x

    for function in (removed, unlinked, renamed, all_removed, swallowed):
        check.refuses(function, (1,), at="folder", says="would happen while tracing", code="AG232")
    assert (folder / "there").read_text() == "7"


def test_processes_and_sockets_in_a_branch_are_refused(check):
    def system(x):
        return x if x < 2 else x + os.system("true")

    def process(x):
        if x > 2:
            subprocess.run(["true"], check=True)
        return x

    def connection(x):
        if x > 2:
            with socket.socket() as plug:
                plug.connect(("127.0.0.1", 9))
        return x

    def ended(x):
        if x > 2:
            os._exit(3)
        return x

    def temporary(x):
        if x > 2:
            tempfile.mkdtemp()
        return x

    for function, at in (
        (system, "os.system"),
        (process, "subprocess.run"),
        (connection, "plug.connect"),
        (ended, "_exit"),
        (temporary, "mkdtemp"),
    ):
        check.refuses(
            function, (1,), at=at, says="while tracing, whether or not this is reached", code="AG232"
        )


def test_files_of_tensorflow_in_a_branch_are_refused(check, folder):
    def made(x):
        if x > 2:
            tf.io.gfile.makedirs(str(folder / "new"))
        return x

    def opened(x):
        if x > 2:
            with tf.io.gfile.GFile(str(folder / "new"), "w") as file:
                file.write("a")
        return x

    for function in (made, opened):
        check.refuses(function, (1,), at="gfile", says="would happen while tracing", code="AG232")
    assert [p.name for p in folder.iterdir()] == ["there"]


def test_a_thread_in_a_branch_is_refused(check):
    begun = []

    def run(x):
        if x > 2:
            threading.Thread(target=begun.append, args=(1,)).start()
        return x

    check.refuses(run, (1,), at="start", says="start would be done while tracing", code="AG232")
    assert not begun


def test_files_that_are_open_are_written_by_print_only(check, folder):
    def dumped(x):
        if x > 2:
            json.dump([1], opened)
        return x

    def always_dumped(x):
        json.dump([1], fp=opened)
        return x

    def printed(x):
        for i in range(x):
            print("i", i, file=opened)
        return x

    def made_here(x):
        with open(folder / "new", "w") as file:
            if x > 2:
                print("x", x, file=file)
        return x

    with open(folder / "opened", "w+") as opened:
        check.refuses(dumped, (1,), at="dump", says="dump may write to a TextIOWrapper", code="AG232")
        check.refuses(always_dumped, (1,), at="dump", says="dump may write to a TextIOWrapper", code="AG232")
        check.refuses(made_here, (3,), at="print", says="a TextIOWrapper made here", code="AG232")
        for n in (2, 1):
            opened.seek(0)
            opened.truncate()
            check(printed, (n,), callbacks=True)
            opened.seek(0)
            text = "".join(f"i {i}\n" for i in range(n))
            assert set(opened.read().split(text)) == {""}


def test_files_are_read_in_a_branch(check, folder):
    def run(x):
        held = 0
        if x > 2:
            with open(folder / "there") as file:
                held = int(file.read())
            held += int((folder / "there").read_text()) + len(os.listdir(folder))
        return x + held

    check(run, (1,), (3,))


def test_modules_are_imported_in_a_branch(check, folder, monkeypatch):
    (folder / "ag_notebook_imported_here.py").write_text("value = 5\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr("sys.dont_write_bytecode", False)

    def run(x):
        if x > 2:
            import ag_notebook_imported_here

            x += ag_notebook_imported_here.value
        return x

    check(run, (3,), (1,))


def test_what_waits_or_is_seeded_is_refused_with_a_true_sentence(check):
    def waits(x):
        time.sleep(0.001)
        return x

    def seeded(x):
        return x + random.Random(0).random()

    def seeded_array(x):
        return x + np.random.default_rng(seed=0).random()

    def of_a_moment(x):
        return x + time.gmtime(0).tm_year

    for function, at in (
        (waits, "sleep"),
        (seeded, "Random"),
        (seeded_array, "default_rng"),
        (of_a_moment, "gmtime"),
    ):
        check.refuses(
            function, (3,), at=at, says="would run once, while tracing, and not at each call", code="AG232"
        )

    def drawn(x):
        return x + int(random.random() * 0)

    check.refuses(drawn, (3,), at="random", says="gives another value at each call", code="AG232")


LOCAL = threading.local()


def test_attributes_of_a_thread(check):
    LOCAL.n = 0

    def f(x):
        LOCAL.n = 5
        LOCAL.n += 1
        return x + LOCAL.n

    check(f, (2,), (0,))
