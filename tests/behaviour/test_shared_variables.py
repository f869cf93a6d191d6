"""Variables that a loop or branch carries and that other functions write: taking an item or asking a test may run one."""


def test_a_mapped_function_writes_what_the_loop_writes(check):
    def run(n):
        count = 0

        def f(i):
            nonlocal count
            count += n
            return i

        for v in map(f, [1, 2, 3]):
            count += 10 * v
        return count

    check(run, (1,), (4,))


def test_a_mapped_function_reads_what_the_loop_writes(check):
    def run(x):
        count = 0

        def f(i):
            return i + count

        def bump():
            nonlocal count
            count += 1

        for v in map(f, range(5)):
            if v > x:
                break
            count += 1
        bump()
        return count

    check(run, (1,), (4,), (100,))


def test_the_end_of_a_generator_writes(check):
    def run(x):
        count = 0

        def g():
            nonlocal count
            for i in range(3):
                count += 1
                yield i * x
            count += 100

        for v in g():
            count += v
        return count

    check(run, (1,), (4,))


g_total = 0


def test_a_global(check):
    def run(x):
        global g_total
        g_total = 0

        def f(i):
            global g_total
            g_total += 1
            return i * x

        for v in map(f, [1, 2, 3]):
            g_total += v
        return g_total

    check(run, (1,), (4,))


def test_the_next_method_writes(check):
    def run(x):
        total = 0

        class It:
            def __init__(self):
                self.i = 0

            def __iter__(self):
                return self

            def __next__(self):
                nonlocal total
                self.i += 1
                if self.i > 3:
                    total += 1000
                    raise StopIteration
                total += 1
                return self.i * x

        for v in It():
            total += v
        return total

    check(run, (1,), (4,))


def test_a_bool_method_asked_by_an_if(check):
    def run(n):
        count = 0

        class B:
            def __bool__(self):
                nonlocal count
                count += 1
                return True

        b = B()
        if b:
            count += 10 * n
        else:
            count += 5
        return count

    check(run, (1,), (4,))


def test_a_bool_method_asked_by_a_while(check):
    def run(n):
        count = 0

        class B:
            def __bool__(self):
                nonlocal count
                count += 1
                return count < 50

        b = B()
        while b:
            count += 10
        return count * n

    check(run, (1,), (4,))


def test_a_comparison_method_in_the_test_of_a_while(check):
    def run(n):
        count = 0

        class B:
            def __lt__(self, o):
                nonlocal count
                count += 1
                return count < o

        b = B()
        while b < 50:
            count += 10
        return count * n

    check(run, (1,), (4,))


def test_a_property_in_the_test_of_a_while(check):
    def run(n):
        count = 0

        class B:
            @property
            def more(self):
                nonlocal count
                count += 1
                return count < 50

        b = B()
        while b.more:
            count += 10
        while b.more and n > 0:
            count += 10
        return count * n

    check(run, (1,), (4,))


def test_a_staged_test_that_writes_is_refused(check):
    def run(n):
        count = 0

        class B:
            def __bool__(self):
                nonlocal count
                count += 1
                return count < n

        b = B()
        while b:
            count += 10
        return count

    check.refuses(run, (1,), (40,), at="while b", says="binds a variable")


def test_operands_are_asked_once(check):
    def run(n):
        count = 0

        class B:
            def __bool__(self):
                nonlocal count
                count += 1
                return count < n

        b = B()
        x = count if b else -count
        if b and count > 1:
            count += 7
        return x, count

    check(run, (1,), (40,))


def test_taking_an_item_under_a_staged_break_is_refused(check):
    def run(x):
        count = 0

        def counted(i):
            nonlocal count
            count += 1
            return i

        for v in map(counted, range(5)):
            if v > x:
                break
            count += 10
        return count

    check.refuses(run, (1,), (100,), at="for v in map", says="binds a variable", code="AG212")


def test_a_function_mapped_over_a_tensor(check):
    def run(xs):
        count = 0

        def counted(v):
            nonlocal count
            count += 1
            return v + count

        total = 0
        for v in map(counted, xs):
            count += 10
            total += v
        for i, v in enumerate(map(counted, xs)):
            if v > 40:
                break
            count += i
        for v in (counted(x) for x in xs if counted(x) > 2):
            count += v
        return count, total

    check(run, ([1, 2, 3],), ([5],), static=())


def test_a_mapped_function_that_only_reads(check):
    def run(xs):
        count = 0

        def bump():
            nonlocal count
            count += 1

        total = 0
        for v in iter(map(lambda x: x * count, xs)):
            count += 1
            total += v
        bump()
        return count, total

    check(run, ([1, 2, 3],), ([5],))


def test_items_of_dicts_that_a_loop_over_a_generator_writes(check):
    def run(n):
        d = {"k": n, "m": 0}
        xs = [0]

        def large(v):
            if v >= n:
                yield v

        for v in large(3):
            d["m"] += v
            xs[0] += 1
        return d, xs

    check(run, (1,), (5,))


def test_a_mapped_function_reads_what_only_the_loop_writes(check):
    def run(xs):
        a = 1
        total = 0
        for v in map(lambda x: x + a, xs):
            a = v
            total += a
        for v in map(lambda x: x + a, [1, 2, 3]):
            a = v % 5
            if v > 20:
                break
        return a, total

    check(run, ([1, 2, 3],), ([30],))


def test_unrolled_loops_in_each_other_that_a_staged_test_leaves(check):
    def read_elsewhere(n, xs):
        def kept():
            return b

        for _ in range(3):
            for i in range(3):
                if n > i:
                    return kept() if i else 7
                b = i + n
        return kept()

    def walked(n, xs):
        def kept():
            return n

        for i in (1, 2):
            for _ in range(2):
                while n > i:
                    n -= kept() // 2
        return n

    def rows_of_rows(n, xs):
        last = 0

        def note(v):
            nonlocal last
            last = v

        for i in range(3):
            for v in xs:
                if v > n:
                    break
                note(v * i)
        return last

    for run in (read_elsewhere, walked, rows_of_rows):
        check(run, (0, [1, 2]), (5, [1, 7, 2]), (-3, [4]))
