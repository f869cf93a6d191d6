"""Generator expressions: lazy over what Python iterates over, a list of the graph over what is staged.

`any` and `all` evaluate elements of one as long as they do not decide, also where a staged test decides.
"""

from __future__ import annotations

import contextlib
import functools
import types
from collections.abc import Callable, Iterator
from typing import Any

from ag_notebook.staging.backends.carriers import NO_VALUE, Endless, GeneratorExpression, resolved
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.backends.registry import owner
from ag_notebook.staging.runtime.captured import unchanged
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import touch_outer_variables
from ag_notebook.staging.runtime.expressions import and_test, if_exp, not_, or_test, truth
from ag_notebook.staging.runtime.generators import twin_of
from ag_notebook.staging.runtime.iterators import Taking, no_effects, read_at_once
from ag_notebook.staging.runtime.lists import list_append
from ag_notebook.staging.runtime.special import iterated
from ag_notebook.staging.runtime.statements import (
    for_stmt,
    if_stmt,
    python_iterable,
    python_test,
    raise_stmt,
)


def gen_exp(
    iterable: Any,
    element: Callable[[Any], Any],
    condition: Callable[[Any], Any] | None,
    flat: bool = False,
    *,
    stops: bool = False,
    lazily: bool = False,
) -> Any:
    """A generator expression: lazy over a Python iterable, an iterator of a list over a staged one.

    With several `for`s it is `flat`: `element` gives the generator expression of the rest. `stops` says that it is
    given to `any` or `all`, which do not evaluate all its elements, or to a loop, which asks for them one by one, `lazily`
    that it is not known when its elements are asked for. Where no list can grow, it is never made a list.

    Raises:
        StagingError: AG260, elements that are to be evaluated one by one are evaluated at once, and that has effects.
    """
    __tracebackhide__ = True
    iterable = iterated(resolved(iterable))
    backend = owner(iterable)
    if backend is PYTHON:
        made = _generate(iterable, element, condition, flat)
        return made if current() is None else GeneratorExpression(iterable, element, condition, made, flat)
    if stops or not backend.grows_lists():
        late = _late(iterable, element, condition, flat)
        return GeneratorExpression(iterable, element, condition, late, flat)
    if lazily and condition is None and not flat:
        return backend.builtin("iter", (backend.builtin("map", (element, iterable), {}),), {})
    with no_effects("the generator expression") if lazily else contextlib.nullcontext():
        items = collected(iterable, element, condition, flat)
    made = backend.builtin("iter", (items,), {})
    if lazily:
        made.unchanged = unchanged((element, condition))
        made.made_of = read_at_once(iterable)
    return made


def _late(
    iterable: Any,
    element: Callable[[Any], Any],
    condition: Callable[[Any], Any] | None,
    flat: bool,
) -> Iterator[Any]:
    yield from collected(iterable, element, condition, flat)


def _part(function: Callable[[Any], Any], item: Any) -> Any:
    """The element or condition of an item; variables that `:=` in it binds outside are logged."""
    context = current()
    if context is not None and isinstance(function, types.FunctionType):
        touch_outer_variables(context, function)
    return function(item)


def collected(
    iterable: Any,
    element: Callable[[Any], Any],
    condition: Callable[[Any], Any] | None,
    flat: bool = False,
) -> list[Any]:
    """The list that a generator expression would give; conditions may be staged."""
    items: list[Any] = []

    def keep(item: Any) -> tuple[()]:
        list_append(items, item)
        return ()

    def append(item: Any) -> tuple[()]:
        if flat:
            for_stmt(_part(element, item), keep, None, (), ())
            return ()
        return keep(_part(element, item))

    def loop_body(item: Any) -> tuple[()]:
        if condition is None:
            append(item)
        else:
            if_stmt(_part(condition, item), lambda: append(item), lambda: (), (), ())
        return ()

    for_stmt(iterable, loop_body, None, (), ())
    return items


def folded(generated: GeneratorExpression, is_any: bool) -> Any:
    """`any` or `all` of a generator expression: items are evaluated as long as they do not decide."""
    from ag_notebook.staging.runtime.builtin_calls import builtin_call

    def loop_body(item: Any, result: Any) -> tuple[Any]:
        def element() -> Any:
            found = _part(generated.element, item)
            return builtin_call(any if is_any else all, (found,), {}) if generated.flat else found

        def holds() -> Any:
            if generated.condition is None:
                return element()
            tested = _part(generated.condition, item)
            return and_test(tested, element) if is_any else or_test(not_(tested), element)

        return (truth(or_test(result, holds) if is_any else and_test(result, holds)),)

    def go_on(result: Any) -> Any:
        return not_(result) if is_any else result

    source = generated.iterable
    if owner(source) is not PYTHON or type(source) is Endless or twin_of(source, leaves=True) is not None:
        return for_stmt(generated.iterable, loop_body, go_on, (not is_any,), (_FOLDED,))[0]
    result: Any = not is_any
    context = current()
    assert context is not None
    taking = Taking(context, generated.iterable)
    for item in taking:
        (result,) = loop_body(item, result)
        if owner(result) is not PYTHON:
            taking.depend_on(go_on(result))
        elif bool(result) is is_any:
            break
    taking.end()
    if owner(result) is PYTHON:
        return bool(result)
    if type(generated.iterable) is GeneratorExpression:
        generated.iterable.take_part()
    return result


_FOLDED = "whether one decides"


_NOTHING = object()


def accumulated(name: str, generated: GeneratorExpression, start: Any = 0, *, default: Any = _NOTHING) -> Any:
    """`sum`, `max` or `min` of a generator expression, item by item: no list is made."""
    from ag_notebook.staging.runtime.builtin_calls import builtin_call

    if name == "sum":
        return for_stmt(generated, lambda item, total: (total + item,), None, (start,), ("the sum",))[0]
    function = max if name == "max" else min

    def loop_body(item: Any, found: Any, best: Any) -> tuple[Any, Any]:
        if best is NO_VALUE:
            return True, item
        better = functools.partial(builtin_call, function, (best, item), {})
        return True, if_exp(found, better, lambda: item)

    def empty() -> tuple[()]:
        try:
            function(())
        except ValueError as error:  # in the words of this Python
            raise_stmt(error)
        return ()

    names = "whether there is one", f"the {name}"
    found, best = for_stmt(generated, loop_body, None, (False, NO_VALUE), names)
    if default is not _NOTHING:
        return if_exp(found, lambda: best, lambda: default)
    if_stmt(found, lambda: (), empty, (), ())
    return best


def is_accumulated(generated: GeneratorExpression) -> bool:
    """Whether a list of the items would be staged in a way that the back end does not have."""
    context = current()
    if context is None or context.backend.grows_lists():
        return False
    source, _, condition, is_flat = generated.parts
    if type(source) is GeneratorExpression and is_accumulated(source):
        return True
    if twin_of(source, leaves=False) is not None:
        return True
    return is_flat or condition is not None or owner(source) is not PYTHON


def _generate(
    iterable: Any,
    element: Callable[[Any], Any],
    condition: Callable[[Any], Any] | None,
    flat: bool,
) -> Iterator[Any]:
    for item in iterable:
        if condition is None or python_test(condition(item)):
            if flat:
                yield from python_iterable(element(item))
            else:
                yield element(item)
