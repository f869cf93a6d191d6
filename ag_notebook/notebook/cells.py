"""Follows a `%%autograph` cell while the shell runs it, and makes the cell's report at its end.

The calls are put into the cell by `rewriting`: `begin` first, `stage` around every top-level `def`, and one
of the `finish…` at the end. An error of the user's code simply passes by: no `finish` is reached, and the
cell fails as it does without the magic.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import linecache
import sys
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import TYPE_CHECKING, Any, Protocol

from IPython.core.error import UsageError
from IPython.lib.pretty import pretty

from ag_notebook.notebook.rewriting import COMMENT, MAGIC, ends_in_semicolon
from ag_notebook.notebook.timing import Stopwatch
from ag_notebook.report import Check, Note, Run, StagingReport, joined
from ag_notebook.staging import measuring
from ag_notebook.staging.wording import kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from IPython.core.interactiveshell import InteractiveShell

    from ag_notebook.notebook.arguments import CellArguments
    from ag_notebook.staging.beside import Calls
    from ag_notebook.staging.checking.calls import Watch

LONGEST_VALUE = 2000
"""Characters of a value's text that a report keeps."""

NOTHING_STAGED = Note(
    "AG510",
    "info",
    None,
    "`%%autograph` stages the functions that its cell defines at the top level, and this cell has none.",
    "A method or lambda is staged by `@ag.function` (`import ag_notebook as ag`), or when a staged function calls it.",
)

ENTRY = "<--entry>"
"""The file name of the code of an `--entry`; tracebacks find its text under it."""

LEFT_ALONE = "__ag_do_not_convert__"
"""What `do_not_convert` marks a function with."""

_NOT_PLAIN = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class Session(Protocol):
    """What following a cell needs of the magics object."""

    shell: InteractiveShell

    def arguments(self, line: str) -> CellArguments: ...

    def limits(self) -> dict[str, Any]: ...

    def deliver(
        self, report: StagingReport, arguments: CellArguments, *, silent: bool, value_is_out: bool
    ) -> None: ...


@dataclass(slots=True)
class CellRun:
    """One run of one cell: its options, and the functions of it that were staged so far, by name."""

    arguments: CellArguments
    silent: bool
    staged: dict[str, Any] = field(default_factory=dict)
    watch: Watch | None = None
    """Compares the calls of the cell, where that is wanted."""
    found: list[Check] = field(default_factory=list)
    """What comparing the last call found."""

    def compared_seconds(self) -> float:
        """How long comparing has taken."""
        return 0.0 if self.watch is None else self.watch.seconds

    def checks(self) -> tuple[Check, ...]:
        """What was found by comparing; no calls are compared any more."""
        return (*(() if self.watch is None else self.watch.end()), *self.found)


class CellHook:
    """What rewritten cells call. The frames of these methods are hidden in tracebacks."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._current: ContextVar[CellRun | None] = ContextVar("cell_run", default=None)
        self._watched: CellRun | None = None
        """The run whose calls are compared."""

    def begin(self, line: str) -> None:
        """Reads the options, before anything of the cell runs."""
        __tracebackhide__ = True
        arguments = self._session.arguments(line)
        file_name = sys._getframe(1).f_code.co_filename
        text = "".join(linecache.getlines(file_name))
        if arguments.probes:
            _check_probes(arguments.probes, text, file_name)
        self.end_watch()
        run = CellRun(arguments, ends_in_semicolon(text))
        if arguments.check:
            from ag_notebook.staging.checking.calls import Watch

            run.watch, self._watched = Watch(), run
        self._current.set(run)
        _show_magic_line(file_name, sys._getframe(1).f_lineno, line)

    def end_watch(self, failed: bool = False) -> None:
        """Compares no more calls: the cell is over; where it has `failed`, what was compared is shown below the error."""
        measuring.want(False)
        run, self._watched = self._watched, None
        checks = () if run is None else run.checks()
        if run is not None and failed and checks:
            report = checks_report(list(run.staged), run.arguments, checks)
            self._session.deliver(report, run.arguments, silent=run.silent, value_is_out=False)

    def refuse(self, problem: str) -> None:
        """Ends a cell whose options do not fit it, before anything of it ran."""
        __tracebackhide__ = True
        raise UsageError(problem)

    def stage(self, value: Any) -> Any:
        """The staged callable of a plain function, converted; anything else as it is."""
        __tracebackhide__ = True
        from ag_notebook import staging
        from ag_notebook.staging.probing import probes_of

        run = self._running()
        if not is_plain_function(value):
            return value
        staged = staging.function(value, backend=run.arguments.backend, **self._session.limits())
        if run.arguments.probes:
            staged = staged.with_options(probes=probes_of(run.arguments.probes, value))
        assert staged.code  # converts: what cannot be converted fails here, at the function's own line
        run.staged[value.__name__] = staged
        if run.watch is not None and value.__name__ in (run.arguments.names or run.staged):
            run.watch.watch(staged)
        return staged

    def start(self) -> Stopwatch:
        run = self._running()
        measures = "times" in run.arguments.rungs and run.arguments.entry is None
        return Stopwatch(self._session.shell.user_ns, run.compared_seconds, measures)

    def finish(self, watch: Stopwatch, value: Any, call: str) -> Any:
        """Shows the report of a cell whose last expression gave `value`, and gives the value back."""
        __tracebackhide__ = True
        times = watch.read(call)
        run = self._running()
        if run.arguments.entry is not None:
            self._finish_with_entry(run, run.arguments.entry, value_is_out=False)
        else:
            self._deliver(run, Run(call, value_text(value), *times), value_is_out=True)
        return value

    def finish_traced(self, call: str, function: Any, /, *args: Any, **kwargs: Any) -> None:
        """Shows the report of a cell whose last expression is traced and not run."""
        __tracebackhide__ = True
        run = self._running()
        self._trace(function, args, kwargs)
        self._deliver(run, Run(call, "", None))

    def finish_checked(self, call: str, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Shows the report of a cell whose last call is compared with the original's, then run; gives its value."""
        __tracebackhide__ = True
        run = self._running()
        checks = checked(call, function, args, kwargs)
        run.found += checks or ()
        watch = self.start()
        with _paused(run.watch, checks is not None):
            value = function(*args, **kwargs)
        done = Run(call, value_text(value), *watch.read(call))
        self._deliver(run, done, value_is_out=True)
        return value

    def finish_beside(self, call: str, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Shows the report of a cell whose last call is made on several back ends; gives the value of the first that can."""
        __tracebackhide__ = True
        run = self._running()
        if not _is_staged(function) and not run.arguments.no_run:
            watch = self.start()
            value = function(*args, **kwargs)
            done = Run(call, value_text(value), *watch.read(call))
            self._deliver(run, done, value_is_out=True, notes=(_made_once(call),))
            return value
        return self._finish_with_calls(run, self.calls(call, function, args, kwargs, run.arguments))

    def _finish_with_calls(self, run: CellRun, made: Calls) -> Any:
        __tracebackhide__ = True
        self._deliver(run, Run(made.call, "", None), value_is_out=not made.decider.error, calls=made)
        return made.outcome()

    def calls(
        self,
        call: str,
        function: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        arguments: CellArguments,
    ) -> Calls:
        """Makes a call on each back end that was named."""
        __tracebackhide__ = True
        from ag_notebook.staging.beside import calls

        if not _is_staged(function):
            name = getattr(function, "__name__", type(function).__name__)
            raise UsageError(f"Several back ends call a staged function, and `{name}` is none.")
        with measuring.measuring("times" in arguments.rungs):
            return calls(
                call, function, arguments.backends, args, kwargs, text=value_text, trace_only=arguments.no_run
            )

    def calls_written(self, call: str, names: dict[str, Any], arguments: CellArguments) -> Calls:
        """As `calls`, of an expression in `names`."""
        __tracebackhide__ = True
        _show_entry(call)
        return self.calls(call, *_apart(call, names, "Several back ends make"), arguments)

    def finish_without_value(self) -> Any:
        """Shows the report of a cell that ends in a statement; gives the value of its `--entry`, if any."""
        __tracebackhide__ = True
        run = self._running()
        if run.arguments.entry is None:
            self._deliver(run, None)
            return None
        return self._finish_with_entry(run, run.arguments.entry, value_is_out=True)

    def _finish_with_entry(self, run: CellRun, entry: str, *, value_is_out: bool) -> Any:
        __tracebackhide__ = True
        names = self._session.shell.user_ns
        if run.arguments.beside:
            return self._finish_with_calls(run, self.calls_written(entry, names, run.arguments))
        checks = self.checks(entry, names) if run.arguments.check else None
        run.found += checks or ()
        with _paused(run.watch, checks is not None):
            value, done = self.evaluate(
                entry,
                names,
                trace_only=run.arguments.no_run,
                aside=run.compared_seconds,
                measures="times" in run.arguments.rungs,
            )
        self._deliver(run, done, value_is_out=value_is_out)
        return value

    def evaluate(
        self,
        call: str,
        names: dict[str, Any],
        *,
        trace_only: bool,
        aside: Callable[[], float] = float,
        measures: bool = False,
    ) -> tuple[Any, Run]:
        """Runs (or only traces) an expression in `names`: its value, and what the report says about it.

        `aside` says how much time was spent on something else so far, `measures` that the operations of graphs are timed.
        """
        __tracebackhide__ = True
        _show_entry(call)
        if trace_only:
            self._trace(*_apart(call, names, "`--no-run` traces"))
            return None, Run(call, "", None)
        code = compile(call, ENTRY, "eval")
        watch = Stopwatch(names, aside, measures)
        value = eval(code, names)
        times = watch.read(call)
        return value, Run(call, value_text(value), *times)

    def checks(self, call: str, names: dict[str, Any]) -> tuple[Check, ...] | None:
        """Compares the staged function that an expression calls with its original, on the expression's arguments.

        None where the expression is no call of one: then a watch compares what is called in it.
        """
        __tracebackhide__ = True
        _show_entry(call)
        if not any(isinstance(node, ast.Call) for node in ast.walk(ast.parse(call, mode="eval"))):
            raise UsageError(f"`--check` compares calls, and in `--entry {call!r}` is none.")
        if not calls_one_staged(call, names):
            return None
        return checked(call, *_apart(call, names, "`--check` compares"))

    def _trace(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        __tracebackhide__ = True
        from ag_notebook import staging

        if not isinstance(function, staging.StagedFunction):
            name = getattr(function, "__name__", type(function).__name__)
            raise UsageError(f"`--no-run` traces a staged function, and `{name}` is none.")
        function.report(*args, **kwargs)

    def _running(self) -> CellRun:
        run = self._current.get()
        assert run is not None, "a rewritten cell begins with `begin`"
        return run

    def _deliver(
        self,
        run: CellRun,
        done: Run | None,
        *,
        value_is_out: bool = False,
        calls: Calls | None = None,
        notes: tuple[Note, ...] = (),
    ) -> None:
        __tracebackhide__ = True
        staged = dict(run.staged)
        if calls is not None:
            staged = with_called(staged, calls)
            notes = (bound_note(run.staged, run.arguments),) if run.staged else ()
        elif done is not None:
            for name, each in self._called(done.call).items():
                staged.setdefault(name, each)
        chosen = [staged[name] for name in run.arguments.names if name in staged] or list(staged.values())
        report = report_of(chosen, run.arguments, done, calls)
        report = replace(report, notes=(*report.notes, *notes))
        if run.arguments.check:
            report = with_checks(report, run.checks() or checks_without_calls(chosen))
        self._current.set(None)
        self._watched = None
        self._session.deliver(report, run.arguments, silent=run.silent, value_is_out=value_is_out)

    def _called(self, call: str) -> dict[str, Any]:
        """The staged functions that the last expression calls or hands to a call by name, made in this cell or another one."""
        calls = [node for node in ast.walk(ast.parse(call, mode="eval")) if isinstance(node, ast.Call)]
        parts = [
            part
            for node in calls
            for part in (node.func, *node.args, *(each.value for each in node.keywords))
        ]
        names = dict.fromkeys(part.id for part in parts if isinstance(part, ast.Name))
        values = {name: self._session.shell.user_ns.get(name) for name in names}
        return {name: value for name, value in values.items() if _is_staged(value)}


def _check_probes(words: tuple[str, ...], text: str, file_name: str) -> None:
    """Refuses probes that no function of the cell has, before anything of it runs."""
    __tracebackhide__ = True
    from ag_notebook.staging import StagingError
    from ag_notebook.staging.probing import check_probes, places_in

    found = places_in(text, file_name)
    if not found:
        raise UsageError(
            "`--probe` is for functions that the cell defines at its top level. For another one: `%autograph NAME --entry CALL --probe …`."
        )
    try:
        check_probes(words, found, "the cell")
    except StagingError as error:
        raise UsageError(f"`--probe`: {error.message} {error.fix}") from None


def probed(staged: dict[str, Any], words: tuple[str, ...]) -> dict[str, Any]:
    """Staged functions by name, with those of the probes that each has."""
    __tracebackhide__ = True
    from ag_notebook.staging import StagingError
    from ag_notebook.staging.probing import check_probes_of, probes_of

    try:
        check_probes_of(words, {name: each.original for name, each in staged.items()})
    except StagingError as error:
        raise UsageError(f"`--probe`: {error.message} {error.fix}") from None
    return {name: each.with_options(probes=probes_of(words, each.original)) for name, each in staged.items()}


def is_plain_function(value: Any) -> bool:
    """Whether this is a Python function that a call runs to its end: no generator, no coroutine."""
    return (
        isinstance(value, FunctionType)
        and not value.__code__.co_flags & _NOT_PLAIN
        and not getattr(value, LEFT_ALONE, False)
    )


def report_of(
    staged: list[Any], arguments: CellArguments, run: Run | None, calls: Calls | None = None
) -> StagingReport:
    """The report of these functions; where it cannot be made it says so, and the cell's value is not lost."""
    try:
        from ag_notebook.staging.rungs import reports_with

        if calls is not None:
            rungs = calls.rungs(calls.sides[0], arguments.rungs)
            return calls.added_to(
                combined(reports_with(staged, rungs), arguments.backend, run), arguments.rungs
            )
        return combined(reports_with(staged, arguments.rungs), arguments.backend, run)
    except Exception as error:  # noqa: BLE001  a report's failure must not become the cell's
        title = ", ".join(each.__name__ for each in staged)
        message = f"The report could not be made ({type(error).__name__}: {error})."
        return StagingReport(title, arguments.backend, (), run, (Note("AG901", "error", None, message),))


def with_called(staged: dict[str, Any], calls: Calls) -> dict[str, Any]:
    """Staged functions by name with the one that was called, on the first back end."""
    first = calls.sides[0].staged
    return {**staged, first.__name__: first}


def bound_note(staged: Iterable[str], arguments: CellArguments) -> Note:
    """Says on which of several back ends the functions of a cell run from now on."""
    names = ", ".join(f"`{name}`" for name in staged)
    return Note(
        "AG511",
        "info",
        None,
        f"{names} from here on: staged to {arguments.backend}, the first back end that was named.",
        "Name another one first to change that.",
    )


def _made_once(call: str) -> Note:
    return Note(
        "AG511",
        "info",
        None,
        f"`{call}` was made once: only the call of a staged function is made on several back ends.",
        "End the cell with such a call, or give it as `--entry`.",
    )


def _is_staged(value: Any) -> bool:
    from ag_notebook import staging

    return isinstance(value, staging.StagedFunction)


def checks_report(names: list[str], arguments: CellArguments, checks: tuple[Check, ...]) -> StagingReport:
    """A report of nothing but checks: of calls that were made before an error ended the cell."""
    return with_checks(StagingReport(", ".join(names), arguments.backend, ()), checks)


def combined(reports: list[StagingReport], backend: str, run: Run | None) -> StagingReport:
    """One report of several functions, each function and note once."""
    report = joined(reports, backend, run)
    if not report.functions:
        return replace(report, title="cell", notes=(*report.notes, NOTHING_STAGED))
    return report


def checked(
    call: str, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Check, ...] | None:
    """What comparing a call with the original's found; None where nothing staged is called."""
    __tracebackhide__ = True
    from ag_notebook import staging
    from ag_notebook.staging.checking import check

    if hasattr(function, "__func__"):  # a method of Python's, or a staged one
        function, args = function.__func__, (function.__self__, *args)
    return check(function, args, kwargs, call) if isinstance(function, staging.StagedFunction) else None


def checks_without_calls(staged: Iterable[Any]) -> tuple[Check, ...]:
    """Checks of functions that were not called: on such arguments as their annotations ask for."""
    __tracebackhide__ = True
    return tuple(check for each in staged for check in each.check())


@contextlib.contextmanager
def watching(staged: Iterable[Any]) -> Iterator[Watch]:
    """Compares the calls of staged functions, and none of them afterwards."""
    from ag_notebook.staging.checking.calls import Watch

    watch = Watch()
    for each in staged:
        watch.watch(each)
    try:
        yield watch
    finally:
        watch.end()


def calls_one_staged(call: str, names: dict[str, Any]) -> bool:
    """Whether an expression is one call, of a staged function that a name or a dotted name means."""
    tree = ast.parse(call, mode="eval").body
    if not isinstance(tree, ast.Call) or any(isinstance(node, ast.Call) for node in ast.walk(tree.func)):
        return False
    from ag_notebook import staging

    function = eval(compile(ast.Expression(tree.func), ENTRY, "eval"), names)
    return isinstance(getattr(function, "__func__", function), staging.StagedFunction)


def _paused(watch: Watch | None, is_compared: bool) -> contextlib.AbstractContextManager[None]:
    """Around a call that is compared already."""
    return watch.paused() if watch is not None and is_compared else contextlib.nullcontext()


def with_checks(report: StagingReport, checks: tuple[Check, ...]) -> StagingReport:
    """The report with what checks found, and a warning where something differs."""
    from ag_notebook.staging.checking import notes_of

    span = report.functions[0].span if len(report.functions) == 1 else None
    return replace(report, checks=checks, notes=(*report.notes, *notes_of(checks, span)))


def _apart(call: str, names: dict[str, Any], purpose: str) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """The function and the arguments of a call, evaluated."""
    __tracebackhide__ = True
    from ag_notebook.staging.written_calls import taken_apart

    found = taken_apart(call, names, ENTRY)
    if found is None:
        raise UsageError(f"{purpose} a call, and `--entry {call!r}` is none.")
    return found


def value_text(value: Any) -> str:
    """The value as the notebook would print it, cut where it is long."""
    try:
        text = pretty(value, max_width=100)
    except Exception as error:  # noqa: BLE001  whatever the user's __repr__ raises: the cell shows that, if it shows the value
        return f"{kind_of(value)}, whose text raises {type(error).__name__}"
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}… ({len(text)} characters)"


def _show_entry(call: str) -> None:
    """Lets tracebacks show the text of an `--entry`."""
    linecache.cache[ENTRY] = (len(call), None, [call + "\n"], ENTRY)


def _show_magic_line(file_name: str, number: int, line: str) -> None:
    """Lets tracebacks show the magic line and not the statement that took its place."""
    entry = linecache.cache.get(file_name)
    if entry is not None and len(entry) == 4 and len(entry[2]) >= number:
        lines = list(entry[2])
        lines[number - 1] = f"{COMMENT}%%{MAGIC} {line}".rstrip() + "\n"
        linecache.cache[file_name] = (sum(map(len, lines)), entry[1], lines, entry[3])
