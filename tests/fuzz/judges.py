"""Asks a process of its own for a verdict, so that a hang or a crash costs one program and not the run."""

from __future__ import annotations

import dataclasses
import json
import queue
import subprocess
import sys
import threading
from pathlib import Path

from judging import Verdict
from programs import Program

SERVER = Path(__file__).with_name("judging.py")
RENEW_AFTER = 200  # graphs are kept by TensorFlow: a fresh process now and then keeps memory flat


class Judge:
    """A process that judges programs, one after the other."""

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
            answer = self.answers.get(timeout=seconds)
        except queue.Empty:
            self.close()
            return Verdict("mismatch", cause="hang", detail=f"no verdict after {seconds} seconds")
        except OSError:
            answer = ""
        if not answer:
            self.close()
            return Verdict("mismatch", cause="crash", detail="the process ended")
        return Verdict(**json.loads(answer))

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
