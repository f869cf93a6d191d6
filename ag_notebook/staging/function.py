"""`function(f)`: a staged callable, and what can be asked of it."""

from __future__ import annotations

import contextlib
import functools
import inspect
import threading
import types
from collections.abc import Callable, Collection, Iterator
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ag_notebook.report import Check, GraphModel, Probe, StagingReport, Trace
from ag_notebook.staging.backends import registry
from ag_notebook.staging.backends.registry import owner_within
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.errors import ConversionError
from ag_notebook.staging.measuring import measuring
from ag_notebook.staging.options import Options
from ag_notebook.staging.probing import Probing
from ag_notebook.staging.runtime.callees import name_of, needs_arguments, signature_of
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.limits import limited_in_time
from ag_notebook.staging.tracebacks import users_frames
from ag_notebook.staging.wording import kind_of

if TYPE_CHECKING:
    from ag_notebook.staging.checking.calls import Watch

F = TypeVar("F", bound=Callable[..., Any])

_as_written: ContextVar[bool] = ContextVar("ag_notebook_as_written", default=False)


@contextlib.contextmanager
def as_written() -> Iterator[None]:
    """Makes staged functions run as Python, as they were written: what a check compares with."""
    token = _as_written.set(True)
    try:
        yield
    finally:
        _as_written.reset(token)


class StagedFunction:
    """A function that is traced once per signature and run by a back end.

    Any Python objects may be arguments: tensors (and NumPy arrays) are staged, the rest is Python and part of the
    signature. Staged leaves of the result come back as tensors, other leaves as the same Python objects.

    Attributes:
        original: the function as it was written.
        watch: compares the calls with the original's, where somebody watches.
        probing: what its probes have seen, where it has any.

    Raises:
        StagingError: AG506, it has no variable that is to be probed.
    """

    __name__: str

    def __init__(self, function: Callable[..., Any], options: Options) -> None:
        self.original = function
        self.options = options
        self.watch: Watch | None = None
        self.probing = Probing(function, options.probes) if options.probes else None
        self._entry: Any = None
        self._lock = threading.Lock()
        self.__name__ = name_of(function)
        functools.update_wrapper(self, function, updated=())
        self.__ag_staged__ = function
        self.autograph_info__ = None  # says to TensorFlow's own converter: leave this alone

    @property
    def entry(self) -> Any:
        """The back end's side of this function, made when it is first needed."""
        if self._entry is None:
            with self._lock:
                if self._entry is None:
                    self._entry = registry.named(self.options.backend).entry(self.original, self.options)
        return self._entry

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the staged function.

        Raises:
            ConversionError: a construct in it cannot be converted.
            StagingError: it cannot be made into a graph.
        """
        __tracebackhide__ = True
        if _as_written.get():
            return self.original(*args, **kwargs)
        if self.watch is not None:
            with users_frames, self.watch.around(self, args, kwargs), self._recorded(is_call=True):
                return self._call(args, kwargs)
        if self.probing is not None:
            with users_frames, self._recorded(is_call=True):
                return self._call(args, kwargs)
        with users_frames:
            return self._call(args, kwargs)

    def _call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        __tracebackhide__ = True
        if not self.options.time_limit:
            return self.entry(*args, **kwargs)
        return limited_in_time(self.original, self.options.time_limit, lambda: self.entry(*args, **kwargs))

    def _recorded(self, *, is_call: bool) -> contextlib.AbstractContextManager[None]:
        """Around a call or a trace: its probes are those that are recorded."""
        return contextlib.nullcontext() if self.probing is None else self.probing.around(is_call=is_call)

    def probes(self) -> tuple[Probe, ...]:
        """What probed variables were in the last call; empty where nothing is probed."""
        return () if self.probing is None else self.probing.probes()

    def __get__(self, instance: Any, kind: type | None = None) -> Any:
        """Binds like a function, so that methods can be staged."""
        return self if instance is None else StagedMethod(self, instance)

    def __reduce__(self) -> str:
        """Copied and pickled as functions are: by its name."""
        return str(getattr(self, "__qualname__", self.__name__))

    def __repr__(self) -> str:
        return f"<staged function {getattr(self, '__qualname__', self.original)}>"

    def with_options(self, **changed: Any) -> StagedFunction:
        """The same function, staged anew with some of its options changed."""
        with users_frames:
            return StagedFunction(self.original, replace(self.options, **changed))

    @property
    def code(self) -> str:
        """The generated code as text."""
        with users_frames:
            return default_converter().converted_code(plain_function(self.original)).generated.text

    def graph(self, *args: Any, **kwargs: Any) -> GraphModel | None:
        """The graph for these arguments; traces, never runs."""
        __tracebackhide__ = True
        with users_frames:
            found = self._trace(*args, **kwargs).graph
        assert found is None or isinstance(found, GraphModel)
        return found

    def _trace(self, *args: Any, **kwargs: Any) -> Trace:
        __tracebackhide__ = True
        with users_frames, self._recorded(is_call=False):
            return self.entry.trace(*args, **kwargs)  # type: ignore[no-any-return]

    def report(self, *args: Any, **kwargs: Any) -> StagingReport:
        """All that is known: the code, and the traces made so far; never runs.

        With arguments, their trace, too, and where the function needs none and was not traced yet, that without any.

        Raises:
            ConversionError: AG103, it has no code of its own; or a construct in it cannot be converted.
            StagingError: it cannot be staged with these arguments.
        """
        __tracebackhide__ = True
        from ag_notebook.staging.reporting import staging_report

        with users_frames:
            plain_function(self.original)
            if args or kwargs or not (self.traces() or needs_arguments(signature_of(self.original))):
                self._trace(*args, **kwargs)
        return staging_report(self)

    def report_with(self, rungs: Collection[str], /, *args: Any, **kwargs: Any) -> StagingReport:
        """As `report`, with what is below the graph: `optimized` (after the back end's optimizer), `xla` (its programs).

        Only the last trace gets them. What cannot be made is said in a note; compiling may take seconds.
        `times`, how long each operation takes, is another matter: it runs the function, once, with all that this does.
        """
        __tracebackhide__ = True
        from ag_notebook.staging.rungs import check, with_rungs

        check(rungs)
        if "times" in rungs and (args or kwargs or not needs_arguments(signature_of(self.original))):
            with measuring():
                self(*args, **kwargs)

        with users_frames:
            return with_rungs(self.report(*args, **kwargs), self, rungs)

    def report_so_far(self, rungs: Collection[str] = ()) -> StagingReport:
        """As `report_with`, and nothing is traced for it: for functions that nobody may have meant to call."""
        __tracebackhide__ = True
        from ag_notebook.staging.reporting import staging_report
        from ag_notebook.staging.rungs import with_rungs

        with users_frames:
            return with_rungs(staging_report(self), self, rungs)

    def check(self, *args: Any, **kwargs: Any) -> tuple[Check, ...]:
        """Runs the original and the staged function on these arguments and says whether they differ.

        Arguments are also made for annotated parameters (`n: int`, `x: tf.TensorSpec([None], tf.float32)`); without any given,
        for these alone. Compared are value, exception, printed text, gradients of floats, and what changed outside, which is put
        back after each run. A run that takes longer than 20 seconds is given up; `AG_CHECK_SECONDS` in the environment says
        another number.

        Raises:
            ConversionError: a construct in it cannot be converted.
            StagingError: it cannot be staged with these arguments.
        """
        __tracebackhide__ = True
        from ag_notebook.staging.checking import check

        with users_frames:
            return check(self, args, kwargs)

    def traces(self) -> list[Any]:
        """The traces made so far, as data."""
        return [] if self._entry is None else list(self._entry.all_traces())


class StagedMethod(StagedFunction):
    """A staged method of an object: called, traced and reported with that object as the first argument.

    The traces are those of the function; what is asked of the method counts for it.
    """

    def __init__(self, function: StagedFunction, instance: Any) -> None:
        self.__func__, self.__self__ = function, instance
        self.original = types.MethodType(function.original, instance)
        self.options = function.options
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__ag_staged__ = self.__wrapped__ = self.original
        self.autograph_info__ = None

    def __getattr__(self, name: str) -> Any:
        """Attributes of the function, as a method of Python's has them."""
        return getattr(self.__func__, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the staged method.

        Raises:
            ConversionError: a construct in it cannot be converted.
            StagingError: it cannot be made into a graph.
        """
        __tracebackhide__ = True
        return self.__func__(self.__self__, *args, **kwargs)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, StagedMethod)
            and self.__func__ is other.__func__
            and self.__self__ is other.__self__
        )

    def __hash__(self) -> int:
        return hash((id(self.__func__), id(self.__self__)))

    def __get__(self, instance: Any, kind: type | None = None) -> Any:
        """Stays bound, as methods do."""
        return self

    def __repr__(self) -> str:
        return f"<staged method {getattr(self.__func__, '__qualname__', self.__name__)} of {kind_of(self.__self__)}>"

    @property
    def entry(self) -> Any:
        """The back end's side of the function."""
        return self.__func__.entry

    def _trace(self, *args: Any, **kwargs: Any) -> Trace:
        __tracebackhide__ = True
        return self.__func__._trace(self.__self__, *args, **kwargs)

    def probes(self) -> tuple[Probe, ...]:
        """What probed variables were in the last call, for any object."""
        return self.__func__.probes()

    def traces(self) -> list[Any]:
        """The traces made so far, for any object, as data."""
        return self.__func__.traces()


def plain_function(function: Callable[..., Any]) -> types.FunctionType:
    """The Python function behind a callable.

    Raises:
        ConversionError: AG103, there is none; a `TypeError`, too.
    """
    if isinstance(function, functools.partial):
        return plain_function(function.func)
    if isinstance(function, types.MethodType):
        return plain_function(function.__func__)
    if not isinstance(function, types.FunctionType):
        call = inspect.getattr_static(type(function), "__call__", None)
        if isinstance(call, types.FunctionType):
            return call
        name = name_of(function)
        raise _NotPythonError(
            "AG103",
            f"`{name}` is no Python function: it has no code of its own to convert.",
            fix="Stage a Python function that calls it, such as a lambda.",
        )
    return function


class _NotPythonError(ConversionError, TypeError):
    """A callable without Python code."""


_NotPythonError.__name__ = _NotPythonError.__qualname__ = "ConversionError"
_NotPythonError.__module__ = ConversionError.__module__


@overload
def function(fn: Callable[..., Any], /, *, backend: str = ..., **options: Any) -> StagedFunction: ...
@overload
def function(*, backend: str = ..., **options: Any) -> Callable[[Callable[..., Any]], StagedFunction]: ...
def function(fn: Callable[..., Any] | None = None, /, *, backend: str = "tensorflow", **options: Any) -> Any:
    """A staged callable of `fn`; a decorator where `fn` is left out.

    Args:
        fn: a function, method, lambda, `functools.partial` or object with `__call__`.
        backend: the name of a back end.
        **options: fields of `Options`, such as `jit_compile`.

    Raises:
        StagingError: AG501, there is no back end of that name.
    """
    with users_frames:
        chosen = Options(backend=backend, **options)
        registry.check_name(backend)
        if fn is None:
            return lambda f: function(f, backend=backend, **options)
        if isinstance(fn, StagedFunction):
            return StagedFunction(fn.original, chosen)
        if not callable(fn):
            raise TypeError(f"staging.function() takes a function, not {kind_of(fn)}")
        return StagedFunction(fn, chosen)


def convert(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The converted Python function of `fn` (a decorator): staged where a graph is being built, Python elsewhere."""
    if isinstance(fn, types.MethodType):
        return types.MethodType(convert(fn.__func__), fn.__self__)
    if isinstance(fn, functools.partial):
        return functools.partial(convert(fn.func), *fn.args, **fn.keywords)
    if not isinstance(fn, types.FunctionType):
        return types.MethodType(convert(plain_function(fn)), fn)
    converted = default_converter().convert(fn)

    @functools.wraps(fn)
    def call(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        backend = owner_within((args, kwargs))
        with users_frames:
            if current() is None and backend is not registry.named("python"):
                return backend.entry(fn, Options(backend=backend.name))(*args, **kwargs)
            return converted(*args, **kwargs)

    # TensorFlow unwraps functions that say what they wrap, and would call the original.
    call.__signature__ = inspect.signature(fn)  # type: ignore[attr-defined]
    del call.__wrapped__
    call.__ag_staged__ = fn  # type: ignore[attr-defined]
    return call


def to_graph(fn: Callable[..., Any]) -> Callable[..., Any]:
    """As `convert`, under the name that TensorFlow's users know."""
    return convert(fn)


def to_code(fn: Callable[..., Any]) -> str:
    """The generated code of a function as text."""
    target = fn.original if isinstance(fn, StagedFunction) else fn
    with users_frames:
        return default_converter().converted_code(plain_function(target)).generated.text


def do_not_convert(fn: F) -> F:
    """Marks a function to be called as it is (a decorator)."""
    fn.__ag_do_not_convert__ = True  # type: ignore[attr-defined]
    return fn
