"""The outermost call of a staged function: finds or makes the trace that fits, and runs its graph.

A trace fits a call with the same signature whose guards hold. Locations that the function writes (`self.n += 1`,
a global) are inputs and outputs of the graph: read before and stored back after every call.
"""

from __future__ import annotations

import inspect
import threading
import time
import types
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

import tensorflow as tf

from ag_notebook.report import OpTime, Span, Trace
from ag_notebook.staging import measuring
from ag_notebook.staging.backends.protocol import Below, Call
from ag_notebook.staging.backends.tensorflow import private, signature
from ag_notebook.staging.backends.tensorflow.below import below
from ag_notebook.staging.backends.tensorflow.checks import original
from ag_notebook.staging.backends.tensorflow.failures import cleaned, staging_errors
from ag_notebook.staging.backends.tensorflow.graph_models import graph_model
from ag_notebook.staging.backends.tensorflow.operations.library import run_inside
from ag_notebook.staging.backends.tensorflow.results import finished, store
from ag_notebook.staging.backends.tensorflow.retracing import Given, call_of, changes, reason_of
from ag_notebook.staging.backends.tensorflow.times import op_times, timed
from ag_notebook.staging.backends.tensorflow.tracing import Concrete, State, make_trace
from ag_notebook.staging.backends.tensorflow.values.joins import join
from ag_notebook.staging.backends.tensorflow.values.lowering import lift, lower
from ag_notebook.staging.backends.tensorflow.values.made_here import fresh
from ag_notebook.staging.backends.tensorflow.values.specs import JoinError, strong
from ag_notebook.staging.backends.tensorflow.values.structure import as_input, spec_of
from ag_notebook.staging.errors import StagedRuntimeError, StagingError
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.arrays import arrays_of
from ag_notebook.staging.runtime.callees import is_python, name_of, signature_of
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.context import Context, current, tracing
from ag_notebook.staging.runtime.effects import refill
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.forks import Assumed
from ag_notebook.staging.stopping import cancellable, interruptible, surely
from ag_notebook.staging.wording import counted

MOST_TRACES = 64
"""Traces kept for one signature; the oldest is dropped."""


class TensorFlowEntry:
    """Traces per signature and runs; safe to call from several threads."""

    rungs = ("optimized", "xla", "times")

    def __init__(self, function: Callable[..., Any], options: Options) -> None:
        self.function, self.options = function, options
        self.signature = signature_of(function)
        self.state: dict[Any, State] = {}
        self.varying: dict[Any, State] = {}
        """Places that held other tensors at other calls: inputs as well, where the function can be traced so."""
        self.tries_varying = True
        self.traces: list[Concrete] = []
        self.seconds_tracing = 0.0
        self.kernels: tuple[Concrete, list[private.KernelRun]] | None = None
        """The trace that the last call ran whose operations were timed, and the runs of its kernels."""
        self._by_key: dict[Any, list[Concrete]] = {}
        self._lock = threading.RLock()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function: traced first where no trace fits, built into the graph where one is being built."""
        __tracebackhide__ = True
        if not tf.executing_eagerly():
            return self._inside_graph(args, kwargs)
        with interruptible(), private.thread_kept():
            return self._call(args, kwargs)

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        __tracebackhide__ = True
        bound, leaves = self._bind(args, kwargs)
        taken: tuple[bool, ...] = ()
        while True:
            try:
                with self._lock, staging_errors(self.function):
                    concrete = self._find(bound, leaves, taken)
                    inputs = [*leaves.tensors, *self._state_tensors(concrete)]
                    if concrete.written or concrete.written_containers:
                        return self._run(concrete, inputs, bound)  # read, run and stored back as one
                return self._run(concrete, inputs, bound)
            except Assumed as otherwise:  # each run finds out one test more
                taken = (*concrete.taken[: otherwise.index], not concrete.taken[otherwise.index])

    def trace(self, *args: Any, **kwargs: Any) -> Trace:
        """The trace for these arguments, made where there is none; nothing runs."""
        bound, leaves = self._bind(args, kwargs)
        with interruptible(), private.thread_kept(), self._lock, staging_errors(self.function):
            return self.describe(self._find(bound, leaves))

    def describe(self, concrete: Concrete) -> Trace:
        """A trace as data."""
        if concrete.model is None:
            model = graph_model(concrete.function.graph, own=_lines_of(self.function))
            concrete.model = replace(model, name=name_of(self.function))
        return Trace(
            concrete.signature, concrete.reason, tuple(concrete.events), concrete.model, concrete.place
        )

    def all_traces(self) -> list[Trace]:
        """Every trace made so far, oldest first."""
        return [self.describe(c) for c in self.traces]

    def calls(self) -> list[Call]:
        """The calls that the traces were made for."""
        return [each.call for each in self.traces]

    def below(self, number: int, rungs: Collection[str]) -> Below:
        """What TensorFlow makes of a trace's graph."""
        found = below(self.traces[number].function, rungs)
        return replace(found, times=self._times(number)) if "times" in rungs else found

    def _times(self, number: int) -> tuple[OpTime, ...]:
        concrete = self.traces[number]
        if self.kernels is None or self.kernels[0] is not concrete:
            return ()
        model = self.describe(concrete).graph
        return () if model is None else op_times(self.kernels[1], model)

    def _bind(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[inspect.BoundArguments, signature.Leaves]:
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as error:
            raise _misfit_call(self.function, args, kwargs, error) from None
        if is_python(
            self.function
        ):  # what C makes of a parameter that is left out, a signature only describes
            bound.apply_defaults()
        leaves = signature.Leaves(self.options.input_signature, self.options.reduce_retracing)
        for name, value in bound.arguments.items():
            leaves.add_argument(name, value)
        given = self.options.input_signature
        if given is not None and len(given) != len(leaves.tensors):
            raise StagingError(
                "AG503",
                f"`input_signature` has {counted(len(given), 'entry', 'entries')}, and the call has "
                f"{counted(len(leaves.tensors), 'tensor', 'tensors')}.",
                fix="Pass what the signature says, or leave the signature out.",
            )
        return bound, leaves

    # finding a trace ---------------------------------------------------------------------------
    def _find(
        self, bound: inspect.BoundArguments, leaves: signature.Leaves, taken: tuple[bool, ...] = ()
    ) -> Concrete:
        key = tuple(leaves.key)
        known = self._by_key.setdefault(key, [])
        reason = ""
        for concrete in reversed(known):
            if concrete.taken[: len(taken)] != taken:
                reason = reason or "an exception is caught where it was not before, or is not where it was"
                continue
            misfit = self._misfit(concrete, leaves)
            if not misfit:
                return concrete
            self._note_varying(concrete)
            reason = reason or misfit  # why the newest trace does not fit
        begun = time.perf_counter()
        try:
            state = {**self.varying, **self.state}
            made = make_trace(self.function, self.options, bound, leaves, state, taken)
        except Exception:
            if not self.varying:
                raise
            # Perhaps Python needs the tensor's value: then each value has a trace of its own.
            self.varying, self.tries_varying = {}, False
            made = make_trace(self.function, self.options, bound, leaves, dict(self.state), taken)
        self.seconds_tracing += time.perf_counter() - begun
        self._describe_call(made, bound, leaves, reason if known else "")
        self.state = {k: s for k, s in made.state.items() if k not in self.varying}
        known.append(made)
        del known[:-MOST_TRACES]
        self.traces.append(made)
        return made

    def _describe_call(
        self, made: Concrete, bound: inspect.BoundArguments, leaves: signature.Leaves, reason: str
    ) -> None:
        """Notes at a new trace which call it was made for, and why none of the earlier ones would do."""
        texts = {name: signature.describe(value) for name, value in bound.arguments.items()}
        made.signature = ", ".join(f"{name}: {text}" for name, text in texts.items())
        keys = {name: tuple(leaves.key[start:end]) for name, (start, end) in leaves.parts.items()}
        made.given = {name: Given(keys[name], text) for name, text in texts.items()}
        found = () if reason else changes(made.given, [each.given for each in self.traces])
        made.call = call_of(dict(bound.arguments), found)
        made.place = user_span()
        made.reason = (
            reason or reason_of(found) or ("a trace before was dropped" if self.traces else "first call")
        )

    @staticmethod
    def _misfit(concrete: Concrete, leaves: signature.Leaves) -> str:
        """Why a trace of the right signature does not fit now, or nothing."""
        for guard in concrete.guards:
            if not guard.holds():
                return f"{guard.label} changed"
        for index in leaves.arrays & concrete.changed:
            return f"{leaves.names[index]} is an array"
        for key, state in concrete.state.items():
            if key in concrete.changed and arrays_of([state.location.value()]):
                return f"{state.location.label} is an array"
            if not _fits(state):
                return f"the type of {state.location.label} changed"
        return ""

    def _note_varying(self, concrete: Concrete) -> None:
        """Notes the places that held one tensor and hold another now, as weights do that each step replaces."""
        for guard in concrete.guards if self.tries_varying else ():
            location = guard.varying()
            if location is not None:
                spec = as_input(spec_of(location.value(), deep=True))
                self.varying.setdefault(location.key, State(location, spec))

    # running -----------------------------------------------------------------------------------
    @staticmethod
    def _state_tensors(concrete: Concrete) -> list[tf.Tensor]:
        return [t for s in concrete.state.values() for t in lower(s.location.value(), s.spec)]

    def _run(self, concrete: Concrete, inputs: list[tf.Tensor], bound: inspect.BoundArguments) -> Any:
        __tracebackhide__ = True
        try:
            results = self._results(concrete, inputs)
        except tf.errors.OpError as error:
            own = original(error, concrete.failures)
            if own is None:
                raise cleaned(error) from None
            raised = _renewed(own)
            raise raised from raised.__cause__
        value = None

        def store_all() -> None:
            nonlocal value
            value = self._stored(concrete, results, bound)

        surely(store_all)
        return value

    def _results(self, concrete: Concrete, inputs: list[tf.Tensor]) -> Any:
        """What the graph gives.

        Raises:
            KeyboardInterrupt: it was cancelled.
        """
        __tracebackhide__ = True
        graph = concrete.function.graph
        with (
            private.cancelled_by_manager() as cancel,
            cancellable(cancel),
            private.without_arithmetic_optimizer(graph),
        ):
            if not measuring.is_wanted():
                return concrete.function(*inputs)
            results, kernels = timed(lambda: concrete.function(*inputs))
            self.kernels = None if kernels is None else (concrete, kernels)
            return results

    @staticmethod
    def _stored(concrete: Concrete, results: Any, bound: inspect.BoundArguments) -> Any:
        """Writes what the graph gave for the places outside; gives the value of the call."""
        tensors = iter(results if isinstance(results, (list, tuple)) else [results])
        held = signature.containers_of([*bound.args, *bound.kwargs.values()])
        instead = {id(old): new for old, new in zip(concrete.containers, held, strict=True)}
        copier = fresh(concrete.made)
        value = finished(lift(concrete.result, tensors), instead, copier)
        for location, spec in concrete.written:
            store(location, lift(spec, tensors), instead, copier)
        for index, spec in concrete.written_containers:
            refill(held[index], finished(lift(spec, tensors), instead, copier).value)
        return value

    def _inside_graph(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call while a graph is being built, by us or by TensorFlow (`Dataset.map`, a `tf.function`)."""
        __tracebackhide__ = True
        from ag_notebook.staging.converter import default_converter

        run = tf.autograph.experimental.do_not_convert(
            lambda: run_inside(lambda: converted_call(self.function, *args, **kwargs), [self.function, *args])
        )
        if current() is not None:
            return run()
        with tracing(Context(default_converter(), self.options)):
            return run()


def _lines_of(function: Callable[..., Any]) -> Span | None:
    """The lines of a function, and of those in it."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if not isinstance(code, types.CodeType):
        return None
    codes, last = [code], code.co_firstlineno
    for each in codes:
        last = max([last, *(line or 0 for _, _, line in each.co_lines())])
        codes += [held for held in each.co_consts if isinstance(held, types.CodeType)]
    return Span(code.co_filename, code.co_firstlineno, 0, last + 1, 0)


def _misfit_call(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], error: TypeError
) -> TypeError:
    """The error of Python's for arguments that do not fit: a call of a plain function fails before its body runs."""
    if isinstance(function, types.FunctionType) and not hasattr(function, "__wrapped__"):
        try:
            function(*args, **kwargs)
        except TypeError as said:
            return TypeError(*said.args)
    return TypeError(f"{getattr(function, '__name__', 'the function')}(): {error}")


def _fits(state: State) -> bool:
    """Whether the value at a written location still has the type that the trace was made for."""
    try:
        now = as_input(spec_of(state.location.value(), deep=True))
        return strong(join(state.spec, now)) == strong(state.spec)
    except JoinError:
        return False


def _renewed(error: BaseException) -> BaseException:
    """The exception to raise: each call raises a new one where its class allows."""
    if isinstance(error, StagingError):
        return StagedRuntimeError(error.code, error.message, span=error.span, fix=error.fix)
    return error
