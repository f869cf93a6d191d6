"""Makes the report of a staged function: its code, and every trace with what was decided in it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ag_notebook.report import Event, FunctionReport, Span, StagingReport, Trace
from ag_notebook.staging.collecting import uncollected
from ag_notebook.staging.converter import ConvertedCode, default_converter
from ag_notebook.staging.noting import notes_of, notes_within
from ag_notebook.staging.probing import functions_of

if TYPE_CHECKING:
    from ag_notebook.staging.function import StagedFunction


def staging_report(staged: StagedFunction) -> StagingReport:
    """The report of a staged function as of now, with notes; with the functions that decorators of it wrap.

    Those have code alone: what was decided in them stands in the traces of the function that is called.
    """
    return uncollected(lambda: _staging_report(staged))


def _staging_report(staged: StagedFunction) -> StagingReport:
    wrapped = _wrapped(staged)
    function = function_report(staged, wrapped)
    notes = notes_of(staged, function, _converted(staged).found.node)
    within: list[FunctionReport] = []
    for name, code in wrapped:
        passes = code.passes
        made = FunctionReport(name, code.span, code.source, code.generated, passes, ())
        notes += notes_within(staged, replace(made, traces=function.traces), code.found.node)
        within.append(made)
    notes = tuple(dict.fromkeys(notes))
    return StagingReport(
        staged.__name__, staged.options.backend, (function, *within), notes=notes, probes=staged.probes()
    )


def function_report(
    staged: StagedFunction, wrapped: Sequence[tuple[str, ConvertedCode]] = ()
) -> FunctionReport:
    """The report of a staged function as of now; its traces say what became of the `wrapped` ones, too."""
    converted = _converted(staged)
    traces = tuple(
        _completed(trace, [converted, *(code for _, code in wrapped)]) for trace in staged.traces()
    )
    passes = converted.passes  # the generated code is the last of them
    return FunctionReport(
        staged.__name__, converted.span, converted.source, converted.generated, passes, traces
    )


def _converted(staged: StagedFunction) -> ConvertedCode:
    from ag_notebook.staging.function import plain_function

    return default_converter().converted_code(plain_function(staged.original))


def _wrapped(staged: StagedFunction) -> list[tuple[str, ConvertedCode]]:
    """The functions below a decorated one, outermost first, by their names, of those that a call has converted."""
    found: dict[int, tuple[str, ConvertedCode]] = {}
    own, converter = _converted(staged), default_converter()
    for plain in functions_of(staged.original)[1:]:
        code = converter.known_code(plain)
        if code is None and staged.probing is not None and id(plain.__code__) in staged.probing.converted:
            code = converter.converted_code(plain)  # shown as it is without probes
        if code is not None and code is not own:
            found[id(code)] = plain.__name__, code
    return list(found.values())


def _completed(trace: Trace, converted: Sequence[ConvertedCode]) -> Trace:
    """The trace with identical events counted together, and with the blocks that it did not reach."""
    events = [e for e in collapsed(trace.events) if not any(_is_made(e, code) for code in converted)]
    left = [
        each for code in converted for each in blocks_not_reached(code.found.node, code.span.file, events)
    ]
    return replace(trace, events=(*events, *left))


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
