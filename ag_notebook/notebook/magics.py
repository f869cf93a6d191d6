"""The `%%autograph` and `%autograph` magics and their settings.

Normally `%%autograph` never runs as a magic: `rewriting` makes its cell into code that the shell runs. Only
under another cell magic (`%%time`, `%%capture`) does the shell hand us the cell's text; `nested_cell` then runs the
same rewritten tree, under the cell's own file name and line numbers.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import os
import re
import sys
from collections import deque
from types import MethodType
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand
from IPython.core.magic_arguments import argument, magic_arguments
from IPython.display import display
from traitlets import Enum, Float, Int, TraitError, Unicode, observe, validate

from ag_notebook.notebook import rewriting, tracebacks
from ag_notebook.notebook.arguments import TRACEBACKS, CellArguments, line_misfit, parse
from ag_notebook.notebook.cells import (
    CellHook,
    checks_report,
    checks_without_calls,
    combined,
    is_plain_function,
    probed,
    report_of,
    watching,
    with_called,
    with_checks,
)
from ag_notebook.notebook.display import ReportDisplay
from ag_notebook.notebook.sections import missing_rungs, sections_of, without_notes
from ag_notebook.notebook.words import SECTIONS, backend_problem, codes_problem, nearest, sections_problem
from ag_notebook.report.texts import split_lines

if TYPE_CHECKING:
    from collections.abc import Collection

    from IPython.core.interactiveshell import ExecutionInfo, ExecutionResult, InteractiveShell

    from ag_notebook.report import StagingReport

KEPT_REPORTS = 50


@magics_class
class Autograph(Magics):
    """Settings of `%%autograph`; `%config Autograph` shows and sets them."""

    backend = Unicode("tensorflow", help="What the code is staged to.").tag(config=True)
    show = Unicode("code,trace,graph,notes,result", help=f"What is shown: of {', '.join(SECTIONS)}.").tag(
        config=True
    )
    mute = Unicode("", help="Codes of notes that are not wanted, such as `AG122,AG123`.").tag(config=True)
    time_limit = Float(
        None,
        allow_none=True,
        min=0,
        help="Seconds that a call of a staged function may take; None: no limit.",
    ).tag(config=True)
    step_limit = Int(
        None, allow_none=True, min=0, max=2**31 - 1, help="Iterations that a loop may run; None: no limit."
    ).tag(config=True)
    tb = Enum(TRACEBACKS, "short", help="How much of a traceback is shown.").tag(config=True)

    shell: InteractiveShell

    def __init__(self, shell: InteractiveShell) -> None:
        super().__init__(shell)
        self.hook = CellHook(self)
        self.rewriter = rewriting.CellRewriter(self.arguments, lambda: self.shell.ast_node_interactivity)
        self.reports: deque[StagingReport] = deque(maxlen=KEPT_REPORTS)
        self.former_handler: tracebacks.Handler | None = None
        self._cell: ExecutionInfo | None = None
        self._last_error: BaseException | None = None
        self._choose_frames({"new": self.tb})  # what the configuration says

    @no_var_expand
    @magic_arguments()
    @argument("names", nargs="*", metavar="NAME", help="Functions to show. Default: all of the cell.")
    @argument(
        "-b",
        "--backend",
        metavar="NAME[,NAME]",
        help="What the code is staged to. Of several, such as `tf,lantern`, each makes the last call, and the report shows "
        "them side by side; what the cell defines, and the rest of it, runs on the first. Setting: Autograph.backend.",
    )
    @argument(
        "-s",
        "--show",
        metavar="PART[,PART]",
        help=f"What is shown: {', '.join(SECTIONS)}. Setting: Autograph.show.",
    )
    @argument("--xla", action="store_true", help="Also show the programs that XLA makes of the graph.")
    @argument("-q", "--quiet", action="store_true", help="Show nothing but warnings.")
    @argument("-v", "--var", help="Also store the report in this variable.")
    @argument(
        "--entry",
        metavar="CALL",
        help="Quoted call that is traced, run and shown. Default: the cell's last line.",
    )
    @argument("--no-run", action="store_true", help="Trace the call without running it.")
    @argument(
        "--check",
        action="store_true",
        help="Run the functions as Python, too, and say where they differ from what is staged.",
    )
    @argument(
        "--probe",
        metavar="NAME[@LINE][,…]",
        help="Record what these variables are, each time that their lines bind them, and show it.",
    )
    @argument(
        "--quiz",
        action="store_true",
        help="Let readers predict what becomes of each line before it is shown.",
    )
    @argument("--last", action="store_true", help="Show the last report again (line magic).")
    @argument("--tb", choices=TRACEBACKS, help="Set how much of a traceback is shown (line magic).")
    @line_cell_magic
    def autograph(self, line: str, cell: str | None = None) -> Any:
        """Stage the functions of a cell, run it, and show what became of them.

        As the first line of a cell: every function defined at the top level of the cell is staged, the cell
        runs as without this line, and a report shows its source beside the generated code, the graph,
        what was decided where, and the result. A `;` at the end of the cell silences the report.

        As `%autograph NAME`: shows a function that was defined elsewhere. `%autograph --tb full` shows every
        frame of the last error and of those to come.
        """
        __tracebackhide__ = True
        if cell is None:
            self._line(line)
            return None
        return self._nested_cell(line, cell)

    @validate("backend")
    def _known_backend(self, proposal: dict[str, Any]) -> str:
        return _without(backend_problem(proposal["value"]), proposal)

    @validate("show")
    def _known_sections(self, proposal: dict[str, Any]) -> str:
        return _without(sections_problem(proposal["value"]), proposal)

    @validate("mute")
    def _known_codes(self, proposal: dict[str, Any]) -> str:
        return _without(codes_problem(proposal["value"]), proposal)

    @observe("tb")
    def _choose_frames(self, change: dict[str, Any]) -> None:
        """The shell hides frames, and staging drops its own where an error leaves it; or neither does."""
        from ag_notebook.staging.tracebacks import FULL

        tracebacks.show_hidden_frames(self.shell, change["new"] == "full")
        if change["new"] == "full":
            os.environ[FULL] = "1"
        else:
            os.environ.pop(FULL, None)

    # the cell ---------------------------------------------------------------------------------

    def arguments(self, line: str) -> CellArguments:
        """The magic's line, read with the settings of the session."""
        __tracebackhide__ = True
        return parse(self.autograph, line, backend=self.backend, show=self.show)

    def limits(self) -> dict[str, Any]:
        """The options of what is staged that the settings bound."""
        return {"time_limit": self.time_limit, "step_limit": self.step_limit}

    def transform_lines(self, lines: list[str]) -> list[str]:
        """The input transformer: prepares cells that begin with our magic."""
        if not rewriting.is_ours(lines):
            return lines
        lines = rewriting.moved_down(lines)
        if rewriting.is_ours(lines) and not cell_runs(self.shell):
            return rewriting.marked(lines)
        return lines  # another magic's cell, or a cell inside one that runs: it comes to `_nested_cell`

    # The terminal asks after each line whether a cell is complete. It must see the magic line, or it
    # would run the cell before its second statement was typed. This attribute keeps us out of that.
    transform_lines.has_side_effects = True  # type: ignore[attr-defined]

    def remember_cell(self, info: ExecutionInfo) -> None:
        """Keeps the cell that runs, for its line numbers; not those that run inside it."""
        if not cell_runs(self.shell):
            self._cell = info

    def remember_error(self, result: ExecutionResult) -> None:
        """Keeps the error of a cell, for `--tb full` to show; a wrong option has no frames worth that."""
        self.hook.end_watch(failed=result.error_in_exec is not None)
        if result.error_in_exec is not None and not isinstance(result.error_in_exec, UsageError):
            self._last_error = result.error_in_exec

    def _nested_cell(self, line: str, cell: str) -> Any:
        """Runs a cell that stands below another cell magic."""
        __tracebackhide__ = True
        if not cell.strip():
            raise UsageError("%%autograph is a cell magic, but the cell below it is empty.")
        shell = self.shell
        info = self._cell
        text = shell.transform_cell(rewriting.marker(line) + cell)
        text = "\n" * lines_above(cell, str(info.raw_cell) if info is not None else "") + text
        name = shell.compile.cache(text, cell_number(shell), raw_code=text)
        module = shell.transform_ast(shell.compile.ast_parse(text, name))
        assert isinstance(module, ast.Module)
        value = None
        for statement in module.body:
            last = statement is module.body[-1] and isinstance(statement, ast.Expr)
            value = self._run(statement, name, value_wanted=last)
        return value

    def _run(self, statement: ast.stmt, name: str, *, value_wanted: bool) -> Any:
        __tracebackhide__ = True
        shell = self.shell
        tree: ast.Module | ast.Expression = ast.Module([statement], [])
        if value_wanted and isinstance(statement, ast.Expr):
            tree = ast.Expression(statement.value)
        with shell.compile.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if shell.autoawait else 0):
            code = shell.compile(tree, name, "eval" if value_wanted else "exec")  # type: ignore[arg-type]  # a tree will do
        value = eval(code, shell.user_global_ns, shell.user_ns)
        if not code.co_flags & inspect.CO_COROUTINE:
            return value
        if _loop_is_running():
            value.close()
            raise UsageError(
                "`await` does not work in this cell under another cell magic; leave that line out."
            )
        return shell.loop_runner(value)

    # the line ---------------------------------------------------------------------------------

    def _line(self, line: str) -> None:
        __tracebackhide__ = True
        silent = line.rstrip().endswith(";")
        arguments = self.arguments(line.rstrip().rstrip(";"))
        if problem := line_misfit(arguments):
            raise UsageError(problem)
        if arguments.tb is not None:
            former, self.tb = self.tb, arguments.tb
            if not arguments.names and not arguments.last:
                self._show_last_error(former)
                return
        if arguments.last:
            if not self.reports:
                raise UsageError("No report was made in this session yet.")
            if missing := missing_rungs(self.reports[-1], arguments.rungs):
                raise UsageError(
                    f"The last report was made without {missing}: ask for it where it is made, or of `%autograph NAME`."
                )
            self.deliver(self.reports[-1], arguments, silent=silent, again=True)
            return
        from ag_notebook.staging.rungs import reports_with

        staged = {name: self._staged(name, arguments) for name in arguments.names}
        staged = probed(staged, arguments.probes) if arguments.probes else staged
        for name, each in staged.items():
            if arguments.entry is not None and not name.isidentifier() and each is not self._value(name):
                raise UsageError(
                    f"`--entry` calls what has a name of its own: `f = {name}`, then `%autograph f --entry …`."
                )
        run, checks = None, None
        if arguments.entry is not None and arguments.beside:
            names = {**self.shell.user_ns, **staged}
            made = self.hook.calls_written(arguments.entry, names, arguments)
            staged = with_called(staged, made)
            self.deliver(report_of(list(staged.values()), arguments, None, made), arguments, silent=silent)
            made.outcome()
            return
        if arguments.entry is not None:
            names = {**self.shell.user_ns, **staged}
            checks = self.hook.checks(arguments.entry, names) if arguments.check else None
            with watching(staged.values() if arguments.check and checks is None else ()) as watch:
                try:
                    _, run = self.hook.evaluate(
                        arguments.entry,
                        names,
                        trace_only=arguments.no_run,
                        aside=lambda: watch.seconds,
                        measures="times" in arguments.rungs,
                    )
                except Exception:
                    if found := checks or watch.end():
                        self.deliver(checks_report(list(staged), arguments, found), arguments, silent=silent)
                    raise
            checks = checks or watch.end()
        reports = reports_with(list(staged.values()), arguments.rungs)
        report = combined(reports, arguments.backend, run)
        if arguments.check:
            report = with_checks(report, checks or checks_without_calls(staged.values()))
        self.deliver(report, arguments, silent=silent)

    def _show_last_error(self, former_tb: str) -> None:
        error = self._last_error
        if self.tb == "full" and error is not None:
            print(tracebacks.full_text(self.shell, error))  # noqa: T201  an `error` output would fail this cell
            if former_tb == "short" and tracebacks.went_through_us(error):
                print("Run that cell again to see also the frames that were dropped then.")  # noqa: T201

    def _value(self, name: str) -> Any:
        __tracebackhide__ = True
        return eval(name, self.shell.user_global_ns, self.shell.user_ns)

    def _staged(self, name: str, arguments: CellArguments) -> Any:
        """The staged function that `name` means: an expression such as `module.f` will do."""
        __tracebackhide__ = True
        from ag_notebook import staging

        try:
            value = self._value(name)
        except (NameError, AttributeError) as error:
            raise UsageError(f"{error}.{nearest(name, list(self.shell.user_ns))}") from None
        except SyntaxError:
            raise UsageError(f"`{name}` is not the name of a function.") from None
        if isinstance(value, staging.StagedFunction):
            other = "backend" in arguments.given and value.options.backend != arguments.backend
            return value.with_options(backend=arguments.backend) if other else value
        if isinstance(value, MethodType) and is_plain_function(value.__func__):
            return staging.function(value, backend=arguments.backend, **self.limits())
        if not is_plain_function(value):
            raise UsageError(f"`{name}` is not a function that can be staged: {type(value).__name__}.")
        return staging.function(value, backend=arguments.backend, **self.limits())

    # the report -------------------------------------------------------------------------------

    def deliver(
        self,
        report: StagingReport,
        arguments: CellArguments,
        *,
        silent: bool,
        again: bool = False,
        value_is_out: bool = False,
    ) -> None:
        """Keeps the report, stores it where the user wants it, and shows it unless it is silenced."""
        report = without_notes(report, self.mute)
        if not again:
            self.reports.append(report)
        if arguments.var is not None:
            self.shell.user_ns[arguments.var] = report
        if arguments.quiet:
            notes = [note for each in (report, *report.beside) for note in each.notes]
            warnings = [note for note in notes if note.level != "info"]
            said = [f"{note.code} {note.level}: {note.message} {note.fix}".rstrip() for note in warnings]
            if said:
                print(*dict.fromkeys(said), sep="\n")  # noqa: T201  warnings of a quiet cell are text, as Python's are
        elif not silent:
            shown = self.view(report, arguments.show, value_is_out=value_is_out, quiz=arguments.quiz)
            display(shown)

    def show_report(self, report: StagingReport) -> dict[str, str]:
        """What the shell shows of a report that is a cell's value."""
        show = [part.strip() for part in self.show.split(",")]
        return self.view(report, show)._repr_mimebundle_()

    def view(
        self,
        report: StagingReport,
        show: Collection[str],
        *,
        value_is_out: bool = False,
        quiz: bool = False,
    ) -> ReportDisplay:
        """The parts `show` of a report, to be displayed in the cell that runs."""
        chosen = sections_of(report, show, value_is_out=value_is_out)
        return ReportDisplay(chosen, self.shell, self.shell.execution_count, tuple(show), quiz)


def _without(problem: str, proposal: dict[str, Any]) -> str:
    """A setting's new value, where there is no problem with it."""
    if problem:
        raise TraitError(problem)
    value: str = proposal["value"]
    return value


def cell_runs(shell: InteractiveShell) -> bool:
    """Whether the shell is running a cell now (it has no public way to ask, in IPython 8 and 9 alike)."""
    return bool(shell.builtin_trap._nested_level)


def cell_number(shell: InteractiveShell) -> int:
    """The number in brackets of the cell that runs: whose code is furthest out on the stack."""
    number, frame = shell.execution_count, sys._getframe()
    while frame := frame.f_back:  # type: ignore[assignment]
        named = shell.compile.format_code_name(frame.f_code.co_filename)
        if named and (match := re.search(r"\d+", named[1])):
            number = int(match[0])
    return number


def lines_above(cell: str, raw_cell: str) -> int:
    """How many lines of the notebook's cell stand above the magic line whose body is `cell`."""
    whole, body = split_lines(raw_cell), split_lines(cell)
    if len(whole) > len(body) and whole[-len(body) :] == body:
        return len(whole) - len(body) - 1
    return 0  # text from elsewhere: it has only its own lines


def _loop_is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
