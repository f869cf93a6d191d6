"""Progress: on a terminal only, and never on the output."""

import io
import sys

from ag_notebook.commands.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_nothing_where_there_is_no_terminal(capsys):
    progress = Progress()
    with progress.working("long work"):
        progress.running("f(1)")
    assert capsys.readouterr() == ("", "")


def test_a_terminal_is_told(monkeypatch, capsys):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = Progress()
    with progress.working("long [work]"):
        pass
    progress.running("f([1, 2])")
    assert "long [work]" in terminal.getvalue()
    assert "f([1, 2])" in terminal.getvalue()
    assert capsys.readouterr().out == ""
