"""`python -m ag_notebook check FILE::NAME… [--call CALL]…`: does a staged function do what Python does?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ag_notebook.commands.failures import DIFFERENT, UsageError, UsersCodeError, status_of
from ag_notebook.commands.progress import Progress
from ag_notebook.commands.report import CALL, DEFAULT, add_common, compiled, loaded
from ag_notebook.commands.screen import width
from ag_notebook.notebook.words import backends_of

if TYPE_CHECKING:
    from ag_notebook.commands.targets import Target
    from ag_notebook.report import Check


def check(arguments: Sequence[str]) -> int:
    """Runs the command; the result is the exit status."""
    given = _parser().parse_args(arguments)
    try:
        found = _found(given, Progress())
    except Exception as error:  # noqa: BLE001  the status and the text say what it was
        return status_of(error)
    from ag_notebook.report import StagingReport
    from ag_notebook.views.checks import checks_text

    print("\n".join(checks_text(StagingReport("", given.backend or DEFAULT, (), checks=found), width())))
    if any(each.difference for each in found):
        return DIFFERENT
    if not any(each.compared for each in found):
        way = "" if given.call else ': a call is given by --call "f(…)"'
        print(f"Nothing was compared{way}.", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m ag_notebook check",
        description="Runs functions as Python and staged, on the same arguments, and says where they differ: by value, "
        "exception, printed text, gradients, and what changes outside. Arguments are those of --call, and such as annotations "
        "ask for.",
        epilog="Exit status: 0 the same, 1 different, 2 the command was not understood or nothing could be compared, "
        "3 the function was refused or failed.",
    )
    add_common(made)
    made.add_argument(
        "--call",
        action="append",
        default=[],
        help='a call such as "collatz(tf.constant(27))"; several are allowed',
    )
    return made


def _found(given: argparse.Namespace, progress: Progress) -> tuple[Check, ...]:
    for call in given.call:
        compiled(call)
    if given.backend is not None and len(backends_of(given.backend)) > 1:
        raise UsageError("`check` compares one back end with Python: name one.")
    target = loaded(given, progress)
    if given.call:
        return tuple(each for call in given.call for each in _of_call(target, call, progress))
    found: list[Check] = []
    for name, staged in target.staged.items():
        progress.running(f"checking {name}")
        found += staged.check()
    return tuple(found)


def _of_call(target: Target, call: str, progress: Progress) -> tuple[Check, ...]:
    """The checks of a call that the user wrote.

    Raises:
        UsageError: it calls nothing that is staged.
        UsersCodeError: its arguments cannot be made.
    """
    from ag_notebook.staging.checking import check as checked
    from ag_notebook.staging.written_calls import show_in_tracebacks, taken_apart

    show_in_tracebacks(CALL, call)
    names = target.names(call)
    progress.running(f"checking {call}")
    try:
        apart = taken_apart(call, names, CALL)
    except (Exception, SystemExit) as error:  # whatever the user's code raises
        raise UsersCodeError from error
    function, args, kwargs = apart or (None, (), {})
    staged = {id(each): each for each in target.staged.values()}.get(id(function))
    if staged is None:
        raise UsageError(f"`--call {call!r}` does not call one of {', '.join(target.staged)}.")
    return checked(staged, args, kwargs, call)
