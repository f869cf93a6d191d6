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
    names = ("a.html", "a.json", "a.txt", "a.dot", "a.svg")
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


def test_parts_are_chosen(program, tmp_path, capsys):
    words = ["report", f"{program}::collatz", "--call", "collatz(tf.constant(27))"]
    assert main([*words, "--show", "graph,result"]) == 0
    shown = capsys.readouterr().out
    assert "StatelessWhile(n, steps=0)" in shown
    assert "numpy=111" in shown
    assert "while n > 1:" not in shown
    assert main([*words, "-s", "passes", "-o", str(tmp_path / "a.txt"), "-o", str(tmp_path / "a.json")]) == 0
    text = (tmp_path / "a.txt").read_text(encoding="utf-8")
    assert "Passes of collatz" in text
    assert "StatelessWhile" not in text
    kept = from_json(json.loads((tmp_path / "a.json").read_text(encoding="utf-8")))
    assert (kept.run, kept.functions[0].traces[0].graph, kept.functions[0].generated.text) == (None, None, "")
    assert kept.functions[0].passes


def test_what_is_below_the_graph_is_a_part(program, capsys):
    words = ["report", f"{program}::collatz", "--call", "collatz(tf.constant(2))"]
    assert main([*words, "--show", "optimized"]) == 0
    assert "Optimized graph: " in capsys.readouterr().out
    assert main([*words, "--show", "result", "--xla"]) == 0
    shown = capsys.readouterr().out
    assert "optimized HLO" in shown
    assert "Optimized graph: " not in shown
    assert main(["report", f"{program}::collatz", "--xla", "-s", "code"]) == 0
    assert (
        "AG305 info: There is no program of XLA, because nothing was traced yet." in capsys.readouterr().out
    )


def test_operations_are_found(program, tmp_path, capsys):
    words = ["report", f"{program}::collatz", "--call", "collatz(tf.constant(27))", "--find", "op:Mul line:7"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "while n > 1:" in shown
    found = shown[shown.index("1 of 40 operations fit “op:Mul line:7”") :]
    assert found.replace("\n    ", " ").endswith("› else › Mul collatz/mul · line 7 of program.py\n")
    assert all(len(row) <= 80 for row in found.split("\n"))
    assert main([*words, "-o", str(tmp_path / "a.svg")]) == 0
    assert capsys.readouterr().out == found


def test_options_of_the_file_are_kept_where_none_are_given(program, capsys):
    program.write_text(
        "import ag_notebook as ag\n\n@ag.function(backend='python', mute=('AG125',))\ndef f(x):\n    return x\n"
    )
    assert main(["report", f"{program}::f", "--call", "f(1)"]) == 0
    assert capsys.readouterr().out.startswith("f · python · ")
    assert main(["report", f"{program}::f", "--call", "f(1)", "-b", "tensorflow"]) == 0
    assert capsys.readouterr().out.startswith("f · tensorflow · ")


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
        (["-o", "/none/a.html"], 2, "AG407: There is no folder /none. Make it first"),
        (["-b", "lisp"], 2, "There is no back end `lisp`, only "),
        (["--show", "grap"], 2, "`--show`: `grap` is not one of code, "),
        (["--show", ","], 2, "`--show`: no part is named."),
        (["--mute", "nonsense"], 2, "`--mute`: `nonsense` is not the code of a note"),
        (["--find", "op:("], 2, "`--find`: AG405: `(` is no regular expression"),
        (["--find", ""], 2, "`--find`: AG405: A search has at least one word."),
        (["--find", "op:Mul"], 2, "`--find` looks into graphs, and nothing was traced"),
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


def test_back_ends_side_by_side(program, tmp_path, capsys):
    program.write_text(
        "def fact(n):\n    if n <= 1:\n        return 1\n    return n * fact(n - 1)\n\n\n"
        "def fails(n):\n    assert n < 3, 'too large'\n    return n\n"
    )
    page = tmp_path / "a.html"
    words = ["report", f"{program}::fact", "-b", "tf,lantern", "--call"]
    assert main([*words, "fact(5)"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("fact · tensorflow, lantern · ")
    assert "AG301 error  line 4: fact calls itself" in shown and "fact(5) = np.int64(120)" in shown
    assert main([*words, "fact(5)", "-o", str(page), "--show", "graph,llvm"]) == 0
    assert "No graph: AG301, above." in page.read_text(encoding="utf-8")
    assert "LLVM" in page.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["report", str(program), "-b", "tf,lantern", "--call", "fails(5)"]) == 3
    said = capsys.readouterr()
    assert "raises AssertionError('too large') on lantern." in said.out and "too large" in said.err
    assert main([*words, "int(fact(5))"]) == 2
    assert "several back ends make a call of a staged function" in capsys.readouterr().err
    assert main([*words, "fact(unknown)"]) == 3
    assert "NameError" in capsys.readouterr().err
    assert main(["report", str(program), "-b", "tf,lantren", "--call", "fact(5)"]) == 2
    assert "Did you mean `lantern`?" in capsys.readouterr().err


def test_times_of_a_call(program, capsys):
    words = ["report", f"{program}::collatz", "--show", "times"]
    assert main([*words, "--call", "collatz(tf.constant(27))"]) == 0
    shown = capsys.readouterr().out
    assert "Times of collatz: " in shown
    assert "while n > 1:" in shown
    assert main(words) == 0
    assert "AG305" in capsys.readouterr().out


def test_probes(program, tmp_path, capsys):
    words = ["report", f"{program}::collatz", "--call", "collatz(tf.constant(5))"]
    assert main([*words, "--probe", "n,steps", "-o", str(tmp_path / "a.json")]) == 0
    report = from_json(json.loads((tmp_path / "a.json").read_text(encoding="utf-8")))
    assert [s.value for s in report.probes[-1].samples] == ["1", "2", "3", "4", "5"]
    assert main([*words, "--probe", "n"]) == 0
    assert "Probes: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--call", "collatz(1)", "--probe", "m"], "`collatz` binds no variable `m`."),
        (["--call", "collatz(1)", "--probe", "n@"], "`n@` is no probe"),
        (["--probe", "n"], "give it as `--call`"),
    ],
)
def test_probes_that_cannot_be(program, capsys, words, said):
    assert main(["report", f"{program}::collatz", *words]) == 2
    assert said in capsys.readouterr().err
