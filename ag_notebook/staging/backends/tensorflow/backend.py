"""Stages to TensorFlow graphs: the back end's face to the runtime."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.report import GraphModel
from ag_notebook.staging.backends.carriers import (
    LazySequence,
    Maybe,
    StagedRange,
    staged_items,
)
from ag_notebook.staging.backends.python import PythonBackend
from ag_notebook.staging.backends.tensorflow import checks, private
from ag_notebook.staging.backends.tensorflow.control import conditionals, iteration, logic, loops
from ag_notebook.staging.backends.tensorflow.control.loop_body import Iteration
from ag_notebook.staging.backends.tensorflow.control.truth import truth
from ag_notebook.staging.backends.tensorflow.operations import (
    builtin_functions,
    comparisons,
    items,
    library,
    operators,
    patterns,
)
from ag_notebook.staging.backends.tensorflow.texts import fields, marks, performing, probing, texts
from ag_notebook.staging.backends.tensorflow.values import lists
from ag_notebook.staging.backends.tensorflow.values.specs import shape_text
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.runtime.callees import package_of
from ag_notebook.staging.runtime.special import tested
from ag_notebook.staging.runtime.statements import raise_stmt
from ag_notebook.staging.wording import kind_of

State = tuple[Any, ...]
Thunk = Callable[[], Any]


class TensorFlowBackend(PythonBackend):
    """Owns tensors, variables, datasets and their iterators, wherever a graph is being built."""

    name = "tensorflow"

    def owns_type(self, kind: type) -> bool:
        owned = (
            tf.Tensor,
            tf.Variable,
            tf.RaggedTensor,
            tf.SparseTensor,
            tf.data.Dataset,
            tf.data.Iterator,
            tf.TensorArray,
            WeakNumber,
            tf.__internal__.types.Tensor,
        )
        return issubclass(kind, owned)

    def active(self) -> bool:
        return not tf.executing_eagerly()

    def describe(self, value: Any) -> str:
        if isinstance(value, Maybe):
            return f"{self.describe(value.ag_value)}, or {'None' if value.ag_absent is None else 'unbound'}"
        if isinstance(value, WeakNumber):
            return f"a staged {'float' if value.natural.is_floating else 'int'}"
        if isinstance(value, (tf.Tensor, tf.Variable)):
            return f"a tensor {value.dtype.name}{shape_text(value.shape)}"
        if isinstance(value, StagedRange):
            return "a range with a staged bound"
        if staged_items(value) is not None:
            return "a list with staged contents"
        if isinstance(value, LazySequence):
            return "a sequence of staged items"
        return kind_of(value) if not isinstance(value, tf.data.Dataset) else "a dataset"

    def staged_number(self, value: Any) -> Any:
        """A scalar of NumPy's (int64, float64, bool), which is a tensor of the graph; an int that is too large is Python's."""
        made = np.asarray(value)
        return made[()] if made.dtype.kind in "bif" else value

    def staged_array(self, array: Any) -> Any:
        return tf.constant(array)

    def entry(self, function: Callable[..., Any], options: Any) -> Any:
        from ag_notebook.staging.backends.tensorflow.entry import TensorFlowEntry

        return TensorFlowEntry(function, options)

    def function_scope(self, name: str) -> AbstractContextManager[Any]:
        scope: AbstractContextManager[Any] = tf.name_scope(private.op_name(name) or "function")
        return scope

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
        carried = loops.Carried(state, names, options.get("temporaries", ()))

        def step(values: State, _: Iteration) -> tuple[Any, State]:
            after = loop_body(*carried.whole(values))
            return tested(loop_test(*after)), carried.part(after)

        final = loops.stage_loop(test, step, carried.initial, carried.names, loop_body.__code__, options)
        return carried.whole(final)

    def for_stmt(
        self,
        iterable: Any,
        loop_body: Callable[..., State],
        extra_test: Callable[..., Any] | None,
        state: State,
        names: Sequence[str],
        options: dict[str, Any],
    ) -> State:
        return iteration.stage_for(iterable, loop_body, extra_test, state, names, options)

    def effects_from_here(self) -> Callable[[], bool]:
        graph = tf.compat.v1.get_default_graph()
        start = len(graph.get_operations())
        return lambda: private.has_effects(graph, start)

    @contextlib.contextmanager
    def discarding(self) -> Iterator[None]:
        with private.TracedGraph("then").building():
            yield

    def assert_stmt(self, test: Any, exception: Callable[[], BaseException]) -> None:
        holds = truth(test)
        if isinstance(holds, bool):
            if not holds:
                raise_stmt(exception())
            return
        known = tf.get_static_value(holds)
        if known is None:
            checks.check(holds, exception)
        elif not known:
            raise_stmt(exception())

    # expressions -------------------------------------------------------------------------------
    def if_exp(self, test: Any, if_true: Thunk, if_false: Thunk) -> Any:
        return conditionals.choose(test, if_true, if_false)

    def and_(self, left: Any, right: Thunk) -> Any:
        return logic.and_(left, right)

    def or_(self, left: Any, right: Thunk) -> Any:
        return logic.or_(left, right)

    def truth(self, value: Any) -> Any:
        return truth(value)

    def not_(self, value: Any) -> Any:
        return logic.not_(value)

    def compare(self, name: str, left: Any, right: Any) -> Any:
        return comparisons.compare(name, left, right)

    def as_number(self, value: Any) -> Any:
        return logic.as_number(value)

    def getitem(self, value: Any, index: Any) -> Any:
        return items.getitem(value, index)

    def pick(self, items_: list[Any], index: Any) -> Any:
        return items.pick(items_, index)

    def setitem(self, value: Any, index: Any, item: Any) -> Any:
        return items.setitem(value, index, item)

    def unpack(self, value: Any, count: int, star: int | None) -> Sequence[Any]:
        return items.unpack(value, count, star)

    def match_parts(self, take_apart: Callable[[Any], Any], value: Any, **pattern: Any) -> Any:
        return patterns.match_parts(take_apart, value, **pattern)

    def text(self, parts: Sequence[Any]) -> Any:
        return texts.text(parts)

    def percent_text(self, template: str, values: Any) -> Any:
        return texts.text(fields.percent_parts(template, values))

    def switch(self, index: Any, thunks: Sequence[Thunk]) -> Any:
        return conditionals.switch(index, thunks)

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
        return performing.perform(function, args, kwargs, what, gives_text=gives_text)

    def probe(self, record: Callable[[Any], None], value: Any) -> None:
        probing.probe(record, value, self.describe)

    def list_method(self, items_: list[Any], name: str, args: tuple[Any, ...]) -> Any:
        return lists.list_method(items_, name, args)

    def library_call(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        return library.library_call(function, args, kwargs)

    def makes(self, function: Callable[..., Any]) -> bool:
        return package_of(function) in ("tensorflow", "keras")

    def join_parts(self, items_: list[Any]) -> None:
        lists.join_parts(items_)

    def stack(self, items_: Any) -> Any:
        stacked = lists.stack(items_)
        return (
            tf.stack([library.plain(v) for v in stacked]) if isinstance(stacked, (list, tuple)) else stacked
        )

    def graph_model(self, graph: Any) -> GraphModel:
        from ag_notebook.staging.backends.tensorflow.drawables import graph_of
        from ag_notebook.staging.backends.tensorflow.graph_models import graph_model

        return graph_model(graph_of(graph))

    def checking(self) -> Any:
        from ag_notebook.staging.backends.tensorflow.checking import CHECKS

        return CHECKS


BACKEND = TensorFlowBackend()
operators.install()
marks.install()
__all__ = ["BACKEND", "TensorFlowBackend"]
