"""Compares Python's builtins on staged values with Python."""

from oracle import fails


def test_abs_min_max_mixed(check):
    def clip(x, lo, hi):
        inner = max(lo, min(abs(x), hi))
        return inner, max(x, -x, 3), min([x, lo, hi])

    check(clip, (-7, 2, 5), (1, 2, 5), (3, 2, 5))


def test_min_and_max_with_key_and_default(check):
    def pick(x):
        values = [x, 3, -8]
        return max(values, key=lambda v: abs(v - 2)), min(values, key=abs), max([], default=x)

    check(pick, (1,), (40,))


def test_sum_of_rows_and_of_a_list(check):
    def total(xs, x):
        return sum(xs), sum([x, 1, x], 5), sum(v for v in (x, 2))

    check(total, ([1, 2, 3], 4), ([9], -1))


def test_divmod_and_pow_in_a_loop(check):
    def modular_power(base, exponent, modulus):
        result = 1
        while exponent > 0:
            exponent, bit = divmod(exponent, 2)
            if bit:
                result = result * base % modulus
            base = pow(base, 2) % modulus
        return result

    check(modular_power, (3, 13, 50), (2, 0, 7), (7, 5, 11))


def test_round_int_float_bool(check):
    def convert(x):
        return round(x), int(x), float(int(x)), bool(x), bool(int(x)), int(x > 1)

    check(convert, (2.5,), (-1.75,), (0.25,), (3.5,))


def test_round_to_digits(check):
    def rounded(x):
        y = round(x, 1)
        return y if y > 1 else -y

    check(rounded, (2.26,), (0.333,))


def test_range_as_a_value(check):
    def spans(n):
        r = range(2, n, 3)
        total = 0
        for i in r:
            total += i
        return total, len(r), 5 in r

    check(spans, (2,), (6,), (12,))


def test_sorted_and_reversed(check):
    def order(xs):
        up = sorted(xs)
        down = sorted(xs, reverse=True)
        total = 0
        for i, v in enumerate(reversed(up)):
            total += i * v
        return up, down[0], total

    check(order, ([3, 1, 2],), ([5],))


def test_sorted_by_key(check):
    def nearest(xs, x):
        ranked = sorted(xs, key=lambda v: abs(v - x))
        return ranked[0]

    check(nearest, ([1, 10, 4], 8), ([1, 10, 4], 0))


def test_enumerate_zip_map_together(check):
    def weave(xs, ys):
        total = 0
        for i, (x, y) in enumerate(zip(map(lambda v: v * 2, xs), ys), 1):
            if x != y:
                total += i * (x - y)
        return total

    check(weave, ([1, 2, 3], [2, 5, 1]))


def test_filter_over_a_tensor(check):
    def odd_total(xs):
        total = 0
        for v in filter(lambda v: v % 2 == 1, xs):
            total = total * 10 + v
        return total

    check(odd_total, ([1, 2, 3, 4, 5],), ([2],))


def test_any_and_all_over_tensors(check):
    def judge(xs, ys):
        if all(xs) and not any(ys):
            return 1
        if any(xs):
            return 2
        return 3

    check(judge, ([1, 2], [0, 0]), ([1, 0], [0, 0]), ([0, 0], [1, 0]))


def test_list_tuple_and_len(check):
    def copies(xs):
        items = list(xs)
        pair = tuple(xs)
        items.append(100)
        return len(items), items[-1], pair[0], len(xs)

    check(copies, ([1, 2, 3],), ([4],))


def test_iter_and_next(check):
    def first_two(xs):
        it = iter(xs)
        a = next(it)
        b = next(it)
        return a - b if a > b else b

    check(first_two, ([5, 3, 1],), ([1, 2],))


def test_isinstance_stays_python(check):
    def kinds(x, y):
        n = 0
        if isinstance(y, str):
            n += 1
        if callable(len) and hasattr(y, "upper"):
            n += 10
        if x > 0:
            n += 100
        return n

    check(kinds, (3, "text"), (-3, "text"), (3, 7), static=(1,))


def test_slice_objects_and_del_item(check):
    def cut(xs):
        window = slice(1, 3)
        part = xs[window]
        table = {"a": 1, "b": 2}
        del table["a"]
        return part, len(table)

    check(cut, ([1, 2, 3, 4],))


def test_sum_over_range_and_chr(check):
    def gauss(n):
        return sum(range(n)), max(range(1, n + 1)), sum(i * i for i in range(n))

    check(gauss, (5,), (1,))


def test_complex_expression_of_builtins(check):
    def distance(xs, ys):
        worst = 0
        for x, y in zip(xs, ys):
            worst = max(worst, abs(x - y))
        return min(worst, 10), len(list(zip(xs, ys)))

    check(distance, ([1, 20], [3, 1]), ([1], [2]))


def test_max_min_and_sorted_of_tuples_and_dicts(check):
    def best(a, b):
        scores = {"x": a, "y": b}
        pairs = sorted([(a, 1), (b, 2), (a, 0)])
        name = max(scores, key=scores.get)
        top = max(scores.items(), key=lambda item: item[1])
        words = sorted(scores, key=lambda k: -scores[k])
        return pairs[0][1], name, top[1], words, max(scores.values()), sum(scores.values()), sorted(scores)

    check(best, (3, 1), (1, 3), (2, 2))


def test_keys_of_several_arguments_and_of_a_grown_list(check):
    def best(xs, a, b):
        pairs = [(x * 2, i) for i, x in enumerate(xs)]
        pairs.sort(key=lambda p: p[0])
        nearest = min(pairs, key=lambda p: abs(p[0] - a))
        return pairs[0][1], nearest[0], max(a, b, key=lambda v: -v), max(xs, key=lambda v: -v, default=0)

    check(best, ([3, 1, 2], 4, 1), ([5], 0, 7))


def test_next_of_a_generator_expression(check):
    def first(xs, y):
        positive = (x for x in xs if x > 0)
        a = next(positive, -1)
        b = next(positive, -2)
        return a, b, next((x for x in xs if x < y), None)

    check(first, ([3, -1, 2], 2), ([-1], -5))


def test_order_of_texts(check):
    def words(a, b):
        return max(a, b), min([a, b, "m"]), sorted([b, a, "m"]), sorted([a, b], reverse=True), a < b

    check(words, ("apple", "banana"), ("z", "a"), ("m", "m"))


def test_sorted_characters(check):
    def anagram(a, b):
        return sorted(a) == sorted(b), sorted(a, reverse=True), "".join(sorted(b))

    check(anagram, ("listen", "silent"), ("ab", "abc"))


def test_numbers_in_texts(check):
    def parse(s, b):
        return int(s) * 2, float(s) / 2, int(b, 2)

    check(
        parse,
        ("12", "101"),
        (" -7 ", "0b11"),
        fails("x1", "0"),
        fails("1", "12", says="invalid literal for int() with base 2"),
    )


def test_filter_of_python_items_by_a_staged_test(check):
    def run(n):
        items = [1, 4, 0, n]
        count = len(list(filter(lambda v: v > n, items)))
        total = sum(filter(None, items))
        found = any(filter(lambda v: v > n, (1, 2)))
        for v in filter(lambda v: v != 4, [1, 4, 5]):
            total += v
        return count, total, found, max(filter(lambda v: v < n, [-9, 5, 1]))

    check(run, (3,), (-3,), (0,))


class Box:
    pass


def test_builtins_of_what_one_path_leaves(check):
    def run(x):
        b, items, table, pairs, f = Box(), None, None, None, None
        if x > 0:
            b.y, items, table, pairs = x * 2, [x, 1], {"a": x}, [("a", x)]

            def f(v):
                return v + 1

        kinds = isinstance(b.y, str), callable(b.y), str(b.y), b.y == 6, b.y is None
        return kinds, list(items), tuple(items), dict(table), dict(table, b=2), dict(pairs), f(x)

    check(run, (3,), (1,), fails(-1, says="'Box' object has no attribute 'y'"))


def test_isinstance_of_a_value_or_none(check):
    def run(x):
        y = None
        if x > 0:
            y = x * 2
        return isinstance(y, str), isinstance(y, type(None)), callable(y), hasattr(y, "nothing")

    check(run, (3,), (-1,))


def test_getattr_of_what_one_path_sets(check):
    def with_default(x):
        b = Box()
        if x > 0:
            b.z = x
        return getattr(b, "z", 5), hasattr(b, "z")

    def without(x):
        b = Box()
        if x > 0:
            b.z = x
        return getattr(b, "z")

    check(with_default, (3,), (-1,))
    check(without, (3,), fails(-1))


def test_scalars_have_no_items(check):
    def counted(n):
        s = 0
        while s < n:
            s += 1
        return sum(s)

    def given(x):
        return sum(x)

    def advanced(x):
        return next(x)

    for function in (counted, given):
        if check.staged:
            check.refuses(function, (3,), at=r"sum\(", says="cannot be iterated", code="AG242")
        else:
            check(function, fails(3))
    if check.staged:
        check.refuses(advanced, (3,), at="next", says="next() of a staged value", code="AG260")


def test_length_of_a_number_fails(check):
    def counted(n):
        s = 0
        while s < n:
            s += 1
        return len(s)

    check(counted, fails(3, says="len() of a" if check.staged else None))


def test_dicts_of_staged_values(check):
    def run(x, xs):
        pairs = dict([("a", x), ("b", 1)])
        return pairs, dict(a=x, b=2), dict({"a": x}, b=x + 1), dict(zip("abc", xs))

    check(run, (3, [1, 2, 3]))


def test_a_dict_of_pairs_of_unknown_number_is_refused(check):
    def run(xs):
        pairs = []
        for x in xs:
            if x > 0:
                pairs.append((x, x))
        return dict(pairs)

    if check.staged:
        check.refuses(run, ([1, 2],), at=r"dict\(", says="unknown length", code="AG260")


def test_any_and_all_of_several_things(check):
    def run(x, words):
        lists = any([[], x]), all(["a", x]), any((None, x)), any([x > 1, x < 0]), all([x > 1, x < 9])
        return lists, any(words), all(words)

    check(run, (3, ["a", ""]), (0, ["", ""]), (-1, ["a", "b"]))


def test_round_to_staged_digits(check):
    def run(x, digits):
        return round(x, digits)

    check(run, (2.675, 2), (2.5, 0), (1234.5, -2), (25, -1), (35, -1))


def test_int_of_a_counted_number_and_complex(check):
    def run(n, x):
        s = 0
        while s < n:
            s += 1
        return int(s), int(), complex(x, x).imag, complex(x).real

    check(run, (3, 2), (0, 2.5))


def test_complex_of_a_text_is_refused(check):
    def run(s):
        return complex(s).real

    check.refuses(run, ("1.5",), at=r"complex\(", says="complex() of a staged text")


def test_iterators_of_iterators(check):
    def run(xs):
        it = iter(iter(xs))
        return next(it), next(iter(it)), next(it, -1)

    check(run, ([1, 2],), ([1, 2, 3],))


def test_iter_with_a_sentinel_is_refused(check):
    def run(x):
        return iter(x, 3)

    if check.staged:
        check.refuses(run, (3,), at=r"iter\(", says="iter() of this staged value", code="AG260")


def test_bases_of_a_float_fail(check):
    def binary(x):
        return bin(x)

    def character(x):
        return chr(x)

    check(binary, (6,), fails(2.5, says="cannot be interpreted as an integer"))
    check(character, (65,), fails(2.5, says="cannot be interpreted as an integer"))


def test_next_of_a_range_that_is_filtered(check):
    def run(n):
        late = (i for i in range(n) if i > 2)
        first = next(late, -1), next(late, -2)
        return first, next((i for i in range(n) if i * i > 10), None), next(i for i in range(n))

    check(run, (6,), (4,), (2,), fails(0))


def test_sums_and_extremes_of_ranges(check):
    def run(n):
        return max(range(n)), sum(range(n)), sum(map(lambda v: v * 2, range(n))), max(-v for v in range(n))

    check(run, (3,), (1,), fails(0, says="empty"))


def test_keys_that_python_counts(check):
    def run(x):
        counted = max([3, 1, 2], key=lambda v: -v) + x, min(3, 1, key=lambda v: v)
        words = sorted("bca", key=lambda c: c == "b"), sorted([3, 1, 2], key=lambda v: "bac"[v - 1])
        return (
            counted,
            words,
            sorted([x, 1, 2], key=lambda v: "abc"[v % 3]),
            max([x, 1], key=lambda v: ("a", v)),
        )

    check(run, (3,), (-1,))


def test_reductions_with_a_beginning(check):
    import functools
    import itertools

    def run(x, xs):
        nothing = functools.reduce(lambda a, b: a + b, [], x), functools.reduce(lambda a, b: a + b, [], 2) + x
        return (
            nothing,
            functools.reduce(lambda a, b: a * 2 + b, range(x), 1),
            list(itertools.islice(range(x), 0)),
        )

    check(run, (3, [1, 2]), (0, [1, 2]))


def test_heaps_are_emptied(check):
    import heapq

    def run(x):
        heap = [x, 1, 5]
        heapq.heapify(heap)
        first = heapq.heappop(heap)
        return first, heapq.heappop(heap), heapq.heappop(heap), heap

    check(run, (3,), (-1,), (9,))
