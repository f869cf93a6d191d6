"""Lists under iterators, and the refusal of those that became staged."""

from __future__ import annotations

import pytest

from ag_notebook.staging.backends.carriers import StagedItems
from ag_notebook.staging.backends.python import PYTHON
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.iterators import (
    became_staged,
    iterators_under,
    lists_under,
    refuse_staged_lists,
)


def test_lists_under_builtin_iterators() -> None:
    a, b = [1, 2], [3, 4]
    begun = iter(a)
    next(begun)
    assert lists_under(a)[0] is a
    found = lists_under(enumerate(zip(map(abs, a), filter(None, reversed(b)), begun)))
    assert [held is wanted for held, wanted in zip(found, (a, b, a), strict=True)] == [True] * 3
    assert lists_under(range(3)) == lists_under({1: 2}) == lists_under(v for v in a) == []


def test_a_list_that_became_staged() -> None:
    items = [1, 2]
    lists = lists_under(enumerate(items))
    refuse_staged_lists(lists)
    items[:] = [StagedItems((), None, PYTHON)]
    assert became_staged(lists)
    with pytest.raises(StagingError, match="AG213"):
        refuse_staged_lists(lists)


def test_iterators_under_an_iterator() -> None:
    inner = iter([1, 2])

    def numbers(held):
        yield from held

    outer = zip(map(abs, numbers(inner)), [3, 4], strict=False)
    next(outer)
    found = iterators_under(outer)
    assert found[0] is outer
    assert any(it is inner for it in found)
    assert iterators_under([1, 2]) == []
