"""Compares what loggers, warnings and other output show: when the graph runs, in order, on the taken path only."""

import contextlib
import io
import logging
import pprint
import sys
import traceback
import warnings
from collections import OrderedDict, defaultdict, deque
from types import SimpleNamespace

import pytest
from oracle import fails


class Printing(logging.Handler):
    """Prints all that a record tells about the call."""

    def emit(self, record):
        raised = record.exc_info and record.exc_info[0].__name__
        kinds = (
            [type(a).__name__ for a in record.args if isinstance(a, (int, float, str, list, set))]
            if isinstance(record.args, tuple)
            else record.args
        )
        print(record.levelname, record.getMessage(), kinds, record.lineno, record.funcName, raised)


@pytest.fixture(autouse=True)
def _log():
    handler = Printing()
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    log.propagate = False
    yield
    log.removeHandler(handler)


log = logging.getLogger("ag_notebook_tests")


def test_logger_in_branches_and_loops(check):
    def run(n):
        log.info("begin %d", n)
        for i in range(n):
            if i % 2 == 0:
                log.debug("even %s %.1f", i, i * 0.5)
            else:
                log.warning(f"odd {i}")  # noqa: G004 - that is what is tested
        k = n
        while k > 2:
            log.log(25, "k=%(k)d", {"k": k})
            k -= 1
        log.error("end")
        return k

    check(run, (5,), (0,), (2,), callbacks=True)


def test_logger_of_an_object_and_prints_in_order(check):
    class Model:
        def __init__(self):
            self.log = logging.LoggerAdapter(log, {"a": 1})
            self.steps = 0

        def step(self, x):
            self.steps += 1
            if x > 1:
                self.log.info("step %s of %s", self.steps, x)
                print("printed", x)
                self.log.critical("after")
            return x + self.steps

    def run(x):
        model = Model()
        for i in range(3):
            x = model.step(x - i)
        return x

    check(run, (3,), (0,), callbacks=True)


def test_logger_with_containers_objects_and_texts(check):
    class Point:
        def __init__(self, x):
            self.x = x

        def __repr__(self):
            return f"<{self.x}>"

    def run(x, name):
        p, seen, last = Point(1), set(), deque(maxlen=2)
        counts, held = defaultdict(int), OrderedDict(a=x)
        counts[1] += x
        log.info("%s %s %s %s", counts, held, held.values(), SimpleNamespace(x=x))
        counts[2] = x + 1
        print(counts, [counts], list(counts.items()), counts.keys())
        log.info("%s %r %s", p, [p, x], {"x": (x, name)})
        p.x = x
        seen.add(1)
        last.append(x)
        log.info("%s %s %s", p, seen, last)
        seen.add(2)
        last.append(2)
        print(p, [p], seen, last)
        return x

    check(run, (3, "ann"), (0, "bob"), callbacks=True)


def test_caught_exceptions_are_logged(check):
    def inner(x):
        if x > 2:
            raise ValueError("too big", x)
        return x

    def run(x):
        try:
            x = inner(x)
        except ValueError as error:
            log.exception("caught %s %r", error, error)
            log.warning("again", exc_info=True)
            log.info("without %s", error)
            x = -1
        return x

    check(run, (1,), (5,), callbacks=True)


def test_tracebacks_show_the_users_lines_only(check):
    if check.mode == "prefixes":
        return  # calls are not dispatched before the last passes

    def inner(x):
        if x > 2:
            raise KeyError(x)

    def run(x):
        try:
            inner(x)
        except KeyError:
            print(traceback.format_exc())
            traceback.print_exc(file=sys.stdout)
        for i in range(x):
            try:
                if i == 1:
                    raise ValueError("one")
            except ValueError as error:
                traceback.print_exception(error, file=sys.stdout)
        return x

    check(run, (1,), (3,), callbacks=True)


def test_warnings_tell_the_users_line(check):
    def show(message, category, filename, lineno, file=None, line=None):
        print(category.__name__, message, filename == __file__, lineno)

    def run(x):
        if x > 3:
            warnings.warn(f"high {x}")
        else:
            warnings.warn("low", RuntimeWarning)
        for i in range(x):
            warnings.warn(DeprecationWarning(f"old {i}"))
        return x

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = show
        check(run, (4,), (1,), callbacks=True)


def test_a_warning_that_is_an_error_leaves_the_function(check):
    def run(x):
        if x > 3:
            warnings.warn("high")
        return x

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check(run, (3,), fails(4), callbacks=True)


def test_standard_streams_and_pprint(check):
    def run(x):
        written = 0
        if x > 1:
            written = sys.stdout.write(f"x is {x}\n")
            sys.stdout.writelines(["a", "b\n"])
        else:
            pprint.pprint({"x": x, "xs": [x] * 2})
        sys.stdout.flush()
        return written

    check(run, (12,), (1,), callbacks=True)


def test_output_that_python_would_read_while_tracing_is_refused(check):
    def into_a_text(x):
        out = io.StringIO()
        print("x", x, file=out)
        return len(out.getvalue())

    def redirected(x):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            print("x", x)
        return len(out.getvalue())

    def recorded(x):
        with warnings.catch_warnings(record=True) as seen:
            warnings.warn("old")
        return len(seen)

    check.refuses(into_a_text, (3,), at="print", says="a StringIO made here", code="AG232")
    check.refuses(redirected, (3,), at="print", says="`redirect_stdout` around it", code="AG232")
    check.refuses(recorded, (3,), at="warn", says="`catch_warnings` around it", code="AG232")


def test_settings_of_loggers_under_a_staged_test_are_refused(check):
    def run(x):
        if x > 2:
            log.setLevel(logging.DEBUG)
        return x

    check.refuses(run, (3,), at="setLevel", says="setLevel would be done while tracing", code="AG232")


def test_the_program_ends_only_where_the_branch_is_taken(check):
    def by_function(x):
        if x > 2:
            sys.exit(x)
        return x

    def by_raise(x):
        for i in range(x):
            if i > 2:
                raise SystemExit
        return x

    def by_name(x):
        while x > 0:
            if x == 5:
                exit("five")
            x -= 2
        return x

    def caught(x):
        try:
            if x > 2:
                sys.exit(4)
        except SystemExit as error:
            return error.code
        return x

    for function, goes_on, ends, code in (
        (by_function, 2, 3, 3),
        (by_raise, 2, 4, None),
        (by_name, 4, 7, "five"),
    ):
        check(function, (goes_on,))
        made = check.make(function, (goes_on,), False)
        for _ in range(2):
            with pytest.raises(SystemExit) as raised:
                made(*check.arguments((ends,), (), as_tensors=check.staged))
            assert raised.value.code == code
    check(caught, (1,), (3,))
