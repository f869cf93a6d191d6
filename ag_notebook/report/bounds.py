"""Keeps a report small enough to be stored in a notebook, and says what it leaves out for that.

Reports grow with the graph: ten thousand operations are some megabytes of JSON, in each saved notebook. What is left out
first is what can be worked out from the rest, then what few readers miss. Source, generated code, notes and the run stay
always; a report whose code alone is larger than the limit is given back as small as it gets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from ag_notebook.report.graphs import GraphModel
from ag_notebook.report.probes import thinned
from ag_notebook.report.report import (
    FunctionReport,
    GeneratedCode,
    Omission,
    PassSnapshot,
    StagingReport,
)
from ag_notebook.report.sizes import Measure, at_least

LIMIT = 1_000_000
"""Bytes of JSON that a stored report may have."""

KEPT = (5000, 3000, 2000, 1000, 500, 200, 50, 10, 0)
"""How many operations (or decisions, or lines) are kept of each graph (trace, program), tried in turn."""

SAMPLES = (100, 50, 20, 10, 2)
"""How many samples of each probe are kept, tried in turn where probes take more than their share of a report too large."""

Counts: TypeAlias = "Counter[str]"
Step = Callable[[FunctionReport, Counts], FunctionReport]


def bounded(report: StagingReport, limit: int = LIMIT) -> StagingReport:
    """The report with at most `limit` bytes of JSON: what is left out is counted in `omitted`.

    The order is that of `STEPS`. A report that is small enough is given back as it is.
    """
    try:
        return _bounded(report, limit, Measure(ascii_only=False))
    except UnicodeEncodeError:  # then `json_text` escapes everything
        return _bounded(report, limit, Measure(ascii_only=True))


def _bounded(report: StagingReport, limit: int, measure: Measure) -> StagingReport:
    before, counts = report.omitted, Counter[str]()

    def fits() -> bool:
        return at_least(report) <= limit and measure(report) <= limit

    if _size_of_probes(report, measure) > limit // 4 and not fits():
        report = _with_fewer_samples(report, limit // 4, measure, counts)
        report = replace(report, omitted=_added(before, counts))
    for step in STEPS:
        if fits():
            break
        beside = tuple(
            replace(each, functions=_stepped(each.functions, step, counts)) for each in report.beside
        )
        functions = _stepped(report.functions, step, counts)
        report = replace(report, functions=functions, beside=beside, omitted=_added(before, counts))
    return report


def _size_of_probes(report: StagingReport, measure: Measure) -> int:
    return sum(measure(each.probes) for each in (report, *report.beside))


def _with_fewer_samples(report: StagingReport, limit: int, measure: Measure, counts: Counts) -> StagingReport:
    """The report whose probes, on all back ends, take at most `limit` bytes: even two samples say how a value began and ended."""
    for most in SAMPLES:
        if _size_of_probes(report, measure) <= limit:
            break
        held = (report, *report.beside)
        for probe in (probe for each in held for probe in each.probes):
            counts[f"samples of {probe.name}"] += max(len(probe.samples) - most, 0)
        fewer = [
            tuple(replace(probe, samples=thinned(probe.samples, most)) for probe in each.probes)
            for each in held
        ]
        beside = tuple(replace(each, probes=probes) for each, probes in zip(report.beside, fewer[1:]))
        report = replace(report, probes=fewer[0], beside=beside)
    return report


def _stepped(functions: tuple[FunctionReport, ...], step: Step, counts: Counts) -> tuple[FunctionReport, ...]:
    made = []
    for function in functions:
        now: Counts = Counter()
        smaller = step(function, now)
        made.append(smaller if now else function)  # what stays the same object is not measured again
        counts.update(now)
    return tuple(made)


def _added(before: tuple[Omission, ...], counts: Counts) -> tuple[Omission, ...]:
    total = Counter({each.what: each.count for each in before})
    total.update(counts)
    return tuple(Omission(what, count) for what, count in total.items())


# what is left out ---------------------------------------------------------------------------------


def _idle_code(function: FunctionReport, counts: Counts) -> FunctionReport:
    """The code after a pass that changed nothing is the code before it."""
    return _of_passes(
        function, counts, "code of passes without change", lambda each: not each.changed, _NO_CODE
    )


def _pass_maps(function: FunctionReport, counts: Counts) -> FunctionReport:
    return _of_passes(
        function, counts, "source maps of passes", lambda each: bool(each.code.source_map), None
    )


def _pass_code(function: FunctionReport, counts: Counts) -> FunctionReport:
    return _of_passes(function, counts, "code of passes", lambda each: each.changed, _NO_CODE)


_NO_CODE = GeneratedCode("", ())


def _of_passes(
    function: FunctionReport,
    counts: Counts,
    what: str,
    is_left_out: Callable[[PassSnapshot], bool],
    code: GeneratedCode | None,
) -> FunctionReport:
    """The function whose passes have `code` instead of theirs, or their own without a source map."""
    passes = tuple(
        replace(each, code=replace(each.code, source_map=()) if code is None else code)
        if each.code != code and is_left_out(each)
        else each
        for each in function.passes
    )
    return _counted(replace(function, passes=passes), counts, what, _differing(passes, function.passes))


def _attributes(function: FunctionReport, counts: Counts) -> FunctionReport:
    """What a node says of itself beside its types; the labels of constants stay."""
    removed = 0

    def bare(graph: GraphModel) -> GraphModel:
        nonlocal removed
        nodes = []
        for node in graph.nodes:
            removed += len(node.attributes)
            subgraphs = tuple(map(bare, node.subgraphs))
            nodes.append(
                replace(node, attributes=(), subgraphs=subgraphs) if node.attributes or subgraphs else node
            )
        return replace(graph, nodes=tuple(nodes))

    return _counted(_of_graphs(function, bare), counts, "attributes of operations", removed)


def _optimized(kept: int) -> Step:
    def step(function: FunctionReport, counts: Counts) -> FunctionReport:
        traces = tuple(
            trace if trace.optimized is None else replace(trace, optimized=_cut(trace.optimized, kept, kept))
            for trace in function.traces
        )
        pairs = zip(function.traces, traces)
        removed = sum(_op_count(old.optimized) - _op_count(new.optimized) for old, new in pairs)
        return _counted(replace(function, traces=traces), counts, "operations of optimized graphs", removed)

    return step


def _compiled(kept: int) -> Step:
    def step(function: FunctionReport, counts: Counts) -> FunctionReport:
        removed = sum(max(len(code.lines) - kept, 0) for trace in function.traces for code in trace.compiled)
        traces = tuple(
            replace(trace, compiled=tuple(replace(code, lines=code.lines[:kept]) for code in trace.compiled))
            for trace in function.traces
        )
        return _counted(replace(function, traces=traces), counts, "lines of compiled code", removed)

    return step


def _times(kept: int) -> Step:
    """The times of the operations that took longest stay."""

    def step(function: FunctionReport, counts: Counts) -> FunctionReport:
        removed = sum(max(len(trace.times) - kept, 0) for trace in function.traces)
        traces = tuple(replace(trace, times=trace.times[:kept]) for trace in function.traces)
        return _counted(replace(function, traces=traces), counts, "times of operations", removed)

    return step


def _earlier_graphs(function: FunctionReport, counts: Counts) -> FunctionReport:
    """The graphs of all traces but the last one that has a graph, which is the one that views show."""
    graphed = [index for index, trace in enumerate(function.traces) if trace.graph is not None]
    traces = tuple(
        replace(trace, graph=_cut(trace.graph, 0, 0)) if index in graphed[:-1] and trace.graph else trace
        for index, trace in enumerate(function.traces)
    )
    removed = sum(_op_count(a.graph) - _op_count(b.graph) for a, b in zip(function.traces, traces))
    return _counted(replace(function, traces=traces), counts, "operations of earlier traces", removed)


def _operations(kept: int, *, nested_only: bool) -> Step:
    def step(function: FunctionReport, counts: Counts) -> FunctionReport:
        made = _of_graphs(function, lambda graph: _cut(graph, None if nested_only else kept, kept))
        removed = sum(_op_count(a.graph) - _op_count(b.graph) for a, b in zip(function.traces, made.traces))
        return _counted(made, counts, "operations", removed)

    return step


def _decisions(kept: int) -> Step:
    def step(function: FunctionReport, counts: Counts) -> FunctionReport:
        removed = sum(max(len(trace.events) - kept, 0) for trace in function.traces)
        traces = tuple(replace(trace, events=trace.events[:kept]) for trace in function.traces)
        return _counted(replace(function, traces=traces), counts, "decisions", removed)

    return step


def _facts(function: FunctionReport, counts: Counts) -> FunctionReport:
    removed = sum(len(each.facts) for each in function.passes)
    passes = tuple(replace(each, facts=()) for each in function.passes)
    return _counted(replace(function, passes=passes), counts, "facts of passes", removed)


def _earlier_traces(function: FunctionReport, counts: Counts) -> FunctionReport:
    removed = max(len(function.traces) - 1, 0)
    return _counted(replace(function, traces=function.traces[-1:]), counts, "traces", removed)


def _generated_map(function: FunctionReport, counts: Counts) -> FunctionReport:
    removed = len(function.generated.source_map)
    generated = replace(function.generated, source_map=())
    return _counted(replace(function, generated=generated), counts, "entries of the source map", removed)


STEPS: tuple[Step, ...] = (
    _idle_code,
    _pass_maps,
    _attributes,
    *map(_optimized, KEPT),
    *map(_compiled, KEPT),
    *map(_times, KEPT),
    _earlier_graphs,
    *(_operations(kept, nested_only=nested) for kept in KEPT[:-1] for nested in (True, False)),
    *map(_decisions, KEPT),
    _pass_code,
    _facts,
    _earlier_traces,
    _generated_map,
    _operations(0, nested_only=False),
)
"""What is left out, in this order, until the report fits."""


def _counted(function: FunctionReport, counts: Counts, what: str, count: int) -> FunctionReport:
    if count:
        counts[f"{what} of {function.name}"] += count
    return function


def _differing(new: tuple[PassSnapshot, ...], old: tuple[PassSnapshot, ...]) -> int:
    return sum(a is not b for a, b in zip(new, old))


def _of_graphs(function: FunctionReport, change: Callable[[GraphModel], GraphModel]) -> FunctionReport:
    traces = tuple(
        trace if trace.graph is None else replace(trace, graph=change(trace.graph))
        for trace in function.traces
    )
    return replace(function, traces=traces)


def _op_count(graph: GraphModel | None) -> int:
    return 0 if graph is None else graph.op_count


def _cut(graph: GraphModel, kept: int | None, kept_inside: int) -> GraphModel:
    """The graph with at most `kept` nodes (None: all) and as many as `kept_inside` in each nested graph.

    Nodes that hold graphs or give results stay longest: they say what the graph does.
    """
    nodes = graph.nodes
    if kept is not None and len(nodes) > kept:
        results = set(graph.outputs)
        telling = [node for node in nodes if node.subgraphs or node.name in results]
        names = {node.name for node in (*telling, *nodes)[:kept]}
        names |= {node.name for node in [n for n in nodes if n.name not in names][: kept - len(names)]}
        nodes = tuple(node for node in nodes if node.name in names)
        graph = replace(
            graph,
            edges=tuple(each for each in graph.edges if each.source in names and each.target in names),
            inputs=tuple(name for name in graph.inputs if name in names),
            outputs=tuple(name for name in graph.outputs if name in names),
        )
    inner = tuple(
        replace(node, subgraphs=tuple(_cut(each, kept_inside, kept_inside) for each in node.subgraphs))
        if node.subgraphs
        else node
        for node in nodes
    )
    return replace(graph, nodes=inner)
