"""`python -m ag_notebook report FILE::NAME… [--call CALL] [-o PATH]`: a function's report, in the terminal or as a file."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ag_notebook.commands.failures import UsageError, UsersCodeError, status_of
from ag_notebook.commands.logs import load_libraries, unlogged
from ag_notebook.commands.progress import Progress
from ag_notebook.commands.screen import check_file, check_search, found_text, show, write
from ag_notebook.notebook.sections import sections_of
from ag_notebook.notebook.words import (
    RUNGS,
    SECTIONS,
    backend_problem,
    backends_of,
    codes_problem,
    parts,
    probes_problem,
    sections_problem,
)

if TYPE_CHECKING:
    from ag_notebook.commands.targets import Target
    from ag_notebook.report import Run, StagingReport
    from ag_notebook.staging.beside import Calls

CALL = "<--call>"
DEFAULT = "tensorflow"
"""The back end of functions that the file does not stage itself."""
_LONGEST_VALUE = 2000


def report(arguments: Sequence[str]) -> int:
    """Runs the command; the result is the exit status."""
    given = parser().parse_args(arguments)
    progress = Progress()
    try:
        made, failure = _made(given, progress)
        shown = _shown(given)
        chosen = sections_of(made, shown) if shown else made
        found = found_text(made, given.find)
        if not given.output:
            show(chosen, shown or None)
        for path in given.output:
            with progress.working(f"writing {path}"):
                write(chosen, path, shown or None)
        if found:
            print(found if given.output else f"\n{found}")
    except Exception as error:  # noqa: BLE001  the status and the text say what it was
        return status_of(error)
    return 0 if failure is None else status_of(failure)


def parser() -> argparse.ArgumentParser:
    """The options of `report`."""
    made = argparse.ArgumentParser(
        prog="python -m ag_notebook report",
        description="Shows what staging makes of functions: source, generated code, graph, notes and result.",
        epilog="With several back ends (`--backend tf,lantern`) each makes the `--call`, and the report shows them side by "
        "side; the rest of the file runs on the first. Exit status: 0, or 2 where the command was not understood, 3 where the function was refused or failed.",
    )
    add_common(made)
    made.add_argument("--call", help='an expression that is run, such as "collatz(tf.constant(27))"')
    made.add_argument(
        "-s", "--show", metavar="PART[,PART]", help=f"what is shown, of {', '.join(SECTIONS)} (default: all)"
    )
    made.add_argument(
        "--find",
        metavar="WORDS",
        help='also list the operations that "op:Mul line:7" or a part of a name fits',
    )
    made.add_argument(
        "-o", "--output", type=Path, action="append", default=[], metavar="PATH",
        help="write the report there instead of showing it: .html, .json, .txt, .svg, .dot or .png",
    )  # fmt: skip
    made.add_argument(
        "--probe",
        default="",
        metavar="NAME[@LINE][,…]",
        help="record what these variables are in the call, and show it",
    )
    made.add_argument(
        "--optimized", action="store_true", help="also the graph after the back end's optimizer"
    )
    made.add_argument("--xla", action="store_true", help="also XLA's programs")
    made.add_argument("--mute", default="", metavar="CODE[,CODE]", help="notes that are not wanted")
    return made


def add_common(made: argparse.ArgumentParser) -> None:
    """The words that `report` and `check` share."""
    made.add_argument(
        "targets", nargs="+", metavar="FILE.py[::NAME]",
        help="a function or method (`file.py::Class.method`) of a Python file; without a name, all functions of it",
    )  # fmt: skip
    made.add_argument(
        "-b", "--backend", metavar="NAME", help="what the code is staged to (default: tensorflow, or as the file stages it)",
    )  # fmt: skip


def loaded(
    given: argparse.Namespace, progress: Progress, probes: Sequence[str] = (), **options: Any
) -> Target:
    """The file that a command names, with its functions staged, and probed.

    Raises:
        UsageError: there is no such file, function, back end or variable.
        UsersCodeError: the file failed.
    """
    with progress.working("loading TensorFlow"):  # the package loads it here, or the user's file would
        from ag_notebook.commands.targets import load, split, stage
        from ag_notebook.staging.backends import registry

        path, names = split(given.targets)
        if given.backend is not None:
            if problem := backend_problem(given.backend):
                raise UsageError(problem)
            options["backend"] = backends_of(given.backend)[0]
        with unlogged():
            registry.named(options.get("backend", DEFAULT))
        load_libraries(path)
    progress.running(f"running {path}")
    return stage(load(path), names, probes, **options)


def _made(given: argparse.Namespace, progress: Progress) -> tuple[StagingReport, BaseException | None]:
    """The report; and of a call on several back ends, which is shown however it went, the exception that it ended in."""
    from ag_notebook.report import joined
    from ag_notebook.staging.measuring import measuring
    from ag_notebook.staging.rungs import reports_with

    if given.show is not None and (problem := sections_problem(given.show)):
        raise UsageError(f"`--show`: {problem}")
    check_search(given.find)
    if given.call is not None:
        compiled(given.call)  # refused before anything runs
    for path in given.output:
        check_file(path)
    if problem := codes_problem(given.mute):
        raise UsageError(f"`--mute`: {problem}")
    if given.probe and (problem := probes_problem(given.probe)):
        raise UsageError(f"`--probe`: {problem}")
    if given.probe and given.call is None:
        raise UsageError("`--probe` looks at the values of a call: give it as `--call`.")
    mute = {"mute": tuple(parts(given.mute))} if given.mute else {}
    target = loaded(given, progress, parts(given.probe), **mute)
    staged = list(target.staged.values())
    with progress.working("converting"):
        for each in staged:
            assert each.code  # what cannot be converted is refused before anything runs
    backends, rungs = backends_of(given.backend or DEFAULT), _rungs(given)
    if given.call is not None and len(backends) > 1:
        with measuring("times" in rungs):
            made = _calls(target, given.call, backends, progress)
        with progress.working("making the report"):
            first = made.sides[0]
            staged = [first.staged if each.original is first.staged.original else each for each in staged]
            report = joined(reports_with(staged, made.rungs(first, rungs)), backends[0])
            return made.added_to(report, rungs), made.decider.error
    with measuring("times" in rungs):
        run = None if given.call is None else _run(target, given.call, progress)
    with progress.working("making the report"):
        return joined(reports_with(staged, rungs), backends[0], run), None


def _rungs(given: argparse.Namespace) -> list[str]:
    """What is below the graph and asked for."""
    shown = {*_shown(given)}
    return [name for name in RUNGS if getattr(given, name, False) or name in shown]


def _shown(given: argparse.Namespace) -> tuple[str, ...]:
    """The parts that are asked for by name; none where all are to be shown."""
    if given.show is None:
        return ()
    more = [name for name in ("optimized", "xla") if getattr(given, name)]
    return tuple(dict.fromkeys([*parts(given.show), *more]))


def _calls(target: Target, call: str, backends: list[str], progress: Progress) -> Calls:
    """The user's call on each back end.

    Raises:
        UsageError: it is no call of a staged function.
        UsersCodeError: its arguments failed.
    """
    from ag_notebook.staging import StagedFunction
    from ag_notebook.staging.beside import calls
    from ag_notebook.staging.written_calls import show_in_tracebacks, taken_apart

    show_in_tracebacks(CALL, call)
    names = target.names(call)
    try:
        found = taken_apart(call, names, CALL)
    except (Exception, SystemExit) as error:  # whatever the user's code raises
        raise UsersCodeError from error
    if found is None or not isinstance(found[0], StagedFunction):
        raise UsageError(
            f"`--call {call!r}`: several back ends make a call of a staged function, and this is none."
        )
    staged, args, kwargs = found
    progress.running(f"running {call}")
    return calls(call, staged, backends, args, kwargs, text=_text)


def _text(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}… ({len(text)} characters)"


def _run(target: Target, call: str, progress: Progress) -> Run:
    """What the user's call gives, and how long it takes.

    Raises:
        UsersCodeError: it failed.
    """
    from ag_notebook.report import Run
    from ag_notebook.staging.written_calls import show_in_tracebacks

    show_in_tracebacks(CALL, call)
    code = compiled(call)
    names = target.names(call)
    progress.running(f"running {call}")
    begun = time.perf_counter()
    try:
        value = eval(code, names)
    except (Exception, SystemExit) as error:  # whatever the user's code raises
        raise UsersCodeError from error
    seconds = time.perf_counter() - begun
    traced = sum(getattr(each.entry, "seconds_tracing", 0.0) for each in target.staged.values())
    return Run(call, _text(value), max(seconds - traced, 0.0), traced or None)


def compiled(call: str) -> Any:
    """The code of an expression.

    Raises:
        UsageError: it is none.
    """
    try:
        return compile(call, CALL, "eval")
    except SyntaxError as error:
        raise UsageError(f"`--call {call!r}`: not an expression ({error.msg}).") from None
