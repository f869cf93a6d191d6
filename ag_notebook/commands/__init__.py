"""The command line: `python -m ag_notebook report FILE::NAME`, `… check FILE::NAME`, and plain `… FILE`.

Exit status: 0 all is well, 1 something differs (`check`; for a notebook: it failed), 2 the command was not understood,
3 the function was refused, or the user's code failed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ag_notebook.commands.logs import choose_level


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the result is the exit status."""
    choose_level()
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads has enough (`| head`); Python would complain once more when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _run(given: list[str]) -> int:
    if given[:1] == ["report"]:
        from ag_notebook.commands.report import report

        return report(given[1:])
    if given[:1] == ["check"]:
        from ag_notebook.commands.check import check

        return check(given[1:])
    from ag_notebook.commands.plain import plain

    return plain(given)
