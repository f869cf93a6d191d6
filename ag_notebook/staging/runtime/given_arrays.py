"""Knows what a trace holds in place of the caller's arrays: a change in place of these would not reach the caller.

An array among the arguments is an input of the graph, a tensor. Python changes the caller's array by `a[0] = 1`, `a += 1`,
also by way of a view (`a[1:]`, a row, `a.T`) or another name; the tensor would be replaced, and the array stay as it was.
Whether an input is an array, another call may decide otherwise: so all inputs are followed, and those that are changed in
place while they are tensors are noted, as the trace then does not fit a call that has arrays there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import Contents
from ag_notebook.staging.runtime.events import user_span

Sources = frozenset[Any]
_NONE: Sources = frozenset()


def stands_for(value: Any, source: Any, *, is_array: bool) -> None:
    """Notes that `value` is an input of the trace, by what it is known as at each call."""
    context = current()
    assert context is not None
    context.given[id(value)] = value, frozenset([source])
    if is_array:
        context.given_arrays.add(source)


def sources(value: Any) -> Sources:
    """The inputs whose items a value may share."""
    context = current()
    found = None if context is None else context.given.get(id(value))
    return _NONE if found is None else found[1]


def inherit(made: Any, *of: Any) -> Any:
    """Notes that `made` may share its items with each of `of`, part by part; returns it."""
    context = current()
    if context is None or not context.given:
        return made
    if type(made) is Contents:
        inherit(made.value, *(o.value for o in of if type(o) is Contents))
    elif isinstance(made, (list, tuple)):
        for index, part in enumerate(made):
            inherit(part, *(o[index] for o in of if type(o) is type(made) and len(o) == len(made)))
    elif type(made) is dict:
        for key, part in made.items():
            inherit(part, *(o[key] for o in of if type(o) is dict and key in o))
    else:
        _add(made, _NONE.union(*map(sources, of)))
    return made


def share(made: Any, of: Any) -> Any:
    """Notes that `made`, or each item of a list or tuple that it is, may share its items with `of`; returns it."""
    found = sources(of)
    if found:
        for part in _parts(made):
            _add(part, found)
    return made


def viewed(function: Callable[..., Any], of: Any) -> Callable[..., Any]:
    """A function whose result is a view of `of`."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return share(function(*args, **kwargs), of)

    call.__name__ = getattr(function, "__name__", "view")
    return call


def change_in_place(value: Any) -> None:
    """Says that the user's code changes `value` in place.

    Raises:
        StagingError: AG231, it shares its items with an array of the caller's.
    """
    context = current()
    if context is None:
        return
    found = sources(value)
    if found & context.given_arrays:
        raise _refusal()
    context.given_changed |= found
    context.changed_in_place[id(value)] = value


def refuse_if_changed(value: Any, becomes: Any, initial: Any) -> None:
    """Refuses a variable of a loop that the body changes in place, and that is an array of the caller's in the next round.

    In the first round it is what the variable was before the loop: that is changed, too.

    Raises:
        StagingError: AG231.
    """
    context = current()
    if context is not None and id(value) in context.changed_in_place:
        new = sources(becomes) - sources(value)
        if new & context.given_arrays:
            raise _refusal()
        context.given_changed |= new
        context.changed_in_place[id(initial)] = initial


def _add(value: Any, found: Sources) -> None:
    context = current()
    if found and context is not None and not isinstance(value, (int, float, str, bytes, type(None))):
        context.given[id(value)] = value, found | sources(value)


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        yield from value
    yield value


def _refusal() -> StagingError:
    return StagingError(
        "AG231",
        "a NumPy array of the caller's is changed in place, which would not reach the caller.",
        span=user_span(),
        fix="Make a new array, as `a = a + 1` does, and return it; or pass a tensor.",
    )
