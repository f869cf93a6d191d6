"""Sorting, the least and the greatest: by keys, of tuples, of pairs, of dicts' items and data classes."""

from __future__ import annotations

import dataclasses
import math

import pytest

PRICES = {"apple": 3, "pear": 5}


def evens_sorted_by_key(n):
    xs = []
    for i in range(n):
        xs.append((i * 7) % 5)
    xs.sort(key=lambda v: -v)
    return xs


def sort_pairs(n):
    pairs = []
    for i in range(n):
        pairs.append(((i * 7) % 5, i))
    pairs.sort(key=lambda p: p[0])
    return [p[1] for p in pairs]


def sort_pairs_plain(n):
    pairs = []
    for i in range(n):
        pairs.append(((i * 7) % 3, -i))
    pairs.sort()
    return pairs


def sorted_pairs_reverse(xs):
    scored = [(v * v % 7, v) for v in xs]
    return sorted(scored, reverse=True)


def max_by_key(n):
    pts = []
    for i in range(n):
        pts.append((i, (i * 3) % 4))
    return max(pts, key=lambda p: p[1])


def dict_comp(n):
    d = {k: n * v for k, v in PRICES.items()}
    return d["apple"] + d["pear"], max(d.values())


def dict_max_key(n):
    d = {"a": n, "b": 3}
    return max(d, key=lambda k: d[k])


def dict_sorted_items(n):
    d = {"a": n, "b": 3, "c": 1}
    return [k for k, v in sorted(d.items(), key=lambda kv: kv[1])]


def sorted_stable_key_rev(xs):
    return sorted(xs, key=lambda v: v % 2, reverse=True)


def median(xs):
    s = sorted(xs)
    n = len(s)
    if n % 2 == 1:
        return s[n // 2]
    return (s[n // 2 - 1] + s[n // 2]) / 2


def max_zip(xs):
    return max(zip(xs, [1, 2, 3]))


def max_enum(xs):
    return max(enumerate(xs), key=lambda p: p[1])


def sorted_zip(a, b):
    return [y for x, y in sorted(zip(a, b))]


def sorted_range_key(xs):
    return sorted(range(len(xs)), key=lambda i: xs[i])


def max_tuple_list(xs):
    return max([(v, i) for i, v in enumerate(xs)])


def sorted_by_tuple_key(xs):
    return sorted(xs, key=lambda v: (v % 2, -v))


def argsort_pairs(xs):
    order = [i for _, i in sorted([(v, i) for i, v in enumerate(xs)])]
    return order


def min_of_lists(n):
    return min([n, 2], [n, 1]), [n, 1] < [2, 0], (n, 1) >= (n, 0)


def tuple_compare_loop(n):
    best = (0, 0)
    for i in range(n):
        cand = ((i * 7) % 5, i)
        if cand > best:
            best = cand
    return best


def heap(xs):
    import heapq

    h = []
    for v in xs:
        heapq.heappush(h, v)
    return heapq.heappop(h)


def bis(xs, v):
    import bisect

    return bisect.bisect_left(xs, v)


@dataclasses.dataclass(order=True)
class Item:
    w: int
    name: str = "a"


def dc_order(x):
    a, b = Item(x), Item(3)
    return a < b, max(a, b).w


CASES = [
    (evens_sorted_by_key, [(5,), (0,), (1,)], {}),
    (sort_pairs, [(5,), (1,), (0,)], {}),
    (sort_pairs_plain, [(5,), (1,)], {}),
    (sorted_pairs_reverse, [([3, 1, 4, 5],), ([2],)], {}),
    (max_by_key, [(4,), (1,)], {}),
    (dict_comp, [(2,)], {}),
    (dict_max_key, [(2,), (5,)], {}),
    (dict_sorted_items, [(2,), (5,)], {}),
    (sorted_stable_key_rev, [([3, 2, 1, 4, 5],), ([1],)], {}),
    (median, [([3, 1, 2],), ([4, 1],), ([5],)], {}),
    (max_zip, [([5, 3, 5],)], {}),
    (max_enum, [([5, 3, 7],)], {}),
    (sorted_zip, [([3, 1, 2], [10, 20, 30]), ([1], [1])], {}),
    (sorted_range_key, [([3, 1, 2],), ([1],)], {}),
    (max_tuple_list, [([3, 1, 3],)], {}),
    (sorted_by_tuple_key, [([3, 1, 2, 4],), ([1],)], {}),
    (argsort_pairs, [([3, 1, 2, 4],), ([1],)], {}),
    (min_of_lists, [(1,), (3,)], {}),
    (tuple_compare_loop, [(5,), (0,)], {}),
    (heap, [([3, 1, 2],)], {}),
    (bis, [([1, 2, 3], 2)], {}),
    (dc_order, [(1,), (5,)], {}),
]


@pytest.mark.parametrize(
    ("run", "cases", "options"), CASES, ids=[f"{i}_{c[0].__name__}" for i, c in enumerate(CASES)]
)
def test_as_python(check, run, cases, options):
    if options.get("eager") and not check.staged:
        pytest.skip("eager TensorFlow is the original")
    check(run, *cases, callbacks=True, **options)


def test_staged_texts_are_not_sorted(check):
    def run(n):
        words = ["b", "a"]
        for i in range(n):
            words.append("c")
        words.sort()
        return words

    check.refuses(run, (1,), at="words.sort", code="AG260", says="put in order")


def test_lists_are_put_in_order(check):
    def order(x):
        rows = sorted([[x, 1], [2, 0], [x, 0]])
        return rows, sorted([[x, "b"], [x, "a"]], reverse=True), sorted([[x], [4]], key=lambda row: [-row[0]])

    check(order, (3,), (1,), (2,))


def test_values_of_different_kinds_are_no_internal_error(check):
    def mixed(x):
        return sorted([(x, "a"), (2, 7)])

    def lengths(x):
        return sorted([(x,), (2, 7)])

    for function in (mixed, lengths):
        check.refuses(function, (3,), at="sorted", code="AG260")


NAN = math.nan
PAIRS = [(a, b) for a in (NAN, 1.0, -2.5, math.inf) for b in (NAN, 1.0, 3.5)]


@pytest.mark.parametrize("best", [max, min])
def test_nan_among_numbers(check, best):
    """Python compares each with the best one so far: NaN stays where it comes first, and is passed over elsewhere."""

    def of_two(x, y):
        return best(x, y), best(x, y, 2.0), best(2.0, x, y), best(x, 1.5), best(1.5, x), best([x, y])

    def of_items(xs):
        found = xs[0]
        for v in xs:
            found = best(v, found)
        return best(xs), found, best(xs, key=lambda v: -v), best(v * 2 for v in xs), best(xs, default=0.0)

    check(of_two, *PAIRS)
    check(of_items, ([NAN, 1.0, 2.0],), ([1.0, NAN, 2.0],), ([3.0, NAN, 2.0],), ([NAN],), ([-math.inf, NAN],))
