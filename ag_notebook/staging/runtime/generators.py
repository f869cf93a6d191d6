"""Generators of the user's: lazy in Python; a loop over one that meets something staged runs in its twin.

The twin (see `passes.generators`) calls `give(item)` where the generator would be suspended. What the loop carries is held by
cells, whose writes are logged: so they are merged where the twin's own branches and loops are staged.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ag_notebook.staging.backends.carriers import GeneratorExpression
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner_within
from ag_notebook.staging.runtime.aliases import held_by_user
from ag_notebook.staging.runtime.callees import is_users_class
from ag_notebook.staging.runtime.context import Context, current
from ag_notebook.staging.runtime.effects import cell_location, touch, touch_outer_variables
from ag_notebook.staging.runtime.events import record
from ag_notebook.staging.runtime.expressions import not_
from ag_notebook.staging.runtime.integers import integer
from ag_notebook.staging.runtime.iterators import take_part
from ag_notebook.staging.runtime.recursion import entered
from ag_notebook.staging.runtime.shared_variables import SharedVariables

State = tuple[Any, ...]
Twin = tuple[types.FunctionType, tuple[Any, ...]]


def generator(lazily: Any, into: Any, args: tuple[Any, ...]) -> Any:
    """The generator that a converted generator function gives; while tracing its twin is remembered."""
    made, context = lazily(*args), current()
    if context is not None:
        touch_outer_variables(context, lazily)
        context.generators[id(made)] = made, (into, args)
    return made


def twin_of(iterable: Any, leaves: bool) -> Twin | None:
    """The twin of a generator that nothing was taken of yet, if a loop over it is to run in it.

    Args:
        iterable: what a loop goes over.
        leaves: whether the loop may end before the generator does. If a variable holds it, what is left is for Python to
            take then, unless the generator may compute with something staged.
    """
    context = current()
    if context is None or type(iterable) is not types.GeneratorType:
        return None
    _, twin = context.generators.get(id(iterable), (None, None))
    if twin is None or inspect.getgeneratorstate(iterable) != inspect.GEN_CREATED:
        return None
    return twin if not leaves or _may_be_staged(*twin) or not held_by_user([iterable]) else None


def _may_be_staged(into: types.FunctionType, args: tuple[Any, ...]) -> bool:
    held = list(args)
    for cell in into.__closure__ or ():
        try:
            held.append(cell.cell_contents)
        except ValueError:
            continue
    return owner_within(held) is not PYTHON or any(is_users_class(type(value)) for value in held)


def as_expression(iterable: Any) -> Any:
    """A generator that has a twin as what a generator expression is; any other value as it is."""
    if twin_of(iterable, leaves=False) is None:
        return iterable
    return GeneratorExpression(iterable, lambda item: item, None, iterable)


def enumerated(iterable: Any, start: Any = 0) -> Any:
    """`enumerate` of a generator with a twin: a generator with one that counts."""
    made = _context().generators[id(iterable)]
    start = integer(start)

    def lazily(start: Any) -> Iterator[Any]:
        yield from enumerate(made[0], start)

    def into(give: Callable[[Any], Any], start: Any) -> None:
        count = types.CellType(start)

        def give_counted(item: Any) -> Any:
            number = count.cell_contents
            touch(_context(), cell_location(count, "the count"))
            count.cell_contents = number + 1
            return give((number, item))

        _run(*made, give_counted)

    return generator(lazily, into, (start,))


def loop_in_twin(
    iterable: types.GeneratorType[Any, Any, Any],
    twin: Twin,
    loop_body: Callable[..., State],
    extra_test: Callable[..., Any] | None,
    state: State,
    names: Sequence[str],
    shared: SharedVariables | None,
) -> State:
    """A loop over a generator: its body is run by the generator's twin."""
    __tracebackhide__ = True
    cells = [types.CellType(value) for value in state]
    locations = [cell_location(cell, name) for cell, name in zip(cells, names, strict=True)]
    depth = len(_context().scopes)
    under_graph: list[bool] = []  # for each item: whether the graph decides that it is given

    def carried() -> State:
        held = tuple(cell.cell_contents for cell in cells)
        return held if shared is None else shared.current(held)

    def give(item: Any) -> Any:
        context = _context()
        under_graph.append(len(context.scopes) > depth)
        if isinstance(loop_body, types.FunctionType):
            touch_outer_variables(context, loop_body)
        before = carried()
        after = loop_body(item, *before)
        for cell, location, old, new in zip(cells, locations, before, after, strict=True):
            if new is not old:
                touch(context, location)
                cell.cell_contents = new
        return False if extra_test is None else not_(extra_test(*after))

    context = _context()
    context.in_twins += 1
    try:
        _run(iterable, twin, give)
    finally:
        context.in_twins -= 1
    if any(under_graph):
        why = "the iterated is a generator in which the graph decides: the loop's body runs where it yields"
        record("for", "staged", _context().backend.name, why)
    else:
        record("for", "unrolled", "python", "the iterated is a generator", len(under_graph))
    if extra_test is None:
        _context().taken_in_part.pop(id(iterable), None)
        iterable.close()
    return carried()


def _run(iterable: Any, twin: Twin, give: Callable[[Any], Any]) -> None:
    """Runs the twin of a generator, of which nothing is known afterwards but that items were taken."""
    __tracebackhide__ = True
    context, (into, args) = _context(), twin
    take_part(context, iterable)
    call = entered(context, into, into.__code__, args, {})
    touch_outer_variables(context, into)
    context.calls.append(call)
    try:
        into(give, *args)
    finally:
        if context.calls:
            context.calls.pop()


def _context() -> Context:
    """The context of the trace; the functions here must not hold it, as it knows every generator."""
    context = current()
    assert context is not None
    return context
