"""Checks that what may be refused is refused or right, never silently something else."""

import collections
import copy
import enum
import functools
import itertools
import operator
import random

from oracle import fails

TABLE = {"hits": 0}


class Tally:
    """Class attributes and dunder methods."""

    made = 0

    def __init__(self):
        Tally.made += 1
        self.items = {}

    def __setitem__(self, key, value):
        self.items[key] = value

    def __getitem__(self, key):
        return self.items.get(key, 0)

    def __contains__(self, key):
        return key in self.items

    def __iadd__(self, other):
        self.items["sum"] = self["sum"] + other
        return self

    def __bool__(self):
        return self["sum"] > 3

    def __len__(self):
        return len(self.items)


class Level(enum.IntEnum):
    """Numbers with names."""

    LOW = 1
    HIGH = 5


# effects ------------------------------------------------------------------------------------------


def test_effect_in_a_conditional_expression(check):
    def run(x):
        log = []
        y = log.append(1) if x > 0 else log.append(2)
        z = (log.append(3) or 5) if x > 3 else 0
        return log, y is None, z

    check.never_wrong(run, (1,), (5,), (-1,))


def test_effect_in_a_comprehension_in_a_loop(check):
    def run(n):
        log = []
        for i in range(n):
            [log.append(i + k) for k in (1, 2)]
        return log

    check.never_wrong(run, (0,), (2,))


def test_different_keys_in_the_branches(check):
    def run(x):
        d = {}
        if x > 0:
            d["up"] = x
        else:
            d["down"] = x
        return len(d), d.get("up", -1)

    check.never_wrong(run, (3,), (-3,))


def test_item_deleted_in_a_branch(check):
    def run(x):
        d = {"a": 1, "b": 2}
        if x > 0:
            del d["a"]
        return len(d), "a" in d, sum(d.values())

    check.never_wrong(run, (3,), (-3,))


def test_list_methods_that_change_in_a_branch(check):
    def run(x):
        items = [3, 1, 2]
        if x > 0:
            items.sort()
        elif x < -5:
            items.clear()
        elif x < -3:
            items.remove(1)
        else:
            items.reverse()
        return items, len(items)

    check.never_wrong(run, (1,), (0,), (-4,), (-9,))


def test_dict_methods_that_change_in_a_branch(check):
    def run(x):
        d = {"a": 1}
        if x > 0:
            d.update(a=5)
            d.setdefault("b", 7)
        elif x == 0:
            d.pop("a")
        return d.get("a", -1), len(d)

    check.never_wrong(run, (1,), (0,), (-1,))


def test_augmented_list_in_a_branch(check):
    def run(x):
        items = [1]
        same = items
        if x > 0:
            items += [x, x]
        return items, len(same)

    check.never_wrong(run, (4,), (-4,))


def test_slice_of_a_list_written_in_a_branch(check):
    def run(x):
        items = [1, 2, 3]
        if x > 0:
            items[1:] = [x]
        else:
            items[:1] = []
        return items

    check.never_wrong(run, (4,), (-4,))


def test_global_container_changed_in_a_branch(check):
    def run(x):
        TABLE["hits"] = 0
        if x > 0:
            TABLE["hits"] += x
        return TABLE["hits"]

    check.never_wrong(run, (4,), (-4,))


def test_class_attribute_changed_in_a_branch(check):
    def run(x):
        Tally.made = 0
        tally = Tally()
        if x > 0:
            Tally.made += 10
            tally = Tally()
        return Tally.made, len(tally)

    check.never_wrong(run, (4,), (-4,))


def test_dunder_methods_of_a_users_container(check):
    def run(xs):
        tally = Tally()
        for v in xs:
            tally += v
            if v > 1:
                tally["big"] = tally["big"] + 1
        return tally["sum"], "big" in tally, len(tally), 1 if tally else 0

    check.never_wrong(run, ([1, 2, 3],), ([1],))


def test_iterator_advanced_in_a_branch(check):
    def run(x):
        numbers = iter([10, 20, 30])
        total = next(numbers)
        if x > 0:
            total += next(numbers)
        return total + next(numbers)

    check.never_wrong(run, (1,), (-1,))


def test_random_numbers_in_a_staged_loop(check):
    def run(n):
        generator = random.Random(7)
        distinct = []
        for _ in range(n):
            v = generator.randint(0, 1000000)
            if v not in distinct:
                distinct.append(v)
        return len(distinct)

    check.never_wrong(run, (5,), (0,))


def test_counter_object_in_a_staged_loop(check):
    def run(n):
        counter = itertools.count(5)
        total = 0
        for _ in range(n):
            total += next(counter)
        return total

    check.never_wrong(run, (3,), (0,))


def test_collections_changed_in_a_loop(check):
    def run(n):
        counts = collections.Counter()
        order = collections.OrderedDict(a=1, b=2)
        groups = collections.defaultdict(list)
        for _ in range(n):
            counts["x"] += 1
            order.move_to_end("a")
            groups["k"].append(1)
        return counts["x"], list(order), len(groups["k"])

    check.never_wrong(run, (3,), (0,))


# loops --------------------------------------------------------------------------------------------


def test_range_is_taken_once(check):
    def run(n):
        rounds = 0
        for i in range(n):
            n = 0
            rounds += i + 1
        return n, rounds

    check(run, (3,), (0,))


def test_iterated_name_rebound_in_the_loop(check):
    def run(xs):
        total = 0
        for v in xs:
            xs = xs[:1]
            total += v + len(xs)
        return total

    check.never_wrong(run, ([1, 2, 3],), ([5],))


def test_tuple_that_grows_in_a_staged_loop(check):
    def run(n):
        trail = ()
        for i in range(n):
            trail = (*trail, i)
        return len(trail)

    check.never_wrong(run, (0,), (3,))


def test_list_of_lists_that_grow(check):
    def run(xs):
        groups = [[]]
        for v in xs:
            if v == 0:
                groups.append([])
            else:
                groups[-1].append(v)
        return len(groups), len(groups[0])

    check.never_wrong(run, ([1, 2, 0, 3],), ([1],))


def test_list_changed_while_it_is_looped_over(check):
    def run(n):
        items = [n]
        total = 0
        for v in items:
            total += v
            if v > 1:
                items.append(v // 2)
        return total

    check.never_wrong(run, (1,), (9,))


def test_slices_and_negative_items_of_a_grown_list(check):
    def run(n):
        items = []
        for i in range(n):
            items.append(i * i)
        middle = items[1:-1]
        return sum(middle), items[-2], len(items[::2]), items[n // 2]

    check.never_wrong(run, (4,), (7,))


def test_lambdas_collected_in_a_staged_loop(check):
    def run(n):
        actions = []
        for i in range(n):
            actions.append(lambda: i)
        return sum(action() for action in actions)

    check.never_wrong(run, (3,), (0,))


def test_star_target_over_rows(check):
    def run(rows):
        total = 0
        for first, *rest in rows:
            total += first * sum(rest)
        return total

    check.never_wrong(run, ([[1, 2, 3], [4, 5, 6]],))


def test_several_targets_of_one_assignment(check):
    def run(xs, v):
        a = b = v
        c = xs[0] = v + 1
        if a > 2:
            b = d = c * 2
        else:
            d = 0
        return a, b, c, d, xs[0]

    check(run, ([1, 2], 3), ([1, 2], 0))


def test_reversed_enumeration(check):
    def run(xs):
        total = 0
        for i, v in reversed(list(enumerate(xs))):
            total = total * 2 + i * v
        return total

    check.never_wrong(run, ([3, 1, 2],), ([5],))


def test_python_generator_left_by_a_staged_break(check):
    def run(x):
        def powers():
            p = 1
            for _ in range(6):
                yield p
                p *= 3

        total = 0
        for p in powers():
            if p > x:
                break
            total += p
        return total

    check.never_wrong(run, (10,), (0,), (1000,))


# numbers ------------------------------------------------------------------------------------------


def test_infinity_as_the_first_best(check):
    def run(xs):
        best = float("inf")
        worst = -float("inf")
        for v in xs:
            if v < best:
                best = v
            worst = max(worst, v)
        return best, worst

    check.never_wrong(run, ([3, 1, 2],), ([2.5, 0.5],))


def test_negative_division_and_bits(check):
    def run(x, n):
        if n > 0:
            return -7 // n, -7 % n, x & 6, x | 1, ~x, 2**n
        return 7 // n, 7 % n, x ^ 5, x | 8, -x, 3 ** (-n)

    check(run, (13, 3), (13, -3))


def test_bools_in_arithmetic(check):
    def run(x, y):
        a = x > 0
        b = y > 0
        return a + b, a * x, sum([a, b, True]), a < b, max(a, b), -a

    check.never_wrong(run, (1, 1), (1, -1), (-1, -1))


def test_min_of_int_and_float(check):
    def run(x):
        low = min(x, 0.5)
        high = max(x, 2)
        return low, high

    check.never_wrong(run, (1.5,), (0.25,), (3,))


def test_sums_and_extremes_of_nothing(check):
    def run(xs):
        return sum(xs), max(xs, default=-1), any(xs), all(xs), len(xs)

    check.never_wrong(run, ([],), ([3],))


def test_square_root_by_power(check):
    def run(x):
        if x > 1.0:
            return x**0.5
        return x**-1

    check(run, (9.0,), (0.5,))


def test_named_numbers(check):
    def run(x):
        if x >= Level.HIGH:
            return Level.HIGH + 0
        return x if x > Level.LOW else 0

    check.never_wrong(run, (7,), (3,), (1,))


# calls --------------------------------------------------------------------------------------------


def test_star_call_with_a_tensor(check):
    def run(xs):
        def middle(a, b, c):
            return b if a < b < c else a + c

        return middle(*xs), max(*xs)

    check.never_wrong(run, ([1, 2, 3],), ([3, 2, 1],))


def test_tools_over_staged_values(check):
    def run(x):
        sums = list(itertools.accumulate([x, 2, x]))
        pairs = [a * b for a, b in itertools.product((x, 1), (2, 3))]
        total = functools.reduce(operator.add, itertools.chain(sums, pairs))
        return total, operator.itemgetter(1)(sums), operator.mul(x, 3)

    check.never_wrong(run, (1,), (5,))


def test_copies_of_objects(check):
    def run(x):
        tally = Tally()
        tally["a"] = 1
        twin = copy.copy(tally)
        other = copy.deepcopy(tally)
        if x > 0:
            tally["a"] = x
        return tally["a"], twin["a"], other["a"]

    check.never_wrong(run, (5,), (-5,))


def test_memo_keyed_by_python_numbers(check):
    def run(x):
        memo = {}

        def steps(k):
            if k in memo:
                return memo[k]
            memo[k] = x if k < 2 else steps(k - 1) + steps(k - 2)
            return memo[k]

        return steps(6) if x > 0 else len(memo)

    check.never_wrong(run, (1,), (3,), (-1,))


def test_slots_and_getattr(check):
    def run(x):
        class Slotted:
            __slots__ = ("a", "b")

            def __init__(self, a):
                self.a = a
                self.b = 0

            def __getattr__(self, name):
                return len(name)

        thing = Slotted(x)
        if x > 0:
            thing.b = thing.a + thing.missing
        return thing.b, getattr(thing, "other", 0), hasattr(thing, "a")

    check.never_wrong(run, (3,), (-3,))


def test_reset_in_exit_of_a_context_in_a_branch(check):
    def run(x):
        class Depth:
            value = 0

            def __enter__(self):
                self.value += 1
                return self

            def __exit__(self, *exc):
                self.value -= 3

        depth = Depth()
        if x > 0:
            with depth as d:
                x = x + d.value
        return x, depth.value

    check.never_wrong(run, (3,), (-3,))


# None ---------------------------------------------------------------------------------------------


def test_optional_items_of_a_list(check):
    def run(xs):
        slots = [None, None]
        for v in xs:
            if v > 0:
                if slots[0] is None:
                    slots[0] = v
                elif slots[1] is None:
                    slots[1] = v
        return slots

    check.never_wrong(run, ([1, -1, 2, 3],), ([5],), ([],))


def test_zero_is_not_none(check):
    def run(xs):
        found = None
        for v in xs:
            if v < 3:
                found = v
        return found or 7, 1 if found else 2, found is None, found is not None and found > 0

    check.never_wrong(run, ([5, 0],), ([2],), ([9],))


def test_optional_pair(check):
    def run(xs):
        best = None
        for i, v in enumerate(xs):
            if best is None or v > best[1]:
                best = (i, v)
        if best is None:
            return -1
        i, v = best
        return i * 100 + v

    check.never_wrong(run, ([3, 9, 4],), ([],))


def test_optional_object(check):
    def run(xs):
        class Found:
            def __init__(self, place):
                self.place = place

        found = None
        for i in range(len(xs)):
            if xs[i] > 4 and found is None:
                found = Found(i)
        return found.place if found is not None else -1

    check.never_wrong(run, ([1, 5, 9],), ([1],))


def test_none_passed_on(check):
    def run(x):
        def half(v):
            return v // 2 if v % 2 == 0 else None

        a = half(x)
        b = half(a) if a is not None else None
        return a, b, (b or 0) + (a or 0)

    check.never_wrong(run, (8,), (6,), (3,))


def test_arithmetic_with_a_none_that_is_possible(check):
    def run(xs):
        total = None
        for v in xs:
            total = v if total is None else total + v
        return total * 2

    check.never_wrong(run, ([1, 2],), fails([], says="None"))


# texts --------------------------------------------------------------------------------------------


def test_substring_is_not_equality(check):
    def run(word):
        if "an" in word:
            return 1
        return 2 if word in "abc" else 3

    check.never_wrong(run, ("banana",), ("b",), ("xyz",))


def test_text_methods_and_length(check):
    def run(word):
        n = len(word)
        if word.startswith("a"):
            n += 10
        return n, word.upper() == "ABC", word + "!"

    check.never_wrong(run, ("abc",), ("xy",))


def test_order_and_items_of_texts(check):
    def run(a, b):
        if a < b:
            return a[0]
        return b[-1]

    check.never_wrong(run, ("abc", "b"), ("b", "abc"))


def test_characters_of_a_staged_text(check):
    def run(word):
        n = 0
        for c in word:
            if c == "a":
                n += 1
        return n

    check.never_wrong(run, ("banana",), ("",))
