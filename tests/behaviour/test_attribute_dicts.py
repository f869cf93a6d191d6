"""Compares with Python objects whose attributes are written through their dict, by both ways, and cached properties."""

import functools

import pytest


class Held:
    """An object without attributes."""


class Cached:
    def __init__(self, x):
        self.x = x

    @functools.cached_property
    def twice(self):
        return self.x * 2


def item_of_the_dict(x):
    o = Held()
    o.k = 1
    if x > 0:
        o.__dict__["k"] = x
    return o.k


def new_item(x):
    o = Held()
    if x > 0:
        vars(o)["k"] = 5
    return hasattr(o, "k"), getattr(o, "k", 2), "k" in vars(o), o.__dict__.get("k", 3)


def deleted_item(x):
    o, p = Held(), Held()
    o.k = p.k = 3
    if x > 0:
        del o.__dict__["k"]
        p.__dict__.pop("k")
    return hasattr(o, "k"), getattr(p, "k", 9)


def updated(x):
    o = Held()
    if x > 0:
        o.__dict__.update({"a": x}, k=x + 1)
    return getattr(o, "a", 7), getattr(o, "k", 9)


def both_ways(x):
    o = Held()
    if x > 0:
        o.k = 1
    else:
        o.__dict__["k"] = 2
    return o.k


def both_ways_on_one_path(x):
    o = Held()
    o.k = 0
    if x > 0:
        o.__dict__["k"] = x + 1
        o.k += x
    else:
        setattr(o, "k", x)
        vars(o)["k"] += 1
    return o.k, o.__dict__["k"]


def another_name_of_the_dict(x):
    o = Held()
    d = o.__dict__
    o.k = x
    if x > 0:
        d["k"] = 7
    return o.k, d["k"], len(d)


def seen_through_another_name(x):
    o = Held()
    d = vars(o)
    if x > 0:
        o.k = 7
    return "k" in d


def in_a_loop(x):
    o = Held()
    o.k, i = 1, 0
    while i < x:
        o.__dict__["k"] += 1
        o.k += 1
        i += 1
    return o.__dict__["k"], dict(vars(o))


def missing_key(x):
    o = Held()
    if x > -9:
        o.__dict__["k"] = x
    return o.__dict__["k"]


def made_by_its_dict(x):
    o = Held()
    o.__dict__.update(k=x, j=1)
    return o


def cached_once(x):
    o = Cached(x)
    t = o.twice if x > 0 else 0
    return t, "twice" in o.__dict__, o.twice


def cached_then_changed(x):
    o = Cached(x)
    if x > 0:
        o.twice  # noqa: B018
    o.x = 50
    return o.twice if hasattr(o, "twice") else 0


def cached_and_written(x):
    o = Cached(x)
    if x > 0:
        o.twice = 8
    t = o.twice
    del o.twice
    return t, o.twice


FUNCTIONS = [
    item_of_the_dict,
    new_item,
    deleted_item,
    updated,
    both_ways,
    both_ways_on_one_path,
    another_name_of_the_dict,
    seen_through_another_name,
    in_a_loop,
    missing_key,
    made_by_its_dict,
    cached_once,
    cached_then_changed,
    cached_and_written,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_as_python(check, function):
    check(function, (3,), (-2,), (5,))


def test_a_key_that_is_missing_on_the_path(check):
    if check.staged:
        with pytest.raises(KeyError):
            from oracle import stage, tensor

            stage(missing_key)(tensor(-10))


def test_of_an_object_that_was_there_before(check):
    def script(make, value):
        o, c = Held(), Cached(4)

        def run(x):
            if x > 0:
                o.__dict__["k"] = x
                return c.twice + x
            return x

        f = make(run)
        seen = [f(value(-2)), "k" in vars(o), "twice" in vars(c)]
        c.x = 10
        seen += [f(value(3)), o.k, "twice" in vars(c), c.twice]
        return [*seen, f(value(4)), o.k]

    check.script(script)


def all_keys(x):
    o = Held()
    if x > 0:
        o.__dict__["k"] = x
    return len(vars(o))


def loop_over_keys(x):
    o = Held()
    if x > 0:
        o.k = x
    return [name for name in vars(o)]


@pytest.mark.parametrize("function", [all_keys, loop_over_keys], ids=lambda f: f.__name__)
def test_all_keys_where_one_is_there_on_one_path_only_are_refused(check, function):
    check.refuses(function, (3,), (-3,), at="vars", code="AG230")


def test_the_dict_itself_is_not_given_out(check):
    def run(x):
        o = Held()
        o.k = x
        return vars(o)

    check.refuses(run, (3,), at="def run", code="AG244")
