"""Gives the tests of the notebook edge a real shell with the extension loaded."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config


@dataclass
class Ran:
    """What running one cell gave."""

    value: Any
    error: BaseException | None
    printed: str
    bundles: list[dict[str, Any]] = field(default_factory=list)

    @property
    def views(self) -> list[str]:
        return [bundle["text/plain"] for bundle in self.bundles]


class Session:
    """A shell that runs cells as a front end does: numbered, with history and displays."""

    def __init__(self, shell: InteractiveShell) -> None:
        self.shell = shell

    def run(self, cell: str, *, store_history: bool = True, silent: bool = False) -> Ran:
        with capture_output() as captured:
            result = self.shell.run_cell(cell, store_history=store_history, silent=silent)
        bundles = [output.data for output in captured.outputs]
        error = result.error_before_exec or result.error_in_exec
        return Ran(result.result, error, captured.stdout + captured.stderr, bundles)

    def ok(self, cell: str) -> Ran:
        ran = self.run(cell)
        assert ran.error is None, ran.printed
        return ran

    def names(self) -> set[str]:
        """The user's names, without the shell's own `_`, `_3`, `_i3`, `In`, …"""
        return {name for name in self.shell.user_ns if not name.startswith("_")}


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch):
    """A session in which nothing is loaded."""
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    config.Autograph.backend = "python"  # no TensorFlow: these tests are about the shell
    config.TerminalInteractiveShell.term_title = False
    hooks = sys.displayhook, sys.excepthook
    main = sys.modules["__main__"]
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(config=config)
    yield Session(shell)
    shell.restore_sys_module_state()
    InteractiveShell.clear_instance()
    sys.displayhook, sys.excepthook = hooks
    sys.modules["__main__"] = main


@pytest.fixture
def session(bare: Session) -> Session:
    """A session with the extension loaded."""
    bare.ok("%load_ext ag_notebook")
    return bare
