"""The explorer as it is seen: arguments, options, buttons, progress, and the outputs and report of the last run."""

from __future__ import annotations

import itertools
import threading
import time
import traceback
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets
from IPython.core.getipython import get_ipython

from ag_notebook.notebook import tracebacks
from ag_notebook.notebook.display import ReportDisplay
from ag_notebook.notebook.explorer import summary
from ag_notebook.notebook.explorer.arguments import Arguments
from ag_notebook.notebook.explorer.choices import Choices
from ag_notebook.notebook.explorer.editors import labelled, layout, name_controls, row, warning
from ag_notebook.notebook.explorer.problems import InputError
from ag_notebook.notebook.explorer.replacing import remember
from ag_notebook.notebook.explorer.session import Request, Session, Work
from ag_notebook.notebook.extension import active_magics
from ag_notebook.notebook.magics import Autograph
from ag_notebook.notebook.sections import sections_of, without_notes
from ag_notebook.staging.errors import AgNotebookError

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from ag_notebook.report import StagingReport

HOW = (
    "An explorer is worked with in a notebook (JupyterLab, Notebook 7, VS Code, Colab), where it has controls for the arguments; "
    "here, `explorer.run()` makes the call and `explorer.report` is what became of it."
)
SAVED = "The explorer of `{}`: run this cell to work with it. `explorer.report` as the value of a cell keeps a report in the notebook."
TICK = 0.1
"""Seconds between two looks at a run."""

_numbers = itertools.count(1_000_000)
"""Numbers of the reports of explorers, whose anchors must not meet those of cells."""


class Explorer:
    """A function with controls for its arguments: shown where it is the value of a cell, and usable from code.

    Attributes:
        box: the widget that is shown.
        inputs: the editors of the arguments, by name in `inputs.editors`.
        choices: the options.
        report: the report of the last run; None before the first.
        value: what the last run gave.
        error: what it raised.
        is_running: whether a run is on; it ends when its result is shown.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        shell: InteractiveShell | None,
    ) -> None:
        magics = active_magics(shell) if shell is not None else None
        setting = (magics or Autograph).show  # a trait's default value, where no extension is loaded
        show = str(setting if magics else setting.default_value).split(",")  # type: ignore[union-attr]
        self._session = Session(function, magics.backend if magics else "tensorflow", shell)
        self._shell = shell
        self.report: StagingReport | None = None
        self.value: Any = None
        self.error: BaseException | None = None
        self.is_closed = False
        self._work: Work | None = None
        self._told_to_stop: float | None = None
        self._watcher: threading.Thread | None = None
        self.is_running = False
        staged = self._session.own
        self.choices = Choices(staged.original, staged.options, [part.strip() for part in show])
        self.inputs = Arguments(staged.original, args, kwargs, self._names, lambda: self.choices.backends[0])
        self._build(staged.__name__)

    # for code --------------------------------------------------------------------------------------

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments by name, as the next run gets them.

        Raises:
            InputError: a `ValueError`, a field has no value.
        """
        return self.inputs.values()

    def run(self, *, trace_only: bool = False) -> Any:
        """Makes the call as the button does, waits for its end and gives its value; what it raises is raised here, too.

        Raises:
            InputError: a `ValueError`, a field has no value.
            RuntimeError: a run is on, or the explorer is closed.
            KeyboardInterrupt: it was stopped.
        """
        __tracebackhide__ = True
        work = self.start(trace_only=trace_only)
        try:
            self.wait()
        except KeyboardInterrupt:
            self.stop()
            raise
        if work.is_stopped:
            raise KeyboardInterrupt
        if work.error is not None:
            raise work.error
        return work.value

    def start(self, *, trace_only: bool = False) -> Work:
        """Begins the call and does not wait.

        Raises:
            InputError: a `ValueError`, a field has no value.
            RuntimeError: a run is on, or the explorer is closed.
        """
        if self.is_closed:
            raise RuntimeError("this explorer is closed")
        if self.is_running:
            raise RuntimeError("a run is on: stop it, or wait for its end")
        bound = self.inputs.bound()
        request = Request(
            bound,
            self.choices.backends,
            self.choices.options,
            run=not trace_only,
            check=self.choices.check.value and not self.choices.check.disabled and not trace_only,
            show=self.choices.show,
        )
        self._told_to_stop = None
        self._output.outputs, self._facts.value, self._report.outputs = (), "", ()
        work = self._work = self._session.start(request)
        self.is_running = True
        self._show_state()
        self._watcher = threading.Thread(target=self._watch, args=(work,), name="shows a run", daemon=True)
        self._watcher.start()
        return work

    def wait(self, seconds: float | None = None) -> bool:
        """Waits for the end of the run and of its display; whether it came."""
        if self._watcher is not None:
            self._watcher.join(seconds)
        return not self.is_running

    def stop(self) -> None:
        """Ends the run; nothing happens where there is none."""
        if self._work is not None and self.is_running:
            self._told_to_stop = self._told_to_stop or time.monotonic()
            self._work.stop()
            self._show_state()

    def close(self) -> None:
        """Ends the run and takes the explorer away; `report` and `value` stay."""
        if not self.is_closed:
            self.is_closed = True
            self.stop()
            for each in [*_below(self.box)]:
                each.close()

    # the page --------------------------------------------------------------------------------------

    def _build(self, name: str) -> None:
        self._run_button = _button("Run", "play", "primary", "Makes the call")
        self._trace_button = _button("Trace", "code", "", "Makes the graph and runs nothing")
        self._stop_button = _button("Stop", "stop", "danger", "Ends the run")
        self._close_button = _button("Close", "times", "", "Ends the run and takes the explorer away")
        self._run_button.on_click(lambda _: self._clicked(trace_only=False))
        self._trace_button.on_click(lambda _: self._clicked(trace_only=True))
        self._stop_button.on_click(lambda _: self.stop())
        self._close_button.on_click(lambda _: self.close())
        self._bar = ipywidgets.FloatProgress(
            0.0, min=0.0, max=1.0, layout=layout(width="160px", display="none")
        )
        self._state = ipywidgets.HTML(layout=layout(flex="1 1 200px", margin="2px 8px"))
        self._facts = ipywidgets.HTML(layout=layout())
        self._output = ipywidgets.Output(layout=layout())
        self._report = ipywidgets.Output(layout=layout())
        rows = [labelled(_name(each), editor.box) for each, editor in self.inputs.editors.items()]
        for each, editor in self.inputs.editors.items():
            name_controls(editor.box, each)
            editor.hears(self._show_state)
        title = ipywidgets.HTML(
            f'<span style="color: var(--jp-ui-font-color2, #616161)">Explore</span> '
            f'<b style="font-family: var(--jp-code-font-family, monospace)">{escape(name)}</b>',
            layout=layout(flex="1 1 0%"),
        )
        head = ipywidgets.HBox([title, self._close_button], layout=layout(align_items="center"))
        buttons = row(self._run_button, self._trace_button, self._stop_button, self._bar, self._state)
        controls = ipywidgets.VBox(
            [head, *rows, self.choices.line, self.choices.more, buttons],
            layout=layout(
                border="1px solid var(--jp-border-color1, #bdbdbd)", padding="6px 10px", margin="2px 0 6px 0"
            ),
        )
        self.box = ipywidgets.VBox(
            [controls, self._facts, self._output, self._report], layout=layout(width="100%", margin="0")
        )
        self.box.observe(lambda change: self.close() if change["new"] is None else None, "comm")
        self._show_state()

    def _names(self) -> dict[str, Any]:
        """The namespace of expressions: the user's."""
        if self._shell is not None:
            return dict(self._shell.user_ns)
        names: dict[str, Any] = getattr(self._session.original, "__globals__", {})
        return names

    def _clicked(self, *, trace_only: bool) -> None:
        try:
            self.start(trace_only=trace_only)
        except InputError as error:
            self._say(str(error), is_bad=True)

    def _show_state(self) -> None:
        """Which buttons can be pressed, and why not."""
        problem = self.inputs.problem()
        runs = self.is_running
        self._run_button.disabled = self._trace_button.disabled = runs or bool(problem)
        self._run_button.tooltip = problem or ("A run is on" if runs else "Makes the call")
        self._stop_button.disabled = not runs or self._told_to_stop is not None
        self._bar.layout.display = None if runs else "none"
        if not runs and problem:
            self._say(f"Run waits for a value of {problem.partition(':')[0]}.", is_bad=False)
        elif not runs and self._state.value and "Run waits" in self._state.value:
            self._say("", is_bad=False)

    def _say(self, text: str, *, is_bad: bool) -> None:
        said = warning(text) if is_bad else f'<span style="line-height: 1.4">{escape(text)}</span>'
        self._state.value = f'<div role="status">{said}</div>' if text else ""

    def _watch(self, work: Work) -> None:
        """Shows a run until it ends, then what it gave; in a thread of its own."""
        seen = 0
        try:
            while not work.done.wait(TICK):
                since = None if self._told_to_stop is None else time.monotonic() - self._told_to_stop
                self._bar.value, text = summary.progress(work, since)
                self._say(text, is_bad=False)
                if seen != work.printed.version:
                    seen = work.printed.version
                    self._output.outputs = work.printed.outputs()
            self._take(work)
        except Exception as error:  # noqa: BLE001  nobody else would see what fails here
            self._say(f"The result could not be shown ({type(error).__name__}: {error}).", is_bad=True)
        finally:
            self.is_running = False
            if not self.is_closed:
                self._bar.value = 0.0
                self._show_state()

    def _take(self, work: Work) -> None:
        """Keeps what a run gave, and shows it."""
        self.value, self.error = work.value, work.error
        magics = active_magics(self._shell) if self._shell is not None else None
        if work.report is not None:
            self.report = without_notes(work.report, magics.mute) if magics else work.report
            if magics is not None:
                magics.reports.append(self.report)
        if self.is_closed:
            return
        self._bar.value = 1.0
        outputs = work.printed.outputs()
        if work.error is not None:
            outputs = (*outputs, self._error_output(work.error))
        self._output.outputs = outputs
        self._facts.value = summary.facts_html(summary.facts(work))
        if work.report is not None and self.report is not None:
            shown = sections_of(self.report, work.request.show)
            if self._shell is not None:
                bundle = ReportDisplay(
                    shown, self._shell, next(_numbers), work.request.show
                )._repr_mimebundle_()
                self._report.outputs = ({"output_type": "display_data", "data": bundle, "metadata": {}},)
        self._say(summary.ended(work), is_bad=work.error is not None)

    def _error_output(self, error: BaseException) -> dict[str, Any]:
        """An error as a cell shows it: the user's lines, with none of ours unless all frames are wanted."""
        trace = error.__traceback__
        magics = active_magics(self._shell) if self._shell is not None else None
        is_full = magics is not None and magics.tb == "full"
        while trace is not None and not is_full and not tracebacks.is_users(trace.tb_frame):
            trace = trace.tb_next
        if self._shell is None:
            lines = traceback.format_exception(type(error), error, trace)
        elif is_full:
            lines = tracebacks.full_lines(self._shell, error, trace)
        elif isinstance(error, AgNotebookError):
            lines = tracebacks.short_lines(self._shell, error, trace)
        else:
            formatter = self._shell.InteractiveTB
            lines = formatter.structured_traceback(type(error), error, trace, tb_offset=0)
        return {
            "output_type": "error",
            "ename": type(error).__name__,
            "evalue": str(error),
            "traceback": [str(line) for line in lines],
        }

    # where it is shown -----------------------------------------------------------------------------

    @property
    def is_live(self) -> bool:
        """Whether there is a kernel whose front end can show widgets."""
        return getattr(self._shell, "kernel", None) is not None

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        if not self.is_live:
            return {"text/plain": str(self)}
        bundle: dict[str, Any] = dict(self.box._repr_mimebundle_(**options)) if not self.is_closed else {}
        name = self._session.own.__name__
        return {**bundle, "text/plain": SAVED.format(name)}

    def __repr__(self) -> str:
        return f"<explorer of {self._session.own.__name__}>" if self.is_live else str(self)

    def __str__(self) -> str:
        """The report as text, with how to work with an explorer where it has no controls."""
        from ag_notebook import views

        text = "" if self.is_live else f"{HOW}\n"
        if self.report is None:
            return text
        if self._shell is None:
            return f"{text}\n{views.text(self.report)}"
        return f"{text}\n{ReportDisplay(self.report, self._shell)._repr_mimebundle_()['text/plain']}"


def made(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Explorer:
    """The explorer of a function; without a notebook, its call is traced for the report that is shown in its place."""
    __tracebackhide__ = True
    shell = get_ipython()
    explorer = Explorer(function, args, kwargs, shell)
    if explorer.is_live and shell is not None:
        remember(explorer, shell)
    else:
        explorer.run(trace_only=True)
    return explorer


def _button(text: str, icon: str, style: str, tip: str) -> Any:
    return ipywidgets.Button(
        description=text,
        icon=icon,
        button_style=style,
        tooltip=tip,
        layout=layout(width="88px", flex="0 0 auto"),
    )


def _name(text: str) -> Any:
    return ipywidgets.HTML(
        f'<span style="font-family: var(--jp-code-font-family, monospace)">{escape(text)}</span>',
        layout=layout(width="80px", flex="0 0 auto", overflow="hidden"),
    )


def _below(widget: Any) -> Any:
    """A widget and all that are inside of it, the innermost first."""
    for child in getattr(widget, "children", ()):
        yield from _below(child)
    yield widget
