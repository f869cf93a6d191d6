"""The functions that stand for those of the standard library do what those do."""

from __future__ import annotations

import bisect
import functools
import heapq
import itertools
import operator
import random
import re

import pytest

from ag_notebook.staging.runtime.equivalents import (
    count_of,
    endless,
    equivalent,
    got,
    index_in_list,
    index_in_tuple,
    is_lazy,
    ranks,
)

CALLS = [
    (itertools.accumulate, ([1, 2, 3],), {}),
    (itertools.accumulate, ([1, 2, 3], operator.mul), {"initial": 2}),
    (itertools.accumulate, ([],), {}),
    (itertools.chain, ([1], (), "ab"), {}),
    (itertools.chain.from_iterable, ([[1], [2, 3]],), {}),
    (itertools.combinations, ([1, 2, 3, 4], 2), {}),
    (itertools.combinations, ([1], 2), {}),
    (itertools.combinations_with_replacement, ([1, 2, 3], 2), {}),
    (itertools.permutations, ([1, 2, 3], 2), {}),
    (itertools.product, ([1, 2], "ab"), {}),
    (itertools.product, ([1, 2],), {"repeat": 3}),
    (itertools.compress, ([1, 2, 3], [1, 0, 1]), {}),
    (itertools.dropwhile, (lambda v: v < 2, [1, 2, 1]), {}),
    (itertools.takewhile, (lambda v: v < 2, [1, 2, 1]), {}),
    (itertools.filterfalse, (None, [1, 0, 2]), {}),
    (itertools.islice, ([1, 2, 3, 4], 2), {}),
    (itertools.islice, ([1, 2, 3, 4], 0), {}),
    (itertools.islice, ([1, 2, 3, 4], 9), {}),
    (itertools.islice, ([1, 2, 3, 4], None, 3, None), {}),
    (itertools.islice, ([1, 2, 3, 4], 1, None), {}),
    (itertools.islice, ([1, 2, 3, 4, 5], 1, 5, 2), {}),
    (itertools.pairwise, ([1, 2, 3],), {}),
    (itertools.starmap, (pow, [(2, 3), (3, 2)]), {}),
    (itertools.zip_longest, ([1, 2], [3]), {"fillvalue": 0}),
    (functools.reduce, (operator.add, [1, 2, 3]), {}),
    (functools.reduce, (operator.add, [], 7), {}),
    (functools.reduce, (operator.sub, [1, 2], 7), {}),
    (bisect.bisect_left, ([1, 2, 2, 3], 2), {}),
    (bisect.bisect_right, ([1, 2, 2, 3], 2), {}),
    (heapq.nlargest, (2, [3, 1, 2]), {}),
    (operator.countOf, ([1, 2, 1], 1), {}),
    (operator.indexOf, ([1, 2, 1], 2), {}),
    (heapq.nsmallest, (2, [3, 1, 2]), {"key": lambda v: -v}),
]


@pytest.mark.parametrize(("original", "args", "kwargs"), CALLS)
def test_results_are_the_originals(original, args, kwargs) -> None:
    found, wanted = equivalent(original)(*args, **kwargs), original(*args, **kwargs)
    assert found == (wanted if isinstance(wanted, (int, list)) else list(wanted))


def test_groups_are_iterators() -> None:
    found = equivalent(itertools.groupby)([1, 1, 2], lambda v: v % 2)
    assert [(k, list(g)) for k, g in found] == [
        (k, list(g)) for k, g in itertools.groupby([1, 1, 2], lambda v: v % 2)
    ]


def test_reduce_of_nothing_raises() -> None:
    with pytest.raises(TypeError, match="empty iterable with no initial value"):
        equivalent(functools.reduce)(operator.add, [])


@pytest.mark.parametrize(
    ("original", "args"),
    [
        (itertools.islice, ([1], -1)),
        (itertools.islice, ([1], -2)),
        (itertools.islice, ([1], -1, None)),
        (itertools.islice, ([1], 0, -1)),
        (itertools.islice, ([1], 0, None, 0)),
        (itertools.islice, ([1], 0, 1, -1)),
        (operator.indexOf, ([1], 2)),
    ],
)
def test_errors_are_the_originals(original, args) -> None:
    with pytest.raises(ValueError) as wanted:
        original(*args)
    with pytest.raises(ValueError, match=f"^{re.escape(str(wanted.value))}$"):
        equivalent(original)(*args)


SAME = float("nan")


@pytest.mark.parametrize("items", [[1, 2, 1, SAME], [SAME, 1], []])
@pytest.mark.parametrize("item", [1, 2, SAME, "a"])
@pytest.mark.parametrize("bounds", [(), (1,), (0, 1), (-1,), (-3, -1)])
def test_searches_are_those_of_lists_and_tuples(items, item, bounds) -> None:
    """An item is found that is the same object or equal."""
    assert count_of(items, item) == items.count(item)
    for sequence, search in ((items, index_in_list), (tuple(items), index_in_tuple)):
        try:
            wanted = sequence.index(item, *bounds)
        except ValueError as error:
            with pytest.raises(ValueError, match=re.escape(str(error))):
                search(sequence, item, *bounds)
        else:
            assert search(sequence, item, *bounds) == wanted


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("items", [[3, 1, 2], [(1, "a"), (0, "b"), (1, "a")], [], [2.0, 2, True, 1]])
def test_ranks_are_the_places_in_the_sorted_list(items, reverse) -> None:
    placed = sorted(zip(ranks(items, reverse), items, strict=True), key=operator.itemgetter(0))
    assert [id(item) for _, item in placed] == [id(item) for item in sorted(items, reverse=reverse)]


def test_getters_and_callers_of_methods() -> None:
    for function, value in (
        (operator.itemgetter(1), [1, 2]),
        (operator.itemgetter(1, 0), [1, 2]),
        (operator.methodcaller("upper"), "a"),
        (operator.methodcaller("split", ",", 1), "a,b,c"),
        (operator.methodcaller("split", ",", maxsplit=1), "a,b,c"),
    ):
        assert got(function)(value) == function(value)
    assert got(len) is None


def test_heaps_are_in_the_order_of_the_original() -> None:
    assert equivalent(heapq.heappop)([3]) == 3
    numbers = random.Random(3)
    ours, theirs = [], []
    for _ in range(200):
        v = numbers.randrange(20)
        step = numbers.choice(["heappush", "heappush", "heappop", "heapreplace", "heappushpop", "heapify"])
        if step in ("heappop", "heapreplace") and not ours:
            continue
        args = () if step in ("heappop", "heapify") else (v,)
        original = getattr(heapq, step)
        assert equivalent(original)(ours, *args) == original(theirs, *args)
        assert ours == theirs


def test_sorted_insertion() -> None:
    ours, theirs = [1, 3], [1, 3]
    for insort in (bisect.insort_left, bisect.insort_right):
        equivalent(insort)(ours, 2)
        insort(theirs, 2)
    assert ours == theirs


def test_others_have_none() -> None:
    assert equivalent(len) is None
    assert equivalent(operator.add) is None
    assert is_lazy(itertools.takewhile)
    assert not is_lazy(itertools.chain)


def test_iterators_without_end_know_their_items() -> None:
    assert list(itertools.islice(endless(itertools.count, (5, 2), {}), 3)) == [5, 7, 9]
    assert list(itertools.islice(endless(itertools.count, (), {"step": 3}), 3)) == [0, 3, 6]
    assert list(itertools.islice(endless(itertools.cycle, ("ab",), {}), 3)) == ["a", "b", "a"]
    assert list(itertools.islice(endless(itertools.repeat, (4,), {}), 2)) == [4, 4]
    assert endless(itertools.repeat, (4, 2), {}) is None
    assert endless(itertools.cycle, ([],), {}) is None
