"""Measures what parts of a report take as JSON, without making the JSON of the whole again and again."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from ag_notebook.report.graphs import GraphModel
from ag_notebook.report.report import FunctionReport, StagingReport, Trace


def at_least(report: StagingReport) -> int:
    """A lower bound of the size, at little cost: what is far too large need not be measured to know that."""
    graphs = [graph for function in report.functions for trace in function.traces if (graph := trace.graph)]
    return sum(map(_at_least_of, graphs)) + sum(map(at_least, report.beside))


def _at_least_of(graph: GraphModel) -> int:
    """The bytes of the fields' names, and the characters of most texts."""
    size = 72 * len(graph.edges)
    for node in graph.nodes:
        size += 95 + len(node.name) + len(node.op) + 24 * len(node.outputs)
        if node.span is not None:
            size += 64 + len(node.span.file)
        size += sum(map(_at_least_of, node.subgraphs))
    return size


@functools.cache
def _fields_of(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]], int]:
    """The names of a record's fields, what reads them, and the bytes of all but their values."""
    names = tuple(each.name for each in fields(kind))
    return names, attrgetter(*names), len(json.dumps(dict.fromkeys(names, 0))) - len(names)


def _as_dict(record: Any) -> dict[str, Any]:
    names, values, _ = _fields_of(type(record))  # type: ignore[arg-type]  # classes are hashable
    return dict(zip(names, values(record)))


class Measure:
    """The bytes that parts of a report have as JSON; what was measured before costs nothing."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._encode = json.JSONEncoder(
            ensure_ascii=ascii_only, check_circular=False, default=_as_dict
        ).encode
        self._known: dict[int, tuple[Any, int]] = {}

    def __call__(self, part: Any) -> int:
        known = self._known.get(id(part))
        if known is None:
            known = self._known[id(part)] = part, self._measured(part)  # held, or its id would be another's
        return known[1]

    def _measured(self, part: Any) -> int:
        if isinstance(part, (StagingReport, FunctionReport, Trace)):
            _, values, frame = _fields_of(type(part))  # type: ignore[arg-type]
            return frame + sum(map(self, values(part)))
        if isinstance(part, tuple) and part and isinstance(part[0], (StagingReport, FunctionReport, Trace)):
            return sum(map(self, part)) + 2 * len(part)
        return len(self._encode(part).encode())
