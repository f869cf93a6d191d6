"""Compares `while` with Python's: nested, guarded, with else, with tests that call or assign."""

from oracle import fails


def test_peak_of_a_collatz_run(check):
    def peak(n):
        top = n
        while n != 1:
            if n % 2:
                n = 3 * n + 1
                if n > top:
                    top = n
            else:
                n //= 2
        return top

    check(peak, (1,), (6,), (27,))


def test_two_variables_shrink_each_other(check):
    def gcd(a, b):
        while b:
            a, b = b, a % b
        return a

    check(gcd, (48, 36), (17, 5), (9, 0))


def test_test_with_two_guards(check):
    def first_factor(n, limit):
        k = 2
        while k <= limit and n % k != 0:
            k += 1
        return k, k > limit

    check(first_factor, (35, 10), (13, 5), (4, 1))


def test_triangle_of_nested_whiles(check):
    def triangle(n):
        total = 0
        i = 0
        while i < n:
            j = 0
            while j <= i:
                if (i + j) % 2 == 0:
                    total += i * j
                j += 1
            i += 1
        return total, i

    check(triangle, (0,), (1,), (5,))


def test_inner_while_moves_the_outer_variable(check):
    def skip_multiples(n):
        hops = 0
        while n > 1:
            while n % 3 == 0:
                n //= 3
                hops += 1
            n -= 1
            hops += 10
        return n, hops

    check(skip_multiples, (1,), (9,), (20,))


def test_newton_with_a_tolerance(check):
    def square_root(x):
        guess = x
        while abs(guess * guess - x) > 0.001:
            guess = (guess + x / guess) / 2
        return guess

    check(square_root, (2.0,), (81.0,), (1.0,))


def test_else_of_a_while_after_a_nested_break(check):
    def search(n, want):
        steps = 0
        while n > 0:
            k = 0
            while k < 3:
                if n + k == want:
                    break
                k += 1
            if k < 3:
                break
            n -= 4
            steps += 1
        else:
            steps = -1
        return n, steps

    check(search, (12, 9), (12, 100), (0, 1))


def test_test_calls_a_function_with_state(check):
    def drain(n):
        level = n

        def still_full(amount):
            return level - amount > 3

        rounds = 0
        while still_full(rounds):
            level -= 1
            rounds += 1
        return level, rounds

    check(drain, (20,), (2,))


def test_name_bound_in_an_earlier_iteration(check):
    def turns(n):
        changes = 0
        i = 0
        while i < n:
            digit = (i * i) % 7 // 3
            if i > 0:
                if digit != previous:  # noqa: F821
                    changes += 1
            previous = digit
            i += 1
        return changes

    check(turns, (0,), (1,), (9,))


def test_float_and_int_state_side_by_side(check):
    def decay(x, rate):
        steps = 0
        mass = 0.0
        while x > 0.1 and steps < 20:
            mass += x
            x *= rate
            steps += 1
        return steps, mass

    check(decay, (1.0, 0.5), (1.0, 0.9), (0.05, 0.5))


def test_negated_test_over_a_flag(check):
    def settle(n):
        done = False
        count = 0
        while not done:
            n = n // 2
            count += 1
            done = n == 0
        return count

    check(settle, (0,), (1,), (1000,))


def test_python_loop_around_a_staged_one(check):
    def powers(x):
        sums = 0
        base = 1
        while base < 4:
            y = x
            while y > base:
                y = y - base
                sums += 1
            base += 1
        return sums

    check(powers, (1,), (7,))


def test_walrus_in_the_test(check):
    def digits(n):
        product = 1
        while (digit := n % 10) > 0:
            product *= digit
            n //= 10
        return product, digit, n

    check(digits, (1234,), (405,), (0,))


def test_swap_of_three_in_a_loop(check):
    def tribonacci(n):
        a, b, c = 0, 0, 1
        while n > 0:
            a, b, c = b, c, a + b + c
            n -= 1
        return a

    check(tribonacci, (0,), (2,), (10,))


def test_a_loop_that_only_an_exception_ends(check):
    def raised(n):
        s = 0
        while True:
            if s > 300:
                raise ValueError(f"too big: {s}")
            s += n

    def asserted(n):
        s = 0
        while True:
            assert s <= 50, "big"
            s += n

    def popped(n):
        out = []
        for i in range(n):
            out.append(i)
        while True:
            n = n + out.pop()

    def counted(n):
        s = k = 0
        while True:
            assert n > 0
            s += n
            k += 1
            if k == 70:
                break
        return s, k

    def returned(n):
        s = 0
        while True:
            if s > 30:
                return s
            if n < 0:
                raise KeyError("negative")
            s += n

    check(raised, fails(3), fails(7))
    check(asserted, fails(1, says="big"), fails(9, says="big"))
    check(popped, fails(3), fails(1))
    check(counted, (3,), fails(-1, says=""))
    check(returned, (4,), fails(-4))
