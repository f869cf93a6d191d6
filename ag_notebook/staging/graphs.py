"""`graph_of(value)`: the graph of anything that has one, as data."""

from __future__ import annotations

import sys
from typing import Any

from ag_notebook.report import GraphModel
from ag_notebook.staging.backends import registry
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.function import StagedFunction
from ag_notebook.staging.wording import kind_of


def graph_of(value: Any, *args: Any, **kwargs: Any) -> GraphModel:
    """The graph of a staged function (for these arguments, or the last that was made), or of a back end's object.

    Raises:
        StagingError: AG520, there is no graph in it; AG521, there is one for each signature, and none is known.
    """
    __tracebackhide__ = True
    if isinstance(value, GraphModel):
        return value
    if isinstance(value, StagedFunction):
        return _of_staged(value, args, kwargs)
    if args or kwargs:
        raise StagingError(
            "AG521",
            f"arguments are for staged functions, and this is {kind_of(value)}.",
            fix="Draw `f.get_concrete_function(…)` with its arguments.",
        )
    problem: StagingError | None = None
    for registration in registry.built_for(sys.modules):
        try:
            return registry.named(registration.name).graph_model(value)
        except StagingError as error:
            if problem is None or error.code != "AG520":
                problem = error
    raise problem or StagingError(
        "AG520", f"there is no graph to draw in {kind_of(value)}.", fix="Draw a staged function or a graph."
    )


def _of_staged(staged: StagedFunction, args: tuple[Any, ...], kwargs: dict[str, Any]) -> GraphModel:
    if args or kwargs:
        graph = staged.graph(*args, **kwargs)
    else:
        graph = next((trace.graph for trace in reversed(staged.traces()) if trace.graph is not None), None)
    if graph is None:
        raise StagingError(
            "AG521",
            f"`{staged.__name__}` has no graph yet.",
            fix="Call it once, or give the arguments: `draw(f, x)`.",
        )
    return graph
