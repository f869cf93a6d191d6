"""Compares closures with Python's: captured state that changes, `nonlocal`, `global`, late binding."""

COUNTER = 0
LIMIT = 5


def test_nonlocal_in_a_callee_in_a_loop(check):
    def count_big(xs):
        big = 0
        last = -1

        def see(v):
            nonlocal big, last
            if v > LIMIT:
                big += 1
                last = v

        for v in xs:
            see(v)
        return big, last

    check(count_big, ([1, 7, 9],), ([1],))


def test_closure_reads_state_that_the_loop_changes(check):
    def chase(n):
        position = 0
        speed = 1

        def ahead():
            return position + speed

        while ahead() < n:
            position = ahead()
            speed += 1
        return position, speed

    check(chase, (0,), (1,), (20,))


def test_nonlocal_two_levels_up(check):
    def nested(x):
        total = 0

        def outer(v):
            def inner(w):
                nonlocal total
                if w > 0:
                    total = total + w
                return total

            if v > 3:
                return inner(v) + inner(1)
            return inner(-v)

        first = outer(x)
        second = outer(x + 2)
        return first, second, total

    check(nested, (5,), (2,), (-3,))


def test_global_changed_in_a_callee(check):
    def tick_all(n):
        global COUNTER
        COUNTER = 0

        def tick(k):
            global COUNTER
            if k % 2 == 0:
                COUNTER += k

        for i in range(n):
            tick(i)
        return COUNTER

    check(tick_all, (0,), (5,))


def test_function_factory_called_in_branches(check):
    def apply(x):
        def adder(k):
            def add(v):
                return v + k if v > 0 else v - k

            return add

        near, far = adder(1), adder(100)
        if x > 10:
            return far(x)
        return near(x) + far(-x)

    check(apply, (3,), (30,), (-3,))


def test_lambdas_bind_late_in_a_staged_loop(check):
    def offsets(n):
        base = 0
        read = lambda: base * 2  # noqa: E731
        total = 0
        for i in range(n):
            base += i
            total += read()
        return total, read()

    check(offsets, (1,), (4,))


def test_closure_made_in_a_branch(check):
    def chosen(x, y):
        if x > 0:

            def combine(v):
                return v + x

        else:

            def combine(v):
                return v * y

        return combine(2) + combine(y)

    check(chosen, (3, 4), (-3, 4))


def test_counter_object_made_of_closures(check):
    def simulate(xs):
        def make():
            n = 0

            def up(k):
                nonlocal n
                n += k
                return n

            def down():
                nonlocal n
                n -= 1
                return n

            return up, down

        up, down = make()
        for v in xs:
            if v > 0:
                up(v)
            else:
                down()
        return up(0)

    check(simulate, ([3, -1, 2, -5],), ([-1],))


def test_two_instances_of_one_closure(check):
    def independent(x):
        def make(start):
            def step():
                nonlocal start
                if start < 10:
                    start += x
                return start

            return step

        a, b = make(0), make(8)
        return a() + a(), b() + b()

    check(independent, (1,), (20,))


def test_default_argument_is_evaluated_once(check):
    def defaults(x):
        k = x * 2

        def f(v, extra=k):
            return v + extra if v > extra else extra

        k = 100
        return f(1) + f(k) + k

    check(defaults, (3,), (-3,))


def test_captured_list_read_in_the_loop_that_grows_it(check):
    def memo(n):
        table = [0, 1]

        def fibonacci(k):
            return table[k - 1] + table[k - 2]

        for i in range(2, n):
            table.append(fibonacci(i))
        return table

    check(memo, (2,), (7,))


def test_shadowed_name_in_an_inner_function(check):
    def shadow(x):
        v = 1

        def inner():
            v = x
            if v > 2:
                v = v * 10
            return v

        v = v + inner()
        return v

    check(shadow, (1,), (3,))


def test_nonlocal_in_a_recursive_python_helper(check):
    def tree_sum(x):
        total = 0

        def visit(node):
            nonlocal total
            if isinstance(node, tuple):
                for child in node:
                    visit(child)
            elif x > node:
                total += node

        visit((1, (2, 3), ((4,), 5)))
        return total

    check(tree_sum, (0,), (3,), (9,))


def test_del_of_a_captured_name(check):
    def forget(x):
        scale = 2

        def times(v):
            return v * scale

        y = times(x)
        if y > 4:
            scale = 5
            y = times(y)
        del y
        return times(1)

    check(forget, (1,), (3,))


def test_captured_state_changed_by_the_loop_and_by_a_callee(check):
    def run(x, xs):
        a, b = 1, 2

        def bump(v):
            nonlocal a
            if v > 0:
                a += 1

        for v in xs:
            a, b = b, a + v
            bump(x)
        return a, b

    check(run, (2, [1, 2]), (0, [1]), (1, []))


def test_captured_state_changed_by_a_callee_and_then_in_a_branch(check):
    def run(n):
        a = n + 1
        skipped = False
        total = 0
        last = None

        def bump(v):
            nonlocal a
            if v > 0:
                a += 1

        for i in range(n):
            bump(i)
            if not skipped:
                total += a
            else:
                a = total = a + 1
            last = a
            skipped = i > 1
        return a, total, last

    check(run, (0,), (2,), (5,))


def test_loop_test_that_writes_a_captured_variable(check):
    def run(n):
        left = n
        steps = 0

        def take():
            nonlocal left
            left -= 1
            return left

        while take() > 0:
            steps += 1
            if steps > 2:
                left = 0
        return left, steps

    check(run, (2,), (9,), (0,))


def test_recursive_function_defined_in_a_branch_of_a_loop(check):
    def run(n, xs):
        a = 0
        for _ in xs:
            if n > 1:

                def count(k, v):
                    if k <= 0:
                        return v
                    if v > n:
                        return count(k - 1, v - 2)
                    return count(k - 1, v + k)

                n = count(1, a)
            a += n
        return n, a

    check(run, (2, [1.0, 2.0]), (-2, [1.0]), (3, []))


def test_function_rebound_in_a_loop_and_called_in_the_next_iteration(check):
    def run(n):
        a = 0
        f = abs
        for i in range(n):
            a = f(a - 7 + i)
            f = lambda v: v + 1  # noqa: E731
        return a, f(-3)

    check(run, (0,), (1,), (4,))


def test_function_of_the_last_item(check):
    def run(n, xs):
        f = abs
        for v in xs:
            f = lambda w: w + v  # noqa: B023, E731
        return f(n)

    check(run, (-2, [5, 3]), (-2, []))


def test_function_that_holds_values_of_a_branch_is_refused(check):
    def make(k):
        def f(w):
            return w + k

        return f

    def run(n):
        if n > 0:
            f = make(n * 2)
        else:
            f = make(n - 1)
        return f(n)

    check.refuses(run, (2,), (-2,), at="if n > 0", says="the function holds values", code="AG230")


def test_function_that_holds_values_from_before_the_branch(check):
    def make(k):
        return lambda w: w + k

    def run(n):
        m = n * 2
        f = make(m) if n > 0 else make(3)
        return f(n)

    check(run, (2,), (-2,))
