"""Keeps NumPy arrays from changing in place where nobody would undo it.

A change in place (`a += 1`, `a.sort()`, `out=a`) cannot be logged. So while a function, a branch or a loop's body is
traced, the arrays that were there before it are read-only, and what NumPy says of a write becomes a refusal. A variable
of a branch's or body's state is different: the branch works on a copy of its array, which becomes the new value.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.events import place_of_error, user_span
from ag_notebook.staging.runtime.reachability import is_array, reachable

State = tuple[Any, ...]


def arrays_of(roots: Iterable[Any]) -> list[Any]:
    """The arrays that code which holds `roots` can reach."""
    visited: list[Any] = []
    reachable(roots, {0}, visited)
    return [value for value in visited if is_array(value)]


@contextlib.contextmanager
def frozen(root: Any) -> Iterator[None]:
    """Makes the arrays that `root` can reach read-only.

    Raises:
        StagingError: AG231, one of them was to be changed.
    """
    held = [array for array in arrays_of([root]) if array.flags.writeable]
    for array in held:
        array.flags.writeable = False
    context = current()
    if context is not None:
        context.frozen.update({id(array): array for array in held})
    try:
        yield
    except ValueError as error:
        refusal = refused_write(error)
        if refusal is None:
            raise
        raise refusal from None
    finally:
        if context is not None:
            for array in held:
                del context.frozen[id(array)]
        for array in sorted(held, key=_is_view):  # a view can be written only where its base can
            array.flags.writeable = True


def can_change(array: Any) -> bool:
    """Whether what an array holds can be changed after the trace: it can be written, or one whose memory it shares."""
    context, held = current(), array
    while is_array(held):
        if held.flags.writeable or (context is not None and id(held) in context.frozen):
            return True
        held = held.base
    return held is not None


def _is_view(array: Any) -> bool:
    return array.base is not None


def refused_write(error: BaseException | None) -> StagingError | None:
    """The refusal for what NumPy says of a write into a read-only array, None for anything else."""
    context = current()
    if (
        not isinstance(error, ValueError)
        or "read-only" not in str(error)
        or context is None
        or not context.frozen
    ):
        return None
    place = place_of_error(error)
    return _refusal(None if place is None else place[0])


def _refusal(span: Any) -> StagingError:
    return StagingError(
        "AG231",
        "a NumPy array is changed in place in a way that cannot be staged.",
        span=span,
        fix="Make a new array, as `a = a + 1` does, or use a tensor.",
    )


def on_copies(
    function: Callable[..., State], state: State, names: Sequence[str], first: int = 0
) -> Callable[..., State]:
    """A branch or body that works on copies of its state's arrays; `first` parameters come before the state.

    Raises:
        StagingError: AG231, when it runs: an array is changed that has another name.
    """
    if not any(map(is_array, state)):
        return function

    def run(*values: Any) -> State:
        copies = {id(v): v.copy() for v in values[first:] if is_array(v)}
        result = function(*values[:first], *(copies.get(id(v), v) for v in values[first:]))
        before = {
            id(copies[id(v)]): (v, n) for v, n in zip(values[first:], names, strict=True) if id(v) in copies
        }
        return tuple(_merged(v, *before[id(v)]) if id(v) in before else v for v in result)

    return run


def _merged(copy: Any, array: Any, name: str) -> Any:
    """The array itself where its copy was not changed, else the copy."""
    if _sum(copy) == _sum(array):
        return array
    from ag_notebook.staging.runtime.aliases import known_otherwise

    if _is_view(array) or known_otherwise(array, name):
        raise _refusal(user_span())
    return copy


class Watch:
    """Says whether arrays that `roots` can reach have changed since."""

    def __init__(self, roots: Iterable[Any]) -> None:
        self._sums = [(array, _sum(array)) for array in arrays_of(roots)]

    def has_changed(self) -> bool:
        """Whether one of them holds something else now."""
        return any(_sum(array) != before for array, before in self._sums)


def _sum(array: Any) -> tuple[Any, ...]:
    items = array.tolist() if array.dtype == object else array
    return array.shape, array.dtype, repr(items) if items is not array else zlib.crc32(array.tobytes())
