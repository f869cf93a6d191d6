"""Turns what TensorFlow raises while a graph is built into an error at the user's line.

An error of a dtype or shape comes from deep inside TensorFlow and says nothing of the user's text. It is raised
anew as a `StagingError` that is also of its own class, so that `except ValueError` still catches it.
"""

from __future__ import annotations

import contextlib
import re
import types
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tensorflow as tf

from ag_notebook.report import Span
from ag_notebook.staging.backends.tensorflow.places import is_user_file
from ag_notebook.staging.backends.tensorflow.reasons import core_of, reason, tidy
from ag_notebook.staging.backends.tensorflow.values.divisions import MESSAGES
from ag_notebook.staging.backends.tensorflow.values.structure import is_record
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.errors import AgNotebookError, StagingError
from ag_notebook.staging.runtime.callees import LIBRARY_PACKAGES, package_of
from ag_notebook.staging.runtime.effects import CONTAINERS
from ag_notebook.staging.runtime.events import line_of_traceback
from ag_notebook.staging.tracebacks import at_user_line
from ag_notebook.staging.wording import kind_of, plain_classes

_CLASSES = (TypeError, ValueError, NotImplementedError)
_SYMBOLIC_BOOL = "as a Python `bool`"
_NODE = "{{node"
_DEEPEST = 100
"""Frames at the end of a stack that has run out in which recursion is looked for."""
_LIBRARIES = ("tensorflow", "keras", "numpy")
_METHODS = {
    "numpy": "There is no value yet: return the tensor, and call numpy() on what the staged function gives.",
    "item": "There is no value yet: use the tensor itself.",
    "tolist": "There is no value yet: use the tensor itself.",
    "append": "Append to a list, or use tf.concat.",
    "sort": "Use tf.sort.",
    "sum": "Use tf.reduce_sum.",
    "mean": "Use tf.reduce_mean.",
    "max": "Use tf.reduce_max.",
    "min": "Use tf.reduce_min.",
    "reshape": "Use tf.reshape.",
    "astype": "Use tf.cast.",
    "T": "Use tf.transpose.",
    "size": "Use tf.size.",
    "upper": "Use tf.strings.upper.",
    "lower": "Use tf.strings.lower.",
    "split": "Use tf.strings.split.",
    "strip": "Use tf.strings.strip.",
    "replace": "Use tf.strings.regex_replace.",
}
"""What to use in place of attributes that NumPy arrays, lists and texts have, and tensors have not."""


@contextlib.contextmanager
def staging_errors(function: Any = None) -> Iterator[None]:
    """Around a trace of a function.

    Raises:
        StagingError: AG201, TensorFlow refused an operation; AG203, a tensor has no such attribute; AG223, a staged
            value was decided by code that is not converted; AG245, something that holds itself was taken apart.
    """
    try:
        yield
    except AgNotebookError:
        raise
    except RecursionError as error:
        held = _holding_itself(error.__traceback__)
        if held is None:
            raise
        raise StagingError(
            "AG245",
            f"{kind_of(held)} that holds itself cannot be staged: taking it apart has no end.",
            span=_place(error.__traceback__)[0] or _definition(function),
            fix="Let it hold an index or a name in place of itself.",
        ) from None
    except AttributeError as error:
        span, _ = _place(error.__traceback__)
        missing = _missing_attribute(error, span)
        if missing is None:
            raise
        raise missing.with_traceback(error.__traceback__) from None
    except (*_CLASSES, tf.errors.OpError) as error:
        span, inside = _place(error.__traceback__)
        text = str(error)
        of_graph = _NODE in text or text.startswith("in user code:")  # frames of TensorFlow's may be hidden
        if not of_graph and not (inside and (_is_of_library(error) or _is_staged(text))):
            if (
                error.args
                and isinstance(error.args[0], str)
                and plain_classes(error.args[0]) != error.args[0]
            ):
                error.args = (tidy(error.args[0]), *error.args[1:])
            raise
        raise _renewed(error, span).with_traceback(error.__traceback__) from None


def _holding_itself(traceback: types.TracebackType | None) -> Any:
    """The container or object that our code, and no code of the user's, takes apart again and again at the end of the stack."""
    frames: deque[types.FrameType] = deque(maxlen=_DEEPEST)
    while traceback is not None:
        frames.append(traceback.tb_frame)
        traceback = traceback.tb_next
    if any(is_user_file(frame.f_code.co_filename) for frame in frames):
        return None
    met: set[tuple[Any, ...]] = set()
    for frame in frames:
        held = [value for value in frame.f_locals.values() if _is_of_users(value)]
        key = frame.f_code, *map(id, held)  # what is only nested deep is another object each time
        if held and key in met:
            return held[0]
        met.add(key)
    return None


def _definition(function: Any) -> Span | None:
    """The first line of a function."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if not isinstance(code, types.CodeType):
        return None
    return Span(code.co_filename, code.co_firstlineno, 0, code.co_firstlineno, 0)


def _is_of_users(value: Any) -> bool:
    return isinstance(value, CONTAINERS) or (
        is_record(value) and package_of(type(value)) not in LIBRARY_PACKAGES
    )


def _is_staged(text: str) -> bool:
    """Whether a message of Python's is about a staged value."""
    return plain_classes(text) != text or "tensor" in text.lower() or "a staged" in text


def _is_of_library(error: BaseException) -> bool:
    """Whether a library raised an error, and not Python on its way through our code."""
    found = error.__traceback__
    while found is not None and found.tb_next is not None:
        found = found.tb_next
    name = "" if found is None else found.tb_frame.f_globals.get("__name__") or ""
    return name.split(".")[0] in _LIBRARIES


def _missing_attribute(error: AttributeError, span: Span | None) -> StagingError | None:
    """The error for an attribute that something staged does not have."""
    owned, name = getattr(error, "obj", None), getattr(error, "name", None)
    if not isinstance(name, str) or not isinstance(owned, (tf.Tensor, WeakNumber)):
        return None
    number = "float" if isinstance(owned, WeakNumber) and owned.natural.is_floating else "int"
    exists = isinstance(owned, WeakNumber) and hasattr(float if number == "float" else int, name)
    what = f"a staged {number}" if isinstance(owned, WeakNumber) else "a tensor"
    kind = type("StagingError", (StagingError, AttributeError), {"__module__": StagingError.__module__})
    made: StagingError = kind(
        "AG203",
        f"{what} has no attribute '{name}'.",
        span=span,
        fix="Use operators or a function of TensorFlow's." if exists else _METHODS.get(name, ""),
    )
    return made


_FRAME = re.compile(r'^\s*File "(?P<file>[^"]+)", line (?P<line>\d+), in (?P<function>.+)')


class _IndexError(tf.errors.InvalidArgumentError, IndexError):  # type: ignore[misc]
    """An index out of range, as TensorFlow's error and as Python's."""


class _ZeroDivisionError(tf.errors.InvalidArgumentError, ZeroDivisionError):  # type: ignore[misc]
    """An int divided by zero, as TensorFlow's error and as Python's."""


class _ValueError(tf.errors.InvalidArgumentError, ValueError):  # type: ignore[misc]
    """An int to a negative power, as TensorFlow's error and as NumPy's."""


for _kind in (_IndexError, _ZeroDivisionError, _ValueError):
    _kind.__name__ = _kind.__qualname__ = _kind.__name__.strip("_")
    _kind.__module__ = "builtins"

_OUT_OF_RANGE = re.compile(r"slice index -?\d+ of dimension (\d+) out of bounds|is not in \[0, \d+\)")
_NEGATIVE_POWER = re.compile(r"Integers to negative integer powers")
_BY_ZERO = re.compile(r"Integer division by zero")
_MODULO = re.compile(r"node [\w/]*?(floor)?mod(_\d+)?\b", re.IGNORECASE)


def _as_python(error: tf.errors.OpError) -> tuple[type[tf.errors.OpError], str | None]:
    """The class to raise, and the message where Python has one of its own."""
    found = _OUT_OF_RANGE.search(error.message) if type(error) is tf.errors.InvalidArgumentError else None
    if found is not None:
        where = f" in dimension {found[1]}" if found[1] not in (None, "0") else ""
        return _IndexError, f"index out of range{where}"
    if type(error) is tf.errors.InvalidArgumentError and _BY_ZERO.search(error.message):
        return _ZeroDivisionError, MESSAGES["mod" if _MODULO.search(error.message) else "floordiv"]
    if type(error) is tf.errors.InvalidArgumentError and _NEGATIVE_POWER.search(error.message):
        return _ValueError, "an int to a negative power is a float: write the base as one, 2.0 ** n"
    return type(error), None


def cleaned(error: tf.errors.OpError) -> tf.errors.OpError:
    """The error of a running graph, whose message names the user's own lines only."""
    kept: list[str] = []
    skipping = False
    for line in error.message.split("\n"):
        line = _absolute(line)
        frame = _FRAME.match(line)
        if frame:
            skipping = not is_user_file(frame["file"])
        elif line and not line.startswith("  "):
            skipping = False
        if not skipping and (line.strip() or (kept and kept[-1].strip())):
            kept.append(line)
    if type(error) is tf.errors.OpError:
        return error
    kind, message = _as_python(error)
    said = [core_of(error.message), *(line for line in kept if line.startswith(("  File ", "    ")))]
    made = kind(error.node_def, error.op, "\n".join(said) if message is None else message)
    frames = [found for line in kept if (found := _FRAME.match(line))]
    if not frames:
        return made
    file, line, function = frames[-1]["file"], int(frames[-1]["line"]), frames[-1]["function"]
    return at_user_line(made, Span(file, line, 0, line, 0), function)


def _absolute(line: str) -> str:
    """A line of a message, with the path that XLA writes without its first slash."""
    frame = _FRAME.match(line)
    if frame is None or Path(frame["file"]).is_absolute() or not Path("/", frame["file"]).exists():
        return line
    return f'  File "/{frame["file"]}", line {frame["line"]}, in {frame["function"]}'


def _place(traceback: types.TracebackType | None) -> tuple[Span | None, bool]:
    """The innermost user's line of a traceback, and whether the error came from code called there."""
    span, inside = None, False
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        inside = not is_user_file(file)
        if not inside:
            line = line_of_traceback(traceback)
            span = Span(file, line, 0, line, 0)
        traceback = traceback.tb_next
    return span, inside


def _renewed(error: BaseException, span: Span | None) -> StagingError:
    base = next((c for c in _CLASSES if isinstance(error, c)), None)
    kind: type[StagingError] = (
        StagingError
        if base is None
        else type("StagingError", (StagingError, base), {"__module__": StagingError.__module__})
    )
    text = str(error).strip()
    if _SYMBOLIC_BOOL in text or "iterating over a symbolic" in text.lower():
        return kind(
            "AG223",
            "a staged value is used where only Python could decide, in code that is not converted.",
            span=span,
            fix="Do the test in a function of your own, or with a TensorFlow operation.",
        )
    message, fix = reason(text)
    return kind("AG201", message, span=span, fix=fix)
