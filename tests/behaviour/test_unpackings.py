"""Compares tuple targets with Python's: texts, iterators, ranges and grown lists are taken apart, with a star too."""

from oracle import fails


def test_characters_of_a_text(check):
    def run(text):
        a, b = text
        return a, b

    check(run, ("ab",), ("é-",), fails("abc"), fails("a"))


def test_iterators_of_known_length(check):
    def run(xs):
        a, b = zip(xs, xs)
        first, *rest = enumerate(xs)
        *most, last = map(lambda v: v * 2, xs)
        return a, b, first, rest, most, last

    check(run, ([1, 2],))


def test_iterators_of_another_length(check):
    def three(xs):
        a, b, c = zip(xs, xs)
        return a

    def at_least_three(xs):
        a, b, c, *d = zip(xs, xs)
        return a

    def one(xs):
        (a,) = zip(xs, xs)
        return a

    for function in (three, at_least_three, one):
        check(function, fails([1, 2]))


def test_ranges_and_grown_lists(check):
    def run(n):
        a, b = range(n)
        pairs = []
        for i in range(n):
            pairs.append((i, 1))
        (c, d), e = pairs
        return a + b, c, d, e

    check(run, (2,), fails(3), fails(1))


def test_a_star_takes_what_only_the_graph_counts(check):
    def run(n, text):
        pairs = []
        for i in range(n):
            pairs.append((i, 1))
        first, *most, last = pairs
        a, *numbers = range(n)
        b, *characters = text
        return first, most, last, a, numbers, b, characters

    check(
        run, (2, "a"), (4, "aéb"), fails(1, "ab", says="expected at least 2"), fails(2, "", says="at least 1")
    )


def test_a_scalar_is_not_taken_apart(check):
    def run(x):
        a, b = x
        return a

    check(run, fails(3, says="cannot unpack"))


def test_slices_of_texts_and_lists_with_staged_bounds(check):
    def run(n):
        text, items = "abcd", [1, 2, 3, 4]
        return (
            text[1:n],
            text[n:],
            text[:-1],
            text[n - 1],
            items[1:n],
            list(range(10)[n:7]),
            len(range(10)[n:]),
        )

    check(run, (3,), (1,), (2,))


def test_a_slice_of_a_tuple_with_a_staged_bound_is_refused(check):
    def run(n):
        return (1, 2, 3)[:n]

    check.refuses(run, (2,), at="return", says="a slice of a tuple", code="AG261")


def test_items_of_arrays(check):
    import numpy as np

    table = np.arange(5)

    def run(i):
        return table[i], table[i:], table[:2]

    check(run, (3,), (-1,), fails(7, says="out of" if check.staged else None))


def test_keys_of_another_kind(check):
    def absent(i):
        return {"a": 1}[i]

    def mixed(i):
        return {"a": 1, 1: 2, 2: 3}[i]

    check(absent, fails(3))
    check(mixed, (1,), (2,), fails(3))
