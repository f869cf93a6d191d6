"""Compares with Python sets, deques, ordered and counting dicts, and the user's containers, as results and as state."""

import collections
import copy
import dataclasses
import types


class Bag(dict):
    """A dict with an attribute."""

    def __init__(self, label):
        super().__init__()
        self.label = label


class Stack(list):
    """A list with a method."""

    def top(self):
        return self[-1]


def test_containers_made_in_the_function_are_returned_with_what_they_hold(check):
    def run(x):
        seen, last = set(), collections.deque([1, 2, 3], maxlen=2)
        ordered, counted = collections.OrderedDict(b=1), collections.Counter("aab")
        seen.add(4)
        last.append(x)
        ordered["a"] = x
        ordered.move_to_end("b")
        counted["a"] += 1
        return seen, list(last), ordered, dict(counted)

    seen, _, ordered, _ = check(run, (3,), (-3,))[0]
    assert type(seen) is set and list(ordered) == ["a", "b"]


def test_classes_and_options_of_containers_are_kept(check):
    def run(x):
        groups = collections.defaultdict(list)
        groups["a"].append(x)
        last = collections.deque([x], maxlen=2)
        bag, stack = Bag("mine"), Stack([x])
        bag["x"] = x
        stack.append(x + 1)
        return groups, last, bag, stack

    for groups, last, bag, stack in check(run, (3,)):
        assert groups["new"] == [] and last.maxlen == 2
        assert type(bag) is Bag and bag.label == "mine"
        assert type(stack) is Stack and len(stack) == 2


def test_each_call_gives_containers_of_its_own(check):
    def script(make, value):
        def run(x):
            return {1, 2}, collections.deque([x]), [{3}]

        f = make(run)
        first, second = f(value(1)), f(value(1))
        first[0].add(9)
        first[1].append(5)
        first[2][0].add(7)
        return [len(part) for part in second], second[2], first[2]

    check.script(script)


def test_containers_inside_of_objects_and_lists(check):
    class Log:
        def __init__(self):
            self.seen, self.last = set(), collections.deque()

    def run(x):
        log = Log()
        log.seen.add("a")
        log.last.appendleft(x)
        return [log.seen, {"last": list(log.last)}], log

    check(run, (3,))


def test_containers_that_were_there_before_stay_themselves(check):
    def script(make, value):
        seen, last = {1}, collections.deque([1])

        def run(x):
            return seen, last, x

        first, second, _ = make(run)(value(3))
        return first is seen, second is last

    check.script(script)


def test_a_set_that_was_there_before_is_not_changed_in_a_graph(check):
    seen = {1}

    def run(x):
        seen.add(2)
        return x

    check.refuses(run, (3,), at=r"seen\.add", code="AG231", says="was there before")


def test_a_default_that_a_branch_asks_for(check):
    def counted(xs):
        counts = collections.defaultdict(int)
        counts["odd"] = counts["even"] = 0
        for v in xs:
            if v % 2 == 0:
                counts["even"] += 1
            else:
                counts["odd"] += 1
        return dict(counts)

    check(counted, ([1, 2, 4],), ([],))


def test_a_key_that_a_defaultdict_gets_in_one_branch(check):
    def run(x):
        groups = collections.defaultdict(list)
        if x > 0:
            groups["k"].append(x)
        return dict(groups)

    check.never_wrong(run, (3,), (-3,))


def test_copies_of_containers(check):
    def run(x):
        last = collections.deque([x])
        other = copy.copy(last)
        other.append(1)
        last.append(2)
        return list(last), list(other)

    check(run, (3,))


@dataclasses.dataclass
class Held:
    """Has containers as fields."""

    items: list
    seen: set = dataclasses.field(default_factory=set)
    inner: object = None


class Twice(list):
    """Its own `append` calls the list's twice."""

    def append(self, item):
        super().append(item)
        super().append(item)


def test_containers_in_fields_of_data_classes_keep_their_changes(check):
    def run(x):
        held = Held([], inner=Held([5]))
        held.items.append(1)
        held.items.append(x)
        held.seen.add("a")
        held.inner.items[0] = 9
        space = types.SimpleNamespace(last=collections.deque([x]))
        space.last.append(2)
        return held, [held.inner], {"space": len(space.last)}

    check(run, (3,), (-3,))


def test_each_call_gives_objects_of_its_own(check):
    def script(make, value):
        def run(x):
            return Held([1])

        f = make(run)
        first = f(value(1))
        first.items.append(7)
        return f(value(1)).items, first.items

    check.script(script)


def test_fields_changed_in_a_branch(check):
    def run(x):
        held = Held([0])
        if x > 0:
            held.items.append(x)
        return held.items, held

    check(run, (3,), (-3,))


def test_methods_of_containers_that_call_those_they_override(check):
    def run(x):
        items = Twice()
        items.append(x)
        return len(items), list(items)

    check(run, (3,))


def test_lists_of_the_users_class_under_a_staged_test_are_refused(check):
    def run(x):
        stack = Stack([1])
        if x > 0:
            stack.append(x)
        return stack.top(), len(stack)

    check.refuses(run, (3,), (-3,), at=r"stack\.append|if x", code="AG231")


def test_containers_of_libraries_in_a_branch(check):
    def run(x):
        items, table = collections.UserList([1]), collections.UserDict(a=1)
        chain = collections.ChainMap({"a": 1}, {"a": 5})
        if x > 0:
            items.append(2)
            table["a"] = x
            chain["a"] = x
        return len(items), table["a"], chain["a"]

    check.never_wrong(run, (3,), (-3,))


def test_containers_made_in_both_branches(check):
    def run(x):
        if x > 0:
            return collections.deque([x])
        return collections.deque([-x])

    def chosen(x):
        last = collections.OrderedDict(a=x) if x > 0 else collections.OrderedDict(a=-x)
        return last

    check.never_wrong(run, (3,), (-3,))
    check.never_wrong(chosen, (3,), (-3,))


def test_loop_over_a_tensor_held_in_a_table(check):
    def script(make, value):
        held = {"rows": value([1, 2])}

        def run(x):
            for row in held["rows"]:
                x = x + row
            return x

        f = make(run)
        first = f(value(3))
        held["rows"] = value([5, 6])
        return first, f(value(3)), f(value(4))

    check.script(script)
