"""Stages to Lantern: the back end's face to the runtime."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ag_notebook.report import GraphModel
from ag_notebook.staging.backends.carriers import LazySequence, Maybe, StagedRange
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging import (
    builtin_functions,
    checks,
    comparisons,
    conditionals,
    definitions,
    functions,
    items,
    loops,
    shapes,
)
from ag_notebook.staging.backends.lantern.staging.arithmetic import cast, negated
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.session import session, session_or_none
from ag_notebook.staging.backends.lantern.staging.structure import described, spec_of
from ag_notebook.staging.backends.lantern.staging.values import Array, Reference, Staged
from ag_notebook.staging.backends.python import PythonBackend
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.callees import package_of
from ag_notebook.staging.runtime.statements import raise_stmt
from ag_notebook.staging.wording import kind_of

State = tuple[Any, ...]
Thunk = Callable[[], Any]


class LanternBackend(PythonBackend):
    """Owns staged arrays and references, and parameters while a program is built."""

    name = "lantern"

    def owns_type(self, kind: type) -> bool:
        return issubclass(kind, (Staged, Parameter))

    def active(self) -> bool:
        return session_or_none() is not None

    def describe(self, value: Any) -> str:
        if isinstance(value, (Array, Reference)):
            said = described(spec_of(value))
            return f"a staged {said.removeprefix('an ').removeprefix('a ')}"
        if isinstance(value, Maybe):
            return f"{self.describe(value.ag_value)}, or {'None' if value.ag_absent is None else 'unbound'}"
        if isinstance(value, StagedRange):
            return "a range with a staged bound"
        if isinstance(value, LazySequence):
            return "a sequence of staged items"
        return repr(value) if isinstance(value, Parameter) else kind_of(value)

    def entry(self, function: Callable[..., Any], options: Any) -> Any:
        from ag_notebook.staging.backends.lantern.staging.entry import LanternEntry

        return LanternEntry(function, options)

    def define(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return definitions.define(function, args, kwargs)

    # statements --------------------------------------------------------------------------------
    def if_stmt(
        self,
        test: Any,
        if_true: Callable[..., State],
        if_false: Callable[..., State],
        state: State,
        names: Sequence[str],
    ) -> State:
        return conditionals.stage_if(test, lambda: if_true(*state), lambda: if_false(*state), names)

    def while_stmt(
        self,
        test: Any,
        loop_test: Callable[..., Any],
        loop_body: Callable[..., State],
        state: State,
        names: Sequence[str],
        options: dict[str, Any],
    ) -> State:
        return loops.stage_while(test, loop_test, loop_body, state, names, options)

    def for_stmt(
        self,
        iterable: Any,
        loop_body: Callable[..., State],
        extra_test: Callable[..., Any] | None,
        state: State,
        names: Sequence[str],
        options: dict[str, Any],
    ) -> State:
        return loops.stage_for(iterable, loop_body, extra_test, state, names, options)

    def assert_stmt(self, test: Any, exception: Callable[[], BaseException]) -> None:
        holds = conditionals.truth(test)
        known = session().known(holds.variable) if isinstance(holds, Array) else bool(holds)
        if known is None:
            checks.check(holds, checks.exception_of(exception))
        elif not known:
            raise_stmt(exception())

    # expressions -------------------------------------------------------------------------------
    def if_exp(self, test: Any, if_true: Thunk, if_false: Thunk) -> Any:
        return conditionals.choose(test, if_true, if_false)

    def and_(self, left: Any, right: Thunk) -> Any:
        return conditionals.both(left, right, is_and=True)

    def or_(self, left: Any, right: Thunk) -> Any:
        return conditionals.both(left, right, is_and=False)

    def truth(self, value: Any) -> Any:
        return conditionals.truth(value)

    def not_(self, value: Any) -> Any:
        found = conditionals.truth(value)
        if not isinstance(found, Array):
            return not found
        return Array(negated(found).variable, weak=True)

    def switch(self, index: Any, thunks: Sequence[Thunk]) -> Any:
        return conditionals.switch(index, thunks)

    def compare(self, name: str, left: Any, right: Any) -> Any:
        return comparisons.compared(name, left, right)

    def as_number(self, value: Any) -> Any:
        is_bool = isinstance(value, Array) and value.weak and value.type.dtype == "bool"
        return cast(value, "i64", weak=True) if is_bool else value

    def getitem(self, value: Any, index: Any) -> Any:
        return items.getitem(value, index)

    def pick(self, items_: list[Any], index: Any) -> Any:
        raise refusal("AG310", "an object in a list is changed that a staged index chooses.", "Use an array.")

    def setitem(self, value: Any, index: Any, item: Any) -> Any:
        return items.setitem(value, index, item)

    def unpack(self, value: Any, count: int, star: int | None) -> Sequence[Any]:
        return items.unrolled(value)

    def match_parts(self, take_apart: Callable[[Any], Any], value: Any, **pattern: Any) -> Any:
        raise refusal(
            "AG310", "Lantern has no patterns that take staged values apart.", "Use `if` and attributes."
        )

    def text(self, parts: Sequence[Any]) -> Any:
        raise refusal(
            "AG310",
            "Lantern has no texts, and a staged value is put into one.",
            "Return the value, and make the text of the result; leave it out of the message of an exception.",
        )

    def percent_text(self, template: str, values: Any) -> Any:
        return self.text(())

    # calls -------------------------------------------------------------------------------------
    def builtin(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return builtin_functions.builtin(name, args, kwargs)

    def perform(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        what: str,
        *,
        gives_text: bool = False,
    ) -> Any:
        raise refusal(
            "AG311",
            f"Lantern's programs are pure, and cannot {what}.",
            "Return the value, and do it outside of the staged function.",
        )

    def probe(self, record: Callable[[Any], None], value: Any) -> None:
        raise refusal(
            "AG311",
            "Lantern's programs are pure, and cannot show a variable while they run.",
            "Probe it on the back end tensorflow or python.",
        )

    def shows_variables(self) -> bool:
        return False

    def list_method(self, items_: list[Any], name: str, args: tuple[Any, ...]) -> Any:
        raise refusal(
            "AG310",
            f"Lantern has no list.{name}() with a staged index or item that is looked for.",
            "Use an array, or a loop.",
        )

    def library_call(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        return builtin_functions.library_call(function, args, kwargs)

    def class_of(self, value: Any) -> type:
        return builtin_functions.class_of(value)

    def makes(self, function: Callable[..., Any]) -> bool:
        # Arrays that are made to be written: staged, a write is seen wherever the array is.
        return package_of(function) == "numpy" and getattr(function, "__name__", "") in functions.MAKERS

    def join_parts(self, items_: list[Any]) -> None:
        raise refusal("AG310", "Lantern has no lists of staged length.", "Use an array.")

    def grows_lists(self) -> bool:
        return False

    def stack(self, items_: Any) -> Any:
        return shapes.stack(items_)

    # what was built ----------------------------------------------------------------------------
    @contextlib.contextmanager
    def discarding(self) -> Iterator[None]:
        with session().block():
            yield

    def graph_model(self, graph: Any) -> GraphModel:
        from ag_notebook.staging.backends.lantern.ir.program import Program
        from ag_notebook.staging.backends.lantern.staging.graph_models import graph_model

        if not isinstance(graph, Program) or not graph.definitions:
            raise StagingError(
                "AG520",
                f"there is no graph to draw in {kind_of(graph)}.",
                fix="Draw a staged function or a program of Lantern's.",
            )
        return graph_model(graph, "main" if "main" in graph.definitions else next(iter(graph.definitions)))


BACKEND = LanternBackend()
