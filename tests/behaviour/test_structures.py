"""Compares nested structures as state, arguments and results with Python's."""

import collections
from typing import NamedTuple

from oracle import fails


def test_dict_rebuilt_in_a_loop_with_break(check):
    def run(n):
        state = {"i": 0, "pair": (1, 1)}
        while True:
            a, b = state["pair"]
            if a > n:
                break
            state = {"i": state["i"] + 1, "pair": (b, a + b)}
        return state

    check(run, (0,), (10,))


def test_dict_argument_and_nested_result(check):
    def run(batch, scale):
        if scale > 1:
            batch = {"x": batch["x"] * scale, "meta": (batch["meta"][0], scale)}
        return {"out": (batch["x"], batch["meta"]), "n": 1}

    check(run, ({"x": 3, "meta": (1, 2)}, 5), ({"x": 3, "meta": (1, 2)}, 0))


def test_tuple_arguments(check):
    def run(point, box):
        (x, y), (low, high) = point, box
        inside = low <= x <= high and low <= y <= high
        return (x, y) if inside else (low, low)

    check(run, ((3, 4), (0, 10)), ((30, 4), (0, 10)))


def test_tuples_grown_in_a_python_loop(check):
    def run(x):
        trail = ()
        for k in range(4):
            if x > k:
                x = x - k
            trail = trail + (x,)
        return trail

    check(run, (2,), (9,))


def test_star_in_the_middle(check):
    def run(xs):
        first, *middle, last = xs
        total = 0
        for v in middle:
            if v > first:
                total += v
        return total + last

    check(run, ([2, 1, 5, 7],), ([9, 1, 2],))


def test_nested_unpacking_of_a_matrix(check):
    def run(m):
        (a, b), (c, d) = m
        return a * d - b * c if a > 0 else 0

    check(run, ([[2, 3], [4, 5]],), ([[-1, 3], [4, 5]],))


def test_list_of_dicts_updated_in_a_staged_loop(check):
    def run(xs):
        slots = [{"n": 0, "sum": 0}, {"n": 0, "sum": 0}]
        for v in xs:
            if v > 0:
                slots[0]["n"] += 1
                slots[0]["sum"] += v
            else:
                slots[1]["sum"] -= v
        return slots

    check(run, ([1, -2, 3],), ([-1],))


def test_named_tuple_in_a_branch(check):
    Move = collections.namedtuple("Move", "dx dy")  # noqa: PYI024

    def run(x):
        if x > 0:
            move = Move(x, dy=0)
        else:
            move = Move(0, -x)
        return move.dx - move.dy, move

    check(run, (3,), (-3,))


def test_ordered_and_default_dicts(check):
    def run(x):
        counts = collections.defaultdict(int)
        ordered = collections.OrderedDict(a=1, b=2)
        for key in ("a", "b", "a"):
            counts[key] += x
        if x > 2:
            ordered["a"] = counts["a"]
        return ordered["a"], counts["b"], list(ordered)

    check(run, (1,), (3,))


def test_matrix_as_list_of_lists(check):
    def run(x, n):
        m = [[1, x], [0, 1]]
        product = [[1, 0], [0, 1]]
        for _ in range(n):
            product = [[sum(product[i][k] * m[k][j] for k in range(2)) for j in range(2)] for i in range(2)]
        return product

    check(run, (3, 0), (3, 4))


def test_choice_between_structures_of_one_kind(check):
    def run(x):
        chosen = {"name": 2, "range": (5, x)} if x > 5 else {"name": 1, "range": (0, 5)}
        return chosen["name"], chosen["range"][1]

    check(run, (3,), (9,))


def test_choice_between_two_existing_dicts_is_refused(check):
    def run(x):
        low = {"name": 1, "top": 5}
        high = {"name": 2, "top": x}
        chosen = high if x > 5 else low
        chosen["top"] += 1
        return low["top"], high["top"]

    check.refuses(run, (3,), (9,), at="chosen")


def test_dict_methods(check):
    def run(x):
        d = {"a": x, "b": 2}
        total = 0
        for key, value in d.items():
            if value > d.get("c", 1):
                total += value
        d.update(a=total)
        return d["a"], sorted(d.keys()), sum(d.values()), d.setdefault("z", x), d.pop("b")

    check(run, (0,), (5,))


def test_returned_python_leaves_stay_python(check):
    def run(x):
        return {"value": x + 1, "unit": "cm", "tags": ("a", None), "n": 3}

    (result,) = check(run, (1,))
    assert result["unit"] == "cm" and result["tags"] == ("a", None) and type(result["n"]) is int


def test_stars(check):
    def displays(xs, n):
        some = xs[:n]
        kept = [v for v in xs if v > 1]
        return (
            [0, *xs, 9],
            (*xs, 1),
            [*some, *kept, n],
            [*zip(some, kept)],
            [*enumerate(some), (7, 7)],
            [*range(n)],
        )

    def grown(x):
        out = []
        while len(out) < 4:
            out = [*out, x]
            x += len(out)
        return out

    def targets(xs, n):
        first, *rest = xs[:n]
        *some, last = [v * 2 for v in xs if v > 1]
        *front, (a, b) = [(v, v + 1) for v in xs if v > 1]
        zero, *more = range(n)
        rest.append(last)
        return first, rest, some, front, a + b, zero, len(more)

    check(displays, ([3, 1, 2], 2), ([1, 5, 4], 0))
    check(grown, (3,))
    check(targets, ([3, 1, 2], 2), ([1, 5, 4], 1), fails([1, 5, 4], 0), fails([1, 0, 1], 1))


def test_targets_of_another_number(check):
    def run(xs, n):
        a, *b, c = xs[:n]
        d, e = xs[n - 2 :]
        return a + c + d + e, b

    check(run, ([1, 2, 3], 3), fails([1, 2, 3], 1), fails([1, 2, 3, 4], 3), fails([1, 2], 3))


def test_keys_that_are_tuples_with_staged_parts(check):
    class Point(NamedTuple):
        x: int
        y: int

    def read(a, b):
        table = {(0, 0): "o", (1, 0): "x", Point(2, 1): "p", 5: "five"}
        return (
            (a, b) in table,
            table.get((a, b), "?"),
            table[min(a, 1), 0],
            table[Point(2, 1)],
            Point(a, b) in table,
        )

    def written(n):
        grid = {(i, j): i * 10 + j for i in range(3) for j in range(3)}
        total = 0
        for i in range(n):
            for j in range(i):
                total += grid[i, j]
                grid[j, i] += 1
                if (i, j + 1) in grid:
                    total += 100
        return total, grid[0, 1], grid[0, 2], len(grid)

    def nested(n, name):
        return {((1, 2), "a"): 5, ((1, 3), "a"): 6, ((1, 3), "b"): 7}[(1, n), name]

    def guarded(n):
        try:
            return {(1, 1): 5, (2, 1): 6}[n, 1]
        except KeyError:
            return -1

    check(read, (1, 0), (2, 1), (7, 7))
    check(written, (3,), (0,))
    check(nested, (3, "b"), (2, "a"), fails(2, "b", says="2"))
    check(guarded, (2,), (9,))


def test_keys_that_are_missing(check):
    def counted(n):
        counts = collections.Counter({(1, 1): 5, 2: 6})
        return counts[n, 1], counts[n], counts[7, n], len(counts)

    check(counted, (1,), (2,), (3,))


def test_keys_that_only_the_graph_knows_are_refused(check):
    def made(n):
        k = 0
        for _ in range(n):
            k += 1
        return {(k, 0): 1, (7, 0): 2}[7, 0]

    def member(n):
        k = 0
        for _ in range(n):
            k += 1
        return 3 in {k, 7}

    def deleted(n):
        table = {(7, 1): 1, (8, 1): 2}
        del table[n, 1]
        return len(table)

    check.refuses(made, (3,), at="k, 0", says="no key of a dict", code="AG201")
    check.refuses(member, (3,), at="k, 7", says="no member of a set", code="AG201")
    check.refuses(deleted, (7,), at="del table", code="AG263")


def test_a_default_for_a_key_that_only_the_graph_knows_is_refused(check):
    def run(n):
        return collections.defaultdict(int, {(2, 2): 5})[n, 2]

    check(run, (2,))
    check.refuses(run, (3,), at="return", code="AG255")
