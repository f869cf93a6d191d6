"""Compares results that hold what the function made: closures, methods, keys, exceptions, and objects in several places."""

import collections
import functools
import types

import numpy as np
import pytest


class Box:
    def __init__(self, v):
        self.v = v

    def get(self):
        return self.v

    def more(self):
        self.v += 1
        return self.v


class Key:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    def __hash__(self):
        return hash(self.v)


class Tagged(int):
    def __init__(self, *_):
        self.tag = [1]


class Marked(tuple):
    pass


def counter(n):
    items, count = [1, 2], 0
    items.append(3)

    def step():
        nonlocal count
        count += 1
        return count, list(items)

    step()
    return step


def reads(n):
    box = Box(5)
    return lambda: box.v


def method(n):
    return Box(5).more


def partial_of_a_method(n):
    return functools.partial(Box(5).more)


def partial_with_an_argument(n):
    return functools.partial(lambda box: box.more(), Box(1))


def two_functions_of_one_object(n):
    box = Box(1)

    def more():
        return box.more()

    more()
    return lambda: (more(), box.v)


def method_of_a_list(n):
    items = [1]
    items.append(2)
    add = items.append
    return lambda: (add(3), list(items))


def default(n):
    items = [1]
    items.append(2)

    def step(held=items, *, keyed={"a": 1}):  # noqa: B006 - what a default holds is what is asked
        held.append(0)
        keyed[len(held)] = 1
        return list(held), dict(keyed)

    return step


def attribute_of_a_function(n):
    def step():
        step.count += 1
        return step.count

    step.count = 4
    step()
    return step


def function_that_calls_itself(n):
    def factorial(k):
        return 1 if k < 2 else k * factorial(k - 1)

    return lambda: factorial(5)


def array(n):
    held = np.zeros(2)
    held[0] = 1

    def step():
        held[1] += 1
        return held.tolist()

    return step


def set_of_a_closure(n):
    held = set()
    held.add(1)

    def step():
        held.add(len(held) + 5)
        return sorted(held)

    return step


def method_of_a_class_made_here(n):
    held = Box(3)

    class Local:
        def __init__(self):
            self.count = 1

        def step(self):
            self.count += held.v if False else 1
            return self.count

    return Local().step if n is None else (lambda: held.more())


MAKERS = [
    counter,
    reads,
    method,
    partial_of_a_method,
    partial_with_an_argument,
    two_functions_of_one_object,
    method_of_a_list,
    default,
    attribute_of_a_function,
    function_that_calls_itself,
    array,
    set_of_a_closure,
    method_of_a_class_made_here,
]


@pytest.mark.parametrize("maker", MAKERS, ids=lambda f: f.__name__)
def test_what_is_returned_to_be_called(check, maker):
    def script(make, value):
        made = make(maker)
        first = made(value(3))
        called = [first(), first()]
        second = made(value(3))  # each call makes its own
        return [*called, second(), first()]

    check.script(script)


def test_inside_of_structures(check):
    def run(n):
        return [lambda: Box(2).v, Box(3).more, {"k": Box(4).more}], n

    def script(make, value):
        made = make(run)
        results = [made(value(1)), made(value(1))]
        return [[fs[0](), fs[1](), fs[1](), fs[2]["k"]()] for fs, _ in results]

    check.script(script)


def test_keys(check):
    def boxes(n):
        return {Box(3): n, (Box(1), 2): n}

    def compared(n):
        made = {Key(1): n, Key(2): n + 1}
        made[Key(1)] = n + 5
        if n > 0:
            made[Key(2)] = n
        for i in range(n):
            made[Key(1)] += i
        return made, frozenset([Key(3)]), {Key(4)}, collections.OrderedDict({Box(5): [n]})

    def script(make, value):
        (plain, pair), values = zip(*make(boxes)(value(3)).items(), strict=True)
        made, frozen, plain_set, ordered = make(compared)(value(3))
        found = [sorted((key.v, held) for key, held in d.items()) for d in (made, ordered)]
        return plain.v, pair[0].v, values, found, made[Key(2)], Key(3) in frozen, Key(4) in plain_set

    check.script(script)


def test_exceptions_slices_and_arrays_of_objects(check):
    def run(n):
        error = ValueError(Box(3), [1])
        error.k, error.box = 7, Box(4)
        return (
            error,
            slice(Box(1), None),
            [np.array([Box(5), None], dtype=object)],
            types.SimpleNamespace(a=Box(6)),
        )

    def script(make, value):
        error, cut, (array,), space = make(run)(value(3))
        return error.args[0].v, error.args[1], error.k, error.box.v, cut.start.v, array[0].v, space.a.v

    check.script(script)


def test_an_array_of_objects(check):
    def run(n):
        return np.array([Box(5), None], dtype=object)

    check.script(lambda make, value: make(run)(value(3))[0].v)


def test_values_with_attributes(check):
    def run(n):
        tagged = Tagged(5)
        tagged.tag.append(2)
        tagged.more = 3
        return tagged, [tagged]

    def script(make, value):
        tagged, (same,) = make(run)(value(3))
        return tagged, tagged.tag, tagged.more, tagged is same

    check.script(script)


def test_one_object_in_several_places(check):
    def run(n):
        items, keyed, box, grown, chosen = [n], {"k": n}, Box(n), [], [1]
        inner = Box([box])
        for i in range(n):
            grown.append(i)
        if n > 0:
            chosen.append(n)
        queue, key, pair = collections.deque([n]), Key(1), (n, [1])
        empty = np.zeros(2)
        return {
            "items": (items, [items]),
            "keyed": (keyed, {"z": keyed}["z"]),
            "box": (box, inner.v[0]),
            "inner": (inner, Box(inner).v),
            "grown": (grown, grown),
            "chosen": (chosen, (chosen,)[0]),
            "queue": (queue, queue),
            "key": (key, {key: n}),
            "pair": (pair, pair),
            "array": ([empty], [empty]),
            "others": ([1], [1]),
        }

    def script(make, value):
        found = make(run)(value(3))
        first, (inside,) = found.pop("items")
        key, keyed = found.pop("key")
        (one,), (two,) = found.pop("array")
        same = {name: a is b for name, (a, b) in found.items()}
        return (
            same,
            first is inside,
            next(iter(keyed)) is key,
            one is two,
            found["grown"][0],
        )

    check.script(script)


def test_one_object_in_a_result_and_in_a_closure(check):
    def run(n):
        box = Box(1)
        box.v = 2
        return box, box.more, lambda: box.v

    def script(make, value):
        box, more, read = make(run)(value(3))
        return box.v, more(), box.v, read()

    check.script(script)


def test_one_object_in_a_result_and_stored(check):
    class Holder:
        items = None

    def script(make, value):
        holder = Holder()

        def run(n):
            holder.items = [n]
            return holder.items

        found = make(run)(value(3))
        found.append(1)
        return len(holder.items), holder.items is found

    check.script(script)


def test_what_holds_staged_values_is_refused(check):
    def key(n):
        return {Box(n): 1}

    def tuple_with_attributes(n):
        made = Marked((n, 2))
        made.tag = 5
        return made

    def whole(n):
        made = Tagged(5)
        made.tag = n
        return made

    def exception(n):
        return [frozenset([Box(n)])]

    def keys_of_a_special_dict(n):
        return [collections.OrderedDict({Key(5): n})]

    def class_that_holds(n):
        class Local:
            held = Box(3)

        return lambda: Local.held.more()

    if check.staged:
        for run in (key, tuple_with_attributes, whole, exception, keys_of_a_special_dict, class_that_holds):
            check.refuses(run, (3,), at="def ", code="AG244")


def test_what_a_branch_makes_and_a_function_holds_is_refused(check):
    def bound(n):
        if n > 0:
            get = Box(1).get
        else:
            get = Box(2).get
        return get()

    def on_one_path(n):
        get = None
        if n > 0:
            get = Box(1).get
        return 0 if get is None else get()

    def partial(n):
        if n > 0:
            held = {}
            held["a"] = 5
            get = functools.partial(held.get, "a")
        else:
            get = functools.partial({"a": 6}.get, "a")
        return get()

    def key(n):
        held = {}
        if n > 0:
            held = {Key(1): 1}
        else:
            held = {Key(2): 1}
        return list(held.values())

    def loop(n):
        get = Box(0).get
        for _ in range(n):
            get = Box(4).get
        return get()

    def tag(n):
        made = Marked((1, 2))
        made.tag = 5
        if n > 0:
            made = Marked((3, 4))
            made.tag = 6
        return made.tag

    for run in (bound, on_one_path, partial, key, loop, tag):
        check.refuses(run, (3,), at="if n|for _", code="AG244")


def test_what_was_made_before_a_branch_may_be_held(check):
    def run(n):
        box, other = Box(1), Box(2)
        box.v, get = 3, other.get
        if n > 0:
            get = box.get
            box.v = 7
        return get()

    check(run, (3,), (-3,))
