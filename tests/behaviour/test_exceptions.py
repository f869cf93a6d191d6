"""Compares `raise`, `assert`, `try` and `with` with Python's.  PYTEST_DONT_REWRITE: `assert` is under test."""

import contextlib

from oracle import fails


class Overdrawn(Exception):
    """An exception of the user's own, with a field."""

    def __init__(self, missing):
        super().__init__("overdrawn")
        self.missing = missing


def test_raise_in_a_branch_in_a_loop(check):
    def total(xs):
        s = 0
        for v in xs:
            if v < 0:
                if s > 0:
                    raise ValueError("negative after positive")
                s -= 1
            else:
                s += v
        return s

    check(total, ([1, 2],), ([-1, 2],), fails([3, -1]))


def test_one_trace_serves_good_and_bad_arguments(check):
    def script(make, value):
        def checked(x):
            if x > 10:
                raise KeyError("too big")
            return x + 1

        f = make(checked)
        results = [f(value(1))]
        try:
            f(value(50))
        except KeyError as error:
            results.append("too big" in str(error))
        results.append(f(value(2)))
        return results

    check.script(script, callbacks=True)


def test_own_exception_from_a_helper_in_a_while(check):
    def spend(budget, cost):
        def pay(left, amount):
            if amount > left:
                raise Overdrawn(3)
            return left - amount

        rounds = 0
        while rounds < 3:
            budget = pay(budget, cost)
            rounds += 1
        return budget

    check(spend, (10, 2), fails(5, 2), fails(1, 4))


def test_assert_with_and_without_text(check):
    def mean(xs, low):
        assert len(xs) > 0, "no items"
        total = 0
        for v in xs:
            assert v >= low, "below the floor"
            total += v
        assert total != 13
        return total / len(xs)

    check(mean, ([4, 2], 0), fails([4, -2], 0, says="below the floor"), fails([13], 0, says=""))


def test_assert_text_is_made_only_on_failure(check):
    def guarded(x):
        made = []

        def text():
            made.append(1)
            return "bad x"

        assert x != 0, text()
        return 100 // x, len(made)

    check(guarded, (7,), fails(0, says="bad x"))


def test_raise_before_return_in_other_branch(check):
    def pick(x):
        if x == 1:
            return "one"
        if x == 2:
            raise LookupError("two is missing")
        return "many"

    check(pick, (1,), (3,), fails(2))


def test_raise_else_of_a_loop(check):
    def index(xs, wanted):
        for i in range(len(xs)):
            if xs[i] == wanted:
                break
        else:
            raise ValueError("not in list")
        return i

    check(index, ([4, 5], 5), fails([4, 5], 6))


def test_raise_from_and_with_staged_text(check):
    def strict(x):
        if x < 0:
            raise ValueError(f"got {x}")
        return x

    check(strict, (3,), fails(-3, says="got -3"))


def test_try_that_python_decides(check):
    def lookup(x, key):
        table = {"a": 1}
        try:
            k = table[key]
        except KeyError:
            k = 100
        else:
            if x > 5:
                k = k + x
        finally:
            k = k + 1000
        return k * x

    check(lookup, (3, "a"), (9, "a"), (3, "z"), static=(1,))


def test_staged_branches_in_all_parts_of_a_try(check):
    def parts(x):
        log = []
        try:
            if x > 0:
                y = x
            else:
                y = -x
        except TypeError:
            y = 0
        else:
            if y > 3:
                y = y * 10
        finally:
            log.append(1)
            if x > 100:
                x = 100
        return y + x, len(log)

    check(parts, (2,), (5,), (-5,), (500,))


def test_break_and_continue_through_finally(check):
    def run(xs):
        seen = 0
        closed = 0
        for v in xs:
            try:
                if v == 0:
                    continue
                if v < 0:
                    break
                seen += v
            finally:
                closed += 1
        return seen, closed

    check(run, ([1, 0, 2, -1, 9],), ([0, 0],))


def test_return_in_finally_order(check):
    def run(x):
        trail = {"n": 0}

        def body():
            try:
                if x > 0:
                    return trail["n"]
                trail["n"] += 5
            finally:
                trail["n"] += 1
            return trail["n"]

        result = body()
        return result, trail["n"]

    check(run, (1,), (-1,))


def test_try_that_catches_a_staged_raise(check):
    def careful(x):
        try:
            if x < 0:
                raise ValueError("negative")
            y = x
        except ValueError:
            y = 0
        return y

    check(careful, (3,), (-3,))


def test_try_that_catches_a_staged_raise_of_a_callee(check):
    def careful(x):
        def root(v):
            if v < 0:
                raise ArithmeticError("negative")
            return v

        try:
            y = root(x)
        except Exception:
            y = 0
        return y

    check(careful, (3,), (-3,))


def test_try_for_another_class_keeps_the_staged_raise(check):
    def careful(x):
        try:
            if x < 0:
                raise ValueError("negative")
            y = x + 1
        except KeyError:
            y = 0
        return y

    check(careful, (3,), fails(-3))


def test_context_manager_function(check):
    def run(x):
        events = []

        @contextlib.contextmanager
        def scope(name):
            events.append(name)
            try:
                yield x + 1
            finally:
                events.append("end")

        with scope("outer") as a, scope("inner") as b:
            if a > 3:
                r = a * b
            else:
                r = a - b
        return r, len(events)

    check(run, (1,), (5,))


def test_suppress(check):
    def run(x):
        y = 1
        with contextlib.suppress(KeyError):
            y = 2
            y = {"a": x}["b"]
        if x > 2:
            y += 10
        return y

    check(run, (1,), (5,))


def test_python_raise_is_python(check):
    def typed(x, kind):
        if kind == "bad":
            raise TypeError("no such kind")
        if x > 0:
            return x
        return 0

    check(typed, (3, "ok"), fails(3, "bad"), static=(1,))


def test_division_by_zero_only_on_the_taken_path(check):
    def ratio(xs):
        total = 0
        for v in xs:
            if v == 0:
                total += 100
            else:
                total += 60 // v
        return total

    check(ratio, ([1, 0, 7],), ([0],))


def test_lookup_error_belongs_to_its_branch(check):
    def branchy(x):
        table = {"low": 1}
        if x < 10:
            y = table["low"]
        else:
            y = table["high"]
        return y + x

    check(branchy, (3,), fails(30, says="high"))


def test_assert_guards_what_follows(check):
    def inverse(x):
        assert x != 0, "zero has no inverse"
        return 100 // x

    check(inverse, (7,), fails(0, says="zero has no inverse"))


def test_exception_in_one_of_two_nested_loops(check):
    def scan(rows):
        total = 0
        for row in rows:
            for v in row:
                if v > 100:
                    raise OverflowError("cell over 100")
                if v < 0:
                    break
                total += v
        return total

    check(scan, ([[1, -1], [2, 3]],), ([[1, -1], [-5, 300]],), fails([[1, 2], [101, 0]]))


def test_bare_handler_does_not_swallow_a_refusal(check):
    def bare(x):
        y = 0
        try:
            if x > 0:
                raise ValueError("positive")
            y = 1
        except:  # noqa: E722
            y = 2
        return y

    def everything(x):
        try:
            if x > 0:
                raise ValueError("positive")
            y = 1
        except BaseException:
            y = 2
        return y

    def turned(x):
        try:
            if x > 0:
                raise ValueError("positive")
            y = 1
        except BaseException as error:
            raise RuntimeError("other") from error
        return y

    def in_a_loop(xs):
        y = 0
        try:
            for v in xs:
                if v > 0:
                    raise ValueError("positive")
                y += 1
        except:  # noqa: E722
            y = 2
        return y

    check(bare, (3,), (-3,))
    check(everything, (3,), (-3,))
    check(turned, (-3,), fails(3))
    check.refuses(in_a_loop, ([3],), ([-3, 3],), at="raise ValueError", code="AG270")


def test_error_of_python_in_a_branch_is_caught_where_it_is_taken(check):
    def lookup(x):
        try:
            y = {"a": 1}["b"] if x > 0 else 1
        except KeyError:
            y = 2
        return y

    def shaped(x):
        try:
            if x > 0:
                y = int("no number")
            else:
                y = 1
        except ValueError:
            y = 2
        return y

    check(lookup, (3,), (-3,))
    check(shaped, (3,), (-3,))


def test_exceptions_handled_in_their_own_branch(check):
    def handled(x):
        y = 0
        if x > 0:
            try:
                raise ValueError("inner")
            except ValueError:
                y = 5
        return y

    def again(x):
        y = 0
        if x > 0:
            try:
                raise ValueError("inner")
            except ValueError:
                y = 5
                raise
        return y

    def again_key(x):
        y = 0
        if x > 0:
            try:
                y = {}["a"]
            except KeyError:
                y = 5
                raise
        return y

    def other(x):
        y = 0
        if x > 0:
            try:
                y = {}["a"]
            except KeyError as error:
                raise ValueError("bad") from error
        return y

    check(handled, (3,), (-3,))
    check(again, (-3,), fails(3))
    check(again_key, (-3,), fails(3))
    check(other, (-3,), fails(3))


class Quiet:
    """A manager that swallows one class."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        self.met = kind is ValueError
        return kind is ValueError


class Noisy:
    """A manager that swallows nothing."""

    def __init__(self):
        self.left = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        self.left += 1
        return False


@contextlib.contextmanager
def quiet():
    try:
        yield
    except ValueError:
        pass


def test_manager_that_swallows_a_staged_raise(check):
    def suppressed(x):
        with contextlib.suppress(LookupError, ValueError):
            if x > 0:
                raise ValueError("positive")
        return 1

    def own(x):
        with Quiet():
            if x > 0:
                raise ValueError("positive")
        return 1

    def generator(x):
        with quiet():
            assert x < 0
        return 1

    check(suppressed, (3,), (-3,))
    check(own, (3,), (-3,))
    check(generator, (-3,), fails(3))


def test_managers_that_swallow_in_the_same_branch_or_nothing(check):
    def suppressed(x):
        y = 0
        if x > 0:
            with contextlib.suppress(ValueError):
                y = 3
                raise ValueError("positive")
        return y

    def own(x):
        y = 0
        if x > 0:
            with Quiet() as quiet_one:
                y = 3
                raise ValueError("positive")
            y += 10 if quiet_one.met else 20
        return y

    def generator(x):
        y = 0
        if x > 0:
            with quiet():
                y = 3
                raise ValueError("positive")
        return y

    def noisy(x):
        manager = Noisy()
        with manager:
            if x > 9:
                raise ValueError("too large")
            x += 1
        return x, manager.left

    def other_class(x):
        with contextlib.suppress(KeyError):
            if x > 0:
                raise ValueError("positive")
        return 1

    check(suppressed, (3,), (-3,))
    check(own, (3,), (-3,))
    check(generator, (3,), (-3,))
    check(noisy, (3,), fails(10))
    check(other_class, (-3,), fails(3))


class AppError(Exception):
    """Makes its message of its arguments."""

    def __init__(self, code, *, hint="none"):
        super().__init__(f"error {code} (hint: {hint})")
        self.code = code
        self.hint = hint


class Missing(AppError):
    """Inherits how it is made."""


class Unparsed(Exception):
    """Makes its text of its attributes."""

    def __init__(self, pos, what):
        self.pos = pos
        self.what = what

    def __str__(self):
        return f"at {self.pos}: {self.what}"


def test_class_that_makes_its_message_of_staged_arguments(check):
    def distance(x, y):
        if x > y:
            raise AppError(x, hint=f"{x} > {y}")
        if x == y:
            raise Missing(x * 2)
        return y - x

    check(distance, (1, 2), fails(3, 2), fails(2, 2))


def test_class_that_makes_its_text_of_attributes(check):
    def parse(xs):
        depth = 0
        for i, x in enumerate(xs):
            if x == 1:
                depth += 1
            elif x == 2:
                if depth == 0:
                    raise Unparsed(i, "unexpected close")
                depth -= 1
            else:
                raise Unparsed(i, f"bad token {x}")
        if depth:
            raise Unparsed(len(xs), "unclosed")
        return True

    check(
        parse,
        ([1, 2],),
        fails([2], says="at 0: unexpected close"),
        fails([1, 9], says="at 1: bad token 9"),
        fails([1, 1, 2], says="at 3: unclosed"),
        ([],),
    )


def test_attributes_of_the_exception_are_numbers_of_the_run(check):
    def script(make, value):
        def limited(x):
            if x > 3:
                raise AppError(x, hint={"limit": (3, x)})
            return x

        try:
            make(limited)(value(7))
        except AppError as error:
            return error.code, error.hint["limit"], type(error.code) is int
        return None

    check.script(script, callbacks=True)


def test_staged_values_inside_of_arguments(check):
    def scaled(k):
        assert k > 0, ("scale", k)
        if k > 9:
            raise ValueError("too large", [k, {"k": k > 10}])
        return k

    check(scaled, (1,), fails(-1, says="('scale', -1)"), fails(11, says="('too large', [11, {'k': True}])"))


def test_errors_of_python_on_a_path_that_is_not_taken(check):
    def untaken(xs, x):
        table = {"a": 1}
        if x > 0:
            return table["b"]
        if x < -5:
            return int("nope")
        if x == -3:
            a, _ = (1, 2, 3)
            return a
        if x == -4:
            return [1, 2].index(7)
        if x == -2:
            return None.foo
        return xs[0]

    check(
        untaken,
        ([7], 0),
        fails([7], 1),
        fails([7], -9),
        fails([7], -3),
        fails([7], -4),
        fails([7], -2),
    )


def test_none_as_an_operand_on_a_path_that_is_not_taken(check):
    def scaled(x, scale=None):
        if x > 0:
            return x
        return x * scale

    check(scaled, (3,), fails(-3, says="None"))
