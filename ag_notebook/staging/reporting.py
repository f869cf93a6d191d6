"""Makes the report of a staged function: its code, and every trace with what was decided in it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ag_notebook.report import Event, FunctionReport, Span, StagingReport, Trace
from ag_notebook.staging.converter import ConvertedCode, default_converter
from ag_notebook.staging.noting import notes_of

if TYPE_CHECKING:
    from ag_notebook.staging.function import StagedFunction


def staging_report(staged: StagedFunction) -> StagingReport:
    """The report of a staged function as of now, with notes."""
    from ag_notebook.staging.function import plain_function

    function = function_report(staged)
    tree = default_converter().converted_code(plain_function(staged.original)).found.node
    return StagingReport(
        staged.__name__, staged.options.backend, (function,), notes=notes_of(staged, function, tree)
    )


def function_report(staged: StagedFunction) -> FunctionReport:
    """The report of a staged function as of now."""
    from ag_notebook.staging.function import plain_function

    converted = default_converter().converted_code(plain_function(staged.original))
    traces = tuple(_completed(trace, converted) for trace in staged.traces())
    passes = converted.passes  # the generated code is the last of them
    return FunctionReport(
        staged.__name__, converted.span, converted.source, converted.generated, passes, traces
    )


def _completed(trace: Trace, converted: ConvertedCode) -> Trace:
    """The trace with identical events counted together, and with the blocks that it did not reach."""
    events = [e for e in collapsed(trace.events) if not _is_made(e, converted)]
    return replace(
        trace, events=(*events, *blocks_not_reached(converted.found.node, converted.span.file, events))
    )


def _is_made(event: Event, converted: ConvertedCode) -> bool:
    """Whether Python decided a test that the user did not write: a flag that stands for a `return` or `break`."""
    span, tree = converted.span, converted.found.node
    if event.construct != "if" or event.decision != "python" or event.span.file != span.file:
        return False
    if not span.line <= event.span.line <= span.end_line:
        return False
    written = {node.lineno for node in ast.walk(tree) if isinstance(node, ast.If)}
    written |= {node.pattern.lineno for node in ast.walk(tree) if isinstance(node, ast.match_case)}
    return event.span.line not in written


def collapsed(events: Iterable[Event]) -> list[Event]:
    """Identical events as one with a count (of an unrolled loop: its most iterations)."""
    found: dict[tuple[object, ...], Event] = {}
    for event in events:
        key = (event.span, event.construct, event.decision, event.backend, event.why, event.taken)
        known = found.get(key)
        if known is None:
            found[key] = event
        elif event.decision == "unrolled":
            found[key] = replace(known, count=max(known.count, event.count))
        else:
            found[key] = replace(known, count=known.count + 1)
    return list(found.values())


def blocks_not_reached(tree: ast.AST, file: str, events: Iterable[Event]) -> list[Event]:
    """The blocks of `if` and loops that Python decided never to enter while tracing, one event each."""
    decided: dict[tuple[str, int], list[Event]] = {}
    for event in events:
        if event.span.file == file and event.construct in ("if", "while", "for"):
            decided.setdefault((event.construct, event.span.line), []).append(event)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            here = decided.get(("if", node.lineno), [])
            taken = {event.taken for event in here}
            blocks = [
                block for name, block in (("body", node.body), ("else", node.orelse)) if name not in taken
            ]
        elif isinstance(node, (ast.For, ast.While)):
            here = decided.get(("for" if isinstance(node, ast.For) else "while", node.lineno), [])
            blocks = [node.body] if all(event.count == 0 for event in here) else []
        else:
            continue
        if here and all(event.decision in ("python", "unrolled") for event in here):
            found += [_not_reached(block, file, here[0]) for block in blocks if block]
    return found


def _not_reached(block: list[ast.stmt], file: str, event: Event) -> Event:
    first, last = block[0], block[-1]
    span = Span(
        file,
        first.lineno,
        first.col_offset,
        last.end_lineno or last.lineno,
        last.end_col_offset or last.col_offset,
    )
    return Event(span, event.construct, "not reached", "python", event.why)
