"""TensorFlow's log: kept away where nobody asked for it, and shown where loading fails."""

import os
import subprocess
import sys

import pytest

from ag_notebook.commands import logs


@pytest.fixture
def chosen(monkeypatch):
    """The environment says nothing, so the level is ours."""
    monkeypatch.setenv(logs.LEVEL, "")
    monkeypatch.delenv(logs.LEVEL)
    logs.choose_level()


@pytest.mark.parametrize(
    ("level", "said"), [("0", "a line of the log"), ("1", "a line of the log"), ("2", ""), ("3", "")]
)
def test_a_level_of_the_users_counts(monkeypatch, capfd, level, said):
    monkeypatch.setenv(logs.LEVEL, level)
    logs.choose_level()
    assert os.environ[logs.LEVEL] == level
    with logs.unlogged():
        os.write(2, b"a line of the log")
    assert capfd.readouterr().err == said


def test_nothing_is_written_while_libraries_are_loaded(chosen, capfd):
    assert os.environ[logs.LEVEL] == "3"
    with logs.unlogged():
        os.write(2, b"a line of the log")
    os.write(2, b"after")
    assert capfd.readouterr().err == "after"


def test_what_was_written_is_shown_where_loading_fails(chosen, capfd):
    with pytest.raises(ImportError), logs.unlogged():
        os.write(2, b"why it fails")
        raise ImportError
    assert capfd.readouterr().err == "why it fails"


def test_what_a_file_imports_is_loaded_silently(chosen, capfd, monkeypatch, tmp_path):
    folder = tmp_path / "libraries"
    folder.mkdir()
    (folder / "noisy_library.py").write_text("import os\nos.write(2, b'noise')\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(logs, "_LIBRARIES", ("noisy_library",))
    path = tmp_path / "a.py"
    for text in ("import nothing", "from .noisy_library import x", "import noisy(", "import noisy_library_2"):
        path.write_text(text)
        logs.load_libraries(path)
        assert "noisy_library" not in sys.modules
    path.write_text("def f():\n    from noisy_library import x\n")
    logs.load_libraries(path)
    assert sys.modules.pop("noisy_library")
    assert capfd.readouterr().err == ""
    logs.load_libraries(tmp_path / "there_is_none.py")


@pytest.mark.parametrize("backend", ["tensorflow", "python"])
def test_a_command_shows_the_report_alone(program, backend):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TF_")}
    words = [
        "-m",
        "ag_notebook",
        "report",
        f"{program}::collatz",
        "-b",
        backend,
        "--call",
        "collatz(tf.constant(2))",
    ]
    run = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stderr == ""
    assert f"collatz · {backend} · " in run.stdout
