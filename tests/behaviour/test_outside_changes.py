"""Compares with Python's what a function gives after something that it reads outside of itself has changed.

However the function reaches the place, the next call sees the new value; a place that holds another tensor at each
call becomes an input, so that training steps are not traced again and again.
"""

import collections
import copy
import dataclasses
import functools
import operator
import types

import numpy as np
import pytest
import tensorflow as tf

from ag_notebook.staging import do_not_convert, function

FACTORS = {"low": {"gain": 2}, "high": [1, [4, 5]]}
RATE = 1


class Node:
    def __init__(self, gain, inner=None):
        self.gain, self.inner = gain, inner

    def scaled(self, x):
        return x * self.gain if x > 0 else x


class Slotted:
    __slots__ = ("gain",)

    def __init__(self, gain):
        self.gain = gain


@dataclasses.dataclass
class Config:
    gain: int = 2
    offsets: list = dataclasses.field(default_factory=lambda: [1, 2])


def follow(check, holder, read, *changes):
    """Calls `read(holder, x)`, where the holder is a closure variable, before and after each change of it."""

    def script(make, value):
        held = copy.deepcopy(holder)

        def run(x):
            if x > 0:
                x = x + read(held, x)
            return x

        f = make(run)
        results = [f(value(3))]
        for change in changes:
            change(held)
            results += [f(value(3)), f(value(-1))]
        return results

    check.script(script)


def put(*path_and_value):
    """A change that sets the attribute or item at the end of a path."""
    *path, last, value = path_and_value

    def change(holder):
        for step in path:
            holder = (
                getattr(holder, step) if isinstance(step, str) and hasattr(holder, step) else holder[step]
            )
        if isinstance(holder, (dict, list, bytearray)):
            holder[last] = copy.deepcopy(value)
        else:
            setattr(holder, last, copy.deepcopy(value))

    return change


def test_an_item_of_an_item(check):
    follow(check, FACTORS, lambda t, x: t["low"]["gain"], put("low", "gain", 7), put("low", {"gain": 1}))
    follow(check, FACTORS, lambda t, x: t["high"][1][0], put("high", 1, 0, 9))


def test_through_a_local_alias(check):
    def read(tree, x):
        inner = tree.inner
        other = inner
        return other.gain

    follow(
        check, Node(1, Node(2)), read, put("inner", "gain", 5), put("inner", Node(8)), put("inner", "gain", 9)
    )


def test_an_attribute_of_an_item(check):
    def read(nodes, x):
        total = 0
        for node in nodes:
            total += node.gain
        return total

    follow(
        check,
        [Node(1), Node(2)],
        read,
        put(1, "gain", 10),
        lambda nodes: nodes.append(Node(5)),
        put(2, "gain", 6),
    )


def test_an_item_of_an_attribute(check):
    follow(check, Config(), lambda c, x: c.offsets[0] * c.gain, put("offsets", 0, 8), put("offsets", [3]))


def test_by_a_name_that_is_computed(check):
    follow(check, Node(2), lambda o, x: getattr(o, "ga" + "in"), put("gain", 5))
    follow(check, Node(2), lambda o, x: operator.attrgetter("gain")(o), put("gain", 5))
    follow(check, Node(2), lambda o, x: vars(o)["gain"], put("gain", 5))


def test_an_attribute_that_comes_and_goes(check):
    def read(node, x):
        return node.extra if hasattr(node, "extra") else 100

    follow(check, Node(2), read, put("extra", 5), lambda node: delattr(node, "extra"))


def test_slots_and_namespaces(check):
    follow(check, Slotted(2), lambda o, x: o.gain, put("gain", 5))
    follow(check, types.SimpleNamespace(gain=2), lambda o, x: o.gain, put("gain", 5))


def test_fields_of_a_data_class_read_by_a_library(check):
    follow(check, Config(), lambda c, x: dataclasses.asdict(c)["gain"], put("gain", 5))
    follow(check, Config(), lambda c, x: sum(dataclasses.astuple(c)[1]), put("offsets", 1, 7))


def test_other_containers(check):
    follow(
        check,
        collections.deque([1, 2]),
        lambda d, x: d[0],
        lambda d: d.appendleft(7),
        lambda d: d.rotate(1),
    )
    follow(check, collections.Counter("aab"), lambda c, x: c["a"], lambda c: c.update("aaa"))
    follow(check, {1, 2}, lambda s, x: len(s), lambda s: s.add(9))
    follow(check, bytearray(b"ab"), lambda b, x: b[0], put(0, 7), lambda b: b.__setitem__(0, 9))


def test_a_large_table(check):
    follow(check, list(range(5000)), lambda t, x: t[4321], put(4321, 7), lambda t: t.reverse())
    follow(check, {str(k): k for k in range(3000)}, lambda t, x: t["2999"], put("2999", 1))


def test_a_default_value_that_is_changed(check):
    def script(make, value):
        memo = {"gain": 2}

        def helper(x, known=memo):
            return x * known["gain"]

        def run(x):
            return helper(x) if x > 0 else x

        f = make(run)
        first = f(value(2))
        memo["gain"] = 9
        return first, f(value(2))

    check.script(script)


def test_default_values_that_are_replaced(check):
    def script(make, value):
        def helper(x, k=2, *, m=1):
            return x * k + m

        def run(x):
            return helper(x) if x > 0 else x

        f = make(run)
        results = [f(value(2))]
        helper.__defaults__ = (5,)
        results.append(f(value(2)))
        helper.__kwdefaults__ = {"m": 7}
        results.append(f(value(2)))
        helper.__kwdefaults__["m"] = 9
        return [*results, f(value(2))]

    check.script(script)


def test_arguments_that_a_partial_holds_are_replaced(check):
    def script(make, value):
        def scaled(x, k):
            return x * k

        part = functools.partial(scaled, k=2)

        def run(x):
            return part(x) if x > 0 else x

        f = make(run)
        first = f(value(2))
        part.keywords["k"] = 7
        return first, f(value(2))

    check.script(script)


def test_what_a_partial_and_a_method_hold(check):
    def script(make, value):
        table, node = {"gain": 2}, Node(3)

        def scaled(known, x):
            return x * known["gain"]

        first, second = functools.partial(scaled, table), node.scaled

        def run(x):
            return first(x) + second(x)

        f = make(run)
        results = [f(value(1))]
        table["gain"] = 5
        results.append(f(value(1)))
        node.gain = 7
        return [*results, f(value(1))]

    check.script(script)


def test_attributes_of_a_function(check):
    def script(make, value):
        def step(x):
            return x + step.size

        step.size = 1

        def run(x):
            return step(x) if x > 0 else x

        f = make(run)
        first = f(value(1))
        step.size = 10
        return first, f(value(1))

    check.script(script)


def test_what_a_function_reads_that_is_not_converted(check):
    def script(make, value):
        node = Node(2)

        @do_not_convert
        def outside():
            return node.gain

        def run(x):
            return x * outside() if x > 0 else x

        f = make(run)
        first = f(value(3))
        node.gain = 5
        return first, f(value(3))

    check.script(script)


def test_a_name_that_hides_a_builtin_later(check):
    def script(make, value):
        names = {"__name__": "made"}
        exec("def pick(x):\n    return max(x, 2)\n", names)
        pick = do_not_convert(names["pick"])

        def run(x):
            return pick(5) + x

        f = make(run)
        first = f(value(3))
        names["max"] = min
        return first, f(value(3))

    check.script(script)


def test_private_attributes(check):
    def script(make, value):
        class Vault:
            def __init__(self):
                self.__gain = 2

            def put(self, gain):
                self.__gain = gain

            def run(self, x):
                return x * self.__gain if x > 0 else x

        vault = Vault()
        f = make(vault.run)
        first = f(value(3))
        vault.put(5)
        return first, f(value(3))

    check.script(script)


def test_a_method_that_is_replaced(check):
    def script(make, value):
        class Model:
            def act(self, x):
                return x + 1

        model = Model()

        def run(x):
            return model.act(x) if x > 0 else x

        f = make(run)
        results = [f(value(3))]
        Model.act = lambda self, x: x * 10
        results.append(f(value(3)))
        model.act = lambda x: -x
        return [*results, f(value(3))]

    check.script(script)


def test_objects_among_the_items_of_an_argument(check):
    def script(make, value):
        nodes = {"a": [Node(1), Node(2)]}

        def run(tree, x):
            return x * tree["a"][1].gain if x > 0 else x

        f = make(run)
        first = f(nodes, value(3))
        nodes["a"][1].gain = 7
        return first, f(nodes, value(3))

    check.script(script)


# tensors that are replaced between calls become inputs -----------------------------------------------


def test_weights_that_each_step_replaces_are_traced_twice():
    class Model:
        def __init__(self):
            self.w, self.parts = tf.constant(1.0), {"b": tf.constant(0.0), "c": tf.constant(0.0)}

        def loss(self, x):
            if x > 0:
                return (self.w * x + self.parts["b"] - 1.0) ** 2
            return x

    model = Model()
    loss = function(model.loss)
    for step in range(6):
        model.w = tf.constant(float(step))
        model.parts["b"] = tf.constant(0.5 * step)
        expected = (step * 2.0 + 0.5 * step - 1.0) ** 2
        assert loss(tf.constant(2.0)).numpy() == expected
    assert len(loss.traces()) <= 3
    with tf.GradientTape() as tape:
        tape.watch(model.w)
        value = loss(tf.constant(2.0))
    assert tape.gradient(value, model.w).numpy() == 2 * (5 * 2.0 + 2.5 - 1.0) * 2.0


def test_a_tensor_whose_value_python_needs_is_traced_for_each():
    held = {"n": tf.constant(0)}

    def run(x):
        count = int(held["n"].numpy())
        return x * count

    f = function(run)
    for n in range(4):
        held["n"] = tf.constant(n)
        assert f(tf.constant(3)).numpy() == 3 * n


def test_a_variable_that_is_replaced_by_another():
    held = {"v": tf.Variable(1.0)}
    first = held["v"]

    def run(x):
        held["v"].assign_add(x)
        return held["v"] * 2.0

    f = function(run)
    assert f(tf.constant(1.0)).numpy() == 4.0
    held["v"] = tf.Variable(10.0)
    assert f(tf.constant(1.0)).numpy() == 22.0
    assert first.numpy() == 2.0 and held["v"].numpy() == 11.0


class WithHook:
    """What a class may get between two calls."""

    def __init__(self):
        self.q = 1

    @property
    def seven(self):
        return 7


class Always:
    """A descriptor that wins over an attribute of the object."""

    def __get__(self, instance, owner=None):
        return 77

    def __set__(self, instance, value):
        raise AttributeError


def fresh_class():
    return type("Fresh", (WithHook,), {})


def with_default(held, x):
    return x + getattr(held, "z", 2)


def asked(held, x):
    return x + held.z if hasattr(held, "z") else x


def caught(held, x):
    try:
        return x + held.z
    except AttributeError:
        return x


def by_computed_names(held, x):
    for name in NAMES:
        x = x + getattr(held, name, 1)
    return x


NAMES = ["z", "other"]


@pytest.mark.parametrize("read", [with_default, asked, caught, by_computed_names], ids=lambda f: f.__name__)
def test_an_attribute_that_a_class_or_object_gets_and_loses(check, read):
    def script(make, value):
        kind = fresh_class()
        held, seen = kind(), []
        f, as_argument = make(lambda x: read(held, x)), make(read)

        def step(change=None):
            if change is not None:
                change()
            seen.extend((f(value(1)), as_argument(held, value(1))))

        step()
        step(lambda: setattr(kind, "z", 10))
        step(lambda: setattr(held, "z", 20))
        step(lambda: delattr(held, "z"))
        step(lambda: delattr(kind, "z"))
        step(lambda: setattr(kind, "z", property(lambda self: self.q + 30)))
        step(lambda: setattr(kind, "z", property(lambda self: self.q + 40)))
        step(lambda: setattr(kind, "z", Always()))
        step(lambda: delattr(kind, "z"))
        step(lambda: setattr(kind, "__getattr__", lambda self, name: 50))
        return seen

    check.script(script)


def test_a_descriptor_that_hides_an_attribute(check):
    def script(make, value):
        kind = fresh_class()
        held, seen = kind(), []
        f = make(lambda x: x + held.q + held.seven)
        for change in (kind.__init__, property(lambda self: 5), Always()):
            if not callable(change):
                kind.q = change
            seen.append(f(value(1)))
        kind.seven = 3
        return [*seen, f(value(1))]

    check.script(script)


def test_attributes_of_modules_classes_and_slots(check):
    class Slotted:
        __slots__ = ("z",)

    def script(make, value):
        seen = []
        for held in (types.ModuleType("made"), fresh_class(), Slotted()):
            f = make(lambda x, held=held: with_default(held, x))
            seen.append(f(value(1)))
            held.z = 10
            seen.append(f(value(1)))
            del held.z
            seen.append(f(value(1)))
        return seen

    check.script(script)


def test_a_method_that_a_class_gets(check):
    def script(make, value):
        kind = fresh_class()
        held = kind()
        f = make(lambda x: held.go(x) if hasattr(held, "go") else x)
        g = make(lambda x: x + held if hasattr(kind, "__radd__") else x)
        seen = [f(value(1)), g(value(1))]
        kind.go = lambda self, x: x * 5
        kind.__radd__ = lambda self, x: x * 6
        return [*seen, f(value(1)), g(value(1))]

    check.script(script)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (0.0, -0.0),
        (0j, complex(-0.0, 0.0)),
        (np.float64(0.0), np.float64(-0.0)),
        (1, True),
        (1, 1.0),
        (slice(0, 1), slice(0.0, True)),
        (range(0), range(2, 2)),
        ((0.0, 1), (-0.0, 1)),
        ((1, (2,)), (1, (2.0,))),
        (frozenset([1]), frozenset([True])),
    ],
    ids=repr,
)
def test_values_that_are_equal_but_can_be_told_apart(check, first, second):
    def script(make, value):
        items, table, seen = [first], {"a": first}, []
        f = make(lambda x: (x, str(items[0])))
        g = make(lambda x: (x, str(table["a"])))
        for held in (first, second, first):
            items[0] = table["a"] = held
            seen += [f(value(1)), g(value(1))]
        return seen

    check.script(script)


def test_items_of_arrays_of_objects(check):
    def script(make, value):
        held = np.empty(3, dtype=object)
        held[:] = [1, [2], WithHook()]
        f = make(lambda x: x + held[0] + held[1][0] + held[2].q)
        seen = [f(value(1))]
        held[0] = 7
        seen.append(f(value(1)))
        held[1][0] = 8
        seen.append(f(value(1)))
        held[2].q = 9
        return [*seen, f(value(1))]

    check.script(script)


def test_the_identity_of_held_tensors(check):
    def script(make, value):
        held = types.SimpleNamespace(a=value(1000), b=value(2000))
        f = make(lambda x: x + 1 if held.a is held.b else x)
        seen = []
        for k in range(4):
            seen.append(f(value(1)))
            if k % 2:
                held.a = value(3000 + k)
            else:
                held.b = held.a
        return seen

    check.script(script)


def test_the_identity_of_arguments_is_refused(check):
    def arguments(x, y):
        return x + 1 if x is y else x

    def computed(x, y):
        y = x * 2
        return x + 1 if y is x else y

    check.refuses(arguments, (1000, 2000), at="x is y", code="AG233")
    check(computed, (1000, 2000))
