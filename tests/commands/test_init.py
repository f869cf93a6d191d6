"""The first word chooses the command."""

import subprocess
import sys

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


def test_a_reader_that_has_enough_is_no_error(tmp_path):
    program = tmp_path / "program.py"
    body = "".join(f"    x = x + {number}\n" for number in range(3000))
    program.write_text(f"def long(x):\n{body}    return x\n")
    words = [
        sys.executable,
        "-m",
        "ag_notebook",
        "report",
        f"{program}::long",
        "-b",
        "python",
        "--show",
        "code",
    ]
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    run.stdout.readline()
    run.stdout.close()
    assert run.stderr.read() == ""
    run.stderr.close()
    assert run.wait() == 0
