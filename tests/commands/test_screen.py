"""Views on the screen and in files."""

import pytest

from ag_notebook.commands.failures import UsageError
from ag_notebook.commands.screen import check_file, show, width, write
from ag_notebook.report import StagingReport

REPORT = StagingReport("f", "python", ())


def test_the_terminal_view(capsys, monkeypatch):
    show(REPORT)
    assert capsys.readouterr().out == "f · python\n"
    assert width() >= 80


def test_a_file(tmp_path):
    write(REPORT, tmp_path / "b.txt")
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == "f · python\n"


def test_what_cannot_be_written(tmp_path):
    with pytest.raises(UsageError, match="AG404"):
        write(REPORT, tmp_path / "a.svg")  # there is no graph
    (tmp_path / "file").write_text("")
    for folder in ("file", "none"):
        with pytest.raises(UsageError, match="AG407"):
            write(REPORT, tmp_path / folder / "a.txt")
        with pytest.raises(UsageError, match="AG407"):
            check_file(tmp_path / folder / "a.txt")
    with pytest.raises(UsageError, match="AG404"):
        check_file(tmp_path / "a.doc")
    check_file(tmp_path / "a.HTML")
