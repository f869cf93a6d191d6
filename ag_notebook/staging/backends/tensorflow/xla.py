"""Shows what XLA makes of a graph: its program, HLO, as it is handed over and as the CPU's compiler leaves it.

    %add.3 = s32[] add(s32[] %mul.3, s32[] %add.2), metadata={op_type="AddV2" op_name="collatz/add" …}

Each instruction names the operation that it serves; so its line is that operation's. Compiling holds Python's lock and
cannot be interrupted, so only graphs are compiled that are small enough to be done in a few seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import tensorflow as tf

from ag_notebook.report import CompiledCode, CompiledLine, GraphModel, GraphNode, Note, Span
from ag_notebook.staging.backends.tensorflow.values.specs import shape_text
from ag_notebook.staging.wording import counted

STAGES = (("hlo", "HLO", 1500), ("optimized_hlo", "optimized HLO for the CPU", 400))
"""A stage as TensorFlow calls it, its name, and the most operations of a graph that it is made for."""
MOST_LINES = 2000
"""Lines of a program that are kept."""
_METADATA = re.compile(r",? metadata=\{[^}]*\}")
_HEAD = re.compile(r"(?P<entry>ENTRY )?%(?P<name>\S+) \(.*\{$")
_CALL = re.compile(r"^(?:Stateful)?PartitionedCall/")
_REFUSED = re.compile(r"\b(\w+) \(No registered '\w+' OpKernel")
_PROBE = re.compile(r"(^|/)probe(_\d+)?$")
_NODE = re.compile(r"\{\{node ([^}]+)\}\}")
_LONGEST_REASON = 200
_WITHOUT = "Texts, printing and calls of Python are not compiled: leave them out, or do without XLA."


def compiled_code(concrete: Any, graph: GraphModel) -> tuple[tuple[CompiledCode, ...], tuple[Note, ...]]:
    """The programs of a concrete function whose model is `graph`, and why one is missing."""
    if (note := _unfit_input(_arguments(concrete))) is not None:
        return (), (note,)
    specs = [tf.TensorSpec(t.shape, t.dtype) for t in _arguments(concrete)]
    size = graph.op_count
    found: list[CompiledCode] = []
    try:
        program = _wrapped(concrete, graph.name).experimental_get_compiler_ir(*specs)
        for stage, name, most in STAGES:
            if size > most:
                return tuple(found), (_too_large(name, most, size),)
            found.append(CompiledCode(name, program_lines(program(stage=stage, platform_name="CPU"), graph)))
    except Exception as error:  # noqa: BLE001  XLA refuses by many classes; the rest of the report is whole
        return tuple(found), (_refusal(str(error), graph),)
    return tuple(found), ()


def _too_large(name: str, most: int, size: int) -> Note:
    return Note(
        "AG303",
        "info",
        None,
        f"{name} is made of graphs of at most {most} operations, and this one has {size}.",
        "Show a part of the function.",
    )


def _unfit_input(inputs: list[tf.Tensor]) -> Note | None:
    for tensor in inputs:
        name = tensor.op.name
        if tensor.dtype == tf.string:
            return Note("AG303", "info", None, f"XLA has no texts, and the input `{name}` is one.", _WITHOUT)
        if not tensor.shape.is_fully_defined():
            kind = f"{tensor.dtype.name}{shape_text(tensor.shape)}"
            return Note(
                "AG303",
                "info",
                None,
                f"XLA compiles for known shapes, and the input `{name}` is {kind}.",
                "Call the function with one shape, without `reduce_retracing`.",
            )
    return None


def _arguments(concrete: Any) -> list[tf.Tensor]:
    """The inputs that a call fills: not what the graph captures."""
    return list(concrete.inputs[: len(concrete.inputs) - len(concrete.captured_inputs)])


def _wrapped(concrete: Any, name: str) -> Any:
    def run(*tensors: tf.Tensor) -> Any:
        return concrete(*tensors)

    run.__name__ = re.sub(r"\W", "_", name)
    return tf.function(run, autograph=False, jit_compile=True)


def program_lines(text: str, graph: GraphModel) -> tuple[CompiledLine, ...]:
    """The lines of a program with those of the user that they come from, without the files of the compiler's machine."""
    origins = _Origins(graph)
    texts = text.strip("\n").splitlines()
    lines = []
    for line in texts[:MOST_LINES]:
        head = _HEAD.match(line)
        if head is not None:
            origins.enter(head["name"], is_entry=head["entry"] is not None)
        lines.append(CompiledLine(_METADATA.sub("", line), origins.span(line)))
    if len(texts) > MOST_LINES:
        lines.append(CompiledLine(f"// {counted(len(texts) - MOST_LINES, 'more line', 'more lines')}"))
    return tuple(lines)


class _Origins:
    """Finds the operations that instructions name, in the graph whose computation they stand in where that is known."""

    def __init__(self, graph: GraphModel) -> None:
        self.main, self.graphs = graph, tuple(_all_graphs(graph))
        self.here: GraphModel | None = None

    def enter(self, computation: str, *, is_entry: bool) -> None:
        """Notes whose computation begins: that of a body is named after it, and fused ones after nothing."""
        named = [g for g in self.graphs if re.match(re.escape(g.name) + r"(?![A-Za-z0-9])", computation)]
        self.here = self.main if is_entry else named[0] if len(named) == 1 else None

    def span(self, line: str) -> Span | None:
        """The span of the operation that an instruction names, None where several of other lines are named so."""
        metadata = _METADATA.search(line)
        said = dict(re.findall(r'(\w+)="([^"]*)"', metadata[0])) if metadata is not None else {}
        name = _CALL.sub("", said.get("op_name", ""))
        for graphs in ((self.here,), self.graphs):
            nodes = [node for graph in graphs if graph is not None for node in _named(graph, name)]
            same = [node for node in nodes if node.op == said.get("op_type")] or nodes
            spans = {node.span for node in same}
            if len(spans) == 1:
                return spans.pop()
        return None


def _all_graphs(graph: GraphModel) -> Iterator[GraphModel]:
    yield graph
    for node in graph.nodes:
        for inner in node.subgraphs:
            yield from _all_graphs(inner)


def _named(graph: GraphModel, name: str) -> Iterator[GraphNode]:
    """The nodes that a name with the path to it may mean: `loop/if/add` is `add` in the graphs of `loop/if`."""
    for node in graph.nodes:
        if node.name == name:
            yield node
        elif node.subgraphs and name.startswith(f"{node.name}/"):
            for inner in node.subgraphs:
                yield from _named(inner, name[len(node.name) + 1 :])


def _refusal(message: str, graph: GraphModel) -> Note:
    """Why XLA refused: the operations that it has no program for, or what it says."""
    refused = list(dict.fromkeys(_REFUSED.findall(message)))
    names = {_CALL.sub("", name) for name in _NODE.findall(message)}
    spans = {n.span for g in _all_graphs(graph) for n in g.nodes if n.name in names and n.op in refused} - {
        None
    }
    known = {n.op for g in _all_graphs(graph) for n in g.nodes}
    if names and not known & {*refused} and all(_PROBE.search(name) for name in names):
        return Note(
            "AG303",
            "info",
            None,
            "XLA has no program for probes.",
            "Show the programs of a call without them.",
        )
    if refused:
        span = min(spans) if spans else None  # type: ignore[type-var]
        kinds = ", ".join(f"`{op}`" for op in refused)
        return Note(
            "AG303", "info", span, f"XLA has no program for {kinds}, which the graph holds.", _WITHOUT
        )
    said = (message.strip().splitlines() or ["it does not say why"])[0][:_LONGEST_REASON]
    return Note(
        "AG303", "info", None, f"XLA did not compile the graph: {said}", "Run the function without XLA."
    )
