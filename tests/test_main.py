"""`python -m ag_notebook`: its words come to the commands, and their status is the process's."""

import subprocess
import sys


def run(*words):
    done = subprocess.run([sys.executable, "-m", "ag_notebook", *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_the_status_is_the_commands(tmp_path):
    path = tmp_path / "none.py"
    status, out, err = run(str(path))
    assert (status, out, err) == (
        2,
        "",
        f"{path}: no such file. Look at its spelling and at the folder that you are in.\n",
    )
    for command in ("report", "check"):
        status, out, err = run(command, f"{path}::f")
        assert (status, out) == (2, "")
        assert err.endswith(
            f"{path}: no such file. Look at its spelling and at the folder that you are in.\n"
        )


def test_help_names_the_commands():
    status, out, _ = run("--help")
    assert status == 0
    assert "python -m ag_notebook report --help" in out
    assert run("check", "--help")[0] == 0
