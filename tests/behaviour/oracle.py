"""Runs a function as Python, converted, and staged, and compares: the behaviour tests are made of this.

    def test_sign(check):
        def sign(x):
            return -1 if x < 0 else 1

        check(sign, (3,), (-3,))

The original function, run by Python on plain values, is the oracle: control as Python, arithmetic as
eager TensorFlow. `check` is a fixture with three modes, so every test runs three times:

* `converted`: the converted function on the same plain values, without any graph;
* `prefixes`: the same with the function as it is after each pass of the pipeline; and each generated line has an
  origin in the user's function;
* `staged`: `ag_notebook.staging.function(f)` on tensors (int → int32, float → float32, bool, str; a list
  becomes one tensor; what is inside a tuple or dict is converted leaf by leaf).

While the staged function runs, deciding anything by an eager tensor's value fails the test, and so does
a Python callback in the graph where nothing is printed, raised or formatted: it must really be staged.
"""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import enum
import inspect
import io
import linecache
import math
import re
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest import mock

import tensorflow as tf
from tensorflow.python.ops import script_ops

TOLERANCE = 1e-4
DECIDERS = ("__bool__", "__index__", "__int__", "__float__", "__complex__", "__iter__", "__len__")


class Unstaged(Exception):
    """Python decided by an eager tensor's value, or ran inside the graph."""


@dataclasses.dataclass(frozen=True)
class Fails:
    """Arguments with which the original raises."""

    arguments: tuple[Any, ...]
    says: str | None


def fails(*arguments: Any, says: str | None = None) -> Fails:
    """Marks arguments with which the original raises, so the others must raise the same class.

    `says` is what the message must contain; without it, all of the original's message.
    """
    return Fails(arguments, says)


@dataclasses.dataclass
class Outcome:
    """What one run did: a value or an exception, and what it printed."""

    value: Any = None
    error: Exception | None = None
    printed: str = ""


def observe(run: Callable[[], Any]) -> Outcome:
    """Runs and keeps what happened."""
    outcome, out = Outcome(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            outcome.value = run()
    except Exception as error:
        outcome.error = error
    outcome.printed = out.getvalue()
    return outcome


# comparing --------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    """The value as plain Python data: tensors to numbers and lists, objects to dicts of their fields."""
    if isinstance(value, tf.RaggedTensor):
        return value.to_list()
    if isinstance(value, (tf.Tensor, tf.Variable)):
        return plain_array(value.numpy())
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        return plain_array(value)
    if isinstance(value, enum.Enum):
        return value
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return {plain(item) for item in value}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, (int, float, str)):
        return value
    if "__slots__" in vars(type(value)) and not isinstance(value, type):
        slots = [n for base in type(value).__mro__ for n in getattr(base, "__slots__", ())]
        return plain(
            {n: getattr(value, n) for n in (*slots, *getattr(value, "__dict__", ())) if hasattr(value, n)}
        )
    if hasattr(value, "__dict__") and not callable(value) and not isinstance(value, type):
        return plain(vars(value))
    return value


def plain_array(array: Any) -> Any:
    items = array.tolist() if hasattr(array, "tolist") else array
    return plain(items) if isinstance(items, (list, bytes)) else items


def same(got: Any, want: Any) -> bool:
    """Whether two plain values are equal; 1 and 1.0 are, 1 and True are not."""
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(same, got, want))
    if isinstance(want, dict):
        return (
            isinstance(got, dict) and got.keys() == want.keys() and all(same(got[k], want[k]) for k in want)
        )
    if isinstance(want, bool) or isinstance(got, bool):
        return got is want
    if isinstance(want, (int, float)):
        if not isinstance(got, (int, float)):
            return False
        return (
            (math.isnan(got) and math.isnan(want))
            or got == want
            or abs(got - want) <= TOLERANCE * max(1, abs(want))
        )
    return type(got) is type(want) and bool(got == want)


def dtypes(value: Any) -> Any:
    """The dtypes of a structure's tensors, None for other leaves."""
    return [getattr(leaf, "dtype", None) for leaf in tf.nest.flatten(value)]


def compare(got: Outcome, want: Outcome, *, says: str | None = None, exact_dtypes: bool = False) -> str:
    """Says how two outcomes differ; empty where they do not."""
    if got.printed != want.printed:
        return f"printed {got.printed!r} instead of {want.printed!r}"
    if want.error is not None:
        name = type(want.error).__name__
        if got.error is None:
            return f"gave {plain(got.value)!r} instead of raising {name}"
        if name not in [base.__name__ for base in type(got.error).__mro__]:
            return f"raised {type(got.error).__name__} ({got.error}) instead of {name}"
        phrase = says if says is not None else " ".join(map(str, want.error.args))
        return "" if phrase in str(got.error) else f"the message {str(got.error)!r} does not say {phrase!r}"
    if got.error is not None:
        raise got.error
    if not same(plain(got.value), plain(want.value)):
        return f"gave {plain(got.value)!r} instead of {plain(want.value)!r}"
    if exact_dtypes:
        pairs = list(zip(dtypes(got.value), dtypes(want.value), strict=True))
        if any(expected is not None and expected != actual for actual, expected in pairs):
            return f"gave dtypes {dtypes(got.value)} instead of {dtypes(want.value)}"
    return ""


# staging ----------------------------------------------------------------------------------------


def tensor(value: Any) -> Any:
    """The value as the staged function gets it."""
    if isinstance(value, (bool, int, float, str)):
        return tf.constant(value)
    if isinstance(value, list):
        return tf.constant(value, tf.int32) if value == [] else tf.constant(value)
    if type(value) is tuple:
        return tuple(tensor(item) for item in value)
    if type(value) is dict:
        return {key: tensor(item) for key, item in value.items()}
    return value


@contextlib.contextmanager
def staging_enforced(callbacks: bool) -> Iterator[list[str]]:
    """Makes every decision by an eager tensor's value raise, and every callback unless allowed.

    Gives a list of what was met, because the code under test could swallow the exception.
    """
    met: list[str] = []
    original = script_ops._internal_py_func

    def refuse(what: str) -> Callable[..., Any]:
        def raiser(*_: Any, **__: Any) -> Any:
            met.append(what)
            raise Unstaged(f"{what}: the function ran in Python instead of being staged")

        return raiser

    def callback(*args: Any, **kwargs: Any) -> Any:
        if tf.inside_function():
            refuse("a Python callback in the graph")()
        return original(*args, **kwargs)

    with contextlib.ExitStack() as stack:
        for name in DECIDERS:
            owner = next((kind for kind in type(tf.constant(0)).__mro__ if name in vars(kind)), object)
            if owner is not object:
                stack.enter_context(mock.patch.object(owner, name, refuse(f"{name} of an eager tensor")))
        if not callbacks:
            stack.enter_context(mock.patch.object(script_ops, "_internal_py_func", callback))
        yield met


def stage(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    from ag_notebook import staging

    return staging.function(function, **options)


def convert(function: Callable[..., Any]) -> Callable[..., Any]:
    from ag_notebook import staging

    return staging.to_graph(function)


def unchanged(value: Any) -> Any:
    return value


def after_each_pass(function: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The function after each prefix of the pipeline, the empty one too; those that are alike are given once."""
    from ag_notebook.staging import Converter
    from ag_notebook.staging.passes.pipeline import PIPELINE

    if isinstance(function, types.MethodType):
        return [types.MethodType(f, function.__self__) for f in after_each_pass(function.__func__)]
    if not isinstance(function, types.FunctionType):
        return [convert(function)]
    converter, found = Converter(), {}
    assert_every_line_has_an_origin(converter.converted_code(function))
    for count in range(len(PIPELINE) + 1):
        made = converter.prefix(function, count)
        found.setdefault(made.__code__, made)
    return list(found.values())


def assert_every_line_has_an_origin(converted: Any) -> None:
    code, span = converted.generated, converted.span
    known: set[int] = set()
    for entry in code.source_map:
        assert entry.origin.file == span.file, entry
        assert span.line <= entry.origin.line <= entry.origin.end_line <= span.end_line, entry
        known.update(range(entry.line, entry.end_line + 1))
    lines = enumerate(code.text.splitlines(), 1)
    lost = [f"{number}: {line}" for number, line in lines if line.strip() and number not in known]
    assert not lost, f"lines without origin: {lost}"


class Check:
    """Compares functions with their originals, in one mode."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.staged = mode == "staged"

    def __call__(
        self,
        function: Callable[..., Any],
        *cases: tuple[Any, ...] | Fails,
        static: Sequence[int] = (),
        eager: bool = False,
        callbacks: bool = False,
        unknown: bool = False,
    ) -> list[Any]:
        """Calls the function with each tuple of arguments and fails where it differs from the original.

        Args:
            function: the original.
            cases: tuples of arguments, or `fails(…)`.
            static: indices of arguments that stay plain Python.
            eager: the function needs tensors: the oracle is the original on eager tensors, dtypes included.
            callbacks: the graph may call Python back, because it formats text.
            unknown: trace once, with no dimension known.

        Returns:
            The values, for further assertions.
        """
        assert cases, "nothing to check"
        if self.mode == "prefixes":
            for made in after_each_pass(function):
                values = self.compared(function, made, cases, static, eager, callbacks=True)
            return values
        candidate = self.make(function, cases[0], unknown)
        return self.compared(function, candidate, cases, static, eager, callbacks)

    def compared(
        self,
        function: Callable[..., Any],
        candidate: Callable[..., Any],
        cases: tuple[tuple[Any, ...] | Fails, ...],
        static: Sequence[int],
        eager: bool,
        callbacks: bool,
    ) -> list[Any]:
        """The values that the candidate gives, which must be the original's."""
        speaks = callbacks or any(isinstance(case, Fails) for case in cases)
        values = []
        for case in cases:
            arguments = case.arguments if isinstance(case, Fails) else case
            want = observe(lambda: function(*self.arguments(arguments, static, as_tensors=eager)))  # noqa: B023
            if isinstance(case, Fails) != (want.error is not None):
                raise want.error or AssertionError(f"{arguments}: the original does not raise")
            given = self.arguments(arguments, static, as_tensors=eager or self.staged)
            got = self.run(lambda: candidate(*given), speaks or bool(want.printed))  # noqa: B023
            says = case.says if isinstance(case, Fails) else None
            difference = compare(got, want, says=says, exact_dtypes=eager)
            assert not difference, f"{function.__name__}{arguments}: {difference}"
            values.append(got.value)
        return values

    def script(
        self,
        script: Callable[[Callable[..., Any], Callable[[Any], Any]], Any],
        *,
        eager: bool = False,
        callbacks: bool = False,
    ) -> Any:
        """Runs `script(make, value)`: where a test needs several calls, or what happens between them.

        As oracle `make` and `value` change nothing; else `make` converts or stages a function and
        `value` makes tensors.
        """
        if self.mode == "prefixes":
            return self.script_after_each_pass(script, eager)
        return self.compared_script(script, stage if self.staged else convert, eager, callbacks)

    def script_after_each_pass(self, script: Callable[..., Any], eager: bool) -> Any:
        """Runs the script with what it makes as it is after no pass, after the first, and so on."""
        last = 1
        done = 0
        while done < last:

            def make(function: Callable[..., Any]) -> Callable[..., Any]:
                nonlocal last
                made = after_each_pass(function)
                last = max(last, len(made))
                return made[min(done, len(made) - 1)]  # noqa: B023

            value = self.compared_script(script, make, eager, True)
            done += 1
        return value

    def compared_script(
        self, script: Callable[..., Any], make: Callable[..., Any], eager: bool, callbacks: bool
    ) -> Any:
        want = observe(lambda: script(unchanged, tensor if eager else unchanged))
        if want.error is not None:
            raise want.error
        value = tensor if eager or self.staged else unchanged
        got = self.run(lambda: script(make, value), callbacks or bool(want.printed))
        difference = compare(got, want, exact_dtypes=eager)
        assert not difference, difference
        return got.value

    def refuses(
        self,
        function: Callable[..., Any],
        *cases: tuple[Any, ...],
        at: str,
        says: str = "",
        code: str = "AG",
        static: Sequence[int] = (),
        eager: bool = False,
    ) -> None:
        """Expects an `AgNotebookError` at a line where the pattern `at` is found; plain values still work."""
        if not self.staged:
            if not eager:
                self(function, *cases, static=static)
            return
        from ag_notebook.staging.errors import AgNotebookError

        for arguments in cases:
            given = self.arguments(arguments, static, as_tensors=True)
            got = self.run(lambda: self.make(function, arguments, False)(*given), callbacks=True)  # noqa: B023
            assert got.error is not None, f"{arguments}: gave {plain(got.value)!r} instead of refusing"
            if not isinstance(got.error, AgNotebookError):
                raise got.error
            assert re.fullmatch(r"AG\d{3}", got.error.code) and got.error.code.startswith(code), (
                got.error.code
            )
            assert says in str(got.error), str(got.error)
            assert got.error.span is not None, f"no place in: {got.error}"
            assert got.error.span.file == inspect.getsourcefile(function), got.error.span
            line = linecache.getline(got.error.span.file, got.error.span.line)
            assert re.search(at, line), f"the error points at {line.strip()!r}, not at {at!r}: {got.error}"

    def never_wrong(
        self,
        function: Callable[..., Any],
        *cases: tuple[Any, ...] | Fails,
        static: Sequence[int] = (),
        callbacks: bool = False,
    ) -> None:
        """As calling the check, but each case may also be refused: with a code, at a line of the function."""
        if not self.staged:
            self(function, *cases, static=static)
            return
        from ag_notebook.staging.errors import AgNotebookError

        first = function.__code__.co_firstlineno
        last = first + len(inspect.getsourcelines(function)[0])
        for case in cases:
            try:
                self(function, case, static=static, callbacks=callbacks)
            except AgNotebookError as error:
                assert re.fullmatch(r"AG\d{3}", error.code), error.code
                assert error.span is not None, f"no place in: {error}"
                assert error.span.file == inspect.getsourcefile(function), error
                assert first <= error.span.line <= last, f"not a line of the function: {error}"

    def make(
        self, function: Callable[..., Any], case: tuple[Any, ...] | Fails, unknown: bool
    ) -> Callable[..., Any]:
        if not self.staged:
            return convert(function)
        if not unknown:
            return stage(function)
        arguments = [tensor(value) for value in (case.arguments if isinstance(case, Fails) else case)]
        signature = [tf.TensorSpec([None] * value.shape.rank, value.dtype) for value in arguments]
        return stage(function, input_signature=signature)

    def arguments(
        self, arguments: tuple[Any, ...], static: Sequence[int], as_tensors: bool
    ) -> tuple[Any, ...]:
        copies = copy.deepcopy(arguments)
        if not as_tensors:
            return copies
        return tuple(value if i in static else tensor(value) for i, value in enumerate(copies))

    def run(self, call: Callable[[], Any], callbacks: bool) -> Outcome:
        if not self.staged:
            return observe(call)
        with staging_enforced(callbacks) as met:
            outcome = observe(call)
        if met and not isinstance(outcome.error, Unstaged):
            raise Unstaged(met[0]) from outcome.error
        return outcome
