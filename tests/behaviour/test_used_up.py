"""Compares iterators of `itertools` and generator expressions that are gone through again with Python: they are used up."""

import functools
import heapq
import itertools


def test_lists_of_iterators_twice(check):
    def twice(n):
        chained, summed = itertools.chain([n], [7]), itertools.accumulate([n, 1, 2])
        paired, crossed = itertools.pairwise([n, 1, 2]), itertools.product([n, 1], [2, 3])
        first = next(paired), list(paired), list(paired)
        folded = sum(a * b for a, b in crossed), list(crossed)
        return list(chained), list(chained), max(summed), list(summed), first, folded

    check(twice, (3,))


def test_iterators_over_a_tensor_twice(check):
    def twice(xs):
        chained, paired = itertools.chain(xs, [7]), itertools.pairwise(xs)
        taken = itertools.takewhile(lambda v: v > 1, xs)
        return list(chained), list(chained), next(paired), list(paired), list(taken), list(taken)

    check(twice, ([3, 2, 1, 5],))


def test_iterators_in_all_places(check):
    def use(n):
        a, b, *rest = itertools.chain([n, 1], [2, 3])
        items = [1, *itertools.chain([n], [4])]
        items.extend(itertools.chain([n], [2]))
        items += itertools.chain([n])
        text = "-".join(itertools.chain([str(n)], ["a"])), dict(itertools.chain([("a", n)], [("b", 1)]))
        found = n in itertools.chain([1, n], [2]), 5 in itertools.chain([n], [7])
        best = max(itertools.chain([n], [1]), key=lambda v: -v), sorted(itertools.chain([n], [1]))
        return a, b, rest, items, text, found, best

    check(use, (3,), (7,))


def test_iterators_of_iterators(check):
    def use(n):
        summed = list(itertools.accumulate(itertools.chain([n], [1]), max))
        folded = functools.reduce(lambda a, b: a * 2 + b, itertools.chain([n], [1]))
        keys = [(k, sum(g)) for k, g in itertools.groupby(itertools.chain([n], [3, 4]))]
        together = [
            a + b for a, b in zip(itertools.chain([1], [n]), itertools.accumulate([n, n]), strict=True)
        ]
        return summed, folded, keys, heapq.nlargest(1, itertools.chain([n], [9])), together

    check(use, (3,), (10,))


def test_beside_a_tensor(check):
    def use(xs):
        pairs = list(zip(itertools.chain([1, 2], [xs[0]]), xs, strict=False))
        return pairs, list(map(max, itertools.chain([1], xs), xs))

    check(use, ([3, 1, 2],))


def test_what_may_be_left_is_not_guessed(check):
    def after_a_break(n):
        held = (v * n for v in [1, 2, 3])
        for v in held:
            if v > 3:
                break
        return list(held)

    def after_any(n):
        held = (v * n for v in [1, 2, 3])
        return any(v > 3 for v in held), list(held)

    def any_of_it(n):
        held = (v > n for v in [1, 2, 3])
        return any(held), list(held)

    def nested(n):
        held = itertools.chain([n, 1], [2])
        return [(a, b) for a in held for b in held]

    def beside(xs):
        held = itertools.chain([1, 2, 3], [xs[0]])
        return list(zip(held, xs, strict=False)), list(held)

    for function in (after_a_break, after_any, any_of_it, nested):
        check.refuses(function, (2,), at="held", code="AG260", says="second time")
    check.refuses(beside, ([3, 1],), at="held", code="AG260", says="second time")


def test_staged_numbers_of_items_of_what_never_ends(check):
    def take(n):
        total = 0
        for v in itertools.islice(itertools.cycle([1, n, 5]), n + 1):
            total = total * 10 + v
        counted = itertools.count(n, 3)
        odd = (
            list(itertools.islice(itertools.count(3, 2), n)),
            list(itertools.islice(itertools.count(), 1, n, 2)),
        )
        return total, odd, list(itertools.islice(counted, n)), next(counted)

    check(take, (3,), (1,), (0,))
