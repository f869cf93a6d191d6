"""The command: a Python file's functions, or a notebook, without a notebook."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from ag_notebook.__main__ import main

SOURCE = "def f(x):\n    while x > 1:\n        x = x - 1\n    return x\n\ndef g(x):\n    return f(x)\n\nvalue = g(3)\n"


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "sample.py"
    path.write_text(SOURCE)
    return path


def test_a_python_files_functions_are_shown(source, capsys):
    assert main([str(source), "--backend", "python"]) == 0
    shown = capsys.readouterr().out
    assert "while x > 1:" in shown
    assert "ag.while_stmt" in shown
    assert "return f(x)" in shown
    assert "\x1b[" not in shown


def test_names_choose(source, capsys):
    assert main([str(source), "g", "--backend", "python"]) == 0
    assert "while" not in capsys.readouterr().out


def test_a_page_is_saved(source, tmp_path, capsys):
    page = tmp_path / "page.html"
    assert main([str(source), "--backend", "python", "--html", str(page)]) == 0
    assert "while_stmt" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("option", ["--html", "--dark-html"])
def test_a_page_in_no_folder_is_refused_before_anything_runs(tmp_path, capsys, option):
    notebook = tmp_path / "a.ipynb"
    notebook.write_text("no notebook")
    assert main([str(notebook), option, str(tmp_path / "none" / "page.html")]) == 2
    assert f"AG407: There is no folder {tmp_path / 'none'}." in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_bad_input_is_one_line(source, tmp_path, capsys):
    assert main([str(tmp_path / "none.py")]) == 2
    assert (
        capsys.readouterr()
        .err.strip()
        .endswith(": no such file. Look at its spelling and at the folder that you are in.")
    )
    assert main([str(source), "h", "--backend", "python"]) == 2
    assert capsys.readouterr().err.strip().endswith("defines no `h`")


def test_options_that_do_not_fit_are_refused(source, tmp_path, capsys):
    notebook = tmp_path / "a.ipynb"
    notebook.write_text("{}")
    for words, said in (
        ([source, "-b", "lisp"], "There is no back end `lisp`, only "),
        ([notebook, "-b", "python"], "--backend: the cells of a notebook say that themselves"),
        ([notebook, "f"], "NAME: the cells of a notebook say that themselves"),
    ):
        assert main([str(word) for word in words]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(said)


def test_a_dark_page_is_for_notebooks(source, tmp_path, capsys):
    assert main([str(source), "--backend", "python", "--dark-html", str(tmp_path / "page.html")]) == 2
    assert "dark where the reader's system is" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


def test_a_function_that_cannot_be_converted_is_an_error(tmp_path, capsys):
    path = tmp_path / "sample.py"
    path.write_text("def f(x):\n    exec('x = 1')\n    return locals()\n")
    assert main([str(path), "--backend", "python"]) == 1
    error = capsys.readouterr().err
    assert "Error: AG" in error
    assert "sample.py" in error


@pytest.mark.slow
def test_a_notebook_is_run_and_saved(tmp_path, capsys):
    path = tmp_path / "a.ipynb"
    cells = [
        "%load_ext ag_notebook\n%config Autograph.backend = 'python'",
        "%%autograph\ndef f(x):\n    return x + 1\nf(1)",
    ]
    nbformat.write(new_notebook(cells=[new_code_cell(cell) for cell in cells]), path)
    page, dark = tmp_path / "b.html", tmp_path / "b_dark.html"
    assert main([str(path), "--html", str(page), "--dark-html", str(dark)]) == 0
    printed = capsys.readouterr().out
    assert "return x + 1" in printed
    assert printed.splitlines()[-2:] == [
        f"{page} shows the whole notebook.",
        f"{dark} shows the whole notebook, dark.",
    ]
    assert "x + 1" in page.read_text(encoding="utf-8")
    assert 'data-jp-theme-light="true"' in page.read_text(encoding="utf-8")
    assert 'data-jp-theme-light="false"' in dark.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_notebook_that_fails_is_an_error(tmp_path, capsys):
    path = tmp_path / "a.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell("1 / 0")]), path)
    assert main([str(path)]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_several_back_ends_are_for_one_call(source, capsys):
    assert main([str(source), "--backend", "tf,lantern"]) == 2
    assert "several are for one call, `python -m ag_notebook report" in capsys.readouterr().err
    assert main([str(source), "--backend", "tf"]) == 0
