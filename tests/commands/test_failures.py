"""Texts about failures: the user's frames only."""

import pytest

from ag_notebook.commands.failures import UsageError, UsersCodeError, failure_text, status_of
from ag_notebook.staging import StagingError


def raised(call):
    try:
        call()
    except Exception as error:
        return error


def test_frames_of_ours_are_left_out():
    from ag_notebook.commands.targets import split

    text = failure_text(raised(lambda: split(["/none.py"])))
    assert "in raised" in text
    assert "targets.py" not in text
    assert text.endswith(
        "UsageError: /none.py: no such file. Look at its spelling and at the folder that you are in.\n"
    )


def test_causes_are_kept():
    def call():
        try:
            raise KeyError("a")
        except KeyError as error:
            raise ValueError("b") from error

    text = failure_text(raised(call))
    assert text.index("KeyError: 'a'") < text.index("ValueError: b")


def test_errors_of_ours_have_their_short_name():
    assert failure_text(StagingError("AG201", "no.", fix="Do.")) == "StagingError: AG201: no. Do.\n"


def test_messages_have_no_codes_of_a_terminal():
    assert failure_text(ValueError("\x1b[1mno\x1b[0m")) == "ValueError: no\n"


@pytest.mark.parametrize("error", [UsageError("what is wrong"), UsersCodeError()])
def test_status(error, capsys):
    error.__cause__ = ZeroDivisionError("division by zero")
    status = status_of(error)
    err = capsys.readouterr().err
    if isinstance(error, UsageError):
        assert (status, err) == (2, "what is wrong\n")
    else:
        assert (status, err) == (3, "ZeroDivisionError: division by zero\n")
