"""Compares effects on objects with Python's: only the path that is taken may show one."""

import collections


class Box:
    """Something with attributes."""

    def __init__(self, **fields):
        self.__dict__.update(fields)


def test_attribute_written_in_nested_branches(check):
    def adjust(x):
        box = Box(low=0, high=10)
        if x > 0:
            box.low = x
            if x > 5:
                box.high = x + 1
        else:
            box.high = -x
        return box.low, box.high

    check(adjust, (3,), (8,), (-3,))


def test_dict_items_written_in_nested_branches(check):
    def sort_out(xs):
        count = {"odd": 0, "even": 0, "zero": 0}
        for v in xs:
            if v != 0:
                if v % 2 == 0:
                    count["even"] += 1
                else:
                    count["odd"] += v
            else:
                count["zero"] = count["odd"]
        return count

    check(sort_out, ([1, 2, 0, 3],), ([0],))


def test_helper_with_effects_called_from_a_loop_in_a_branch(check):
    def run(n, active):
        box = Box(total=0, calls=0)

        def record(v):
            box.calls += 1
            if v % 2 == 1:
                box.total += v

        if active:
            for i in range(n):
                record(i)
        else:
            record(100)
        return box.total, box.calls

    check(run, (4, True), (4, False), (0, True))


def test_two_levels_of_helpers(check):
    def simulate(n):
        state = {"level": 0}

        def fill(amount):
            state["level"] = state["level"] + amount

        def drip(k):
            if k % 3 == 0:
                fill(k)
            else:
                fill(1)
                fill(1)

        while n > 0:
            drip(n)
            n -= 1
        return state["level"]

    check(simulate, (0,), (3,), (7,))


def test_attribute_of_an_attribute(check):
    def rotate(x):
        outer = Box(inner=Box(value=1), count=0)
        if x > 0:
            outer.inner.value = x * 2
            outer.count += 1
        else:
            outer.inner.value += 5
        return outer.inner.value, outer.count

    check(rotate, (3,), (-3,))


def test_fresh_object_in_a_branch_replaces_an_old_one(check):
    def renew(x):
        box = Box(value=1)
        if x > 0:
            box = Box(value=x)
            box.value += 10
        return box.value

    check(renew, (3,), (-3,))


def test_fresh_objects_in_both_branches(check):
    def make(x):
        if x > 0:
            box = Box(kind=1, size=x)
        else:
            box = Box(kind=2, size=-x)
        box.size += 1
        return box.kind, box.size

    check(make, (3,), (-3,))


def test_alias_through_an_attribute(check):
    def linked(x):
        shared = Box(n=0)
        left = Box(target=shared)
        right = Box(target=shared)
        if x > 0:
            left.target.n += x
        right.target.n += 1
        return shared.n, left.target.n

    check(linked, (3,), (-3,))


def test_alias_of_a_list_made_before_the_branch(check):
    def shared_log(x):
        log = []
        audit = log
        if x > 0:
            audit.append(x)
            log.append(1)
        audit.append(0)
        return log, len(audit)

    check(shared_log, (3,), (-3,))


def test_attribute_made_in_both_branches(check):
    def born(x):
        box = Box()
        if x > 0:
            box.name = x
        else:
            box.name = 0
        return box.name

    check(born, (3,), (-3,))


def test_attribute_deleted_and_made_again(check):
    def reborn(x):
        box = Box(n=1)
        if x > 0:
            del box.n
            box.n = x
        return box.n

    check(reborn, (3,), (-3,))


def test_list_item_written_through_an_alias_in_a_loop(check):
    def spread(n):
        cells = [1, 0, 0]
        view = cells
        for i in range(n):
            view[1] = view[1] + cells[0]
            if i > 1:
                cells[2] = view[1]
        return cells

    check(spread, (0,), (2,), (5,))


def test_nested_containers(check):
    def transfer(xs):
        bank = {"a": [10, 0], "b": [5, 0]}
        for v in xs:
            if v > 0:
                bank["a"][0] -= v
                bank["b"][0] += v
            else:
                bank["b"][1] += 1
        return bank

    check(transfer, ([1, -1, 3],), ([-1],))


def test_condition_reads_what_the_loop_writes_to_an_object(check):
    def countdown(n):
        clock = Box(left=n, ticks=0)
        while clock.left > 0:
            clock.left -= 2
            clock.ticks += 1
        return clock.left, clock.ticks

    check(countdown, (0,), (5,), (6,))


def test_effects_and_break(check):
    def spend(costs, budget):
        wallet = Box(money=budget, bought=0)
        for cost in costs:
            if cost > wallet.money:
                break
            wallet.money -= cost
            wallet.bought += 1
        return wallet.money, wallet.bought

    check(spend, ([3, 4, 9, 1], 10), ([3], 2), ([1, 1], 5))


def test_effect_in_the_test_of_an_if(check):
    def asked(x):
        log = Box(n=0)

        def positive(v):
            log.n += 1
            return v > 0

        if positive(x) and positive(x - 5):
            log.n += 10
        if positive(-x) or positive(x):
            log.n += 100
        return log.n

    check(asked, (10,), (3,), (-3,))


def test_new_key_in_both_branches(check):
    def label(x):
        d = {}
        if x > 0:
            d["sign"] = 1
        else:
            d["sign"] = -1
        d["size"] = d["sign"] * x
        return d

    check(label, (3,), (-4,))


def test_setattr_and_getattr_by_name(check):
    def configure(x):
        box = Box(a=1, b=2)
        for name in ("a", "b"):
            if x > getattr(box, name):
                setattr(box, name, x)
        return box.a, box.b

    check(configure, (0,), (2,), (9,))


def test_two_existing_lists_chosen_by_a_staged_test_is_refused(check):
    def choose(x):
        a = [1]
        b = [2]
        target = a if x > 0 else b
        target.append(9)
        return a, b

    check.refuses(choose, (3,), (-3,), at="target")


def test_set_add_in_a_branch_is_refused(check):
    def remember(x):
        seen = {1}
        if x > 0:
            seen.add(2)
        return len(seen)

    check.refuses(remember, (3,), (-3,), at=r"seen\.add", says="add")


def test_set_add_in_a_loop_is_refused(check):
    def distinct(n):
        seen = set()
        for i in range(n):
            seen.add(1)
        return len(seen)

    check.refuses(distinct, (3,), at=r"seen\.add", says="add")


def test_deque_outside_staged_code_stays_python(check):
    def window(x):
        recent = collections.deque(maxlen=2)
        for v in (1, 2, 3):
            recent.append(v * x)
        total = 0
        for v in recent:
            if v > 2:
                total += v
        return total

    check(window, (1,), (3,))


def test_identity_after_a_loop_that_may_rebind(check):
    def rebound(n):
        box = Box(n=0)
        other = box
        for i in range(n):
            other = Box(n=i)
        return other is box, box.n, other.n

    check.never_wrong(rebound, (0,), (2,))


def test_name_bound_to_a_fresh_object_in_nested_loops(check):
    def renewed(xs):
        box = Box(n=100)
        for v in xs:
            while v > 0:
                v -= 2
                box = Box(n=v)
                box.n += 10
        return box.n

    check(renewed, ([3, 2],), ([0],), ([],))


def test_class_attribute_made_in_the_function(check):
    def counted(x):
        class Kind:
            pass

        Kind.made = 0
        if x > 0:
            Kind.made += x
        return Kind.made

    check(counted, (2,), (-2,))


def test_alias_kept_where_the_loop_never_ran(check):
    def split(n, x):
        box = Box(n=0)
        other = box
        for i in range(n):
            other = Box(n=i)
        box.n += x
        other.n += 100
        return box.n, other.n

    check.never_wrong(split, (0, 5), (2, 5))


def test_alias_kept_where_the_branch_was_not_taken(check):
    def split(x):
        box = Box(n=0)
        other = box
        if x > 0:
            other = Box(n=50)
        box.n += x
        other.n += 100
        return box.n, other.n, other is box

    check.never_wrong(split, (3,), (-3,))
