"""The first word chooses the command."""

import pytest

from ag_notebook import commands


@pytest.mark.parametrize("word", ["report", "check", "plain"])
def test_the_first_word_chooses(word, monkeypatch):
    found = []
    from ag_notebook.commands import check, plain, report  # noqa: F401

    monkeypatch.setattr(f"ag_notebook.commands.{word}.{word}", lambda rest: found.append(rest) or 0)
    given = ["file.py"] if word == "plain" else [word, "file.py"]
    assert commands.main(given) == 0
    assert found == [["file.py"]]
