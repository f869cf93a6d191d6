"""Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from failing import PROGRAM, TABLE, Chain, Named, chain

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled


@pytest.mark.skipif(os.name == "nt", reason="signals to oneself are POSIX's")
@pytest.mark.parametrize(("name", "argument"), [("forever", 0), ("doubling", 60)])
def test_interrupts(name, argument):
    executable = compiled(PROGRAM, name)
    assert executable.run([0 if name == "doubling" else -1]) == (1 if name == "doubling" else -1,)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        executable.run([argument])
    assert time.monotonic() - start < 1.2
    assert executable.run([0 if name == "doubling" else -1]) == (1 if name == "doubling" else -1,)


DEEP_INTERRUPT = """
import os, signal, threading
from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled
program = read('''(def deep ((n i64)) (if (== n 0) (let* ((m (while ((m 0)) (>= m 0) (% (+ m 1) 1000)))) m) (+ 1 (call deep (- n 1)))))''')
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    compiled(program, "deep").run([100_000])
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(os.name == "nt", reason="signals to oneself are POSIX's")
def test_interrupts_of_deep_calls():
    found = subprocess.run([sys.executable, "-c", DEEP_INTERRUPT], capture_output=True, text=True, timeout=20)
    assert found.stdout == "interrupted\n", found.stderr
