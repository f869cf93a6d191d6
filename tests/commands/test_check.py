"""`python -m ag_notebook check`: the exit status says whether a staged function does what Python does."""

import pytest

from ag_notebook.commands import main


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["collatz", "--call", "collatz(tf.constant(27))"], 0, "collatz(tf.constant(27)): the same; value"),
        (["lies", "--call", "lies(tf.constant(1))"], 1, "different; `result` is 1 in Python and 2 staged."),
        (["Box.area", "--call", "Box(3).area(tf.constant(2))"], 0, "Checked against Python: 1 the same"),
        (["Box.twice"], 0, "Checked against Python: 5 the same"),
        (["fails", "--call", "fails(tf.constant(1))"], 0, "the same; exception"),
        (["refused", "--call", "refused(1)"], 3, "ConversionError: AG110"),
        (["collatz", "--call", "collatz(1 / 0)"], 3, "ZeroDivisionError"),
        (["collatz", "--call", "fails(1)"], 2, "`--call 'fails(1)'` does not call one of collatz."),
        (["collatz", "--call", "1 + 1"], 2, "does not call one of collatz."),
        (["collatz", "--call", "1 +"], 2, "not an expression"),
        (["collatz"], 2, "Nothing was compared"),
    ],
)
def test_status(program, capsys, words, status, says):
    assert main(["check", f"{program}::{words[0]}", *words[1:]]) == status
    out, err = capsys.readouterr()
    assert says in out + err
    assert "ag_notebook/" not in err
    assert (out == "") == (status == 3 or "`--call" in err)


def test_several_calls(program, capsys):
    words = [f"{program}::lies", f"{program}::collatz"]
    calls = ["--call", "collatz(tf.constant(3))", "--call", "lies(tf.constant(3))"]
    assert main(["check", *words, *calls]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "Checked against Python: 1 different, 1 the same"


def test_one_back_end_is_compared(program, capsys):
    assert main(["check", f"{program}::collatz", "--call", "collatz(3)", "-b", "tf,lantern"]) == 2
    assert "`check` compares one back end with Python: name one." in capsys.readouterr().err
    assert main(["check", f"{program}::collatz", "--call", "collatz(3)", "-b", "tf"]) == 0
