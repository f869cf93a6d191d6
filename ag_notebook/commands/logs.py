"""Keeps TensorFlow's log out of what a command shows, unless the environment asks for it.

`TF_CPP_MIN_LOG_LEVEL` says from which level on there is a log. What TensorFlow's libraries write while they are loaded, about
this machine's processors, they write before they look at it.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

LEVEL = "TF_CPP_MIN_LOG_LEVEL"
_LIBRARIES = ("tensorflow", "keras")
_STDERR = 2
_NO_WARNINGS = 2
"""The level from which on not even warnings are wanted."""


def choose_level() -> None:
    """Asks for errors alone, where the environment does not say what it wants."""
    os.environ.setdefault(LEVEL, "3")


@contextlib.contextmanager
def unlogged() -> Iterator[None]:
    """Libraries that are loaded inside say nothing; where that fails, what they said is shown after all."""
    level = os.environ.get(LEVEL, "")
    if not level.isdecimal() or int(level) < _NO_WARNINGS:  # somebody wants to read it
        yield
        return
    sys.stderr.flush()
    with tempfile.TemporaryFile() as written:
        kept = os.dup(_STDERR)
        os.dup2(written.fileno(), _STDERR)
        try:
            yield
        except BaseException:
            os.dup2(kept, _STDERR)
            written.seek(0)
            os.write(_STDERR, written.read())
            raise
        finally:
            os.dup2(kept, _STDERR)
            os.close(kept)


def load_libraries(path: Path) -> None:
    """Loads what a Python file imports of TensorFlow, so that the file's own import finds it loaded, and silent."""
    with contextlib.suppress(OSError, SyntaxError, ValueError, ImportError):  # the file itself will say so
        for node in ast.walk(ast.parse(path.read_bytes())):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                root = name.partition(".")[0]
                if root in _LIBRARIES and root not in sys.modules:
                    with unlogged():
                        importlib.import_module(root)
