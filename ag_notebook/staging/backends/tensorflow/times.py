"""Times the operations of a graph while it runs, and says which lines they are of.

TensorFlow's profiler notes each run of a kernel with the name of its node. When a graph runs, the bodies of its loops and branches
have become a part of it, and the names of their nodes say the way:

    f/while/body/_1/f/MatMul       node `f/MatMul` in the body of node `f/while`

A kernel that TensorFlow has found to take next to nothing, after some ninety runs, is not noted any more: from then on its time is in
`SHORT`, and its count stays behind. What has no such name is of no line: the optimizer has made or renamed it, or Python's code that the graph calls has run it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ag_notebook.report import GraphModel, GraphNode, OpTime
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.private import KernelRun

SHORT = "short runs and scheduling"
"""What stands for the executor's own work, and for kernels that take microseconds."""
_STEP = re.compile(r"(?:(?P<role>body|cond|then|else|branch_\d+)/)?(?:_\d+/)?")


def timed(run: Callable[[], Any]) -> tuple[Any, list[KernelRun] | None]:
    """What `run` gives, and the runs of kernels in it; None where another profiler is at work."""
    with private.profiled() as found:
        result = run()
    return result, found()


def op_times(kernels: Iterable[KernelRun], graph: GraphModel) -> tuple[OpTime, ...]:
    """The time of each operation in all of its runs, the longest first; those of no operation of the graph are put together by kind."""
    known: dict[str, tuple[str, GraphNode | None]] = {}
    nodes: dict[str, GraphNode | None] = {}
    seconds: dict[tuple[str, str], float] = {}
    counts: dict[tuple[str, str], int] = {}
    for kernel in kernels:
        if kernel.name not in known:
            known[kernel.name] = next(_named(graph, kernel.name), ("", None))
        path, nodes[path] = known[kernel.name]
        key = kernel.op or SHORT, path
        seconds[key] = seconds.get(key, 0.0) + kernel.seconds
        counts[key] = counts.get(key, 0) + bool(kernel.op)
    found = []
    for (op, name), taken in sorted(seconds.items(), key=lambda each: -each[1]):
        node = nodes.get(name)
        found.append(OpTime(op, name, None if node is None else node.span, taken, counts[op, name]))
    return tuple(found)


def _named(graph: GraphModel, name: str) -> Iterator[tuple[str, GraphNode]]:
    """The nodes that a name with the way to it may mean, each with the way in the graph: `f/while/body/f/MatMul`."""
    for node in graph.nodes:
        if node.name == name:
            yield name, node
        elif node.subgraphs and name.startswith(f"{node.name}/"):
            rest = name[len(node.name) + 1 :]
            step = _STEP.match(rest)
            assert step is not None
            role = step["role"]
            for inner in node.subgraphs:
                if role in (None, inner.role) or role.startswith("branch"):
                    way = f"{node.name}/{inner.role}/"
                    yield from ((way + path, found) for path, found in _named(inner, rest[step.end() :]))
