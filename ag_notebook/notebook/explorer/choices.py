"""The options of an explorer's runs: the back end, what is compared, limits, probes, and the parts of the report."""

from __future__ import annotations

import dis
from collections.abc import Callable, Collection
from dataclasses import fields
from types import CodeType
from typing import Any

import ipywidgets

from ag_notebook.notebook.explorer.editors import labelled, layout, row, unseen_label
from ag_notebook.notebook.words import SECTIONS
from ag_notebook.staging.backends import registry
from ag_notebook.staging.options import Options

SIDE_BY_SIDE = ("tensorflow", "lantern")
_MOST_PROBES = 8
"""Rows of the list of names to be probed."""


class Choices:
    """Controls for the options; `backends`, `options`, `check` and `show` are what is chosen.

    What needs a field that `Options` does not have is not shown.
    """

    def __init__(self, function: Callable[..., Any], options: Options, show: Collection[str]) -> None:
        self._known = {each.name for each in fields(Options)}
        names = registry.names()
        offered: list[tuple[str, tuple[str, ...]]] = [(name, (name,)) for name in names]
        if set(SIDE_BY_SIDE) <= set(names):
            offered.append(("tensorflow beside lantern", SIDE_BY_SIDE))
        self.backend = ipywidgets.Dropdown(
            options=offered, value=(options.backend,), layout=layout(width="210px", flex="0 0 auto")
        )
        unseen_label(self.backend, "Back end")
        self.check = _box(
            "check equivalence", False, "Runs the original in Python, too, and says where the two differ"
        )
        self.reduce = _box("reduce retracing", options.reduce_retracing, "One trace for all shapes of a rank")
        self.xla = _box("XLA", bool(options.jit_compile), "Compiles the graph with XLA")
        self.parts = {
            name: _box(name, name in show, f"Shows the part `{name}` of the report")
            for name in (*SECTIONS, "xla")
        }
        self._limits = {
            name: _limit(text, getattr(options, name), control)
            for name, text, control in (
                ("time_limit", "seconds of a call (0: no limit)", ipywidgets.BoundedFloatText),
                ("step_limit", "steps of a loop (0: no limit)", ipywidgets.BoundedIntText),
            )
            if name in self._known
        }
        self.probes = _probes(function, getattr(options, "probes", ())) if "probes" in self._known else None
        self._given = options
        self.backend.observe(self._fit, "value")
        self._fit()
        self.opened = ipywidgets.ToggleButton(
            value=False, description="Options", layout=layout(width="110px", flex="0 0 auto")
        )
        self.line = labelled(_label("Back end"), row(self.backend, self.check, self.opened))
        self.more = self._panel()
        self.opened.observe(self._open, "value")
        self._open()

    def _open(self, _change: Any = None) -> None:
        self.opened.icon = "caret-down" if self.opened.value else "caret-right"
        self.more.layout.display = None if self.opened.value else "none"

    def _panel(self) -> Any:
        rows = [labelled(_label("Staging"), row(self.reduce, self.xla))]
        if self._limits:
            rows.append(labelled(_label("Limits"), row(*self._limits.values())))
        if self.probes is not None:
            rows.append(labelled(_label("Probes"), row(self.probes)))
        rows.append(labelled(_label("Show"), row(*self.parts.values())))
        return ipywidgets.VBox(rows, layout=layout(margin="0"))

    @property
    def backends(self) -> tuple[str, ...]:
        found: tuple[str, ...] = self.backend.value
        return found

    @property
    def options(self) -> dict[str, Any]:
        """Fields of `Options` as they are chosen; one that means nothing to the back end stays as the function has it."""
        chosen: dict[str, Any] = {"reduce_retracing": self.reduce.value}
        is_compiled = bool(self._given.jit_compile)
        if self.xla.value != is_compiled:  # None and False are not the same to TensorFlow
            chosen["jit_compile"] = self.xla.value
        for name, control in self._limits.items():
            chosen[name] = control.value or None
        if self.probes is not None:
            chosen["probes"] = tuple(self.probes.value)
        return chosen

    @property
    def show(self) -> tuple[str, ...]:
        return tuple(name for name, box in self.parts.items() if box.value)

    def _fit(self, _change: Any = None) -> None:
        """Turns off what the chosen back end does not know."""
        is_tensorflow = "tensorflow" in self.backends
        for control in (self.reduce, self.xla):
            control.disabled = not is_tensorflow
        self.check.disabled = len(self.backends) > 1


def _box(text: str, value: bool, tip: str) -> Any:
    made = ipywidgets.Checkbox(
        value, description=text, indent=False, layout=layout(width="auto", margin="2px 12px 2px 4px")
    )
    made.tooltip = tip
    return made


def _label(text: str) -> Any:
    return ipywidgets.Label(text, layout=layout(width="80px", flex="0 0 auto"))


def _limit(text: str, value: float | None, control: Any) -> Any:
    made = control(
        value or 0, min=0, max=10**9, description=text, layout=layout(width="300px", flex="0 0 auto")
    )
    made.style.description_width = "initial"
    return made


def _probes(function: Callable[..., Any], given: Collection[str]) -> Any:
    names = [*bound_names(function)]
    names += [each for each in given if each not in names]
    made = ipywidgets.SelectMultiple(
        options=names,
        value=tuple(given),
        rows=min(max(len(names), 2), _MOST_PROBES),
        layout=layout(width="260px"),
    )
    unseen_label(made, "Probes")
    made.tooltip = (
        "Variables whose values are recorded: by name, or at one line. Ctrl or Shift chooses several"
    )
    return made


def bound_names(function: Callable[..., Any]) -> list[str]:
    """The variables of a function, and the lines that bind them: `n`, `n@6`, `steps`, …"""
    from ag_notebook.staging.function import plain_function

    code: CodeType = plain_function(function).__code__
    lines: dict[str, list[int]] = {
        name: [] for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    }
    line = code.co_firstlineno
    for each in dis.get_instructions(code):
        # An int, or None in the middle of a line; from Python 3.13 on it says whether, and the number is elsewhere.
        starts: Any = getattr(each, "starts_line", None)
        number: int | None = getattr(each, "line_number", starts)
        line = number or line
        if each.opname.startswith(("STORE_FAST", "STORE_DEREF")):
            stored = each.argval if isinstance(each.argval, tuple) else (each.argval,)
            for name in stored:
                at = lines.setdefault(str(name), [])
                if line not in at:
                    at.append(line)
    return [text for name, at in lines.items() for text in (name, *(f"{name}@{each}" for each in at))]
