"""Large graphs: how long it takes from a traced graph to its report and its views, and how large these are.

An unrolled loop and nested loops of 5,000 operations, Keras's ResNet-50, 10,000 operations of which no round is like
another, so that nothing can be folded, and 5,000 operations that are written out line by line, with and without branches.
"""

from __future__ import annotations

import gc
import linecache
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import tensorflow as tf

from ag_notebook import staging, views
from ag_notebook.report import FunctionReport, GeneratedCode, Span, StagingReport, Trace
from ag_notebook.staging.backends.tensorflow.graph_models import graph_model

SECONDS = 3.0
"""From the traced graph to the page, for 5,000 operations."""
BYTES = 1_000_000
Choice = Callable[[list[float]], float]
LINES = 200


@dataclass(frozen=True)
class Views:
    """What was measured of one graph: seconds, and sizes."""

    name: str
    op_count: int
    report: float
    html: float
    text: float
    bytes: int
    lines: int

    @property
    def seconds(self) -> float:
        """From the traced graph to the page."""
        return self.report + self.html

    @property
    def bar(self) -> float:
        """Twice the time for twice the graph."""
        return SECONDS * max(1, round(self.op_count / 5000))

    @property
    def missed(self) -> bool:
        return self.seconds > self.bar or self.bytes > BYTES or self.lines > LINES


def unrolled(x, rounds):
    for _ in range(rounds):
        x = x * 2.0 + 1.0
    return x


def nested(x, rounds):
    for _ in range(rounds):
        k = 0
        while k < 3:
            if tf.reduce_sum(x) > 0.0:
                x = x * 2.0
            else:
                x = x + 1.0
            k += tf.constant(1)
    return x


def irregular(x, rounds):
    for index in range(rounds):
        if index.bit_count() % 2:
            x = tf.sin(x)
        else:
            x = tf.cos(x)
    return x


def written_out(lines: int, name: str) -> Callable[..., Any]:
    """A function of so many lines, each of them four operations and two constants, in a file called `name`."""
    body = "".join(f"    x = tf.sin(x) * {line}.0 + 1.0 - x\n" for line in range(lines))
    return _defined("written_out", f"def written_out(x):\n{body}    return x\n", name)


def branches(lines: int, name: str) -> Callable[..., Any]:
    """A function of so many lines, four to an `if` with an `else`, each of which makes ten operations."""
    body = "".join(
        f"    if x[0] > {number}.0:\n        x = x * 0.5\n    else:\n        x = x + {number}.0\n"
        for number in range(lines // 4)
    )
    return _defined("branches", f"def branches(x):\n{body}    return x\n", name)


def _defined(function: str, text: str, name: str) -> Callable[..., Any]:
    linecache.cache[name] = len(text), None, text.splitlines(keepends=True), name
    namespace: dict[str, Any] = {"tf": tf}
    exec(compile(text, name, "exec"), namespace)
    return namespace[function]


def resnet() -> tuple[Any, tf.Graph]:
    """The model, which holds the variables, and its graph."""
    model = tf.keras.applications.ResNet50(weights=None)
    call = tf.function(lambda x: model(x, training=False), autograph=False)
    return model, call.get_concrete_function(tf.TensorSpec([1, 224, 224, 3])).graph


def traced(quick: bool) -> Iterator[tuple[str, tf.Graph, StagingReport]]:
    """By name: a traced graph, and a report in which the model of the graph is still to be put."""
    scale = 50 if quick else 1
    for name, function, rounds in (
        ("unrolled loop, 5,000 operations", unrolled, 1250),
        ("nested loops, 5,000 operations", nested, 102),
        ("10,000 operations, none alike", irregular, 10_000),
    ):
        staged = staging.function(function)
        report = staged.report(tf.constant([1.0]), rounds // scale)
        yield name, staged.entry.traces[0].function.graph, report
    if not quick:
        trace = Trace("x: float32[1, 224, 224, 3]", "", (), None)
        code, place = GeneratedCode("", ()), Span("resnet", 1, 0, 1, 1)
        function = FunctionReport("ResNet50", place, "", code, (), (trace,))
        _model, graph = resnet()
        yield "Keras ResNet-50", graph, StagingReport("ResNet50", "tensorflow", (function,))


def _times(call: Callable[[], object], rounds: int) -> list[float]:
    times = []
    for _ in range(rounds):
        gc.collect()
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return times


def measured(name: str, graph: tf.Graph, report: StagingReport, rounds: int, one_of: Choice) -> Views:
    """Times the model of a graph and the views of its report; `one_of` chooses of the rounds' times."""
    seconds = one_of(_times(lambda: graph_model(graph), rounds))
    model = graph_model(graph)
    (function,) = report.functions
    function = replace(function, traces=(replace(function.traces[0], graph=model),))
    return shown(name, replace(report, functions=(function,)), model.op_count, seconds, rounds, one_of)


def measured_whole(written: Callable[..., Any], lines: int, rounds: int, one_of: Choice) -> Views:
    """Times the whole report of a long function, its passes included; a new function each round."""
    seconds, report = [], None
    for number in range(rounds):
        staged = staging.function(written(lines, f"<{written.__name__} {number}>"))
        value = tf.constant([1.0])
        staged(value)
        gc.collect()
        begin = time.perf_counter()
        report = staged.report(value)
        seconds.append(time.perf_counter() - begin)
    model = report.functions[0].traces[0].graph
    return shown(
        f"{lines} lines, {written.__name__.replace('_', ' ')}",
        report,
        model.op_count,
        one_of(seconds),
        rounds,
        one_of,
    )


def shown(
    name: str, report: StagingReport, op_count: int, seconds: float, rounds: int, one_of: Choice
) -> Views:
    """Times the views of a report that took `seconds` to make."""
    page, text = views.page(report), views.text(report)
    return Views(
        name,
        op_count,
        seconds,
        one_of(_times(lambda: views.page(report), rounds)),
        one_of(_times(lambda: views.text(report), rounds)),
        len(page.encode()),
        text.count("\n") + 1,
    )


def view_rows(rounds: int, quick: bool, one_of: Choice = statistics.median) -> list[Views]:
    """Everything, measured."""
    rows = [measured(*each, rounds, one_of) for each in traced(quick)]
    for written, lines in ((written_out, 1000), (branches, 1500)):
        rows.append(measured_whole(written, 25 if quick else lines, rounds, one_of))
    return rows
