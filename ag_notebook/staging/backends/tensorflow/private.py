"""Builds functional `If` and `While` ops by hand: the one place that uses TensorFlow's private APIs.

TensorFlow's public `tf.cond` and `tf.while_loop` want both sides' types beforehand and trace in their own time.
Here a branch or body is a graph that is traced first, and its inputs and outputs are assembled afterwards from
what the trace has shown. `tests/staging/backends/tensorflow/test_private.py` checks each use.
"""

from __future__ import annotations

import contextlib
import operator
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2
from tensorflow.core.protobuf import config_pb2, rewriter_config_pb2
from tensorflow.python import pywrap_tfe
from tensorflow.python.data.ops import optional_ops
from tensorflow.python.eager import cancellation, context
from tensorflow.python.framework import (
    auto_control_deps,
    func_graph,
    function_def_to_graph,
    op_def_registry,
    ops,
)
from tensorflow.python.grappler import tf_optimizer
from tensorflow.python.ops import cond_v2, control_flow_util_v2, handle_data_util, tensor_array_ops, while_v2
from tensorflow.python.profiler.internal import _pywrap_profiler
from tensorflow.tsl.profiler.protobuf import trace_events_pb2

from ag_notebook.report import Span
from ag_notebook.staging.backends.tensorflow.optimizer import is_made_wrong
from ag_notebook.staging.stopping import close_managers, surely


def override_on_graph_tensors(name: str, method: Any) -> None:
    """Puts a method on the class of graph tensors, in front of the one that all tensors have; eager ones keep theirs."""
    setattr(ops.SymbolicTensor, name, method)


def of_graph_tensors(name: str) -> Any:
    """The method that graph tensors have."""
    return getattr(ops.SymbolicTensor, name)


def op_name(name: str) -> str:
    """A variable's name as that of an op: letters, digits and `_`, not beginning with `_`."""
    return re.sub(r"[^A-Za-z0-9_]", "_", name).strip("_")


class TracedGraph:
    """A graph for a branch or a body, with automatic control dependencies that can be left and entered again."""

    def __init__(self, kind: str) -> None:
        outer = ops.get_default_graph()
        make = {
            "then": control_flow_util_v2.CondBranchFuncGraph,
            "else": control_flow_util_v2.CondBranchFuncGraph,
            "body": control_flow_util_v2.WhileBodyFuncGraph,
            "cond": control_flow_util_v2.WhileCondFuncGraph,
        }[kind]
        prefix = {"then": "cond/true", "else": "cond/false", "body": "while/body", "cond": "while/cond"}[kind]
        name = control_flow_util_v2.unique_fn_name(prefix.split("/")[0] + "/", prefix.split("/")[1])
        self.graph: func_graph.FuncGraph = make(name, collections=outer._collections)
        self.dependencies = auto_control_deps.AutomaticControlDependencies()
        self._begun = False

    @contextlib.contextmanager
    def building(self) -> Iterator[None]:
        """Makes this the default graph, with automatic control dependencies begun."""
        with self.graph.as_default():
            if not self._begun:
                self.dependencies.__enter__()
                self._begun = True
            yield

    def placeholder(
        self, dtype: tf.DType, shape: tf.TensorShape, like: tf.Tensor | None = None, name: str = ""
    ) -> tf.Tensor:
        """A new input; `like` gives what is known of a resource or variant, `name` is the variable's."""
        with self.graph.as_default(), ops.control_dependencies(None):
            made = tf.compat.v1.placeholder(dtype, shape, op_name(name) or None)
        if like is not None and dtype in (tf.variant, tf.resource):
            handle_data_util.copy_handle_data(like, made)
        return made

    def finish(self, outputs: Sequence[tf.Tensor]) -> None:
        """Ends the graph: its outputs, and the stateful ops that must run."""
        with self.graph.as_default():
            flat = [self.graph.capture(tf.convert_to_tensor(t)) for t in outputs]
            if any(op._is_stateful for op in self.graph.get_operations() if op.type != "Placeholder"):
                flat = [self.dependencies.mark_as_return(t) for t in flat]
            self.dependencies.__exit__(None, None, None)
            self.graph.control_outputs.extend(self.dependencies.ops_which_must_run)
            self.graph.outputs = flat
            self.graph.structured_outputs = list(flat)  # gradients add to `outputs` alone
        if is_made_wrong(self.graph):
            _note_made_wrong(self.graph)


def _note_made_wrong(graph: Any) -> None:
    """Marks a graph and those around it."""
    while isinstance(graph, func_graph.FuncGraph):
        graph.ag_is_made_wrong = True
        graph = graph.outer_graph


_ONLY_READ = frozenset(
    ("Assert", "If", "While", "Case", "StatefulPartitionedCall", "VarHandleOp", "ReadVariableOp")
)
"""Ops that count as stateful, and change nothing that another run of the graph could see."""


def has_effects(graph: tf.Graph, start: int = 0) -> bool:
    """Whether running the graph twice differs from running it once: it prints, draws a number, changes a variable.

    `start` leaves out the first operations, and the bodies that only they have.
    """
    definition = graph.as_graph_def()
    own = {op.name for op in graph.get_operations()[start:]}
    functions = {f.signature.name: f.node_def for f in definition.library.function}
    nodes: list[Any] = []
    todo = [node for node in definition.node if node.name in own]
    while todo:
        node = todo.pop()
        nodes.append(node)
        for value in node.attr.values():
            for used in (value.func, *value.list.func):
                todo += functions.pop(used.name, ())
    kinds = {node.op for node in nodes} - _ONLY_READ
    return any(d is not None and d.is_stateful for d in map(op_def_registry.get, kinds) if d is not None)


@contextlib.contextmanager
def without_arithmetic_optimizer(graph: Any) -> Iterator[None]:
    """Around the run of a graph: the optimizer of arithmetic is off where it would make a branch or body wrong."""
    if not getattr(graph, "ag_is_made_wrong", False):
        yield
        return
    held = context.context()
    before = held.function_call_options
    config = config_pb2.ConfigProto.FromString(before.config_proto_serialized)
    config.graph_options.rewrite_options.arithmetic_optimization = rewriter_config_pb2.RewriterConfig.OFF
    held.function_call_options = context.FunctionCallOptions(before.executor_type, config)
    try:
        yield
    finally:
        held.function_call_options = before


def build_if(test: tf.Tensor, then: TracedGraph, orelse: TracedGraph) -> tuple[list[tf.Tensor], tf.Operation]:
    """The `If` op of two finished graphs: its results and the op itself."""
    outer = ops.get_default_graph()
    cond_v2.verify_captures(cond_v2._COND, [then.graph, orelse.graph])
    before = len(outer.get_operations())
    with tf.name_scope("if") as scope:
        results = cond_v2._build_cond(
            test,
            then.graph,
            orelse.graph,
            then.graph.external_captures,
            orelse.graph.external_captures,
            building_gradient=False,
            name=scope,
        )
    return _tensors(results), _made(outer, before, ("If", "StatelessIf"))


CALLS = ("PartitionedCall", "StatefulPartitionedCall")
"""Ops that call a function. Where gradients of gradients may be asked for, TensorFlow builds an `If` or `While` inside of one."""


def _made(graph: Any, before: int, kinds: tuple[str, str]) -> tf.Operation:
    """The op of one of these kinds, or the call that it is in, that was built after the first `before` ops of a graph."""
    return next(op for op in reversed(graph.get_operations()[before:]) if op.type in (*kinds, *CALLS))


def _inside(op: tf.Operation) -> tf.Operation:
    """The op itself, or the `While` in the call that it is."""
    if op.type not in CALLS:
        return op
    called = function_graph(op.graph, op.get_attr("f").name)
    return next(inner for inner in called.get_operations() if inner.type in ("While", "StatelessWhile"))


def build_while(
    body: TracedGraph,
    inputs: Sequence[tf.Tensor],
    outputs: Sequence[tf.Tensor],
    initial: Sequence[tf.Tensor],
    test: int,
    counter: tuple[tf.Tensor, tf.Tensor],
    maximum_iterations: Any = None,
    parallel_iterations: int = 1,
    iterations: int | None = None,
) -> list[tf.Tensor]:
    """The `While` op of a body whose `inputs` (placeholders) and `outputs` belong together, in order.

    Input `test` is the boolean that says whether to go on. `counter` is the placeholder of the iteration's number
    and the number of the next. `iterations` is how many there are, where that is known: see `iterations_of`.
    Returns the results in the order of `outputs`.
    """
    graph = body.graph
    limit = -1 if maximum_iterations is None else maximum_iterations
    counters = [tf.constant(0), tf.convert_to_tensor(limit, tf.int32)]
    count, following = counter
    most = body.placeholder(tf.int32, tf.TensorShape([]), name="most")
    body.finish([following, most, *outputs])
    captured = list(graph.external_captures)
    graph.inputs = [count, most, *inputs, *graph.internal_captures]
    graph.outputs = [*graph.outputs, *graph.internal_captures]
    graph.structured_outputs = list(graph.outputs)
    variables = [*counters, *initial, *captured]
    cond = _condition(graph, variables, 2 + test, limited=maximum_iterations is not None)
    outer = ops.get_default_graph()
    before = len(outer.get_operations())
    with tf.name_scope("while") as scope, ops.control_dependencies(list(graph.function_captures.control)):
        results = while_v2._build_while_op(
            variables,
            cond,
            graph,
            output_shapes=[t.shape for t in graph.inputs],
            parallel_iterations=parallel_iterations,
            name=scope,
            num_original_outputs=len(graph.outputs),
        )
    if iterations is not None:
        loop = _inside(_made(outer, before, ("While", "StatelessWhile")))
        loop.graph.ag_iterations = {**getattr(loop.graph, "ag_iterations", {}), loop.name: iterations}
    return _tensors(results)[2 : 2 + len(outputs)]


def iterations_of(loop: tf.Operation) -> int | None:
    """How often the body of a `While` op runs, where that was known when it was built."""
    return getattr(loop.graph, "ag_iterations", {}).get(loop.name)


def captured_from(placeholder: tf.Tensor) -> tf.Tensor | None:
    """The tensor of an outer graph that a placeholder stands for, or None for any other input."""
    captures = placeholder.graph.captures if isinstance(placeholder.graph, func_graph.FuncGraph) else ()
    return next((outer for outer, inner in captures if inner.name == placeholder.name), None)


def _condition(body: func_graph.FuncGraph, variables: list[tf.Tensor], test: int, limited: bool) -> Any:
    traced = TracedGraph("cond")
    graph = traced.graph
    with graph.as_default():
        inputs = []
        for value, twin in zip(variables, body.inputs, strict=True):
            made = tf.compat.v1.placeholder(value.dtype, twin.shape, twin.op.name.split("/")[-1])
            if value.dtype in (tf.variant, tf.resource):
                handle_data_util.copy_handle_data(value, made)
            inputs.append(made)
        go_on = tf.identity(inputs[test])
        if limited:
            go_on = tf.logical_and(go_on, tf.less(inputs[0], inputs[1]))
    graph.inputs, graph.outputs = inputs, [go_on]
    graph.structured_outputs = list(graph.outputs)
    return graph


def _tensors(results: Any) -> list[tf.Tensor]:
    if results is None or isinstance(results, tf.Operation):
        return []
    return list(results) if isinstance(results, (list, tuple)) else [results]


@contextlib.contextmanager
def ordering_scope() -> Iterator[None]:
    """Ends, when left, what `order_after` began in this graph."""
    stack = ops.get_default_graph()._control_dependencies_stack
    before = list(stack)
    try:
        yield
    finally:
        stack[:] = before


@contextlib.contextmanager
def placed(span: Span) -> Iterator[None]:
    """Gives what is built in it a place of the user's that is not the one that runs; `place_of` tells it."""
    graph = ops.get_default_graph()
    before = len(graph.get_operations())
    yield
    made = {op.name: span for op in graph.get_operations()[before:]}
    graph.ag_places = {**getattr(graph, "ag_places", {}), **made}


def place_of(op: tf.Operation) -> Span | None:
    """The place that `placed` gave an op."""
    found: Span | None = getattr(op.graph, "ag_places", {}).get(op.name)
    return found


def order_after(operation: tf.Operation) -> None:
    """Makes every op that is built later in this graph wait for `operation`.

    The dependency goes below those of the user's own `with tf.control_dependencies(…)`, which end before it does.
    """
    graph = ops.get_default_graph()
    stack, made = graph._control_dependencies_stack, graph._ControlDependenciesController(graph, [operation])
    made.ag_orders = True
    if stack and getattr(stack[0], "ag_orders", False) and stack[0].op_in_group(operation):
        stack[0] = (
            made  # the operation waits for those before it: a second dependency of all that follows says no more
        )
        return
    stack.insert(0, made)


_LEFT_OUT = "_ag_left_out"
"""An attribute of operations: functions and TensorFlow's optimizer keep it."""


@contextlib.contextmanager
def left_out_of_reports() -> Iterator[None]:
    """Marks what is built in it as none of the user's: graphs are shown without it. Inputs stay."""
    graph = ops.get_default_graph()
    before = len(graph.get_operations())
    yield
    for op in graph.get_operations()[before:]:
        if op.type != "Placeholder":
            op._set_attr(_LEFT_OUT, attr_value_pb2.AttrValue(b=True))


def is_left_out(op: tf.Operation) -> bool:
    """Whether an operation was marked so."""
    if op.type != "Const":
        return _LEFT_OUT in op.node_def.attr
    try:  # the definition of a constant holds its value, which may be of any size
        return bool(op.get_attr(_LEFT_OUT))
    except ValueError:
        return False


def optional_value(handle: tf.Tensor, element_spec: Any) -> Any:
    """The element that an optional of a dataset's iterator holds."""
    return optional_ops._OptionalImpl(handle, element_spec).get_value()


def optional_handle(optional: Any) -> tf.Tensor:
    """The variant tensor of an optional."""
    return optional._variant_tensor


def composite_parts(value: Any) -> tuple[Any, list[tf.Tensor]]:
    """The `tf.TypeSpec` and the tensors of a composite value or a `TensorArray`."""
    type_spec = tf.type_spec_from_value(value)
    if isinstance(value, tf.TensorArray):
        return type_spec, [value.flow]
    return type_spec, list(tf.nest.flatten(value, expand_composites=True))


def composite_value(type_spec: Any, parts: list[tf.Tensor]) -> Any:
    """The composite value of these tensors."""
    if isinstance(type_spec, tensor_array_ops.TensorArraySpec):
        return type_spec._from_components(parts)
    return tf.nest.pack_sequence_as(type_spec, parts, expand_composites=True)


def copy_handle_data(source: tf.Tensor, target: tf.Tensor) -> None:
    """Carries over what is known of a resource or variant."""
    handle_data_util.copy_handle_data(source, target)


@contextlib.contextmanager
def innermost_graph(tensors: Sequence[tf.Tensor]) -> Iterator[None]:
    """Builds in the innermost graph that one of the tensors is of: all of them can be used there, and inside of it."""
    wanted = {id(t.graph) for t in tensors if not isinstance(t, ops.EagerTensor)}
    graph = ops.get_default_graph()
    while isinstance(graph, func_graph.FuncGraph) and id(graph) not in wanted:
        outer = graph.outer_graph
        if not isinstance(outer, func_graph.FuncGraph):
            break
        graph = outer
    if graph is ops.get_default_graph() or id(graph) not in wanted:
        yield
        return
    with graph.as_default():
        yield


def is_function_graph() -> bool:
    """Whether a graph function is being built here."""
    return isinstance(ops.get_default_graph(), func_graph.FuncGraph)


def function_graph(graph: Any, name: str) -> Any:
    """The graph of a function that `graph` knows by name, or None."""
    functions = getattr(graph, "ag_functions", None)
    if functions is not None:
        return functions.get(name)
    try:
        found = graph._get_function(name)
    except ValueError:
        return None
    inner = getattr(found, "graph", None)
    if inner is None and found is not None:  # of a graph that was read there is the definition alone
        with graph.as_default():
            inner = function_def_to_graph.function_def_to_graph(found.cached_definition)
    return inner


def concrete_functions(function: Any) -> list[Any]:
    """The concrete functions that a `tf.function`, or one of a SavedModel, has so far."""
    known = getattr(function, "concrete_functions", None)  # of a SavedModel
    return list(function._list_all_concrete_functions() if known is None else known)


def optimized_definition(graph: Any, seconds: float) -> Any:
    """The `GraphDef` that Grappler makes of a graph function's, its bodies included; it gives up after `seconds`.

    Calls are not inlined and loops not lowered to `Switch` and `Merge`, which a run does later: nobody could read those.
    """
    meta = tf.compat.v1.train.export_meta_graph(graph_def=graph.as_graph_def(add_shapes=True), graph=graph)
    kept = meta.collection_def["train_op"].node_list.value
    kept.extend(tensor.name for tensor in graph.outputs)
    kept.extend(op.name for op in graph.control_outputs)
    config = config_pb2.ConfigProto()
    rewriting = config.graph_options.rewrite_options
    rewriting.min_graph_nodes = -1
    rewriting.meta_optimizer_timeout_ms = int(seconds * 1000)
    rewriting.function_optimization = rewriter_config_pb2.RewriterConfig.OFF
    if getattr(graph, "ag_is_made_wrong", False):  # as in `without_arithmetic_optimizer`
        rewriting.arithmetic_optimization = rewriter_config_pb2.RewriterConfig.OFF
    return tf_optimizer.OptimizeGraph(config, meta, verbose=False)


def defined_graph(definition: Any) -> tf.Graph:
    """The graph that a `GraphDef` describes; `function_graph` finds those of its functions."""
    graph = tf.Graph()
    with graph.as_default():
        tf.graph_util.import_graph_def(definition, name="")
        graph.ag_functions = {
            function.signature.name: function_def_to_graph.function_def_to_graph(function)
            for function in definition.library.function
        }
    return graph


_OF_THREAD = ("is_eager", "scope_name", "device_name", "device_spec", "function_call_options")
_fields_of_thread = operator.attrgetter(*_OF_THREAD)


@contextlib.contextmanager
def thread_kept() -> Iterator[None]:
    """Where an exception passes, TensorFlow's state of this thread is what it was before.

    TensorFlow puts it back itself, unless an interrupt comes just then: all that is called later would build a graph that nobody sees.
    """
    data = context.context()._thread_local_data
    fields = _fields_of_thread(data)
    stacks = ops._default_graph_stack.stack, context.context().context_switches.stack
    items = [tuple(stack) for stack in stacks]
    is_stopped = pywrap_tfe.TFE_Py_TapeSetIsStopped()

    def put_back() -> None:
        for stack, before in zip(stacks, items, strict=True):
            stack[:] = before
        for name, value in zip(_OF_THREAD, fields, strict=True):
            setattr(data, name, value)
        if pywrap_tfe.TFE_Py_TapeSetIsStopped() and not is_stopped:
            pywrap_tfe.TFE_Py_TapeSetRestartOnThread()

    try:
        yield
    except BaseException as error:
        surely(partial(close_managers, error))
        surely(put_back)
        raise


class _Cancelling(threading.local):
    """What cancels the graphs that a thread runs. TensorFlow's own note of it is one for all threads."""

    manager: Any = None


_cancelling = _Cancelling()
_cancelling_all_threads = cancellation.context
cancellation.context = lambda: _cancelling.manager or _cancelling_all_threads()


@contextlib.contextmanager
def cancelled_by_manager() -> Iterator[Callable[[], None]]:
    """Around the run of a graph; gives what cancels it, which any thread can call, and more than once."""
    before, manager = _cancelling.manager, cancellation.CancellationManager()
    _cancelling.manager = manager
    try:
        yield manager.start_cancel
    finally:
        _cancelling.manager = before


class KernelRun(NamedTuple):
    """One run of a kernel: the kind and name of its node, and the seconds that it took itself.

    Both are empty for a stretch of the executor's own work. Kernels that it has found to take next to nothing (8000 cycles, some
    microseconds) are in there, as they are not noted.
    """

    op: str
    name: str
    seconds: float


@contextlib.contextmanager
def profiled() -> Iterator[Callable[[], list[KernelRun] | None]]:
    """Around the run of a graph; gives what tells the runs of kernels afterwards, or None where another profiler was at work."""
    session = _pywrap_profiler.ProfilerSession()
    found: list[KernelRun] | None = None
    try:
        session.start("", {"host_tracer_level": 2, "python_tracer_level": 0, "device_tracer_level": 0})
    except tf.errors.AlreadyExistsError:
        yield lambda: None
        return
    text = b""
    try:
        yield lambda: found
    finally:
        text = session.stop()
    trace = trace_events_pb2.Trace.FromString(text)
    found = list(_kernel_runs(trace.trace_events))


def _kernel_runs(events: Sequence[Any]) -> Iterator[KernelRun]:
    """The runs of kernels, and what the executor did; what ran inside of it, on its thread, is not its own."""
    named = [e for e in events if ":" in e.args.get("long_name", "") or e.name == "ExecutorState::Process"]
    named.sort(key=lambda event: (event.resource_id, event.timestamp_ps, -event.duration_ps))
    own = [event.duration_ps for event in named]
    around: list[int] = []
    for place, event in enumerate(named):
        while around and (
            named[around[-1]].resource_id != event.resource_id
            or named[around[-1]].timestamp_ps + named[around[-1]].duration_ps <= event.timestamp_ps
        ):
            around.pop()
        if around:
            own[around[-1]] -= event.duration_ps
        around.append(place)
    for event, taken in zip(named, own, strict=True):
        name, _, op = event.args.get("long_name", "").rpartition(":")
        yield KernelRun(op, name, max(taken, 0) / 1e12)
