"""Compares what `finally` and `__exit__` do where the graph raises with Python: they are not run any more."""

import contextlib

import tensorflow as tf
from oracle import fails, stage


def test_prints_in_finally_are_refused(check):
    def by_raise(n):
        try:
            if n > 2:
                raise ValueError("big")
            n += 1
        finally:
            print("left")
        return n

    def by_assertion_in_a_loop(xs):
        for x in xs:
            try:
                assert x > 0
            finally:
                print("left")
        return xs

    def by_an_index(n):
        items = [1, 2, 3]
        try:
            y = items[n]
        finally:
            print("left")
        return y

    for function, arguments in ((by_raise, (1,)), (by_assertion_in_a_loop, ([1],)), (by_an_index, (1,))):
        check.refuses(function, arguments, at="left", code="AG271")


def test_prints_on_exit_are_refused(check):
    class Noted:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, traceback):
            print("left", kind is None)

    @contextlib.contextmanager
    def noted():
        try:
            yield 1
        finally:
            print("left")

    def by_class(n):
        with Noted():
            if n > 2:
                raise ValueError("big")
        return n

    def by_generator(n):
        with noted() as one:
            assert n < 3
        return n + one

    check.refuses(by_class, (1,), code="AG271", at="left|with Noted")
    check.refuses(by_generator, (1,), code="AG271", at="left|with noted")


def test_a_variable_in_finally_is_refused(check):
    count = tf.Variable(0)

    def counted(n):
        try:
            if n > 2:
                raise ValueError("big")
        finally:
            count.assign_add(1)
        return n

    check.refuses(counted, (1,), at="assign_add", code="AG271")


def test_prints_where_nothing_is_raised(check):
    class Noted:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, traceback):
            print("left", kind is None)

    @contextlib.contextmanager
    def noted(n):
        print("in")
        yield n + 1
        print("out", n)

    def quiet(n):
        try:
            n = n + 1 if n > 2 else n - 1
        finally:
            print("left", n)
        with Noted():
            print(n)
            n *= 2
        with noted(n) as m:
            if m > 3:
                n += m
        return n

    check(quiet, (1,), (5,))


def test_prints_where_it_is_caught_inside(check):
    def caught(n):
        try:
            try:
                if n > 2:
                    raise ValueError("big")
                n += 1
            except ValueError:
                n = 0
        finally:
            print("left", n)
        return n

    def raised_at_once(n):
        if n > 2:
            try:
                raise ValueError("big")
            finally:
                print("left", n)
        return n

    check(caught, (1,), (5,))
    check(raised_at_once, (1,), fails(5), callbacks=True)


def test_state_in_finally(check):
    def counted(n):
        log = []
        try:
            assert n < 3
            log.append(n)
        finally:
            log.append(-1)
        return log

    def printed_before(n):
        for _ in range(n):
            print("in")
        try:
            assert n < 3
        finally:
            n += 1
        return n

    check(counted, (1,))
    check(printed_before, (1,), (2,))


@contextlib.contextmanager
def told(n):
    print("in")
    yield twice(n)
    print("out", n)


def twice(n):
    return n * 2 if n > 2 else n


def test_a_manager_of_a_generator_from_outside(check):
    def managed(n):
        with told(n) as m:
            n += m
        return n

    check(managed, (1,), (5,))


def test_a_manager_of_a_generator_as_decorator(check):
    def decorated(n):
        @told(n)
        def add(m):
            if m > 2:
                m += 1
            return m

        return add(n) + add(n + 2)

    check(decorated, (1,), (5,))


class Managed:
    def __init__(self):
        self.count = 0

    @contextlib.contextmanager
    def counted(self, n):
        if n > 0:
            self.count += 1
        yield self.count
        self.count += 10


def test_a_manager_that_is_a_method(check):
    def managed(n):
        held = Managed()
        with held.counted(1) as m:
            n += m
        with held.counted(2):
            if n > 3:
                held.count += 100
        return n, held.count

    check(managed, (1,), (5,))


def test_finally_under_a_handler_is_done_once(check):
    def plain(x):
        try:
            if x < 0:
                raise ValueError("n")
        except ValueError:
            return -1
        finally:
            print("left")
        return x

    def handler_prints(x):
        try:
            if x < 0:
                raise ValueError("negative")
        except ValueError as error:
            print("caught", error)
            return -1
        finally:
            print("left")
        return x

    def inner(x):
        try:
            try:
                if x < 0:
                    raise ValueError("n")
            finally:
                print("inner", x)
        except ValueError:
            print("outer")
        return x

    def raised_again(x):
        try:
            try:
                assert x > 0
            except AssertionError:
                print("again")
                raise
            finally:
                print("left")
        except:  # noqa: E722
            print("caught")
        return x

    def by_a_manager(x):
        class Noted:
            def __enter__(self):
                return self

            def __exit__(self, kind, error, traceback):
                print("out", kind is None)

        try:
            with Noted():
                x += 1
                if x < 0:
                    raise ValueError("n")
        except ValueError:
            x = 0
        return x

    def in_a_loop(n):
        i = 0
        while i < n:
            try:
                if i == 2:
                    raise ValueError("two")
                i += 1
            except ValueError:
                i += 5
            finally:
                print("i", i)
        return i

    for function in (plain, handler_prints, inner, raised_again, by_a_manager, in_a_loop):
        check(function, (1,), (-3,), (4,))


def test_a_variable_in_finally_under_a_handler_is_changed_once():
    count = tf.Variable(0)

    class Counted:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, traceback):
            count.assign_add(10)

    def counted(x):
        try:
            with Counted():
                if x < 0:
                    raise ValueError("n")
        except ValueError:
            x = 0
        finally:
            count.assign_add(1)
        return x

    run = stage(counted)
    assert [(int(run(tf.constant(x))), int(count)) for x in (1, -1, 9)] == [(1, 11), (0, 22), (9, 33)]
