"""Compares several calls of one function with Python's: state that is read or written between them."""

FACTOR = 2
TOTAL = 0


def helper(x):
    return x + 1


class Counter:
    """Has state of its own."""

    step = 1

    def __init__(self):
        self.n = 0
        self.seen = []
        self.limits = {"top": 5}

    def advance(self, x):
        if x > 0:
            self.n += x * self.step
        return self.n

    def clipped(self, x):
        if x > self.limits["top"]:
            return self.limits["top"]
        return x


def test_global_changed_between_calls(check):
    def script(make, value):
        global FACTOR

        def scaled(x):
            return x * FACTOR if x > 0 else x

        f = make(scaled)
        FACTOR = 2
        first = f(value(3))
        FACTOR = 5
        second = f(value(3))
        FACTOR = 2
        return first, second, f(value(3)), f(value(-1))

    check.script(script)


def test_attribute_read_changed_between_calls(check):
    def script(make, value):
        counter = Counter()
        f = make(counter.clipped)
        first = f(value(9))
        counter.limits["top"] = 7
        second = f(value(9))
        counter.limits = {"top": 100}
        return first, second, f(value(9))

    check.script(script)


def test_class_attribute_changed_between_calls(check):
    def script(make, value):
        class Scale:
            k = 2

            def go(self, x):
                return x * self.k if x > 1 else x

        scale = Scale()
        f = make(scale.go)
        first = f(value(3))
        Scale.k = 10
        second = f(value(3))
        scale.k = 7
        return first, second, f(value(3))

    check.script(script)


def test_cell_changed_between_calls(check):
    def script(make, value):
        rate = 1

        def grow(x):
            while x < 10:
                x = x + rate
            return x

        f = make(grow)
        first = f(value(4))
        rate = 4
        return first, f(value(4)), f(value(11))

    check.script(script)


def test_attribute_written_by_each_call(check):
    def script(make, value):
        counter = Counter()
        f = make(counter.advance)
        results = [f(value(x)) for x in (1, 2, -5, 3, 4)]
        counter.n = 100
        return results, f(value(1)), counter.n

    check.script(script)


def test_attribute_written_in_a_loop_by_each_call(check):
    def script(make, value):
        class Meter:
            total = 0
            peak = 0

        meter = Meter()

        def feed(xs):
            for v in xs:
                meter.total += v
                if v > meter.peak:
                    meter.peak = v
            return meter.total

        f = make(feed)
        results = [f(value([1, 5])), f(value([2])), f(value([9, 0]))]
        return results, meter.total, meter.peak

    check.script(script)


def test_global_written_by_each_call(check):
    def script(make, value):
        global TOTAL
        TOTAL = 0

        def add(x):
            global TOTAL
            if x > 1:
                TOTAL += x
            return TOTAL

        f = make(add)
        results = [f(value(2)), f(value(1)), f(value(5))]
        return results, TOTAL

    check.script(script)


def test_nonlocal_written_by_each_call(check):
    def script(make, value):
        previous = 0

        def delta(x):
            nonlocal previous
            change = x - previous
            if change != 0:
                previous = x
            return change

        f = make(delta)
        return f(value(3)), f(value(3)), f(value(10)), previous

    check.script(script)


def test_none_then_a_value(check):
    def script(make, value):
        class Tracker:
            best = None

            def update(self, x):
                if self.best is None or x > self.best:
                    self.best = x
                return self.best

        tracker = Tracker()
        f = make(tracker.update)
        return [f(value(x)) for x in (3, 1, 7)], tracker.best

    check.script(script)


def test_list_grows_between_calls(check):
    def script(make, value):
        history = []

        def record(x):
            if x > 0:
                history.append(x)
            return len(history)

        f = make(record)
        results = [f(value(x)) for x in (4, -1, 5, 6)]
        return results, history

    check.script(script)


def test_dict_items_written_between_calls(check):
    def script(make, value):
        counts = {"even": 0, "odd": 0}

        def count(x):
            if x % 2 == 0:
                counts["even"] += 1
            else:
                counts["odd"] += x

        f = make(count)
        for x in (1, 2, 3, 4):
            f(value(x))
        return counts

    check.script(script)


def test_helper_replaced_between_calls(check):
    def script(make, value):
        global helper

        def run(x):
            return helper(x) if x > 0 else x

        original = helper
        f = make(run)
        first = f(value(3))
        helper = lambda x: x * 100  # noqa: E731
        try:
            return first, f(value(3))
        finally:
            helper = original

    check.script(script)


def test_python_arguments_are_part_of_the_signature(check):
    def script(make, value):
        def power(x, n, mode="plain"):
            result = 1
            for _ in range(n):
                result = result * x
            return -result if mode == "negated" else result

        f = make(power)
        return (
            f(value(2), 3),
            f(value(2), 5),
            f(value(2), 3, "negated"),
            f(value(2), value(4)),
            f(value(2), 3),
        )

    check.script(script)


def test_object_arguments_are_looked_at_again(check):
    def script(make, value):
        class Config:
            def __init__(self, depth):
                self.depth = depth

        def run(config, x):
            for _ in range(config.depth):
                if x < 50:
                    x = x * 2
            return x

        f = make(run)
        config = Config(2)
        first = f(config, value(3))
        config.depth = 4
        return first, f(config, value(3)), f(Config(1), value(3))

    check.script(script)


def test_tensor_in_an_attribute_changed_between_calls(check):
    def script(make, value):
        class Model:
            def __init__(self, w):
                self.w = w

            def predict(self, x):
                if x > 0:
                    return x * self.w
                return self.w

        model = Model(value(2))
        f = make(model.predict)
        first = f(value(3))
        model.w = value(10)
        return first, f(value(3))

    check.script(script)
