"""Compares rarer forms of statements and expressions with Python's: what one pass leaves to another."""

import contextlib

from oracle import fails


def test_classes_in_functions(check):
    def run(x):
        class Outer:
            class Inner:
                def sign(self, v):
                    if v > 0:
                        return v
                    return -v

            plus = lambda self, v: v + 1 if v > 0 else 0  # noqa: E731
            several = [lambda v: v * 2]
            factor = 2

        return Outer.Inner().sign(x) * Outer.factor, Outer().plus(x), Outer.several[0](x)

    check(run, (3,), (-2,))


def test_definitions_in_generators(check):
    def run(x):
        @contextlib.contextmanager
        def held():
            yield x

        def items():
            class Adder:
                def add(self, v):
                    return v + 1

            for i in range(3):

                def twice(v):
                    return v * 2 if v > 0 else -v

                assert i < 5, "few"
                with held() as v:
                    yield twice(Adder().add(v))

        return sum(items())

    check(run, (3,), (-4,))


def test_comprehensions_in_generators(check):
    def run(x):
        def items(rows):
            yield sum([a * b for a in rows for b in rows])
            yield sum(a * b for a in rows if a > 1 for b in [1, 2])
            yield sum([a + c for (a, [b, c]) in [(1, [2, 3])]])

        return sum(items([1, 2])) + x

    check(run, (3,), (-1,))


def test_keys_before_values_in_a_dict_comprehension(check):
    def run(x):
        seen = []

        def key(name):
            seen.append(name)
            return "k" + name

        def value(v):
            seen.append(v)
            return v * 2

        return {key(n): value(v) for n, v in zip("ab", [1, x])}, seen

    check(run, (3,), (-1,))


def test_generator_expressions_as_iterables(check):
    def run(x):
        total = sum(a * b for a in [1, 2, x] if a > 1 for b in [x, 1] if b > 0)
        for v in (a * 2 for a in [1, x, 3]):
            total += v
        for v in (a * b for a in [1, x] for b in [2, 3]):
            total += v
        for v in (a for a in [1, x, 3] if a > 1):
            total += v
        return total

    check(run, (3,), (1,), (-7,))


def test_chains_that_bind(check):
    def run(x):
        between = lambda y: 0 < (z := y + 1) < 5 and z > 2  # noqa: E731
        literal = lambda y: 0 < 3 < (z := y) < 9  # noqa: E731
        rows = [0 < (w := v) < 5 for v in [1, x]]
        return between(x), literal(x), rows, w, [0 < v < 5 for v in [1, x]]

    check(run, (3,), (1,), (7,))


def test_deleting_several_things(check):
    def run(x):
        a, b = x, 1
        table, items = {"a": x, "b": 1, "c": 2}, [1, x, 3]
        del (a, b)
        del table["a"], items[0]
        del (table["b"], [items[0]])
        return table, items

    check(run, (3,), (-1,))


def test_items_as_targets_of_loops(check):
    def run(x):
        table = {"last": 0}
        for table["i"] in [1, x]:
            table["last"] += table["i"]
        else:
            table["last"] += 100
        return table

    check(run, (3,), (-1,))


def test_augmented_items_of_items(check):
    def run(x):
        rows, i, items = [[1, 2], [3, 4]], 1, [1]
        rows[i][0] += x
        rows[rows[0][0]][1] *= 2
        total = -x
        items += [+x]
        total -= +x
        total *= ~1
        return rows, total, items

    check(run, (3,), (-1,))


def test_patterns_with_alternatives_and_guards(check):
    def run(x):
        match x:
            case y if y > 5:
                first = 1
            case 1 | 2 as y:
                first = y * 10
            case (3 | 4) as y if y == 3:
                first = 100
            case _:
                first = 0
        match (x, 1):
            case (0 | 1, _) | (_, 2):
                second = 1
            case ((2 | 3) as a, b) if a + b > 3:
                second = a
            case (a, _):
                second = -a
        match [x, 2]:
            case [1, 3] | _:
                third = x
        match x:
            case 1 | _:
                return first, second, third

    check(run, (1,), (2,), (3,), (4,), (7,))


def test_guards_that_read_what_a_pattern_binds(check):
    def run(x):
        result = 0
        match x:
            case 1 as y if y > 0:
                result = y
            case y if y < 0:
                result = -y
            case 2 | 3 if x > 2:
                result = 30
        match (x, (1, 2)):
            case (1, _):
                return result, 1
            case (a, (_, b)) if a > 5:
                return result, b
            case _:
                return result, 0

    check(run, (1,), (2,), (3,), (-4,), (7,))


def test_else_and_finally_of_a_try(check):
    def run(x):
        table = {"a": 0}
        try:
            table["a"] += x
        except (KeyError, ValueError):
            table["a"] = -1
        else:
            table["a"] += 1
        finally:
            table["b"] = 1
        total = 0
        for i in range(5):
            try:
                total += x
            except [ValueError][0]:
                pass
            else:
                if total > 5:
                    break
        return table, total

    check(run, (3,), (1,), (7,))


def test_jumps_in_the_else_of_loops(check):
    def run(x):
        total = 0
        for i in range(3):
            for j in range(2):
                total += x
                if total > 100:
                    break
            else:
                if total > 5:
                    break
            total += 1
        while True:
            while total < x:
                total += 2
            else:
                if total > 5:
                    break
                total += 1
        for i in range(4):
            if i == x:
                continue
            total += i
        else:
            for j in range(3):
                if j == x:
                    continue
                total += 10
        return total

    check(run, (3,), (1,), (7,))


def test_returns_in_the_else_of_an_if(check):
    def run(x):
        if x > 3:
            y = 1
        elif x > 2:
            return 7
        else:
            return 0
        return y + 1

    check(run, (1,), (3,), (7,))


def test_calls_of_local_functions_in_expressions(check):
    def run(x):
        def value():
            return x

        def large():
            return x > 2

        return value() if x > 0 else -1, x > 0 and large()

    check(run, (3,), (1,), (-1,))


def test_annotations_of_parts(check):
    def run(x):
        class Box:
            pass

        box, table = Box(), {}
        box.v: int = x
        box.w: int
        table["a"]: int = x
        table["b"]: int
        later: int
        return box.v, table

    check(run, (3,))


def test_super_beside_starred_parameters(check):
    def run(x):
        class Base:
            def f(self):
                return x

        class Derived(Base):
            def f(self):
                return super().f() + 1

            def g(*args):
                return args[1:]

        return Derived().f(), Derived().g(x)

    check(run, (3,))


def test_asserts_with_walruses(check):
    def run(x):
        assert x > 0, (text := "negative")
        assert x < 10
        return x

    check(run, (3,), fails(-1, says="negative"), fails(11, says=""))


def test_unbound_names_in_parts(check):
    def run(x):
        if x > 0:
            items = [1]
        items[0] += x
        return items

    check(run, (3,), fails(-1))


def test_unbound_names_in_comprehensions(check):
    def run(x):
        if x > 0:
            k = 2
        return [k * a * b for a in [1, 2] for b in [k, 3]], {a: k for a, b in [(1, 2)]}

    check(run, (3,), fails(-1, says="where it is not associated with a value"))


def test_sets_and_texts_in_texts(check):
    def run(x):
        table = {"a": x}
        quoted = f"{table['a']} {'q'} {chr(10)}{table['a']}"
        lines = f"""{x + 1}"""
        return quoted, f"{f'{x}':>5}", lines, {*()} == set(), {*[1, 2]}

    check(run, (3,), callbacks=True)
