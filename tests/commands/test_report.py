"""`python -m ag_notebook report`: the view in the terminal, files by their names, and what goes wrong."""

import json

import pytest

from ag_notebook.commands import main
from ag_notebook.report import from_json


def test_a_call_is_run_and_shown(program, capsys):
    assert main(["report", f"{program}::collatz", "--call", "collatz(tf.constant(27))"]) == 0
    shown = capsys.readouterr().out
    assert "while n > 1:" in shown
    assert "StatelessWhile" in shown
    assert "collatz(tf.constant(27)) traced in " in shown
    assert shown.endswith("numpy=111>\n")
    assert "def area" not in shown
    assert "\x1b[" not in shown


def test_files_by_their_names(program, tmp_path, capsys):
    names = ("out/a.html", "a.json", "a.txt", "a.dot", "a.svg")
    paths = [tmp_path / name for name in names]
    options = [word for path in paths for word in ("-o", str(path))]
    assert main(["report", f"{program}::collatz", "--call", "collatz(tf.constant(2))", *options]) == 0
    assert capsys.readouterr() == ("", "")
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert texts[0].startswith("<!DOCTYPE html>")
    assert from_json(json.loads(texts[1])).run.call == "collatz(tf.constant(2))"
    assert "StatelessWhile" in texts[2]
    assert texts[3].startswith("digraph")
    assert "<svg" in texts[4]


def test_several_functions_and_methods(program, capsys):
    words = [f"{program}::Box.area", f"{program}::collatz"]
    assert main(["report", *words, "--call", "Box(3).area(tf.constant(collatz(tf.constant(4))))"]) == 0
    shown = capsys.readouterr().out
    assert "area, collatz" in shown
    assert "numpy=6>" in shown


def test_without_a_call_there_is_no_graph(program, capsys):
    assert main(["report", f"{program}::collatz"]) == 0
    shown = capsys.readouterr().out
    assert "ag.while_stmt" in shown
    assert "ops" not in shown


def test_notes_can_be_muted(program, tmp_path, capsys):
    words = ["report", f"{program}::Box.twice", "--call", "[Box.twice(n) for n in (1, 2)]"]
    assert main(words) == 0
    assert "AG125 warning" in capsys.readouterr().out
    assert main([*words, "--mute", "AG125"]) == 0
    assert "AG125" not in capsys.readouterr().out


def test_rungs_below_the_graph(program, tmp_path, capsys):
    path = tmp_path / "a.json"
    words = [
        "report",
        f"{program}::collatz",
        "--call",
        "collatz(tf.constant(2))",
        "--optimized",
        "-o",
        str(path),
    ]
    assert main(words) == 0
    trace = from_json(json.loads(path.read_text(encoding="utf-8"))).functions[0].traces[0]
    assert trace.optimized is not None
    assert trace.compiled == ()


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--call", "fails(tf.constant(1))"], 3, "ValueError: positive"),
        (["--call", "1 +"], 2, "`--call '1 +'`: not an expression"),
        (["-o", "a.xyz"], 2, "AG404: There is no view for files named '.xyz'."),
        (["-b", "lisp"], 2, "There is no back end `lisp`, only "),
        (["--call", "nothing(1)"], 3, "NameError: name 'nothing' is not defined"),
    ],
)
def test_what_goes_wrong(program, capsys, words, status, says):
    assert main(["report", f"{program}::fails", *words]) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert "ag_notebook/" not in err.replace(str(program), "")


def test_what_cannot_be_converted(program, capsys):
    assert main(["report", f"{program}::refused"]) == 3
    err = capsys.readouterr().err
    assert "\nConversionError: AG110 " in err
    assert "return locals()" in err


def test_options_that_there_are_none_of(program, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["report", str(program), "--colour"])
    assert ended.value.code == 2
