"""What happened, as plain data: frozen dataclasses that import nothing of ours and nothing heavy."""

from ag_notebook.report.bounds import LIMIT, bounded
from ag_notebook.report.events import Decision, Event
from ag_notebook.report.graphs import GraphEdge, GraphModel, GraphNode, Port
from ag_notebook.report.joining import joined
from ag_notebook.report.json import ReportFormatError, from_json, to_json
from ag_notebook.report.notes import Level, Note
from ag_notebook.report.probes import Probe, ProbeSample
from ag_notebook.report.report import (
    VERSION,
    Check,
    CompiledCode,
    CompiledLine,
    Fact,
    FunctionReport,
    GeneratedCode,
    MapEntry,
    Omission,
    OpTime,
    PassSnapshot,
    Run,
    StagingReport,
    Trace,
)
from ag_notebook.report.spans import Span

__all__ = [
    "LIMIT",
    "VERSION",
    "Check",
    "CompiledCode",
    "CompiledLine",
    "Decision",
    "Event",
    "Fact",
    "FunctionReport",
    "GeneratedCode",
    "GraphEdge",
    "GraphModel",
    "GraphNode",
    "Level",
    "MapEntry",
    "Note",
    "Omission",
    "OpTime",
    "PassSnapshot",
    "Port",
    "Probe",
    "ProbeSample",
    "ReportFormatError",
    "Run",
    "Span",
    "StagingReport",
    "Trace",
    "bounded",
    "from_json",
    "joined",
    "to_json",
]
