"""The outermost call of a function that is staged to Lantern: finds or makes the trace that fits, and runs its program."""

from __future__ import annotations

import copy
import functools
import inspect
import threading
import time
import types
from collections.abc import Callable, Collection
from typing import Any

from ag_notebook.report import CompiledCode, CompiledLine, Trace
from ag_notebook.staging.backends.lantern.failures import CheckFailedError
from ag_notebook.staging.backends.lantern.ir.printer import written_lines
from ag_notebook.staging.backends.lantern.native.definitions import GRADIENTS
from ag_notebook.staging.backends.lantern.native.updates import Following
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging.differentiable import refuse_arguments, refuse_result
from ag_notebook.staging.backends.lantern.staging.records import described_fields
from ag_notebook.staging.backends.lantern.staging.session import Session, session_or_none, staging
from ag_notebook.staging.backends.lantern.staging.signature import (
    argument_names,
    argument_spec,
    converted,
    leaves,
    signature_text,
)
from ag_notebook.staging.backends.lantern.staging.tracing import MAIN, Concrete, finished, make_trace
from ag_notebook.staging.backends.protocol import Below
from ag_notebook.staging.options import Options
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.limits import limited_in_time
from ag_notebook.staging.stopping import interruptible
from ag_notebook.staging.tracebacks import at_user_line, function_at

MOST_TRACES = 64
"""Traces kept for one signature, and those of one function that keep their machine code; the oldest is dropped."""


_STARRED = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


class LanternEntry:
    """Traces per signature and runs; safe to call from several threads."""

    rungs = ("llvm", "assembly")

    def __init__(self, function: Callable[..., Any], options: Options) -> None:
        self.function, self.options = function, options
        self.traces: list[Concrete] = []
        self.seconds_tracing = 0.0
        self._by_key: dict[Any, list[Concrete]] = {}
        self._lock = threading.RLock()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function: traced first where no trace fits, inlined where something is being traced."""
        __tracebackhide__ = True
        if session_or_none() is not None or current() is not None:
            return converted_call(self.function, *args, **kwargs)
        with interruptible():
            concrete, given = self.found(args, kwargs)
            values = performed(concrete, concrete.executable.run, given)
            return finished(concrete.result, iter(values), given)

    def found(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Concrete, list[Any]]:
        """The trace that fits, and what its program is given."""
        call = _bound(self.function, args, kwargs)
        made = Session()
        with self._lock:
            with staging(made):
                spec = argument_spec(made, call)
                if made.converted:
                    call = converted(made, call)
                key = spec.key(), described_fields(made)
                given = list(leaves(call, spec))
            known = self._by_key.setdefault(key, [])
            misfits = []
            for concrete in reversed(known):
                misfit = concrete.misfit()
                if not misfit:
                    return concrete, given
                misfits.append(misfit)
            begun = time.perf_counter()
            names = argument_names(self.function, call, spec)
            concrete = make_trace(self.function, self.options, made, call, spec, names)
            self.seconds_tracing += time.perf_counter() - begun
            concrete.signature = signature_text(names, spec)
            concrete.place = user_span()
            first = "first call" if not self.traces else "arguments of other types"
            concrete.reason = misfits[0] if misfits else first
            known.append(concrete)
            del known[:-MOST_TRACES]
            self.traces.append(concrete)
            if len(self.traces) > MOST_TRACES:  # machine code is large, and made again where it is needed
                vars(self.traces[-MOST_TRACES - 1]).pop("executable", None)
            return concrete, given

    def gradients(
        self,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        training: Callable[[dict[str, Parameter]], tuple[dict[str, Any], Following | None]] | None = None,
        argnums: tuple[int, ...] = (),
    ) -> tuple[Any, list[Any], dict[str, Any], Concrete]:
        """The value, the gradients of the program's arguments and of its parameters, and the trace.

        Args:
            args: of the function.
            kwargs: the same.
            training: from the parameters by name to arrays of zeros that their gradients are written to, and what is done then;
                the gradients of arguments are left out.
            argnums: the arguments whose gradients are asked for.

        Raises:
            StagingError: AG319, the value is no float, or one of these arguments has none.
            IndexError: there is no such argument.
        """
        return limited_in_time(
            self.function,
            self.options.time_limit,
            lambda: self._gradients(args, kwargs, training, argnums),
        )

    def _gradients(
        self,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        training: Callable[[dict[str, Parameter]], tuple[dict[str, Any], Following | None]] | None,
        argnums: tuple[int, ...],
    ) -> tuple[Any, list[Any], dict[str, Any], Concrete]:
        concrete, given = self.found(args, kwargs)
        if argnums not in concrete.differentiated:
            refuse_arguments(self.function, concrete.arguments, given, argnums)
            refuse_result(concrete.result, concrete.arguments)
            concrete.differentiated.add(argnums)
        run = concrete.executable.gradients
        if training is not None:
            into, following = training(concrete.outside)
            run = functools.partial(run, into=into, following=following, of_arguments=False)
        values, own, outer = performed(concrete, run, given)
        return finished(concrete.result, iter(values), given), list(own), outer, concrete

    def trace(self, *args: Any, **kwargs: Any) -> Trace:
        """The trace for these arguments, made where there is none; nothing runs."""
        return self.describe(self.found(args, kwargs)[0])

    @staticmethod
    def describe(concrete: Concrete) -> Trace:
        """A trace as data."""
        from ag_notebook.staging.backends.lantern.staging.graph_models import graph_model

        if concrete.model is None:
            concrete.model = graph_model(concrete.program, MAIN)
        return Trace(
            concrete.signature,
            concrete.reason,
            concrete.events,
            concrete.model,
            concrete.place,
            compiled=(program_text(concrete),),
        )

    def all_traces(self) -> list[Trace]:
        """Every trace made so far, oldest first."""
        return [self.describe(each) for each in self.traces]

    def below(self, number: int, rungs: Collection[str]) -> Below:
        """The program of a trace as S-expressions, and what LLVM makes of it."""
        concrete = self.traces[number]
        found = [program_text(concrete)]
        if {"llvm", "assembly"} & set(rungs):
            listed = concrete.executable.listings()
            for place, (rung, name) in enumerate((("llvm", "LLVM"), ("assembly", "assembly"))):
                for kind, texts in listed.items() if rung in rungs else ():
                    what = f"{name} of value and gradients" if kind == GRADIENTS else name
                    found.append(_code(what, texts[place], rung))
        return Below(compiled=tuple(found))


def performed(concrete: Concrete, run: Callable[..., Any], given: list[Any]) -> Any:
    """What `run` gives for a trace's program; what a check of it raises is the user's exception, at the user's place."""
    __tracebackhide__ = True
    try:
        return run(given, arrays_of(concrete))
    except CheckFailedError as failed:
        found = concrete.failures[failed.failure]
    error = _renewed(found.exception)
    if found.span is not None:
        at_user_line(error, found.span, function_at(found.span))
    raise error


def _renewed(error: BaseException) -> BaseException:
    """The exception to raise: each call raises a new one where its class allows."""
    try:
        made = copy.copy(error)
    except Exception:  # noqa: BLE001 - the user's class may refuse to be copied in any way
        return error
    made.__cause__, made.__suppress_context__ = error.__cause__, error.__suppress_context__
    return made if type(made) is type(error) else error


def program_text(concrete: Concrete) -> CompiledCode:
    """The S-expressions of a trace."""
    lines = (CompiledLine(text, span) for text, span in written_lines(concrete.program))
    return CompiledCode("Lantern", tuple(lines), ("graph",))


def _code(name: str, text: str, part: str) -> CompiledCode:
    return CompiledCode(name, tuple(map(CompiledLine, text.splitlines())), (part,))


def arrays_of(concrete: Concrete) -> dict[str, Any]:
    """The arrays of the parameters now, by name."""
    return {name: parameter.value for name, parameter in concrete.outside.items()}


def _bound(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments with those that are left out, as far as Python knows the function's parameters."""
    if not kwargs and type(function) is types.FunctionType and not vars(function):
        code = function.__code__
        if code.co_argcount == len(args) and not code.co_kwonlyargcount and not code.co_flags & _STARRED:
            return args, kwargs
    try:
        bound = inspect.signature(function).bind(*args, **kwargs)
    except ValueError:
        return args, kwargs
    except TypeError as error:
        raise TypeError(f"{getattr(function, '__name__', 'the function')}(): {error}") from None
    bound.apply_defaults()
    return bound.args, bound.kwargs
