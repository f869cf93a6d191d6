"""Checks of staged functions: what is compared, what is said, and that the program stays as it was."""

import collections
import functools
import logging
import operator
import os
import random
import sys
import time
import warnings

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook import staging
from ag_notebook.report import Check, Span
from ag_notebook.staging import checking, do_not_convert, function
from ag_notebook.staging.checking import notes_of
from ag_notebook.staging.errors import ConversionError, StagingError

EVERYTHING = ("value", "printed", "changes")


def one(staged, *args, **kwargs) -> Check:
    (found,) = staged.check(*args, **kwargs)
    return found


def random_states():
    return random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002  the state that is put back


@do_not_convert
def write(path, text, mode="w"):
    with open(path, mode) as file:
        file.write(text)


def is_staging() -> bool:
    """Lies: what no conversion can make equal, so that there is a difference to find."""
    return not tf.executing_eagerly()


def test_the_same():
    @function
    def collatz(n):
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    assert one(collatz, tf.constant(27)) == Check("collatz(n=tf.constant(27))", EVERYTHING)


def test_a_value_that_differs():
    @function
    def f(x):
        return [x, {"a": (x + 1 if is_staging() else x)}]

    found = one(f, tf.constant(1))
    assert found.difference == "`result[1]['a']` is 1 in Python and 2 staged."
    assert found.compared == ("value",)


def test_the_index_of_an_item_that_differs():
    @function
    def f(x):
        return tf.tensor_scatter_nd_add(x, [[1, 0]], [1.0]) if is_staging() else x

    assert one(f, tf.zeros([2, 2])).difference == "`result[1, 0]` is 0.0 in Python and 1.0 staged."


def test_dtypes_count():
    @function
    def f(x):
        return tf.cast(x, tf.float64) if is_staging() else x

    assert one(f, tf.ones([2])).difference == "`result` is float32[2] in Python and float64[2] staged."


def test_the_same_exception():
    @function
    def f(x):
        if x > 0:
            raise ValueError(f"no {x}")
        return x

    assert one(f, tf.constant(3)) == Check("f(x=tf.constant(3))", ("exception", "printed", "changes"))
    assert one(f, tf.constant(-3)) == Check("f(x=tf.constant(-3))", EVERYTHING)


def test_an_exception_that_differs():
    @function
    def f(x):
        if is_staging():
            x = x - 1
        if x > 0:
            raise ValueError("positive")
        return x

    assert one(f, tf.constant(1)).difference == (
        "In Python ValueError('positive') is raised, staged the result is 0."
    )

    @function
    def g(x):
        if x > 0:
            raise (KeyError if is_staging() else ValueError)("positive")
        return x

    assert one(g, tf.constant(1)).difference == (
        "In Python ValueError('positive') is raised, staged KeyError(\"'positive'\")."
    )


def test_printed_text(capfd):
    @function
    def f(x):
        for _ in range(2):
            print("x is", x)
            x += 1
        tf.print("at the end", x + (1 if is_staging() else 0))
        return x

    assert one(f, tf.constant(1)).difference == (
        "Line 3 of what is printed is 'at the end 3' in Python and 'at the end 4' staged."
    )
    assert capfd.readouterr() == ("", "")  # the check's runs are nobody's


def test_gradients():
    @function
    def f(x, n):
        while n > 0:
            x = x * x
            n -= 1
        return x

    assert one(f, tf.constant(1.5), tf.constant(3)).compared == (*EVERYTHING, "gradients")

    @function
    def g(x):
        return tf.stop_gradient(x) if is_staging() else x

    assert one(g, tf.constant([1.0, 2.0])).difference == (
        "The `gradient of x[0]` is 1.0 in Python and 0.0 staged."
    )


def test_changes_outside_are_compared_and_undone():
    log, count, weight = [], 0, tf.Variable(1.0)

    class Box:
        value = 0

    box = Box()

    @function
    def f(x, items):
        nonlocal count
        count += 1
        log.append(count)
        box.value = x
        weight.assign_add(x)
        items.append(x)
        return weight * x

    items = [tf.constant(0.0)]
    assert one(f, tf.constant(2.0), items).difference == ""
    assert (log, count, weight.numpy(), len(items), vars(box)) == ([], 0, 1.0, 1, {})

    @function
    def g(x):
        box.value = x + (1 if is_staging() else 0)

    assert one(g, tf.constant(2)).difference == ("After the call `box.value` is 2 in Python and 3 staged.")
    assert vars(box) == {}


def test_arrays_and_random_states_are_put_back():
    weights = np.zeros(2)

    @function
    def f(x, data):
        return x + len(data)

    def original(x, data):
        data[0] = random.random() + np.random.rand()  # noqa: NPY002  it changes that state
        weights[0] = 1.0
        return x

    states = random_states()
    staged = function(original, backend="python")
    data = np.zeros(2)
    assert one(staged, 1, data).difference == ""
    assert (data.tolist(), weights.tolist()) == ([0.0, 0.0], [0.0, 0.0])
    assert random_states() == states


def test_staged_functions_that_it_calls_run_as_python():
    @function
    def inner(x):
        return 1 if is_staging() else 0

    @function
    def outer(x):
        return inner(x) + x * 0

    assert one(outer, tf.constant(5)).difference == "`result` is 0 in Python and 1 staged."


def test_random_numbers_cannot_be_compared():
    @function
    def f(x):
        return x + tf.random.uniform([])

    found = one(f, tf.constant(1.0))
    assert (found.compared, found.difference) == ((), "")
    assert found.skipped == "It draws random numbers, and the graph draws others than Python."


def test_a_generator_of_tensorflows_is_put_back():
    generator = tf.random.Generator.from_seed(1)

    @function
    def f(x):
        return x + generator.uniform([])

    assert one(f, tf.constant(1.0)).compared == (*EVERYTHING, "gradients")


def test_what_cannot_be_used_twice():
    @function
    def f(items):
        return [item for item in items]

    found = one(f, iter([1, 2]))
    assert (found.compared, found.difference) == ((), "")
    assert "`items` is a list_iterator, which cannot be used twice" in found.skipped


def test_annotated_parameters_get_arguments():
    @function
    def f(x: tf.TensorSpec([None], tf.float32), times: int = 2):
        for _ in range(times):
            x = x * 2.0
        return tf.reduce_sum(x)

    found = f.check()
    assert len(found) == 6
    assert {check.difference + check.skipped for check in found} == {""}
    assert found[0].call == "f(x=tf.constant([]), times=0)"
    assert f.check() == found  # the same each time


def test_generated_arguments_find_what_a_call_does_not():
    @function
    def f(n: int):
        if n < 0 and is_staging():
            return n
        return abs(n)

    found = f.check(tf.constant(3))
    assert found[0] == Check("f(n=tf.constant(3))", EVERYTHING)
    assert next(check for check in found if check.difference) == Check(
        "f(n=tf.constant(-1))", ("value",), "`result` is 1 in Python and -1 staged."
    )


def test_a_loop_without_end_is_left():
    @function
    def f(n: int):
        while n != 1:
            n = n // 2
        return n

    found = {check.call: check.skipped for check in f.check(tf.constant(5))}
    assert found["f(n=tf.constant(5))"] == ""
    assert found["f(n=tf.constant(0))"] == "It did not end in 1 s."
    assert found["f(n=tf.constant(1))"] == ""


def test_nothing_to_check_is_said():
    @function
    def f(x):
        return x

    (found,) = f.check()
    assert (found.call, found.compared, found.difference) == ("f(…)", (), "")
    assert found.skipped == (
        "No arguments were given, and no parameter is annotated. Give it a call to compare, or annotate its "
        "parameters."
    )

    @function
    def g(x: "Nope", n: int):  # noqa: F821
        return x

    (found,) = g.check()
    assert "there are no examples for the annotation `x: Nope`. Give it a call" in found.skipped
    (found,) = g.check(1, 2)[:1]
    assert found == Check("g(x=1, n=2)", EVERYTHING)


def test_what_cannot_be_staged_is_refused():
    @function
    def f(x):
        return locals()

    with pytest.raises(ConversionError, match="AG110"):
        f.check(tf.constant(1))

    @function
    def g(x):
        y = [1, 2, 3] if x > 0 else 5
        return y

    with pytest.raises(StagingError):
        g.check(tf.constant(1))
    with pytest.raises(TypeError, match="too many positional arguments"):
        g.check(1, 2, 3)


def test_a_check_is_no_trace_of_the_programs():
    @function
    def f(n: int):
        return n

    f.check(tf.constant(1))
    assert f.traces() == []


def test_a_difference_is_a_warning():
    place = Span("a.py", 1, 0, 2, 0)
    same, other = (
        Check("f(1)", EVERYTHING),
        Check("f(2)", ("value",), "`result` is 1 in Python and 2 staged."),
    )
    assert notes_of((same,), place) == ()
    (note,) = notes_of((same, other, other), place)
    assert (note.code, note.level, note.span) == ("AG126", "warning", place)
    assert note.message == (
        "staged, `f(2)` does something else than in Python: `result` is 1 in Python and 2 staged."
    )
    assert note.fix


def test_a_method():
    class Counter:
        def __init__(self):
            self.n = 0

        def add(self, x):
            self.n += x
            return self.n

    counter = Counter()
    staged = staging.function(counter.add)
    assert one(staged, tf.constant(2)).difference == ""
    assert counter.n == 0


def test_what_runs_only_while_tracing_is_a_difference() -> None:
    class Counter:
        value = 0

    counter = Counter()

    @do_not_convert
    def counted():
        counter.value += 1
        return float(counter.value)

    def used(x):
        return x * counted()

    (found,) = function(used).check(tf.constant(1.0))
    assert found.difference == "In a second call: `result` is 2.0 in Python and 1.0 staged."
    assert counter.value == 0


def test_a_warning_of_both_is_the_same() -> None:
    def warned(x):
        warnings.warn("take care", stacklevel=1)
        return x

    (found,) = function(warned).check(tf.constant(1.0))
    assert (found.difference, found.skipped) == ("", "")


def test_callables_without_a_name_have_reports() -> None:
    class Scaled:
        def __call__(self, x):
            return x * 5.0

    def power(x, n):
        return x**n

    scaled, squared = function(Scaled()), function(functools.partial(power, n=2))
    assert scaled.report(tf.constant(1.0)).title == "Scaled"
    assert squared.report(tf.constant(1.0)).title == "power"
    assert [c.difference for c in (*scaled.check(tf.constant(1.0)), *squared.check(tf.constant(3.0)))] == [
        "",
        "",
    ]


def test_files_are_compared_and_put_back(tmp_path):
    new, old = tmp_path / "new.txt", tmp_path / "old.txt"
    old.write_text("before")

    def writes(x):
        write(new, "a")
        write(old, "b", "a")
        return x

    assert one(function(writes, backend="python"), 1) == Check("writes(x=1)", EVERYTHING)
    assert (new.exists(), old.read_text()) == (False, "before")

    def writes_new(x):
        write(new, "a")
        return x

    assert one(function(writes_new), tf.constant(1)).difference == (
        f"In a second call: After the call `{new}` is 'a' in Python, and is not there staged."
    )
    assert (new.exists(), old.read_text()) == (False, "before")


def test_a_file_that_is_written_otherwise_is_a_difference(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("before")

    def writes(x):
        write(path, "staged" if is_staging() else "python")
        return x

    assert one(function(writes), tf.constant(1)).difference == (
        f"After the call `{path}` is 'python' in Python and 'staged' staged."
    )
    assert path.read_text() == "before"


def test_what_is_only_known_to_happen_is_named(tmp_path):
    def makes(x):
        if not (tmp_path / "made").exists():
            os.mkdir(tmp_path / "made")
        return x

    found = one(function(makes, backend="python"), 1)
    assert (found.compared, found.difference) == (EVERYTHING, "")
    assert found.skipped == "Not compared: os.mkdir."


def test_the_environment_and_the_working_directory_are_put_back(monkeypatch, tmp_path):
    monkeypatch.setenv("AG_TEST_OLD", "old")
    monkeypatch.delenv("AG_TEST_NEW", raising=False)
    folder = os.getcwd()

    def changes(x):
        os.environ["AG_TEST_OLD"] = "other"
        os.environ["AG_TEST_NEW"] = "new"
        os.chdir(tmp_path)
        return x

    assert one(function(changes, backend="python"), 1) == Check("changes(x=1)", EVERYTHING)
    assert (os.environ["AG_TEST_OLD"], "AG_TEST_NEW" in os.environ, os.getcwd()) == ("old", False, folder)
    with pytest.raises(StagingError, match="AG231"):
        function(changes).check(tf.constant(1))
    assert (os.environ["AG_TEST_OLD"], "AG_TEST_NEW" in os.environ, os.getcwd()) == ("old", False, folder)

    @do_not_convert
    def sets():
        os.environ["AG_TEST_NEW"] = "staged" if is_staging() else "python"

    def calls(x):
        sets()
        return x

    assert one(function(calls), tf.constant(1)).difference == (
        "After the call `os.environ['AG_TEST_NEW']` is 'python' in Python and 'staged' staged."
    )
    assert "AG_TEST_NEW" not in os.environ


def test_what_is_written_to_a_standard_stream_is_printed(capfd):
    @function
    def f(x):
        sys.stdout.write("out\n")
        sys.stderr.writelines(["err\n"])
        if x > 0:
            sys.stdout.write(f"x is {x + (1 if is_staging() else 0)}\n")
        return x

    assert one(f, tf.constant(0)) == Check("f(x=tf.constant(0))", EVERYTHING)
    assert one(f, tf.constant(1)).difference == (
        "Line 3 of what is printed is 'x is 1' in Python and 'x is 2' staged."
    )
    assert capfd.readouterr() == ("", "")


def test_what_holds_itself():
    items = [1]
    items.append(items)
    names = {"a": items, "b": 2}
    names["c"] = names

    def same(held):
        return held

    for held in (items, names, collections.deque([items]), (items,)):
        assert one(function(same, backend="python"), held).compared == EVERYTHING
        if not isinstance(held, collections.deque):
            with pytest.raises(StagingError, match="AG245.* that holds itself cannot be staged"):
                function(same).check(held)
    with pytest.raises(StagingError, match="AG245.*: a list that holds itself"):
        function(lambda x: [x, items]).check(tf.constant(1))


def test_callables_that_are_no_python_functions():
    class Point:
        def __init__(self, x):
            self.x = x

    numbers = tf.constant([1.0, 2.0])
    for callable_, args in [
        (len, [numbers]), (np.sin, [numbers]), (max, [tf.constant(1), tf.constant(2)]), (int, [tf.constant(1)]),
        (operator.itemgetter(0), [numbers]), (Point, [numbers]), (functools.partial(np.sin), [numbers]),
        ("a".upper, []), (functools.lru_cache(abs), [-3]),
    ]:  # fmt: skip
        (found,) = function(callable_).check(*args)
        assert (found.compared[0], found.difference, found.skipped) == ("value", "", ""), callable_


def test_messages_have_no_codes_of_a_terminal():
    @function
    def f(x):
        if is_staging():
            raise ValueError("\x1b[1mno\x1b[0m")
        return x

    assert one(f, 1).difference == "In Python the result is 1, staged ValueError('no') is raised."


def test_exceptions_are_compared_by_what_they_were_made_with():
    @function
    def f(x):
        raise ValueError("a", x + (1 if is_staging() else 0) * x)

    assert one(f, tf.constant(0)).compared == ("exception", "printed", "changes")
    assert "is raised, staged ValueError" in one(f, tf.constant(1)).difference


def test_leaving_the_process_is_an_exception():
    @function
    def f(x):
        sys.exit(3)

    assert one(f, tf.constant(0)) == Check("f(x=tf.constant(0))", ("exception", "printed", "changes"))


def test_datasets_and_arrays_of_tensors(capfd):
    @function
    def f(n):
        more = n if is_staging() else 0
        return tf.data.Dataset.range(3).map(lambda i: i + more).repeat()

    assert one(f, tf.constant(0, tf.int64)).difference == ""
    assert one(f, tf.constant(2, tf.int64)).difference == "`result[0]` is 0 in Python and 2 staged."

    @function
    def g(x):
        return tf.TensorArray(tf.float32, 1).write(0, x + (1.0 if is_staging() else 0.0) * x)

    assert one(g, tf.constant(0.0)).difference == ""
    assert one(g, tf.constant(1.0)).difference == "`result.stack()[0]` is 1.0 in Python and 2.0 staged."


def test_messages_of_loggers_are_printed(monkeypatch, capfd):
    monkeypatch.setattr(logging.root, "handlers", [])

    @function
    def f(x):
        logging.warning("x is %s", x)  # noqa: LOG015  only this one makes a handler
        return x

    assert one(f, tf.constant(1)) == Check("f(x=tf.constant(1))", EVERYTHING)
    assert logging.root.handlers == []


def test_scalars_of_numpys():
    @function(backend="python")
    def f(x):
        return np.str_("a"), np.float16(1), np.bool_(True), np.bytes_(b"a"), np.array(["a", "b"])

    assert one(f, 1) == Check("f(x=1)", EVERYTHING)


def test_files_that_tensorflow_writes_are_named(tmp_path):
    @function
    def f(x):
        if x > 0:
            tf.io.write_file(str(tmp_path / "a"), "text")
        return x

    (found,) = f.check(tf.constant(1))
    assert (found.compared, found.difference) == (EVERYTHING, "")
    assert found.skipped == "Not compared: files that TensorFlow writes (they stay written)."


def test_layers_and_optimizers_that_the_first_call_builds():
    layer, optimizer = tf.keras.layers.Dense(3), tf.keras.optimizers.Adam()

    def train(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(layer(x) ** 2)
            if loss > 0:
                loss = loss * 2
        optimizer.apply_gradients(
            zip(tape.gradient(loss, layer.trainable_variables), layer.trainable_variables)
        )
        return loss

    found = one(function(train), tf.ones([2, 4]))
    assert (found.compared, found.difference) == ((*EVERYTHING, "gradients"), "")
    assert not layer.built
    assert not optimizer.built


class Scale(tf.keras.layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(shape=(shape[-1],), initializer="ones")

    def call(self, x):
        if tf.reduce_sum(x) > 0:
            return x * self.scale
        self.scale.assign(-self.scale if is_staging() else self.scale)
        return x


def test_weights_are_compared_by_what_they_hold():
    layer = Scale()
    staged = function(lambda x: layer(x))
    assert one(staged, tf.ones([2])).difference == ""
    layer(tf.ones([2]))
    assert "is 1.0 in Python and -1.0 staged" in one(staged, -tf.ones([2])).difference
    assert layer.scale.numpy().tolist() == [1.0, 1.0]


class Late(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.scale = None

    def call(self, x):
        if self.scale is None:
            self.scale = self.add_weight(shape=(1,))
        return x * self.scale


def test_what_a_layer_refuses_in_both_is_the_same():
    layer = Late()
    assert one(function(lambda x: layer(x)), tf.ones([2])).compared == ("exception", "printed", "changes")


def test_what_python_does_not_do_twice_is_no_difference():
    @do_not_convert
    def number():
        return np.float32(len(os.urandom(1)) + int.from_bytes(os.urandom(4), "big"))

    found = one(function(lambda x: x + number()), tf.constant(1.0))
    assert (found.difference, found.skipped) == ("", "It does something else at each call in Python, too.")


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return self.n == other.n


def test_objects_in_sets_and_keys_are_told_by_what_they_hold():
    def made(x):
        return {Key(1), Key(2)}, [{(1, "a"): x, frozenset([1]): x, None: x, int: x}]

    assert one(function(made), tf.constant(1)).difference == ""
    other = function(lambda x: ({Key(5 if is_staging() else 1)}, x))
    assert "Key(n=1)" in one(other, tf.constant(1)).difference


def test_function_attributes_are_put_back():
    def g(x):
        g.calls = getattr(g, "calls", 0) + 1
        return x

    assert one(function(lambda x: g(x)), tf.constant(1)).difference == ""
    assert not hasattr(g, "calls")


def test_a_cache_that_prints_is_compared_where_it_is_empty():
    @functools.lru_cache
    def cached(k):
        print("miss")
        return k + 1

    staged = function(lambda x: x + cached(3))
    for _ in range(2):
        assert one(staged, tf.constant(1)) == Check(staged.check(tf.constant(1))[0].call, EVERYTHING)
    cached(3)
    assert "It cannot be run twice: `cached`" in one(staged, tf.constant(1)).skipped


def test_warnings_that_the_filters_hide_do_not_count(tmp_path, recwarn):
    path = tmp_path / "a"
    path.write_text("abc")

    def read(x):
        if is_staging():
            warnings.warn("hidden", ResourceWarning, stacklevel=1)
        return x + len(open(path).read())  # noqa: SIM115  left open

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        warnings.showwarning = lambda *given, **_: print(given[0], file=sys.stderr)
        assert one(function(read), tf.constant(1)).difference == ""
        warnings.simplefilter("once", ResourceWarning)
        assert "hidden" in one(function(read), tf.constant(1)).difference


def test_given_arguments_have_a_limit(monkeypatch):
    monkeypatch.setenv("AG_CHECK_SECONDS", "0.2")
    found = one(function(lambda n: time.sleep(30) if not is_staging() else n), tf.constant(1))
    assert found.skipped == "Not compared: it took longer than 0.2 s. Set AG_CHECK_SECONDS to wait longer."
    assert found.difference == ""


def test_a_second_call_of_a_long_one_is_not_made(monkeypatch):
    monkeypatch.setattr(checking, "SECONDS_TO_REPEAT", 0.0)
    found = one(function(lambda n: n + 1), tf.constant(1))
    assert found.difference == ""
    assert found.skipped.startswith("Not compared: a second call, as the first took 0 s")
