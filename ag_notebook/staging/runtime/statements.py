"""Dispatches statements: on the run-time type of the test or the iterated, Python or a back end goes on."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from ag_notebook.staging.backends.carriers import (
    Endless,
    GeneratorExpression,
    Maybe,
    Undefined,
    resolved,
)
from ag_notebook.staging.backends.protocol import Backend
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.arrays import on_copies
from ag_notebook.staging.runtime.callees import plain_attribute
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import StagedRaise, refuse_if_known_outside
from ag_notebook.staging.runtime.events import record, user_span
from ag_notebook.staging.runtime.expressions import truth
from ag_notebook.staging.runtime.forks import Region
from ag_notebook.staging.runtime.generators import loop_in_twin, twin_of
from ag_notebook.staging.runtime.handlers import is_caught_here
from ag_notebook.staging.runtime.iterators import (
    Taking,
    became_staged,
    lists_under,
    nothing_written,
    refuse_staged_lists,
    refuse_stale,
    refuse_taken,
    refuse_written,
)
from ag_notebook.staging.runtime.limits import COUNTER, StepLimit, step_limit, uncounted
from ag_notebook.staging.runtime.shared_variables import SharedVariables, deferred_items, makes_items
from ag_notebook.staging.runtime.special import iterated, tested
from ag_notebook.staging.wording import kind_of

State = tuple[Any, ...]
UNENDING = 100_000
"""Iterations of a Python loop under a staged `break` after which tracing gives up."""
UNKNOWN = 500
"""The same where the iterable has no length, so that it may have no end."""
ENDLESS = 20
"""Iterations in a row, in each of which the graph may raise, after which a `while True` is a loop of the graph."""


def if_stmt(
    test: Any,
    if_true: Callable[..., State],
    if_false: Callable[..., State],
    state: State,
    names: Sequence[str],
) -> State:
    """`if`: `if_true(*state)` or `if_false(*state)`; returns the new state."""
    __tracebackhide__ = True
    test = tested(test)
    backend = owner(test)
    if backend is PYTHON:
        taken = bool(test)
        if current() is not None:
            block = "body" if taken else "else"
            record(
                "if", "python", "python", f"the test is {PYTHON.describe(test)}: {block} taken", taken=block
            )
        return if_true(*state) if taken else if_false(*state)
    record("if", "staged", backend.name, f"the test is {backend.describe(test)}")
    if_true, if_false = (on_copies(branch, state, names) for branch in (if_true, if_false))
    return backend.if_stmt(test, if_true, if_false, state, names)


def try_stmt(try_block: Callable[..., State], state: State, names: Sequence[str]) -> State:
    """A `try` with handlers: `try_block(*state)`, once for each way that staged tests decide about what is caught in it."""
    __tracebackhide__ = True
    context = current()
    if context is None or not context.scopes:
        return try_block(*state)
    return _run_block(try_block, state, names, ())


def _run_block(
    try_block: Callable[..., State],
    state: State,
    names: Sequence[str],
    known: tuple[bool, ...],
) -> State:
    __tracebackhide__ = True
    context = current()
    assert context is not None
    scope = context.scopes[-1]
    mark, events = scope.mark(try_block), len(context.events)
    split, listed = dict(context.split), dict(context.listed)
    region = Region(context, (try_block, *state), known)
    context.regions.append(region)
    try:
        with region.unwinding:
            result = try_block(*state)
    except BaseException as error:  # what comes after the test was met says nothing: the block is run again
        if region.undecided is None or isinstance(error, KeyboardInterrupt):
            raise
    finally:
        context.regions.pop()
    if region.undecided is None:
        return result
    test = region.undecided
    scope.roll_back(mark)
    del context.events[events:]
    context.split, context.listed, context.refusal = split, listed, None
    record("try", "staged", owner(test).name, f"{owner(test).describe(test)} decides what is caught")

    def again(taken: bool) -> Callable[..., State]:
        return lambda *values: _run_block(try_block, values, names, (*known, taken))

    return owner(test).if_stmt(test, again(True), again(False), state, names)


def while_stmt(
    loop_test: Callable[..., Any],
    loop_body: Callable[..., State],
    state: State,
    names: Sequence[str],
    **options: Any,
) -> State:
    """`while`: runs in Python until the test is staged, then hands over to the test's back end.

    A loop that Python never ends, and in which the graph may raise at each iteration, is the back end's too.
    """
    __tracebackhide__ = True
    count = 0
    context = current()
    failures = raising = 0
    limit = step_limit()
    shared = SharedVariables.of(options.pop("shared", None), names)

    def decides(*values: Any) -> Any:
        test = tested(loop_test(*values))
        if shared is not None and owner(test) is not PYTHON:
            shared.refuse_test(values)
        return test

    def staged(backend: Backend, test: Any) -> State:
        body = on_copies(loop_body, state, names)
        if limit is None:
            return backend.while_stmt(test, decides, body, state, names, options)
        counting = limit.body(body), (*state, count), (*names, COUNTER)
        return backend.while_stmt(test, uncounted(decides), *counting, options)[:-1]

    while True:
        test = decides(*state)
        backend = owner(test)
        if backend is not PYTHON:
            record("while", "staged", backend.name, f"the test is {backend.describe(test)}")
            return staged(backend, test)
        if shared is not None:
            test, state = bool(test), shared.current(state)
        if not test:
            if current() is not None:
                record("while", "unrolled", "python", f"the test is {PYTHON.describe(test)}", count)
            return state
        if limit is not None and count == limit.most:
            limit.exceed(context)
        state = loop_body(*state)
        count += 1
        if context is not None and test is True:
            raising = raising + 1 if len(context.failures) > failures else 0
            failures = len(context.failures)
            if raising == ENDLESS:
                record("while", "staged", context.backend.name, "it ends by what the graph raises")
                return staged(context.backend, True)


def for_stmt(
    iterable: Any,
    loop_body: Callable[..., State],
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    **options: Any,
) -> State:
    """`for`: `loop_body(item, *state)`; `extra_test(*state)` says after each iteration whether to go on."""
    __tracebackhide__ = True
    iterable = iterated(resolved(iterable))
    backend, limit = owner(iterable), step_limit()
    shared = SharedVariables.of(options.pop("shared", None), names)
    if backend is not PYTHON:
        record("for", "staged", backend.name, f"the iterated is {backend.describe(iterable)}")
        refuse_written(iterable, state, names, options.get("live", ()))
        loop_body = on_copies(loop_body, state, names, first=1)
        if shared is not None and makes_items(iterable):
            loop_body = shared.in_order(loop_body)
            with deferred_items(iterable):
                return _staged_for(backend, limit, 0, iterable, loop_body, extra_test, state, names, options)
        state = _staged_for(backend, limit, 0, iterable, loop_body, extra_test, state, names, options)
        if shared is not None and plain_attribute(iterable, "unchanged") is not None:
            shared.write(current(), state)
            refuse_stale(iterable)  # the loop's body may have changed what its items were made of
        return state
    context = current()
    if context is None:
        iterable = iterable if limit is None else limit.within(iterable)
        if shared is not None:
            loop_body = shared.followed(loop_body)
        state = PYTHON.for_stmt(iterable, loop_body, extra_test, state, names, options)
        return state if shared is None else shared.current(state)
    if type(iterable) is GeneratorExpression and not iterable.begun:
        body = _generated(iterable, loop_body, names, shared)
        iterable.take_part()  # its items cannot be asked for in the body, nor after a `break`
        state = for_stmt(iterable.iterable, body, extra_test, state, names, **options, shared=shared)
        if extra_test is None:
            iterable.use_up()
        return state
    if hasattr(type(iterable), "__next__") and type(iterable) is not Endless:  # which logs where it is
        refuse_if_known_outside(context, iterable, f"{kind_of(iterable)} is advanced")
        twin = twin_of(iterable, leaves=extra_test is not None)
        if twin is not None:
            return loop_in_twin(iterable, twin, loop_body, extra_test, state, names, shared)
    return _unrolled_for(context, limit, iterable, loop_body, extra_test, state, names, options, shared)


def _staged_for(
    backend: Backend,
    limit: StepLimit | None,
    begun: int,
    iterable: Any,
    loop_body: Callable[..., State],
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
) -> State:
    """A loop of a back end's, of which Python has run `begun` iterations."""
    live = options.get("live", ())
    followed = [value for name, value in zip(names, state, strict=True) if name in live]
    with nothing_written(iterable, followed):
        if limit is None:
            return backend.for_stmt(iterable, loop_body, extra_test, state, names, options)
        loop_body, state, names = limit.body(loop_body), (*state, begun), (*names, COUNTER)
        extra_test = None if extra_test is None else uncounted(extra_test)
        return backend.for_stmt(iterable, loop_body, extra_test, state, names, options)[:-1]


def _generated(
    generated: GeneratorExpression,
    loop_body: Callable[..., State],
    names: Sequence[str],
    shared: SharedVariables | None,
) -> Callable[..., State]:
    """The body of a loop over a generator expression as one over what that iterates over."""
    _, element, condition, flat = generated.parts

    def carried(state: State) -> State:
        return state if shared is None else shared.current(state)

    def taken(item: Any, *state: Any) -> State:
        if flat:
            inner = element(item)
            return for_stmt(inner, loop_body, None, carried(state), names, shared=shared)
        made = element(item)
        return loop_body(made, *carried(state))

    def body(item: Any, *state: Any) -> State:
        if shared is not None:
            shared.write(current(), state)
        if condition is None:
            return taken(item, *state)
        test = truth(condition(item))
        return if_stmt(test, lambda *s: taken(item, *s), lambda *s: s, carried(state), names)

    return body


def _unrolled_for(
    context: Context,
    limit: StepLimit | None,
    iterable: Any,
    loop_body: Callable[..., State],
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
    shared: SharedVariables | None,
) -> State:
    """A Python loop while tracing. Once `break` is staged, the rest of the iterations are conditional."""
    __tracebackhide__ = True
    count, go_on, leaves = 0, True, False
    backend: Backend = PYTHON
    lists = lists_under(iterable)
    refuse_staged_lists(lists)
    most = UNENDING if hasattr(type(iterable), "__len__") else min(UNKNOWN, UNENDING)

    def step(item: Any, *before: Any) -> State:
        """One more iteration under the staged test; `leaves` says that it surely is the last one."""
        nonlocal leaves
        after = loop_body(item, *before)
        if extra_test is not None:
            last = extra_test(*after)
            leaves = owner(last) is PYTHON and not last
        return after

    taking = Taking(context, iterable)
    for item in taking:
        if count > most and backend is not PYTHON:
            raise StagingError(
                "AG212",
                f"the Python loop's `break` is staged, so the loop was unrolled, past {most} iterations.",
                span=user_span(),
                fix="Iterate over an array or a tensor, or a `range` with a staged bound.",
            )
        if limit is not None and count == limit.most:
            exceed = functools.partial(_exceed, limit, context)
            state = exceed() if backend is PYTHON else backend.if_stmt(go_on, exceed, _same, state, names)
            break
        count += 1
        if backend is PYTHON:
            state = loop_body(item, *(state if shared is None else shared.current(state)))
        else:
            if shared is not None:
                shared.refuse_taking(state)
            taken = on_copies(functools.partial(step, item), state, names)
            state = backend.if_stmt(go_on, taken, _same, state, names)
            if shared is not None:
                shared.write(context, state)
            if leaves:
                break
        if lists and became_staged(lists):
            if type(iterable) is list:
                return _rest_staged(limit, iterable, count, loop_body, extra_test, state, names, options)
            refuse_staged_lists(lists)
        if extra_test is not None:
            go_on = extra_test(*state)
            backend = owner(go_on)
            if backend is PYTHON and not go_on:
                break
            if backend is not PYTHON and type(iterable) is Endless:
                body = on_copies(loop_body, state, names, first=1)
                return _staged_for(backend, limit, count, iterable, body, extra_test, state, names, {})
            if backend is not PYTHON:
                taking.depend_on(go_on)
    if shared is not None and backend is PYTHON:
        state = shared.current(state)
    elif shared is not None and not leaves:
        shared.refuse_taking(state)
    taking.end()
    record("for", "unrolled", "python", f"the iterated is {PYTHON.describe(iterable)}", count)
    return state


def _exceed(limit: StepLimit, context: Context, *_: Any) -> Any:
    return limit.exceed(context)


def _same(*state: Any) -> State:
    return state


def _rest_staged(
    limit: StepLimit | None,
    items: list[Any],
    count: int,
    loop_body: Callable[..., State],
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    options: dict[str, Any],
) -> State:
    """Goes on after `count` items of a list whose contents a staged test changed: in the graph, which sees the change."""
    backend = owner(items)
    rest = backend.builtin("iter", (items,), {})
    rest.position = count
    record("for", "staged", backend.name, f"the body changes {backend.describe(items)} that it runs over")
    return _staged_for(backend, limit, count, rest, loop_body, extra_test, state, names, options)


def read(value: Any, name: str, *, outside: bool = False) -> Any:
    """A read of a name that may be unbound; `outside` says that it is no variable of the function's own."""
    __tracebackhide__ = True
    if outside and type(value) is Maybe and value.ag_absent is not None:
        value.ag_backend.assert_stmt(value.ag_flag, lambda: NameError(f"name '{name}' is not defined"))
        return value.ag_value
    if type(value) is Undefined:
        value.note_read()
        raise_stmt(Undefined(name).error())
    if type(value) is Maybe and value.ag_absent is not None:
        value.ag_backend.assert_stmt(value.ag_flag, Undefined(name).error)
        return value.ag_value
    return value


def assert_stmt(test: Any, message: Callable[[], Any] | None = None) -> None:
    """`assert`: at run time where the test is staged."""
    __tracebackhide__ = True

    def failure() -> AssertionError:
        return AssertionError() if message is None else AssertionError(message())

    test = tested(test)
    backend = owner(test)
    if backend is PYTHON:
        if not test:
            raise_stmt(failure())
        return
    record("assert", "staged", backend.name, f"the test is {backend.describe(test)}")
    backend.assert_stmt(test, failure)


_NO_CAUSE = object()
_SIGNALS = (StopIteration, StopAsyncIteration, AttributeError, IndexError)
"""Exceptions by which special methods answer Python: a `for` or `hasattr` may be waiting for them."""


def raise_stmt(exception: Any, cause: Any = _NO_CAUSE) -> None:
    """`raise`: in a staged branch it happens at run time, if the branch is taken."""
    __tracebackhide__ = True
    error = exception() if isinstance(exception, type) else exception
    if not isinstance(error, BaseException):
        raise TypeError("exceptions must derive from BaseException")
    if cause is not _NO_CAUSE:
        error.__cause__ = cause() if isinstance(cause, type) else cause
        error.__suppress_context__ = True
    context = current()
    if context is not None and not is_caught_here(context, error):
        record("raise", "staged", "", "the branch is staged: it happens at run time")
        if not isinstance(error, _SIGNALS):
            raise StagedRaise(error)
        context.raised.append(error)
    raise error


def python_test(test: Any) -> Any:
    """The test of a statement that stays Python: a staged one is refused.

    Raises:
        StagingError: AG210.
    """
    if owner(test) is not PYTHON:
        raise StagingError(
            "AG210",
            "a staged test decides in a generator or coroutine, which runs in Python.",
            span=user_span(),
            fix="Go through a generator with `for` or list(), without a `try` or `with` around its `yield`, or return a list.",
        )
    return test


def python_iterable(iterable: Any) -> Any:
    """The iterated of a statement that stays Python: a staged one is refused.

    Raises:
        StagingError: AG211.
    """
    refuse_taken(current(), iterable)
    if owner(iterable) is not PYTHON:
        raise StagingError(
            "AG211",
            "a generator or coroutine iterates over something staged, but runs in Python.",
            span=user_span(),
            fix="Go through a generator with `for` or list(), without a `try` or `with` around its `yield`, or return a list.",
        )
    return iterable
