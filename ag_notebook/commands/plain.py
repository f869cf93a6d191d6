"""The plain form of the command: `python -m ag_notebook FILE`.

A `.py` file is run, and the functions that it defines are shown; a `.ipynb` file is run in a real kernel.
"""

from __future__ import annotations

import argparse
import os
import runpy
import shutil
import sys
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ag_notebook.commands.logs import load_libraries
from ag_notebook.notebook.words import backend_problem, backends_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ag_notebook.report import StagingReport


def plain(arguments: Sequence[str]) -> int:
    """Runs the command; the result is the exit status."""
    given = _parser().parse_args(arguments)
    if not given.file.is_file():
        print(
            f"{given.file}: no such file. Look at its spelling and at the folder that you are in.",
            file=sys.stderr,
        )
        return 2
    if problem := _problem(given):
        print(problem, file=sys.stderr)
        return 2
    from ag_notebook.views import UnwritableError
    from ag_notebook.views.saving import check_folder

    try:
        for path in filter(None, (given.html, given.dark_html)):
            check_folder(path)
        return _run_notebook(given) if given.file.suffix == ".ipynb" else _show_functions(given)
    except UnwritableError as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ag_notebook",
        description="Shows the functions of a Python file, or runs a notebook and shows its first report.",
        epilog="`python -m ag_notebook report --help` and `… check --help` say how single functions are called, shown, "
        "saved and compared with Python.",
    )
    parser.add_argument("file", type=Path, help="a Python file or a notebook")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="functions to show (default: all of a Python file)"
    )
    parser.add_argument(
        "-b", "--backend", help="what the code is staged to (default: tensorflow, or as the file stages it)"
    )
    parser.add_argument("--html", type=Path, metavar="PATH", help="also save a page")
    parser.add_argument(
        "--dark-html", type=Path, metavar="PATH", help="also save a dark page (of a notebook; others adapt)"
    )
    return parser


def _problem(given: argparse.Namespace) -> str:
    """What is asked for that this kind of file does not have; empty where all is well."""
    if given.file.suffix == ".ipynb":
        for option, value in (("NAME", given.names), ("--backend", given.backend)):
            if value:
                return (
                    f"{option}: the cells of a notebook say that themselves, by the options of `%%autograph`"
                )
        return ""
    if given.dark_html is not None:
        return "--dark-html: the page of a Python file is dark where the reader's system is; use --html"
    if given.backend is None:
        return ""
    if not (problem := backend_problem(given.backend)) and len(backends_of(given.backend)) > 1:
        return "--backend: several are for one call, `python -m ag_notebook report FILE::NAME --call … --backend …`"
    return problem


def _run_notebook(given: argparse.Namespace) -> int:
    from ag_notebook.notebook import documents
    from ag_notebook.views.saving import write_file

    failure: documents.DocumentError | None = None
    try:
        document = documents.run(given.file)
    except documents.DocumentError as error:
        failure, document = error, error.document
    pages = {path: path is given.dark_html for path in (given.html, given.dark_html) if path is not None}
    for path, dark in pages.items():
        write_file(path, documents.page(document, dark=dark).encode())
    if failure is not None:
        print(failure, file=sys.stderr)
        return 1
    print(documents.first_report(document) or "The notebook has no report.")
    for number, (path, dark) in enumerate(pages.items()):
        print("" if number else "\n", f"{path} shows the whole notebook{', dark' if dark else ''}.", sep="")
    return 0


def _show_functions(given: argparse.Namespace) -> int:
    from ag_notebook import staging, views
    from ag_notebook.commands.targets import staged_with
    from ag_notebook.views.saving import write_file

    options = {} if given.backend is None else {"backend": backends_of(given.backend)[0]}
    load_libraries(given.file)
    names = runpy.run_path(str(given.file))
    wanted = given.names or _functions_of(names, given.file)
    missing = [name for name in wanted if name not in names]
    if missing:
        print(f"{given.file} defines no `{missing[0]}`", file=sys.stderr)
        return 2
    reports: list[StagingReport] = []
    try:
        for name in wanted:
            value = names[name]
            staged = staged_with(value, options) or staging.function(value, **options)
            reports.append(staged.report_so_far())
    except staging.AgNotebookError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    color = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    print(
        "\n\n".join(
            views.text(report, max(80, shutil.get_terminal_size().columns), color) for report in reports
        )
    )
    if given.html is not None:
        write_file(given.html, views.page(reports).encode())
    return 0


def _functions_of(names: dict[str, Any], path: Path) -> list[str]:
    from ag_notebook import staging

    def is_own(value: Any) -> bool:
        if isinstance(value, staging.StagedFunction):
            return True
        return isinstance(value, FunctionType) and value.__code__.co_filename == str(path)

    return [name for name, value in names.items() if is_own(value)]
