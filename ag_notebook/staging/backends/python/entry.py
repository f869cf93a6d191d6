"""Runs a converted function on plain values: the entry of the Python back end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ag_notebook.report import Trace


class PythonEntry:
    """The converted function; its traces have no graph."""

    def __init__(self, function: Callable[..., Any], options: Any) -> None:
        self.function, self.options = function, options
        self.traces: list[Trace] = []

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the converted function in Python."""
        from ag_notebook.staging.runtime.calls import converted_call
        from ag_notebook.staging.runtime.limits import limited_in_python

        if not self.options.step_limit:
            return converted_call(self.function, *args, **kwargs)
        with limited_in_python(self.options.step_limit):
            return converted_call(self.function, *args, **kwargs)

    def all_traces(self) -> list[Trace]:
        """None: Python runs the function."""
        return list(self.traces)

    def trace(self, *args: Any, **kwargs: Any) -> Trace:
        """There is nothing to trace: an empty one."""
        return Trace("", "Python runs it", (), None)
