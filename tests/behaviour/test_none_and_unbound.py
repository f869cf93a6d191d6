"""Compares None-or-value state and names that some path leaves unbound."""

from oracle import fails


def test_none_set_in_an_inner_loop(check):
    def last_match(rows, wanted):
        found = None
        for row in rows:
            for v in row:
                if v == wanted:
                    found = v + row[0]
        if found is None:
            return -1
        return found

    check(last_match, ([[1, 5], [2, 5]], 5), ([[1, 2]], 9))


def test_none_reset_in_the_loop(check):
    def longest_run(xs):
        start = None
        best = 0
        for i in range(len(xs)):
            if xs[i] > 0:
                if start is None:
                    start = i
                if i - start + 1 > best:
                    best = i - start + 1
            else:
                start = None
        return best, start is None

    check(longest_run, ([1, 1, 0, 1, 1, 1],), ([0],), ([1, 0],))


def test_two_optional_values_at_once(check):
    def extremes(xs):
        low = high = None
        for v in xs:
            if low is None or v < low:
                low = v
            if high is None or v > high:
                high = v
        return low, high

    check(extremes, ([3, 1, 2],), ([5],), ([],))


def test_optional_returned_and_tested_by_the_caller(check):
    def run(xs):
        def index_of(items, wanted):
            for i in range(len(items)):
                if items[i] == wanted:
                    return i
            return None

        a = index_of(xs, 3)
        b = index_of(xs, 4)
        if a is not None and b is not None:
            return a + b
        if a is None:
            return -1
        return a * 10

    check(run, ([4, 3],), ([3],), ([1],))


def test_optional_attribute(check):
    class Node:
        def __init__(self):
            self.best = None

    def improve(xs):
        node = Node()
        for v in xs:
            if node.best is None:
                node.best = v
            elif v > node.best:
                node.best = v * 10
        return node.best

    check(improve, ([1, 2, 1],), ([5],), ([],))


def test_optional_in_a_dict(check):
    def remember(xs):
        memo = {"first": None, "count": 0}
        for v in xs:
            if v > 2 and memo["first"] is None:
                memo["first"] = v
            memo["count"] += 1
        return memo

    check(remember, ([1, 5, 9],), ([1],))


def test_none_or_text(check):
    def warning(x):
        text = None
        if x > 10:
            text = "hot"
        elif x < 0:
            text = "cold"
        return text

    check(warning, (50,), (-5,), (5,))


def test_use_of_none_raises_where_python_raises(check):
    def broken(x):
        scale = None
        if x > 0:
            scale = x
        return scale * 2

    check(broken, (3,), fails(-3, says="None"))


def test_is_none_of_something_never_none(check):
    def plain_default(x):
        y = x if x > 0 else 1
        return (0 if y is None else y), y is not None

    check(plain_default, (3,), (-3,))


def test_equality_with_none(check):
    def count_missing(xs):
        seen = None
        missing = 0
        for v in xs:
            if seen == None:  # noqa: E711
                missing += 1
            if v != 0:
                seen = v
        return missing

    check(count_missing, ([0, 0, 3, 1],), ([5],))


def test_optional_as_a_truth_value(check):
    def lazy(xs):
        carry = None
        total = 0
        for v in xs:
            if not carry:
                total += 100
            carry = v if v > 1 else None
        return total, carry or -1

    check(lazy, ([1, 2, 3],), ([0],))


def test_unbound_after_a_while_that_never_ran(check):
    def last_digit(n):
        while n > 0:
            digit = n % 10
            n //= 10
        return digit

    check(last_digit, (52,), fails(0, says="digit"))


def test_unbound_in_one_arm_of_an_inner_if(check):
    def route(x, y):
        if x > 0:
            if y > 0:
                where = 1
        else:
            where = 2
        return where + x

    check(route, (1, 1), (-1, 1), fails(1, -1, says="where"))


def test_unbound_but_not_read_on_that_path(check):
    def careful(x):
        known = False
        if x > 3:
            value = x * 2
            known = True
        total = 0
        if known:
            total += value
        if x > 7 and known:
            total += value
        return total

    check(careful, (1,), (5,), (9,))


def test_unbound_in_the_first_iteration(check):
    def deltas(xs, start):
        total = 0
        for i in range(len(xs)):
            if i >= start:
                total += xs[i] - previous  # noqa: F821
            previous = xs[i]
        return total

    check(deltas, ([3, 5, 4], 1), fails([3, 5], 0, says="previous"))


def test_deleted_in_a_branch_then_read(check):
    def dropped(x):
        y = x + 1
        if x > 0:
            del y
        return y

    check(dropped, (-3,), fails(3, says="y"))


def test_unbound_name_captured_by_a_closure(check):
    def late(x):
        if x > 0:
            base = 10

        def use():
            return base + x

        if x > 5:
            return use()
        return 0

    check(late, (7,), (3,), (-1,))


def test_loop_variable_unbound_after_an_empty_range(check):
    def after(n, want):
        for i in range(n):
            if i == want:
                break
        return i

    check(after, (5, 2), (5, 9), fails(0, 1, says="i"))


def test_optional_object_made_in_a_branch(check):
    class Child:
        def __init__(self, size):
            self.size = size

    class Parent:
        child = None
        visits = 0

    def adopt(x):
        parent = Parent()
        if x > 0:
            parent.child = Child(2)
            if x > 1:
                parent.visits += 1
                if parent.child.size < x:
                    parent.child.size = x
        return None if parent.child is None else parent.child.size, parent.visits

    check(adopt, (5,), (2,), (1,), (0,))


def test_optional_object_with_python_fields(check):
    class Child:
        def __init__(self, size):
            self.size = size
            self.name = "kid"

    class Parent:
        def __init__(self):
            self.child = None

    def adopt(x):
        parent = Parent()
        if x > 0:
            parent.child = Child(2)
        if parent.child is None:
            return -1
        return parent.child.size * x

    check(adopt, (5,), (0,))


class Held:
    def __init__(self, value):
        self.value = value


def test_attributes_of_an_object_that_may_be_none(check):
    def read(x):
        made = Held(x) if x > 0 else None
        try:
            return made.value
        except AttributeError:
            return -1.0

    def asked(x):
        made = Held(x) if x > 0 else None
        return getattr(made, "value", 9.0), hasattr(made, "value"), getattr(made, "other", 1)

    def is_true(x):
        made = Held(x) if x > 0 else None
        number = x if x > -3 else None
        return bool(made), bool(number), not made, 1 if number else 2

    for function in (read, asked, is_true):
        check(function, (2.0,), (-2.0,), (0.0,), (-4.0,))
