"""Finds what is below the graph of a trace: the graph after Grappler, and XLA's programs.

Both are made only when somebody asks, of the graph as it was traced; nothing is run. Where there is none, a note says why.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ag_notebook.report import GraphModel, Note
from ag_notebook.staging.backends.protocol import Below
from ag_notebook.staging.backends.tensorflow.graph_models import graph_model
from ag_notebook.staging.backends.tensorflow.grappler import optimized_graph
from ag_notebook.staging.backends.tensorflow.xla import compiled_code

MOST_OPERATIONS = 10_000
"""Operations of a graph that is optimized for being looked at."""


def below(concrete: Any, rungs: Collection[str]) -> Below:
    """What is below the graph of a concrete function; `rungs` are of `optimized` and `xla`."""
    if not {"optimized", "xla"} & {*rungs}:
        return Below()
    traced = graph_model(concrete.graph)
    optimized, notes = _optimized(concrete.graph, traced) if "optimized" in rungs else (None, ())
    compiled, more = compiled_code(concrete, traced) if "xla" in rungs else ((), ())
    return Below(optimized, compiled, notes=(*notes, *more))


def _optimized(graph: Any, traced: GraphModel) -> tuple[GraphModel | None, tuple[Note, ...]]:
    if traced.op_count > MOST_OPERATIONS:
        note = Note(
            "AG304",
            "info",
            None,
            f"The optimized graph is not shown: it is made of graphs of at most {MOST_OPERATIONS} operations.",
            "Show a part of the function.",
        )
        return None, (note,)
    try:
        return optimized_graph(graph, traced), ()
    except Exception as error:  # noqa: BLE001  Grappler fails by many classes; the rest of the report is whole
        said = (str(error).strip().splitlines() or [type(error).__name__])[0][:200]
        note = Note(
            "AG304",
            "info",
            None,
            f"TensorFlow's optimizer did not take the graph: {said}",
            "The graph runs all the same.",
        )
        return None, (note,)
