"""Calls functions that are not converted, with staged operands.

TensorFlow gets tensors (weak numbers as their natural dtype, or the dtype of what they meet), and functions of
the user's handed to it are converted; `math` and NumPy functions are replaced by TensorFlow's equivalents; other
libraries get the values as they are.
"""

from __future__ import annotations

import collections
import functools
import sys
import types
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from ag_notebook.staging.backends.carriers import (
    LazySequence,
    Maybe,
    SequenceIterator,
    StagedRange,
    resolved,
    staged_items,
)
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner_within
from ag_notebook.staging.backends.tensorflow import private
from ag_notebook.staging.backends.tensorflow.checks import fail_as
from ag_notebook.staging.backends.tensorflow.control.conditionals import required_context
from ag_notebook.staging.backends.tensorflow.operations import arrays, mathematics
from ag_notebook.staging.backends.tensorflow.operations.lists_together import together
from ag_notebook.staging.backends.tensorflow.texts import fields, texts
from ag_notebook.staging.backends.tensorflow.values.lists import stack
from ag_notebook.staging.backends.tensorflow.values.lowering import as_tensor, refuse_superseded
from ag_notebook.staging.backends.tensorflow.values.structure import view
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.callees import is_user_function, package_of, plain_attribute
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.effects import kept_effects, trace
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.reachability import tuple_like

TENSOR_PACKAGES = frozenset(("tensorflow", "keras"))


def library_call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`function(*args, **kwargs)` of a library."""
    __tracebackhide__ = True
    if isinstance(function, types.MethodDescriptorType) and function.__objclass__ is str:  # `str.upper(s)`
        return getattr(as_tensor(args[0]), function.__name__)(*args[1:], **kwargs)
    package = package_of(function)
    receiver = getattr(function, "__self__", None)
    joined = together(function, args, kwargs)
    if joined is not NotImplemented:
        return joined
    if package in TENSOR_PACKAGES or package_of(type(receiver)) in TENSOR_PACKAGES:
        return _tensorflow_call(function, args, kwargs)
    if package in ("math", "numpy") or type(function).__module__ == "numpy":
        return _numeric_call(function, package, args, kwargs)
    if type(receiver) in (str, dict, set, frozenset):
        return _method_call(function, receiver, args, kwargs)
    if _looks(function, package) or _takes_items(function, package, args):
        raise StagingError(
            "AG262",
            f"{_spoken(function, package)} has no TensorFlow equivalent, and an operand is staged.",
            span=user_span(),
            fix="Use a TensorFlow function instead.",
        )
    return function(*args, **kwargs)


_HOLDING = frozenset(
    (
        *("abc", "asyncio", "builtins", "collections", "concurrent", "contextlib", "contextvars", "copy"),
        *("dataclasses", "enum", "functools", "inspect", "io", "itertools", "operator", "queue", "threading"),
        *("types", "typing", "weakref"),
    )
)
"""Packages of the standard library that hold what they are given, hand it on, or do what its own operators do."""


def _looks(function: Any, package: str) -> bool:
    """Whether a function of the standard library would look at a value that is not known yet, or write it as a text."""
    name = package.lstrip("_")
    if name == "operator":
        return function.__name__ in ("delitem", "setitem")
    return name not in _HOLDING and (name in sys.stdlib_module_names or package in sys.stdlib_module_names)


def _takes_items(function: Any, package: str, args: tuple[Any, ...]) -> bool:
    """Whether a container of Python's would take the items of a sequence that only the graph can take apart."""
    is_maker = isinstance(function, type) and function is not collections.deque
    if package not in ("builtins", "collections") or not (
        is_maker or getattr(function, "__name__", "") == "fromkeys"
    ):
        return False
    sequences = (LazySequence, SequenceIterator, StagedRange, tf.Tensor)
    return any(isinstance(a, sequences) or staged_items(a) is not None for a in args)


def plain(value: Any) -> Any:
    """A value as TensorFlow takes it: weak numbers, options and staged lists as tensors, at any depth."""
    if isinstance(value, WeakNumber):
        return value.tensor()
    if isinstance(value, Maybe):
        return plain(value.ag_resolve())
    if staged_items(value) is not None:
        return stack(value)
    if isinstance(value, StagedRange):
        return tf.range(*(as_tensor(v) for v in (value.start, value.stop, value.step)))
    if isinstance(value, (LazySequence, SequenceIterator)):
        from ag_notebook.staging.backends.tensorflow.operations.builtin_functions import builtin

        return plain(builtin("list", (value,), {}))
    if type(value) is list:
        return [plain(v) for v in value]
    if isinstance(value, tuple):
        return tuple_like(value, map(plain, value))
    if type(value) is dict:
        return {k: plain(v) for k, v in value.items()}
    return callback(value)


def _tensorflow_call(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    __tracebackhide__ = True
    if args and any(function is each for each in _CALLS_PYTHON):
        return function(args[0], *map(plain, args[1:]), **{k: plain(v) for k, v in kwargs.items()})
    _refuse_file_changes(function, args, kwargs)
    taken = [plain(a) for a in args], {k: plain(v) for k, v in kwargs.items()}
    receiver = getattr(function, "__self__", None)
    if isinstance(receiver, tf.TensorArray):
        return _array_call(function, receiver, taken)
    try:
        return function(*taken[0], **taken[1])
    except (TypeError, ValueError):
        dtype = _strong_dtype((args, kwargs))
        if dtype is None or not any(_is_weak(a) for a in args):
            raise
        promoted = [as_tensor(a, dtype) if _is_weak(a) else p for a, p in zip(args, taken[0], strict=True)]
        try:
            return function(*promoted, **taken[1])
        except (TypeError, ValueError):
            pass
        raise


_CHANGES_FILES = frozenset(
    (
        *("copy_v2", "create_dir_v2", "delete_file_v2", "delete_recursively_v2"),
        *("recursive_create_dir_v2", "rename_v2"),
    )
)
"""Functions of `tf.io.gfile` that change something at once."""


def _refuse_file_changes(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Refuses what `tf.io.gfile` changes under a staged test: it is no operation of a graph.

    Raises:
        StagingError: AG232.
    """
    name, module = getattr(function, "__name__", ""), str(getattr(function, "__module__", ""))
    mode = kwargs.get("mode", args[1] if len(args) > 1 else "r")
    writes = name in _CHANGES_FILES and module.endswith(".file_io")
    writes |= function is tf.io.gfile.GFile and not {"w", "a", "+"}.isdisjoint(str(mode))
    if writes and required_context().in_branch:
        what = {"GFile": "opening a file for writing"}.get(name, f"tf.io.gfile's {name.removesuffix('_v2')}")
        raise StagingError(
            "AG232",
            f"{what} would happen while tracing, whether or not this is reached.",
            span=user_span(),
            fix="Use tf.io.write_file, or do it outside of staged tests and loops.",
        )


_CALLS_PYTHON = (tf.py_function, tf.numpy_function, tf.compat.v1.py_func)
"""What TensorFlow calls while a graph runs is Python, and is not converted."""
_ARRAY_WRITES = frozenset(("write", "scatter", "unstack", "split"))


def _array_call(
    function: Callable[..., Any], array: tf.TensorArray, taken: tuple[list[Any], dict[str, Any]]
) -> Any:
    """A method of a TensorArray. Eagerly a write changes the array itself, in a graph only its result has it."""
    context = required_context()
    refuse_superseded(array)
    if function.__name__ == "stack" and not array.element_shape.is_fully_defined():
        known = array.element_shape.as_list() if array.element_shape.rank is not None else []
        none = tf.zeros([0, *(size or 0 for size in known)], array.dtype)
        return tf.cond(array.size() > 0, lambda: function(*taken[0], **taken[1]), lambda: none)
    result = function(*taken[0], **taken[1])
    if function.__name__ in _ARRAY_WRITES:
        context.superseded[id(array)] = array
    return result


def _is_weak(value: Any) -> bool:
    return isinstance(value, WeakNumber) or type(value) in (int, float)


def _strong_dtype(value: Any) -> tf.DType | None:
    """The one numeric dtype of the tensors among the operands, or None."""
    found = {v.dtype for v in tf.nest.flatten(value) if isinstance(v, (tf.Tensor, tf.Variable))}
    dtype = found.pop() if len(found) == 1 else None
    return dtype if dtype is not None and (dtype.is_integer or dtype.is_floating) else None


def callback(value: Any) -> Any:
    """A function of the user's as one that TensorFlow may call: converted, and traced in a scope of its own."""
    is_function = type(value) is types.FunctionType and is_user_function(value)
    is_method = (
        type(value) is types.MethodType
        and type(value.__func__) is types.FunctionType
        and is_user_function(value.__func__)
    )
    staged = plain_attribute(value, "__ag_staged__")
    if not (is_function or is_method or staged is not None):
        return value
    target = value if staged is None else staged

    def traced(*args: Any, **kwargs: Any) -> Any:
        return run_inside(lambda: converted_call(target, *args, **kwargs), [target])

    if staged is None:
        functools.update_wrapper(traced, value)
    return tf.autograph.experimental.do_not_convert(traced)


def run_inside(function: Callable[[], Any], roots: list[Any]) -> Any:
    """Runs code that builds ops in a graph of TensorFlow's own making; its result is plain tensors.

    Raises:
        StagingError: AG234, the code changes something outside of itself, which could not be handed out.
    """
    context = required_context()
    entered = len(context.entered)
    with private.ordering_scope():
        traced = trace(context, function)
        if traced.raised is not None:
            fail_as(traced)
            raise StagingError(
                "AG235",
                f"a function given to TensorFlow always raises {type(traced.raised).__name__}.",
                span=user_span(),
            ) from traced.raised
        kept = kept_effects(traced.effects, [*roots, *context.entered[entered:]])
        if kept:
            labels = ", ".join(e.location.label for e in kept.values())
            raise StagingError(
                "AG234",
                f"a function given to TensorFlow changes {labels}, and the change would be lost.",
                span=user_span(),
                fix="Return the value instead.",
            )
        with view(traced.effects):
            return plain(traced.result)


def _numeric_call(
    function: Callable[..., Any], package: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """A function of `math` or NumPy, by TensorFlow's equivalent.

    Raises:
        StagingError: AG262, there is none.
    """
    __tracebackhide__ = True
    name = getattr(function, "__name__", str(function))
    if package == "math":
        found = mathematics.call(
            name, [resolved(a) if not isinstance(a, WeakNumber) else a for a in args], kwargs
        )
    else:
        found = arrays.call(function, tuple(plain(a) for a in args), {k: plain(v) for k, v in kwargs.items()})
    if found is not NotImplemented:
        return found
    raise StagingError(
        "AG262",
        f"{_spoken(function, package)} has no TensorFlow equivalent, and an operand is staged.",
        span=user_span(),
        fix="Use a TensorFlow function instead.",
    )


def _spoken(function: Any, package: str) -> str:
    """What a reader calls a function: by the module or class that he finds it in."""
    where = (
        str(getattr(function, "__module__", None) or "").replace("._core", "").replace("._", ".").lstrip("_")
    )
    receiver = getattr(function, "__self__", None)
    if receiver is not None and not isinstance(receiver, types.ModuleType):
        where = (receiver if isinstance(receiver, type) else type(receiver)).__name__
    return f"{where or package}.{getattr(function, '__name__', str(function))}"


def _method_call(function: Any, receiver: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Methods of Python texts and dicts with a staged operand."""
    from ag_notebook.staging.backends.tensorflow.backend import BACKEND
    from ag_notebook.staging.backends.tensorflow.control.conditionals import choose
    from ag_notebook.staging.backends.tensorflow.operations.items import getitem

    name = function.__name__
    if type(receiver) is str and name == "join":
        parts = args[0]
        if isinstance(parts, (LazySequence, SequenceIterator)):
            parts = BACKEND.builtin("list", (parts,), {})
        return texts.joined(receiver, parts)
    if type(receiver) is dict and (not args or owner_within(args[0]) is PYTHON or name == "update"):
        return function(*args, **kwargs)
    if type(receiver) is dict and name == "get":
        key, *rest = args
        default = rest[0] if rest else None
        return choose(
            BACKEND.compare("in", key, list(receiver)), lambda: getitem(receiver, key), lambda: default
        )
    if type(receiver) is str and name == "format":
        return texts.text(fields.format_parts(receiver, args, kwargs))
    if type(receiver) is str:
        return getattr(as_tensor(receiver), name)(*args, **kwargs)
    raise StagingError(
        "AG263",
        f"{type(receiver).__name__}.{name} with a staged operand is not supported.",
        span=user_span(),
        fix="Use a tensor, or a list or dict by item.",
    )
