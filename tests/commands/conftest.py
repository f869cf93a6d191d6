"""A Python file as users have them, for the tests of commands."""

import sys

import pytest

SOURCE = """\
import tensorflow as tf


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


class Box:
    def __init__(self, k):
        self.k = k

    def area(self, x):
        if x > 0:
            return x * self.k
        return -x

    @staticmethod
    def twice(x: int):
        return 2 * x


def refused(x):
    return locals()


def fails(x):
    if x > 0:
        raise ValueError("positive")
    return x


def lies(x):
    return x + (0 if tf.executing_eagerly() else 1)


number = 5
"""


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(SOURCE)
    known, modules = list(sys.path), set(sys.modules)
    yield path
    sys.path[:] = known
    for name in set(sys.modules) - modules:
        if name in ("program", "file_program"):
            del sys.modules[name]
