"""Compares what leaves a loop or a branch early, together with state, effects, lists and optional values."""

from oracle import fails


def test_return_keeps_effects_made_before_it(check):
    def run(xs):
        log = []

        def scan():
            for v in xs:
                log.append(v)
                if v > 5:
                    return v
                log.append(0)
            return -1

        found = scan()
        return found, log

    check(run, ([1, 9, 2],), ([1],), ([7],))


def test_break_leaves_optional_state(check):
    def run(xs, limit):
        last = None
        for v in xs:
            if v > limit:
                break
            last = v
        return last

    check(run, ([1, 5, 2], 3), ([9], 3), ([1, 2], 3))


def test_continue_before_append(check):
    def run(xs):
        kept = []
        skipped = 0
        for v in xs:
            if v in kept:
                skipped += 1
                continue
            if v < 0:
                continue
            kept.append(v)
        return kept, skipped

    check(run, ([1, 1, -2, 3, 3],), ([-1],))


def test_return_from_a_while_in_a_for_in_an_if(check):
    def run(xs, go):
        if go:
            for v in xs:
                while v > 0:
                    if v % 7 == 0:
                        return v
                    v -= 3
            return 0
        return -1

    check(run, ([4, 10, 5], True), ([4], True), ([7], False))


def test_break_in_both_arms(check):
    def run(n):
        k = 0
        while True:
            k += 1
            if k > n:
                reason = 1
                break
            else:
                if k * k > 20:
                    reason = 2
                    break
                elif k == 3:
                    continue
            n -= 1
        return k, reason, n

    check(run, (0,), (4,), (50,))


def test_return_in_if_and_else_of_a_loop_body(check):
    def run(xs):
        for v in xs:
            if v > 0:
                return "positive"
            else:
                return "other"
        return "empty"

    check(run, ([1],), ([0],), ([],))


def test_nested_break_flags_do_not_mix(check):
    def run(n, m):
        outer = inner = 0
        for i in range(n):
            for j in range(m):
                if j > i:
                    break
                for _ in range(j):
                    if inner > 5:
                        break
                    inner += 1
                else:
                    outer += 100
            else:
                outer += 1
                continue
            if outer > 300:
                break
        return outer, inner

    check(run, (3, 3), (5, 2), (6, 9), (0, 1))


def test_raise_after_break(check):
    def run(xs):
        for v in xs:
            if v == 0:
                break
            if v < 0:
                raise ValueError("below zero")
        else:
            raise LookupError("no zero")
        return v

    check(run, ([1, 0, -1],), fails([1, -1, 0]), fails([1, 2]))


def test_return_none_or_tuple(check):
    def run(xs):
        def position(wanted):
            for i in range(len(xs)):
                if xs[i] == wanted:
                    return i, xs[i] * 10
            return None

        hit = position(4)
        if hit is None:
            return -1, 0
        i, v = hit
        return i, v

    check(run, ([1, 4],), ([1],))


def test_early_exit_from_python_loops_over_objects(check):
    def run(x):
        class Rule:
            def __init__(self, limit, name):
                self.limit, self.name = limit, name
                self.used = 0

        rules = [Rule(3, "low"), Rule(10, "mid"), Rule(99, "high")]
        for rule in rules:
            rule.used += 1
            if x < rule.limit:
                chosen = rule.name
                break
        else:
            chosen = "none"
        return chosen, [rule.used for rule in rules]

    check(run, (1,), (5,), (50,), (500,))


def test_while_true_with_return_in_try(check):
    def run(n):
        closed = []

        def loop(k):
            while True:
                try:
                    if k > 9:
                        return k
                    k = k * 2 + 1
                finally:
                    closed.append(1)

        return loop(n)

    check(run, (0,), (4,), (20,))


def test_continue_in_while_with_walrus(check):
    def run(n):
        total = 0
        while (n := n - 1) > 0:
            if n % 2 == 0:
                continue
            total += n
            if total > 20:
                break
        return total, n

    check(run, (0,), (6,), (20,))


def test_two_loops_share_a_flag(check):
    def run(xs):
        stop = False
        first = second = 0
        for v in xs:
            if v == 2:
                stop = True
            if stop:
                break
            first += v
        while not stop and second < 4:
            second += 1
            if second * first > 6:
                stop = True
        return first, second, stop

    check(run, ([1, 2, 3],), ([1, 1],), ([5],))


def test_return_from_a_comprehension_helper(check):
    def run(xs):
        def first_of(v):
            for k in (2, 3, 5):
                if v % k == 0:
                    return k
            return 1

        return [first_of(v) for v in xs], sum(first_of(v) for v in xs)

    check(run, ([4, 9, 25, 7],))


def test_list_replaced_unless_the_loop_ends(check):
    def run(n):
        level = [1]
        for i in range(n):
            fresh = [level[0] + i, i]
            if fresh[0] > 6:
                break
            level = [fresh[0]]
        return level[0]

    check(run, (0,), (3,), (9,))


def test_exception_class_chosen_by_nested_tests(check):
    def run(x):
        if x > 0:
            if x > 10:
                raise OverflowError("too big")
            elif x == 7:
                raise KeyError("seven")
            y = x
        else:
            y = -x
            if y > 3:
                raise ArithmeticError("too small")
        return y

    check(run, (5,), (-2,), fails(11), fails(7), fails(-9))


def test_exit_through_a_with_and_a_branch(check):
    def run(x):
        class Guard:
            closed = 0

            def __enter__(self):
                return self

            def __exit__(self, *exc):
                self.closed += 1

        guard = Guard()

        def body(v):
            with guard:
                if v > 3:
                    return v
                with guard:
                    v = v + 10
            return v

        return body(x), guard.closed > 0

    check(run, (5,), (1,))
