"""Asks a process of its own for a verdict, so that a hang or a crash costs one program and not the run."""

from __future__ import annotations

import dataclasses
import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

from judging import Verdict
from program import Program

SERVER = Path(__file__).with_name("judging.py")
RENEW_AFTER = 200  # graphs are kept by TensorFlow: a fresh process now and then keeps memory flat
PATIENCE = 10
"""On a busy machine a verdict may take this many times the seconds of computing that it is given."""


class Judge:
    """A process that judges programs, one after the other; each has some seconds of computing time."""

    def __init__(self, seconds: float = 30, start_seconds: float = 90, server: Path = SERVER) -> None:
        self.seconds, self.start_seconds, self.server = seconds, start_seconds, server
        self.process: subprocess.Popen[str] | None = None
        self.answers: queue.Queue[str] = queue.Queue()
        self.judged = 0

    def __call__(self, program: Program) -> Verdict:
        if self.process is None or self.judged >= RENEW_AFTER:
            self.restart()
        assert self.process is not None
        assert self.process.stdin is not None
        seconds = self.seconds if self.judged else self.start_seconds
        self.judged += 1
        try:
            self.process.stdin.write(json.dumps(dataclasses.asdict(program)) + "\n")
            self.process.stdin.flush()
            answer = self.answer_within(seconds)
        except queue.Empty:
            self.close()
            return Verdict("mismatch", cause="hang", detail=f"no verdict after {seconds} seconds")
        except OSError:
            answer = ""
        if not answer:
            self.close()
            return Verdict("mismatch", cause="crash", detail="the process ended")
        return Verdict(**json.loads(answer))

    def answer_within(self, seconds: float) -> str:
        """The next answer.

        Raises:
            queue.Empty: the process has computed for so long, or waited for ten times as long.
        """
        assert self.process is not None
        begun, end = seconds_used(self.process.pid), time.monotonic() + PATIENCE * seconds
        while True:
            try:
                return self.answers.get(timeout=min(1, seconds))
            except queue.Empty:
                used = seconds_used(self.process.pid)
                known = begun is not None and used is not None
                if time.monotonic() > end or (known and used - begun > seconds):
                    raise

    def restart(self) -> None:
        self.close()
        self.judged = 0
        process = subprocess.Popen(
            [sys.executable, str(self.server)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        answers: queue.Queue[str] = queue.Queue()

        def listen() -> None:
            assert process.stdout is not None
            for line in process.stdout:
                answers.put(line)
            answers.put("")

        threading.Thread(target=listen, daemon=True).start()
        self.process, self.answers = process, answers

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def seconds_used(process: int) -> float | None:
    """The computing time of a process, where the system tells it."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
