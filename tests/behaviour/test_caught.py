"""Compares with Python functions that catch what a staged test decides to raise."""

import contextlib
import types

import numpy as np
import pytest
import tensorflow as tf
from oracle import stage


class TooSmall(Exception):
    """Carries the value that was too small."""

    def __init__(self, value):
        super().__init__(f"{value} is too small")
        self.value = value


def test_raised_in_a_branch_and_caught_around_it(check):
    def run(x):
        y = 1
        try:
            y = 2
            if x < 0:
                raise ValueError("negative")
            y = y + x
        except ValueError:
            y = y * 10
        return y

    check(run, (3,), (-3,), (4,), (-1,))


def test_staged_parts_of_the_exception_reach_the_handler(check):
    def run(x):
        try:
            if x < 5:
                raise TooSmall(x)
        except TooSmall as error:
            return error.value * 2
        return x

    check(run, (3,), (7,))


def test_raised_by_a_helper_in_nested_branches(check):
    def checked(x):
        if x > 10:
            if x > 20:
                raise OverflowError
            raise ValueError
        return x

    def run(x):
        try:
            y = checked(x) + 1
        except OverflowError:
            y = -2
        except ValueError:
            y = -1
        else:
            y *= 3
        return y

    check(run, (3,), (15,), (25,), (3,))


def test_the_other_branch_raises(check):
    def run(x):
        try:
            if x > 0:
                y = x
            else:
                raise ValueError
        except ValueError:
            y = 0
        return y

    check(run, (3,), (-3,))


def test_several_tests_in_one_try(check):
    def run(x, y):
        steps = 0
        try:
            if x < 0:
                raise ValueError
            steps += 1
            if y < 0:
                raise KeyError
            steps += 1
        except (ValueError, KeyError):
            steps = steps + 100
        return steps

    check(run, (1, 1), (-1, 1), (1, -1), (-1, -1))


def test_assertions_keys_and_divisions(check):
    table = {1: 10, 2: 20}

    def asserted(x):
        try:
            assert x > 0
        except AssertionError:
            return -1
        return x

    def looked_up(x):
        try:
            y = table[x]
        except KeyError:
            y = -1
        return y

    def divided(x):
        try:
            y = 10 // x
        except ZeroDivisionError:
            y = -1
        return y

    def indexed(xs, i):
        try:
            return xs[i]
        except IndexError:
            return -1

    check(asserted, (3,), (-3,))
    check(looked_up, (1,), (5,), (2,))
    check(divided, (2,), (0,))
    check(indexed, ([1, 2, 3], 1), ([1, 2, 3], 7), ([1, 2, 3], -1))


def test_a_loop_whose_first_iteration_raises(check):
    def run(n):
        table = {}
        total = 0
        try:
            for i in range(n):
                total += table["missing"]
        except KeyError:
            total = -1
        return total

    def by_while(n):
        try:
            while n > 0:
                raise StopIteration
        except StopIteration:
            n = n + 100
        return n

    check(run, (3,), (0,), (1,))
    check(by_while, (3,), (0,))


def test_state_that_the_branch_changed_before_it_raised(check):
    def run(x):
        seen = []
        box = {"n": 0}
        try:
            seen.append(x)
            if x < 0:
                box["n"] = x
                seen.append(1)
                raise ValueError
            seen.append(2)
        except ValueError:
            seen.append(3)
        finally:
            box["done"] = True
        return seen, box

    check(run, (3,), (-3,))


def test_managers_that_swallow(check):
    def run(x):
        y = 0
        with contextlib.suppress(ValueError):
            if x < 0:
                raise ValueError
            y = x
        return y

    check(run, (3,), (-3,))


def test_the_outer_handler_catches_what_the_inner_does_not(check):
    def run(x):
        try:
            try:
                if x < 0:
                    raise ValueError
                y = 1
            except KeyError:
                y = 2
        except ValueError:
            y = 3
        return y

    check(run, (3,), (-3,))


def test_raised_again_to_the_caller(check):
    def run(x):
        try:
            if x < 0:
                raise ValueError("negative")
        except ValueError as error:
            raise RuntimeError("wrapped") from error
        return x

    from oracle import fails

    check(run, (3,), fails(-3))


def test_object_state_between_calls(check):
    def script(make, value):
        class Account:
            def __init__(self):
                self.balance = 10

            def draw(self, x):
                try:
                    if x > self.balance:
                        raise ValueError
                    self.balance -= x
                except ValueError:
                    return -1
                return self.balance

        account = Account()
        f = make(account.draw)
        return [f(value(x)) for x in (3, 20, 4, 5, 3)], account.balance

    check.script(script)


def test_one_trace_and_its_gradient():
    def run(x):
        try:
            if x < 0:
                raise ValueError
        except ValueError:
            return -x
        return x

    f = stage(run)
    for x in (3, -3, 4, -4, 5):
        assert f(tf.constant(x)).numpy() == abs(x)
    assert len(f.traces()) == 1
    with tf.GradientTape() as tape:
        x = tf.constant(-2.0)
        tape.watch(x)
        y = f(x)
    assert tape.gradient(y, x).numpy() == -1.0


def test_each_way_of_a_manager_has_one_trace():
    def run(x):
        with contextlib.suppress(ValueError):
            if x < 0:
                raise ValueError
            x = x * 2
        return x

    f = stage(run)
    for x in (3, -3, 4, -4, 5):
        assert f(tf.constant(x)).numpy() == (x if x < 0 else 2 * x)
    assert len(f.traces()) == 2


def test_a_later_iteration_that_raises_is_refused(check):
    def run(xs):
        total = 0
        try:
            for v in xs:
                if v < 0:
                    raise ValueError
                total += v
        except ValueError:
            total = -1
        return total

    check.refuses(run, ([1, -2],), at="raise ValueError", code="AG270")


def test_in_each_iteration_of_a_loop(check):
    def counted(xs):
        total, bad = 0, 0
        for x in xs:
            try:
                if x < 0:
                    raise ValueError("negative")
                total += x
            except ValueError:
                bad += 1
        return total, bad

    def divided(xs):
        total, bad = 0, []
        for x in xs:
            try:
                total += 10 // x
            except ZeroDivisionError as error:
                bad.append(total)
            else:
                total += 1
            finally:
                total *= 2
        return total, bad

    def until(x):
        while True:
            try:
                x = x - 1
                if x < 3:
                    raise StopIteration
            except StopIteration:
                break
        return x

    def attempts(x):
        for attempt in range(3):
            try:
                if x + attempt < 5:
                    raise RuntimeError("low")
                return attempt
            except RuntimeError:
                continue
        return -1

    check(counted, ([1, -2, 3, -4],), ([1, 2, 3, 4],), ([-1, -1, -1, 0],))
    check(divided, ([1, 0, 2, 0],), ([0, 0, 0, 5],))
    check(until, (9,), (-2,))
    check(attempts, (5,), (4,), (3,), (0,))


def test_in_branches_and_in_helpers_that_they_call(check):
    def parsed(x):
        if x > 10:
            raise KeyError("big")
        return x * 2

    def run(x, y):
        z = 0
        if y > 0:
            try:
                z = parsed(x)
            except KeyError:
                z = -1
        else:
            z = 7
        return z

    def nested(x):
        try:
            try:
                if x < 0:
                    raise KeyError
                if x > 5:
                    raise ValueError
                y = 1
            except KeyError:
                y = 2
                if x < -5:
                    raise ValueError from None
        except ValueError:
            y = 3
        return y

    check(run, (3, 1), (30, 1), (3, 0))
    check(nested, (1,), (-1,), (7,), (-7,))


def test_what_the_block_changed_before_it_raised_stays_changed(check):
    class Account:
        def __init__(self, balance):
            self.balance, self.log = balance, []

        def withdraw(self, amount):
            self.log.append(amount)
            if amount > self.balance:
                raise ValueError("too much")
            self.balance -= amount

    def run(amounts):
        account, refused = Account(10), 0
        for amount in amounts:
            try:
                account.withdraw(amount)
            except ValueError:
                refused += 1
        return account.balance, account.log, refused

    def nonlocal_write(x):
        count = 0

        def step(v):
            nonlocal count
            count += 1
            if v > 2:
                raise ValueError
            count += 10

        try:
            step(x)
            step(x + 1)
            step(x + 2)
        except ValueError:
            count += 100
        return count

    def captured(x):
        y = 1

        def read():
            return y

        try:
            y = 2
            if x > 0:
                raise ValueError
            y = 3
        except ValueError:
            y = y * 10
        return read(), y

    check(run, ([3, 9, 2, 8],), ([11, 1, 1, 1],))
    check(nonlocal_write, (0,), (1,), (2,), (5,))
    check(captured, (1,), (-1,))


def test_several_tries_one_after_the_other(check):
    def run(x, y, z):
        found = []
        try:
            if x < 0:
                raise ValueError
            found.append(1)
        except ValueError:
            found.append(-1)
        try:
            found.append(10 // y)
        except ZeroDivisionError:
            found.append(0)
        try:
            assert z > 0, "z"
        except AssertionError as error:
            found.append(z)
        return found

    check(run, (1, 1, 1), (-1, 0, -5), (1, 0, 1), (-1, 2, -7))


def test_a_loop_of_pythons_that_asks_again_and_again(check):
    def run(x):
        while True:
            try:
                if x < 0:
                    raise ValueError
                x = x - 1
            except ValueError:
                break
        return x

    check(run, (3,), (-3,))


def test_what_has_effects_is_not_run_twice(check):
    def before(x):
        print("before", x)
        try:
            if x < 0:
                raise ValueError
        except ValueError:
            return -x
        return x

    def inside(x):
        try:
            print("before", x)
            if x < 0:
                raise ValueError
        except ValueError:
            return -x
        return x

    def after(x):
        try:
            if x < 0:
                raise ValueError
            print("fine", x)
        except ValueError:
            print("caught", x)
        return x

    check(before, (3,), (-3,), callbacks=True)
    check(after, (3,), (-3,), callbacks=True)
    check.refuses(inside, (3,), at="raise ValueError", code="AG270")


def test_what_is_changed_unseen_is_not_run_twice(check):
    def advanced(x):
        numbers = iter([1, 2, 3])
        try:
            first = next(numbers)
            if x < 0:
                raise ValueError
            second = next(numbers)
        except ValueError:
            second = next(numbers) * 100
        return first, second, next(numbers)

    def in_place(x):
        held = np.array([1, 2])
        other = held
        try:
            held += 1
            if x < 0:
                raise ValueError
            held += 10
        except ValueError:
            held += 100
        return [int(v) for v in other]

    def grown(x):
        seen = set()
        try:
            seen.add(1)
            if x < 0:
                raise ValueError
        except ValueError:
            return len(seen) + 10
        return len(seen)

    def generated(x):
        def numbers():
            yield 1
            yield 2
            yield 3

        made = numbers()
        try:
            first = next(made)
            if x < 0:
                raise ValueError
        except ValueError:
            first = -first
        return first, next(made)

    for run in (advanced, in_place, grown, generated):
        check.never_wrong(run, (3,), (-3,))


def test_random_numbers_are_not_drawn_twice(check):
    def run(x):
        try:
            if tf.random.uniform(()) < x:
                raise ValueError
        except ValueError:
            return 1
        return 0

    check.never_wrong(run, (2.0,), (-2.0,))


def test_with_xla_and_inside_another_graph():
    def run(x):
        try:
            if x < 0:
                raise ValueError
        except ValueError:
            return -x
        return x

    for f in (stage(run, jit_compile=True), tf.function(stage(run), autograph=False)):
        assert f(tf.constant(3)).numpy() == 3 and f(tf.constant(-3)).numpy() == 3


def test_a_manager_with_xla_or_inside_another_graph_is_refused():
    def run(x):
        with contextlib.suppress(ValueError):
            if x < 0:
                raise ValueError
        return x

    with pytest.raises(Exception, match="AG270|AG302"):
        stage(run, jit_compile=True)(tf.constant(3))
    with pytest.raises(Exception, match="AG270"):
        tf.function(stage(run), autograph=False)(tf.constant(3))


class Measured(Exception):
    def __init__(self, x):
        super().__init__("measured")
        self.x = x


def test_what_a_caught_exception_holds_and_says(check):
    def says(x):
        try:
            if x > 0:
                raise ValueError(f"bad {x}")
        except ValueError as e:
            return str(e)
        return ""

    def texts(x):
        try:
            raise ValueError(x, "k")
        except ValueError as e:
            return repr(e), str(e), f"{e} {e!r}", "%s" % e

    def key(x):
        try:
            raise KeyError(x)
        except KeyError as e:
            return repr(e), str(e), f"{e}", e.args[0]

    def of_the_system(x):
        try:
            raise OSError(x, "gone")
        except OSError as e:
            return str(e)

    def attribute(x):
        try:
            if x > 0:
                raise Measured(x + 1)
        except Measured as e:
            return e.x, str(e)
        return 0, ""

    for function in (says, texts, key, of_the_system, attribute):
        check(function, (3,), (-2,), (5,), callbacks=True)


HELD = types.SimpleNamespace(error=None)


def test_an_exception_with_staged_values_is_not_given_out(check):
    def returned(x):
        try:
            if x > 0:
                raise ValueError(x + 1)
        except ValueError as e:
            return e
        return None

    def inside(x):
        return {"error": Measured(x), "x": [x]}

    def stored(x):
        try:
            if x > 0:
                raise ValueError(x + 1)
        except ValueError as e:
            HELD.error = e
        return x

    if check.staged:
        for function in (returned, inside, stored):
            check.refuses(function, (3,), at="def |try", code="AG244")
    assert HELD.error is None
