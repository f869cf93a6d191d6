"""Compares `break` and `continue` with Python's, wherever they sit."""


def test_break_in_a_branch_in_a_loop_in_a_branch(check):
    def first_above(xs, limit, enabled):
        position = -1
        if enabled:
            for i in range(len(xs)):
                if xs[i] > 0:
                    if xs[i] > limit:
                        position = i
                        break
                    position = -2
            position = position + 100
        return position

    check(first_above, ([1, 9, 3], 5, True), ([1, 2], 5, True), ([1, 9], 5, False))


def test_breaks_on_two_levels(check):
    def grid_search(n, target):
        steps = 0
        hit = False
        for i in range(n):
            for j in range(n):
                steps += 1
                if i * j == target:
                    hit = True
                    break
            if hit:
                break
        return steps, hit

    check(grid_search, (4, 6), (4, 100), (3, 0))


def test_continue_then_break_in_one_body(check):
    def tally(xs):
        total = 0
        for v in xs:
            if v < 0:
                continue
            if v == 0:
                break
            if v % 2 == 1:
                total += v
                continue
            total += 100
        return total

    check(tally, ([1, -5, 2, 3, 0, 9],), ([0],), ([-1, -2],))


def test_code_after_break_is_skipped(check):
    def run(n):
        log = 0
        while n > 0:
            log = log * 10 + 1
            if n == 3:
                log = log * 10 + 2
                break
            log = log * 10 + 3
            n -= 1
        log = log * 10 + 4
        return log

    check(run, (5,), (2,), (3,))


def test_while_true_with_two_exits(check):
    def bounce(x):
        count = 0
        while True:
            x = 3 * x % 17
            if x == 1:
                reason = "one"
                break
            count += 1
            if count > 6:
                reason = "tired"
                break
        return reason, count

    check(bounce, (1,), (6,), (0,))


def test_while_true_around_a_python_list(check):
    def rounds(budget):
        spent = 0
        while True:
            for cost in (3, 1, 4):
                if spent + cost > budget:
                    continue
                spent += cost
            if budget - spent < 8:
                break
        return spent

    check(rounds, (5,), (20,), (100,))


def test_do_while_in_a_for(check):
    def halvings(xs):
        total = 0
        for v in xs:
            while True:
                v = v // 2
                total += 1
                if v <= 1:
                    break
        return total

    check(halvings, ([1, 8, 9],))


def test_break_out_of_an_unrolled_loop(check):
    def steps_to(limit):
        reached = 0
        for step in [5, 3, 2, 1]:
            for _ in range(2):
                if reached + step > limit:
                    break
                reached += step
            if reached == limit:
                break
        return reached, step

    check(steps_to, (7,), (22,), (10,), (1,))


def test_continue_in_a_while_with_its_own_step(check):
    def gaps(n):
        i = 0
        total = 0
        while i < n:
            i += 1
            if i % 3 == 0:
                continue
            if i % 5 == 0:
                i += 2
                continue
            total += i
        return total, i

    check(gaps, (0,), (7,), (16,))


def test_break_in_else_branch_with_state_before_it(check):
    def streak(xs):
        best = 0
        run = 0
        for v in xs:
            if v > 0:
                run += v
                best = run if run > best else best
            elif v == 0:
                run = 0
            else:
                best = -best
                break
        return best, run

    check(streak, ([1, 2, 0, 5, 0],), ([1, -1, 9],), ([-1],))


def test_break_with_a_value_bound_just_before(check):
    def smallest_divisor(n):
        for d in range(2, n + 1):
            if n % d == 0:
                answer = d
                break
        else:
            answer = n
        return answer

    check(smallest_divisor, (15,), (13,), (1,))


def test_loop_in_else_of_a_loop(check):
    def fallback(xs, ys):
        r = 0
        for x in xs:
            if x > 3:
                r = x
                break
        else:
            for y in ys:
                r -= y
                if r < -5:
                    break
            else:
                r -= 1000
        return r

    check(fallback, ([1, 5], [1]), ([1], [4, 4, 4]), ([1], [1]))


def test_flag_from_the_last_iteration(check):
    def ascending(xs):
        ok = True
        for i in range(len(xs) - 1):
            if xs[i] >= xs[i + 1]:
                ok = False
                break
        return ok, i

    check(ascending, ([1, 2, 3],), ([1, 0, 3],))


def test_unknown_length_with_break(check):
    def until_negative(xs):
        total = 0
        for v in xs:
            if v < 0:
                break
            total += v
        return total

    check(until_negative, ([1, 2, -1, 5],), ([],), ([4],), unknown=True)


def test_break_of_an_unending_iterator_that_python_ends(check):
    import itertools

    def steps(n):
        pos = 0
        path = []
        for k in itertools.count(1):
            if pos >= n or k > 6:
                break
            pos += k if k % 2 else -k // 2
            path.append(pos)
        return pos, path

    check(steps, (3,), (0,), (100,))


def test_break_of_an_unending_count(check):
    import itertools

    def steps(n):
        for k in itertools.count():
            if k * k >= n:
                break
        return k

    check(steps, (9,), (0,), (10,))


def test_break_of_an_unending_iterator_that_only_the_graph_ends_is_refused(check):
    def numbers():
        k = 0
        while True:
            _ = yield k
            k += 1

    def steps(n):
        for k in numbers():
            if k * k >= n:
                break
        return k

    check.refuses(steps, (9,), at="k \\* k >= n|for k in|break", code="AG212")
