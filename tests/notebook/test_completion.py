"""The magic's line is completed as a front end asks for it."""

import warnings

import pytest
from IPython.core.completer import ProvisionalCompleterWarning

from ag_notebook.notebook.words import SECTIONS

BODY = "\ndef collatz(n):\n    return n\n\ndef other(n):\n    return n\n"


def completed(session, text, at=None):
    """What the shell proposes with the cursor at the `|`, each as the text that it makes of the line up to there."""
    position = text.index("|") if at is None else at
    text = text.replace("|", "")
    start = text.rfind("\n", 0, position) + 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ProvisionalCompleterWarning)
        found = list(session.shell.Completer.completions(text, position))
    return [text[start : each.start] + each.text for each in found]


@pytest.fixture
def complete(session, monkeypatch):
    monkeypatch.setattr(session.shell.Completer, "use_jedi", False)
    return lambda text: completed(session, text)


def test_options_are_completed(complete):
    assert complete("%%autograph --sh|" + BODY) == ["%%autograph --show"]
    assert complete("%%autograph -q --no|" + BODY) == ["%%autograph -q --no-run"]
    found = complete("%%autograph --|" + BODY)
    assert "%%autograph --backend" in found and "%%autograph --check" in found
    assert not any("def" in each for each in found)


def test_an_option_that_is_there_is_not_proposed_again(complete):
    assert "%%autograph --check --check" not in complete("%%autograph --check --|" + BODY)
    assert "%%autograph -q --quiet" not in complete("%%autograph -q --|" + BODY)
    assert complete("%%autograph --quie|" + BODY) == ["%%autograph --quiet"]


def test_a_cell_has_no_options_of_lines(complete):
    assert complete("%%autograph --la|" + BODY) == []
    assert complete("%autograph --la|") == ["%autograph --last"]
    assert complete("%autograph --tb f|") == ["%autograph --tb full"]


@pytest.mark.parametrize("option", ["--show ", "--show=", "-s "])
def test_parts_are_completed_in_their_list(complete, option):
    assert complete(f"%%autograph {option}pa|" + BODY) == [f"%%autograph {option}passes"]
    found = complete(f"%%autograph {option}code,trace,|" + BODY)
    left = [each for each in SECTIONS if each not in ("code", "trace")]
    assert found == [f"%%autograph {option}code,trace,{each}" for each in left]


def test_back_ends_are_completed(complete):
    assert complete("%%autograph --backend l|" + BODY) == ["%%autograph --backend lantern"]
    assert complete("%%autograph -b tf,la|" + BODY) == ["%%autograph -b tf,lantern"]
    assert set(complete("%%autograph -b t|" + BODY)) == {"%%autograph -b tensorflow", "%%autograph -b tf"}


def test_functions_of_the_cell_are_completed(complete):
    assert complete("%%autograph col|" + BODY) == ["%%autograph collatz"]
    assert complete("%%autograph collatz |" + BODY) == ["%%autograph collatz other"]
    assert complete("%%autograph oth|" + BODY + "\ndef broken(") == ["%%autograph other"]


def test_variables_to_probe_are_completed(complete):
    body = "\ndef f(n):\n    total = 0\n    return total\n"
    assert complete("%%autograph --probe t|" + body) == ["%%autograph --probe total"]
    assert complete("%%autograph --probe total,|" + body) == ["%%autograph --probe total,n"]


def test_below_another_magic(complete):
    assert complete("%%time\n%%autograph --sh|" + BODY) == ["%%autograph --show"]


def test_values_of_pythons_are_pythons_to_complete(session, complete):
    session.shell.user_ns["number_of_rounds"] = 3
    assert complete('%%autograph --entry "f(number_of_r|' + BODY) == [
        '%%autograph --entry "f(number_of_rounds'
    ]


def test_other_lines_are_left_alone(session, complete):
    session.shell.user_ns["shown"] = 3
    assert complete("%%autograph\ndef f(x):\n    return sho|") == ["    return shown"]
    assert complete("x = 3\n%%autograph --sh|" + BODY) == []
    assert complete("%%bash\n%%autograph --sh|") == []
    session.shell.user_ns["collatz"] = len
    assert "%autograph collatz" in complete("%autograph collat|")


def test_with_jedi_as_notebooks_have_it(session):
    assert session.shell.Completer.use_jedi
    assert completed(session, "%%autograph --e|" + BODY) == ["%%autograph --entry"]  # and not `--enumerate`
    assert completed(session, "%%autograph --sh|" + BODY) == ["%%autograph --show"]


def test_lists_may_have_spaces_and_lines(complete):
    body = "\ndef f(n):\n    total = 0\n    return total\n"
    assert complete("%%autograph --show code, tr|" + body) == ["%%autograph --show code, trace"]
    assert complete("%%autograph --probe total@2, |" + body) == [
        f"%%autograph --probe total@2, {name}" for name in ("n", "total")
    ]


def test_a_cell_that_is_nested_too_deep_breaks_nothing(complete, capfd):
    deep = "\ndef collatz(n):\n    x = " + "-" * 100_000 + "1\n"
    assert complete("%%autograph colla|" + deep) == ["%%autograph collatz"]
    complete("%%autograph --probe |" + deep)
    assert "Error" not in "".join(capfd.readouterr())
