"""Checks what docs/semantics.md says and no other test shows: refusals, what is guarded, and builtins that stay Python."""

import asyncio
import builtins
import collections
import functools
import math
import operator
import random
import sys
import time

import numpy as np
import pytest
import tensorflow as tf
from oracle import convert, fails, stage, tensor

from ag_notebook.staging import ConversionError, StagingError, do_not_convert
from ag_notebook.staging.runtime.guards import MOST_ITEMS

WEIGHTS = list(range(1001))


class Box:
    """Holds what is written into it; `twice` is a property."""

    written = 0

    def __init__(self, value=2):
        self.value = value

    @property
    def twice(self):
        return self.value * 2


BOX = Box()
BOX.inner = Box()


# operators ----------------------------------------------------------------------------------------


def test_operators_of_ints(check):
    def run(x):
        y = -x + 7 - x
        y *= 2
        y //= 3
        return y, x % 5, x / 2, x**2, ~x, x & 6, x | 8, x ^ 1

    check(run, (3,), (-3,))


def test_matrix_product(check):
    def run(rows):
        if rows[0][0] > 0:
            rows = rows @ rows
        return rows

    check(run, ([[1, 2], [3, 4]],), ([[0, 2], [3, 4]],), eager=True)


def test_products_of_vectors(check):
    def run(rows, v):
        rows, v = np.array(rows), np.array(v)
        if v[0] > 0:
            rows = rows + 1
        return v @ v, rows @ v, v[:2] @ rows, np.stack([rows, rows]) @ v

    check(run, ([[1, 2, 3], [4, 5, 6]], [7, 8, 9]), ([[0.5, 2.0, 1.0], [1.0, 2.5, 0.0]], [-1.0, 4.0, 2.0]))

    with pytest.raises(tf.errors.InvalidArgumentError, match="ndims must be"):
        tf.constant([1.0, 2.0]) @ tf.constant([3.0, 4.0])


def test_operators_that_tensors_do_not_have(check):
    def run(x, n):
        return x << 2, x >> 1, 1 << n, x >> n, x << n, +x, +(x > 2)

    check(run, (3, 2), (-5, 0), (0, 30))

    def beyond(x, n):
        return x >> n, (x << n) & 0

    check(beyond, (-1, 33), (7, 40))

    def counted(n):
        mask = 1
        ones = 0
        for i in range(n):
            mask = (mask << 1) | (i & 1)
            ones += mask >> i & 1
        return mask, ones, +mask, ~mask

    check(counted, (0,), (7,))

    def negative(x, n):
        return x << n

    check(negative, (3, 1), fails(3, -1))


def test_logic_between_literals_and_staged_flags(check):
    def run(x):
        return not (x > 2), x > 2 and x < 5, x < 0 or x > 5, True and x > 3

    check(run, (3,), (9,), (-1,))


# expressions and statements -----------------------------------------------------------------------


def test_unpacking_in_literals_and_calls(check):
    def area(a, /, b, *rest, scale=1, **named):
        return (a + b + sum(rest)) * scale + named["extra"]

    def run(x):
        sides = [*(1, 2), x, *[4]]
        options = {"scale": 2, **{"extra": x}}
        return sides, {**options, "x": x}, area(*sides, **options)

    check(run, (3,), (-1,))


def test_definitions_and_imports_in_branches(check):
    def run(x):
        if x > 2:
            from math import sqrt as root

            class Rate:
                of = 2

            def change(a):
                return a + 1
        else:
            from math import fabs as root

            class Rate:
                of = 3

            def change(a):
                return a * 10

        pass
        return root(4.0), Rate.of, change(x), (lambda a: a - 1)(x)

    check(run, (3,), (1,))


def test_methods_of_each_kind_in_a_class_made_inside(check):
    def run(x):
        class Meter:
            limit: int = 4

            @staticmethod
            def clip(v):
                return 4 if v > 4 else v

            @classmethod
            def top(cls):
                return cls.limit

            @property
            def half(self):
                return x // 2 if x > 1 else 0

        return Meter.clip(x), Meter.top(), Meter().half

    check(run, (3,), (9,), (0,))


def test_numbers_that_tensorflow_has_no_dtype_for_are_refused(check):
    def byte(x):
        return b"abcd"[x]

    check.refuses(byte, (3,), at="abcd", code="AG258")


def test_handlers_of_exception_groups_stay_python_unconverted(check):
    star = "*" if sys.version_info >= (3, 11) else ""
    names = {}
    exec(
        f"def plain():\n try:\n  raise ValueError\n except{star} ValueError:\n  return_value = 5\n return 5\n",
        names,
    )
    caught = do_not_convert(names["plain"])

    def run(x):
        return caught() + (1 if x > 0 else 2)

    check(run, (3,), (-3,))


def test_coroutines_run_in_python(check):
    class Resource:
        async def __aenter__(self):
            return 1

        async def __aexit__(self, *exception):
            return False

    def run(x):
        async def rows():
            for i in range(3):
                yield i + x

        async def work():
            total = 0
            async with Resource() as one:
                async for row in rows():
                    total += row + one
            return total + sum([row async for row in rows()]) + await anext(aiter(rows()))

        return asyncio.run(work())

    check(run, (3,), (-1,))


def test_staged_test_in_an_awaiting_coroutine_is_refused(check):
    def run(x):
        async def given():
            return x

        async def work():
            if await given() > 2:
                return 1
            return 2

        return asyncio.run(work())

    check.refuses(run, (3,), at="if await", says="coroutine", code="AG210")


@pytest.mark.parametrize("word", ["return 1", "break", "continue"])
def test_jumps_in_finally_are_refused(check, word):
    from ag_notebook.staging.source import register

    text = f"def run(x):\n    for i in range(x):\n        try:\n            x += 1\n        finally:\n            {word}\n    return x\n"
    file, names = f"<jump {word} {check.mode}>", {}
    register(file, text)
    exec(compile(text, file, "exec"), names)
    with pytest.raises(ConversionError, match=r"AG111 .*line 6.*`finally`"):
        check.make(names["run"], (3,), False)(tensor(3))


def test_options_of_a_loop_have_names(check):
    from ag_notebook.staging import set_loop_options

    def run(x):
        while x > 1:
            set_loop_options(7)
            x -= 1
        return x

    with pytest.raises(ConversionError, match="AG115"):
        check.make(run, (3,), False)(tensor(3))


# builtins -----------------------------------------------------------------------------------------


def test_builtins_that_look_at_the_callers_names_are_refused(check):
    def with_locals(x):
        return locals()

    def with_vars(x):
        return vars()

    def with_dir(x):
        return dir()

    def with_eval(x):
        return eval("x + 1")

    def with_exec(x):
        exec("x = 1")
        return x

    for function in (with_locals, with_vars, with_dir, with_eval, with_exec):
        with pytest.raises(ConversionError, match=f"AG110 .*`{function.__name__.removeprefix('with_')}"):
            check.make(function, (3,), False)(tensor(3))


def test_texts_run_in_a_namespace_of_their_own(check):
    def run(x):
        names = {"x": x}
        exec("y = x + 1", names)
        twice = eval(compile("x * 2", "text", "eval"), {"x": x})
        return names["y"], twice, __import__("math").pi, "BOX" in globals(), "value" in vars(BOX)

    check(run, (3,), (-1,))


def test_builtins_that_ask_python(check):
    def run(x):
        box, marker = Box(x), object()
        return (
            callable(run),
            hasattr(box, "value"),
            getattr(box, "missing", 7),
            issubclass(bool, int),
            isinstance(box, Box),
            type(box) is Box,
            id(box) == id(box),
            marker is marker,
            len(dir(box)) > 3,
            dict(a=x),
            hash("a") == hash("a"),
            [bin(5), hex(5), oct(8), ascii("é"), chr(65), ord("A")],
            len(bytes(3)) + len(bytearray(2)) + memoryview(b"abc")[1],
            complex(1, 2).imag,
            len(set((1, 2))) + len(frozenset((1,))),
        )

    check(run, (3,), (-1,))


def test_type_of_a_staged_value_is_not_int():
    def run(x):
        return isinstance(x, int), isinstance(x, tf.Tensor), type(x) is int

    assert stage(run)(tf.constant(3)) == (False, True, False)


def test_builtins_that_make_text_of_numbers(check):
    def run(x):
        return bin(x), hex(x), oct(-x), chr(x), ord(chr(x)) + 1

    check(run, (65,), (255,), (8364,))

    def of_a_text(s):
        return ord(s)

    check(of_a_text, ("a",), ("€",), fails("ab", says="ord() expected a character"))


def test_builtins_refused_on_staged_values(check):
    def with_hash(x):
        return hash(x)

    check.refuses(with_hash, (65,), at=r"hash\(x\)", says="hash() is not supported", code="AG260")


def test_classes_of_python_that_cannot_hold_staged_values(check):
    def a_bytes(x):
        return bytes([x])

    def a_bytearray(x):
        return bytearray([x])

    def a_set(x):
        return set([x, 2])

    def a_frozenset(x):
        return frozenset([x, 2])

    def a_literal(x):
        return {x, 2}

    for function in (a_bytes, a_bytearray, a_set, a_frozenset, a_literal):
        check.refuses(function, (3,), at="return", code="AG201")

    def a_comprehension(x):
        return {i * x for i in range(3)}

    check.refuses(a_comprehension, (3,), at="for i in", says="set.add", code="AG263")


def test_talk_with_the_user_happens_while_tracing(check, monkeypatch):
    monkeypatch.setattr(builtins, "input", lambda prompt="": "4")
    stops = []
    monkeypatch.setattr(sys, "breakpointhook", lambda: stops.append(1))

    def run(x):
        breakpoint()  # noqa: T100
        with open(__file__, encoding="utf-8") as file:
            first = file.readline()
        return x + len(input()) + len(first)

    check(run, (3,))
    assert stops


def test_number_functions_without_an_equivalent_are_refused(check):
    def step(x):
        return math.nextafter(x, 6.0)

    check.refuses(step, (3.0,), at="nextafter", says="math.nextafter", code="AG262")


def test_functions_that_differ_at_each_call_are_refused():
    def clock(x):
        return x if time.time() > 0 else 0

    def dice(x):
        return x + random.randint(1, 6)

    for function in (clock, dice):
        with pytest.raises(StagingError, match="AG232.*gives another value at each call") as caught:
            stage(function)(tf.constant(3))
        assert caught.value.span.line == function.__code__.co_firstlineno + 1


# values that do not fit ---------------------------------------------------------------------------


def test_types_that_do_not_meet_are_refused(check):
    def in_a_branch(x):
        y = tf.constant(1)
        if x > 1:
            y = tf.constant(1.5)
        return y

    def in_a_loop(x):
        y = tf.constant(1)
        for _ in range(x):
            y = tf.constant("a")
        return y

    check.refuses(in_a_branch, (3,), at="if x > 1", says="int32", code="AG230", eager=True)
    check.refuses(in_a_loop, (3,), at="for _ in", says="string", code="AG202", eager=True)


def test_dicts_whose_keys_are_in_another_order_are_refused_with_that_reason(check):
    def run(x):
        d = {"a": x, "b": 1}
        if x > 1:
            d["a"] = d.pop("a")
            d["b"] = x
        return d

    def others(x):
        d = {"a": x, "b": 1}
        if x > 1:
            d = {"a": x}
        return d

    check.refuses(run, (3,), at="if x > 1", says="in the same order in both branches", code="AG230")
    check.refuses(others, (3,), at="if x > 1", says="the same keys in both branches", code="AG230")


def test_truth_of_many_elements_is_refused(check):
    def run(x):
        return 1 if tf.stack([x, x]) else 0

    check.refuses(run, (3,), at="tf.stack", says="no truth value", code="AG220", eager=True)


def test_lengths_that_only_the_graph_knows(check):
    def as_tuple(n):
        return tuple(range(n))

    def starred(n):
        return (*tf.range(n), 1)

    check.refuses(as_tuple, (3,), at="tuple", says="list()", code="AG261")
    check.refuses(starred, (3,), at="return .*range", says="list()", code="AG261", eager=True)


def test_loop_over_a_ragged_tensor():
    def run(rows):
        total = 0
        for row in rows:
            for v in row:
                if v > 1:
                    total += v
        return total

    f = stage(run)
    assert f(tf.ragged.constant([[1, 2], [3], []])).numpy() == run([[1, 2], [3], []]) == 5
    assert len(f.traces()) == 1 and f(tf.ragged.constant([[4]])).numpy() == 4


def test_staged_text_in_a_staged_text(check):
    def run(part, whole):
        return part in whole, part not in "abc", whole in "abc" or "b" in whole

    check(run, ("b", "abc"), ("", ""), ("x.", "xy"), ("ba", "ab"))


def test_scalar_is_not_iterated(check):
    def run(x):
        return [v for v in x]  # noqa: C416

    check.refuses(run, (3,), at="for v in x", says="range(n)", code="AG242", eager=True)


def test_item_writes_that_are_refused(check):
    def to_a_slice_with_a_step(n):
        items = []
        for i in range(n):
            items.append(i)
        items[::2] = [7, 7]
        return items

    def to_an_array(x):
        array = np.zeros(4)
        array[1] = x
        return array

    def to_an_attribute(x):
        box = Box(tf.constant([1, 2]))
        box.value[0] = x
        return box.value

    check.refuses(to_a_slice_with_a_step, (3,), at="items", code="AG252")
    check.refuses(to_an_array, (3,), at="array", says="numpy", code="AG253")
    check.refuses(to_an_attribute, (3,), at="box.value", says="name first", code="AG257", eager=True)


def test_lists_of_other_things_than_numbers_are_not_compared(check):
    def run(n):
        items = []
        for i in range(n):
            items.append((i, i))
        return items == [(0, 0), (1, 1), (2, 2)]

    check.refuses(run, (3,), at="items ==", code="AG221")


def test_identity_of_objects_chosen_by_a_staged_test_is_refused(check):
    def run(x):
        a, b = [1], [2]
        chosen = a if x > 1 else b
        return chosen is a

    check.refuses(run, (3,), at="chosen", says="identity", code="AG233")


def test_generators_are_no_results():
    def generated(x):
        return (i * x for i in range(3))

    with pytest.raises(StagingError, match="AG244.*cannot give out a generator"):
        stage(generated)(tf.constant(3))


def test_fields_of_format(check):
    def run(x, w):
        held = {"k": x, "pair": (x, w)}
        named = "{d[k]}/{d[pair][1]}".format(d=held)  # noqa: UP032
        return named, "{:{}}|{:<{w}d}|".format(x, w, x, w=w), "%5d|%-4d|%+.1f|%x" % (x, x, x / 2, abs(x))

    check(run, (3, 5), (-12, 1))


# differences on purpose ---------------------------------------------------------------------------


def test_ints_are_as_wide_as_tensorflows():
    def run(x):
        return x * 2 if x > 0 else x

    result = stage(run)(tf.constant(2**30))
    assert result.dtype == tf.int32 and result.numpy() == -(2**31)


def test_list_times_a_tensor_that_is_no_count_is_tensorflows():
    def run(x):
        y = tf.cast(x, tf.float32)
        return [1, 2] * tf.stack([x, x]), [0.5, 2.0] * y, (0.5, 2.0) * y

    expected = [[3, 6], [1.5, 6.0], [1.5, 6.0]]
    assert [part.numpy().tolist() for part in stage(run)(tf.constant(3))] == expected
    assert [part.numpy().tolist() for part in run(tf.constant(3))] == expected


def _list_times_an_argument(n):
    return [0] * n


def _argument_times_a_list(n):
    row = [1, 2]
    longer = n * row
    longer.append(n)
    return longer, row, len(longer)


def _table_of_an_argument(n):
    ways = [0] * (n + 1)
    ways[0] = 1
    for step in (1, 2):
        for i in range(step, n + 1):
            ways[i] += ways[i - step]
    return ways


@pytest.mark.parametrize("run", [_list_times_an_argument, _argument_times_a_list, _table_of_an_argument])
def test_list_repeated_by_a_tensor(check, run):
    check(run, (3,), (0,), (1,), (5,))


def _counted_list(n):
    k = 0
    while n > 0:
        k, n = k + 1, n - 1
    return [0] * k


def _list_by_a_name(n):
    total, row = 0, [1, 2]
    for i in range(n):
        total += len(i * row)
    return total


def _tuple(n):
    total = 0
    for i in range(n):
        total += len((0,) * i)
    return total


def _augmented_list(n):
    total = 0
    for i in range(n):
        own = [1]
        own *= i
        total += len(own)
    return total


def _staged_list(n):
    items = []
    for i in range(n):
        items.append(i)
    return items * len(items)


def _rows_of_one_list(n):
    k = 0
    for i in range(n):
        k += 1
    return [[0]] * k


def _tuple_times_an_argument(n):
    return (0,) * n


@pytest.mark.parametrize(
    ("run", "at"),
    [
        (_tuple_times_an_argument, r"\(0,\) \* n"),
        (_tuple, r"\(0,\) \* i"),
        (_rows_of_one_list, r"\[\[0\]\] \* k"),
    ],
    ids=["tuple and an argument", "tuple", "rows that are one list"],
)
def test_sequence_repeated_by_a_counted_number(check, run, at):
    check.refuses(run, (3,), at=at, code="AG264", says="cannot be repeated by a staged number")


@pytest.mark.parametrize("run", [_counted_list, _list_by_a_name, _augmented_list, _staged_list])
def test_list_repeated_by_a_counted_number(check, run):
    check(run, (3,), (0,), (1,))


def test_list_repeated_in_place_stays_itself(check):
    def run(n):
        own = [1, 2]
        other = own
        k = 0
        for _ in range(n):
            k += 1
        own *= k
        other.append(9)
        return own, other, [7] * -k, [] * k

    check(run, (2,), (0,))


def test_text_repeated_by_a_staged_number(check):
    def run(n, word):
        total = 0
        for i in range(n):
            total += len("ab" * i)
        return total, "-" * n + "|", n * word + word * 2

    check(run, (3, "xy"), (0, ""), (-1, "é"))


def test_list_plus_a_counted_number_is_refused(check):
    def run(n):
        total = 0
        for i in range(n):
            total += len([1, 2] + i)
        return total

    refused = stage(run)
    with pytest.raises(
        StagingError, match="unsupported operands for add: list and a staged number"
    ) as caught:
        refused(tf.constant(3))
    assert caught.value.span.line == run.__code__.co_firstlineno + 3


def test_results_are_tensors_and_python_leaves_stay():
    def run(x):
        n = 0
        while x > n:
            n += 1
        return x, n, 5, "a", None

    x, n, *rest = stage(run)(tf.constant(3))
    assert isinstance(x, tf.Tensor) and isinstance(n, tf.Tensor) and n.numpy() == 3
    assert rest == [5, "a", None]


def test_division_of_ints_by_zero(check):
    def run(x, y):
        return 1 // (x - 3), 7 % y, 5 / y

    check(run, (4, 2), fails(3, 1), fails(4, 0, says="by zero"))

    def counted(n):
        left = 3
        for _ in range(n):
            left -= 1
        return 6 // left

    check(counted, (1,), fails(3))
    if check.staged:
        with pytest.raises(tf.errors.InvalidArgumentError):
            stage(counted)(tf.constant(3))

    def caught(x):
        try:
            return 6 / x
        except ZeroDivisionError:
            return 0.0

    check(caught, (3,), (0,))


def test_float_division_by_zero_is_tensorflows():
    def run(x):
        return x / 0.0, x // (x - x)

    assert stage(run)(tf.constant(3.0))[0].numpy() == float("inf")

    def caught(x):
        try:
            return 1.0 / x
        except ZeroDivisionError:
            return 0.0

    with pytest.raises(StagingError, match="AG270"):
        stage(caught)(tf.constant(3.0))


def test_index_out_of_range(check):
    def item(xs, i):
        return xs[i] + xs[0]

    check(item, ([1, 2, 3], -1), fails([1, 2, 3], 3, says="index out of range"))
    if check.staged:
        with pytest.raises(tf.errors.InvalidArgumentError):
            stage(item)(tf.constant([1, 2]), tf.constant(-3))

    def literal(xs, i):
        if i > 0:
            return xs[7]
        return xs[0]

    check(literal, ([1, 2, 3], 0), fails([1, 2, 3], 3, says="index out of range"))

    def grown(n, i):
        squares = []
        for k in range(n):
            squares.append(k * k)
        return squares[i]

    check(grown, (3, 2), fails(3, 5), fails(0, 0))

    def caught(xs, i):
        try:
            return xs[i]
        except IndexError:
            return 0

    check(caught, ([1, 2], 1), ([1, 2], 5), ([1, 2], -3))


def test_attribute_of_the_class_becomes_one_of_the_instance():
    box = Box()

    def run(x):
        if x > 0:
            box.written += 1
        return x

    stage(run)(tf.constant(-1))
    assert vars(box)["written"].numpy() == 0 and Box.written == 0


# what is guarded ----------------------------------------------------------------------------------


def test_property_is_looked_at_again(check):
    def script(make, value):
        BOX.value = 2

        def run(x):
            return x * BOX.twice

        f = make(run)
        first = f(value(1))
        BOX.value = 5
        return first, f(value(1))

    check.script(script)


def changed(reader, change):
    """The result before and after a change of what `reader` reads, and the number of traces."""
    f = stage(reader)
    before = f(tf.constant(1)).numpy()
    change()
    return before, f(tf.constant(1)).numpy(), len(f.traces())


def test_places_that_are_not_guarded_keep_their_trace(monkeypatch):
    def large(x):
        return x * WEIGHTS[2]

    def helper():
        return BOX.inner.value

    @do_not_convert
    def outside():
        return helper()

    def left_alone(x):
        return x * outside()

    monkeypatch.setitem(globals(), "WEIGHTS", [2] * (MOST_ITEMS + 1))
    assert changed(large, functools.partial(operator.setitem, WEIGHTS, 2, 9)) == (2, 2, 1)
    BOX.inner.value = 2
    assert changed(left_alone, functools.partial(monkeypatch.setattr, BOX.inner, "value", 9)) == (2, 2, 1)


def test_container_bound_anew_is_traced_again(monkeypatch):
    def large(x):
        return x * WEIGHTS[2]

    def direct(x):
        return x * BOX.inner.value

    BOX.inner.value = 2
    assert changed(large, lambda: monkeypatch.setitem(globals(), "WEIGHTS", [7] * len(WEIGHTS)))[0] == 2
    assert changed(direct, lambda: setattr(BOX.inner, "value", 9)) == (2, 9, 2)


# XLA ----------------------------------------------------------------------------------------------


def test_branches_and_loops_compile_with_xla():
    def collatz(n):
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    assert stage(collatz, jit_compile=True)(tf.constant(27)).numpy() == 111


def test_callbacks_and_lists_without_bound_do_not_compile_with_xla():
    def speaks(x):
        print(x)
        return x

    def grows(n):
        items = []
        for i in range(n):
            items.append(i)
        return items

    with pytest.raises(StagingError, match=r"AG302 .*XLA cannot print"):
        stage(speaks, jit_compile=True)(tf.constant(3))
    with pytest.raises(StagingError, match=r"AG302 .*XLA cannot make texts"):
        stage(lambda x: f"{x}", jit_compile=True)(tf.constant(3))
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="XLA compilation requires a fixed tensor list size"
    ):
        stage(grows, jit_compile=True)(tf.constant(3))


def test_converted_function_without_tensors_is_python():
    def run(items):
        found = {v for v in items if v > 1}
        return sorted(found)

    assert convert(run)([3, 1, 2, 3]) == [2, 3]


class Log:
    def __init__(self):
        self.count, self.items = 0, []


def test_a_call_that_raises_writes_nothing_outside(check):
    if not check.staged:
        pytest.skip("it differs in graphs only")
    log, variable = Log(), tf.Variable(0)

    def counted(x):
        log.count += 1
        variable.assign_add(1)
        try:
            if x > 0:
                raise ValueError("bad")
        finally:
            log.items.append(7)
        return x

    def in_a_branch(x):
        if x > 0:
            log.count = 50
            assert x < 3, "big"
        return x

    def divided(x):
        log.count += 1
        return 100 // x

    for run, right, wrong, error in (
        (counted, -1, 1, ValueError),
        (in_a_branch, 2, 5, AssertionError),
        (divided, 5, 0, ZeroDivisionError),
    ):
        f = stage(run)
        f(tf.constant(right))
        before = int(log.count), list(map(int, log.items))
        with pytest.raises(error):
            f(tf.constant(wrong))
        assert (int(log.count), list(map(int, log.items))) == before
    assert variable.numpy() == 2
    assert before == (51, [7])


def test_gradient_of_what_only_the_other_path_uses_is_zero(check):
    if not check.staged:
        pytest.skip("it differs in graphs only")
    used, unused = tf.Variable(2.0), tf.Variable(3.0)

    def loss(x):
        return used * x if x > 0 else unused * x

    def slopes(run, x):
        with tf.GradientTape() as tape:
            y = run(tf.constant(x))
        return tape.gradient(y, [used, unused])

    assert slopes(loss, 1.0)[1] is None
    assert [float(g) for g in slopes(stage(loss), 1.0)] == [1.0, 0.0]
    assert [float(g) for g in slopes(stage(loss), -1.0)] == [0.0, -1.0]
