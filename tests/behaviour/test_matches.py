"""Compares `match` with Python's, with every kind of pattern."""

import dataclasses
import enum


class Op(enum.Enum):
    """Constants that a pattern names."""

    ADD = 1
    SUB = 2


@dataclasses.dataclass
class Point:
    """Has positional and keyword patterns."""

    x: object
    y: object


def test_literals_and_alternatives_in_a_loop(check):
    def interpret(codes):
        total = 0
        for code in codes:
            match code:
                case 0:
                    break
                case 1 | 2:
                    total += 1
                case 3 if total > 1:
                    total *= 10
                case 3:
                    continue
                case _:
                    total -= 1
        return total

    check(interpret, ([1, 2, 3, 0, 9],), ([3, 1, 3, 7],))


def test_sequence_of_tensors(check):
    def quadrant(x, y):
        match (x, y):
            case (0, 0):
                return "origin"
            case (0, _) | (_, 0):
                return "axis"
            case (a, b) if a == b:
                return "diagonal"
            case (a, b) if a > 0:
                return "right"
        return "left"

    check(quadrant, (0, 0), (0, 5), (5, 0), (3, 3), (4, 1), (-4, 1))


def test_captures_live_after_the_match(check):
    def unpack(x):
        match (x, x + 1):
            case (0, n):
                pass
            case (m, n):
                n = n * m
        return n

    check(unpack, (0,), (4,))


def test_class_pattern_with_staged_fields(check):
    def describe(x, y):
        match Point(x, y):
            case Point(x=0, y=v):
                return v
            case Point(a, 0):
                return a * 10
            case Point(x=a, y=b) if a < b:
                return b - a
            case _:
                return -1

    check(describe, (0, 7), (7, 0), (2, 5), (5, 2))


def test_mapping_pattern(check):
    def charge(x):
        match {"kind": "card", "amount": x, "fee": 1}:
            case {"kind": "cash"}:
                return 0
            case {"kind": "card", "amount": a, **rest} if a > 10:
                return a + rest["fee"]
            case {"amount": 0}:
                return -1
            case {"amount": a}:
                return a

    check(charge, (20,), (0,), (5,))


def test_star_pattern_on_a_python_list(check):
    def head_and_tail(x):
        match [x, 2, 3]:
            case [1, *rest]:
                return len(rest)
            case [first, *_, last]:
                return first + last

    check(head_and_tail, (1,), (7,))


def test_python_subject_picks_before_staging(check):
    def apply(op, x):
        match op:
            case Op.ADD:
                y = x + 1
            case Op.SUB:
                y = x - 1
            case str(name):
                y = len(name)
        if y > 2:
            y = 100
        return y

    check(apply, (Op.ADD, 2), (Op.SUB, 2), ("name", 0), static=(0,))


def test_as_pattern_and_negative_literals(check):
    def sign(x):
        match x:
            case -1 | 0 | 1 as small:
                return small * 100
            case other:
                return other

    check(sign, (-1,), (1,), (5,))


def test_no_case_fits(check):
    def untouched(x):
        y = 7
        match x:
            case 1:
                y = 1
            case 2:
                y = 2
        return y

    check(untouched, (1,), (2,), (3,))


def test_match_inside_a_while_changes_its_subject(check):
    def machine(state, budget):
        trail = 0
        while budget > 0:
            match state % 3:
                case 0:
                    state = state + 1
                case 1:
                    state = state * 2
                case _:
                    trail = trail * 10 + state % 10
                    state = state // 2
            budget -= 1
        return state, trail

    check(machine, (0, 6), (5, 9))


def test_nested_match(check):
    def nested(x, y):
        match x:
            case 0:
                match y:
                    case 0:
                        r = 1
                    case _:
                        r = 2
            case n if n > 5:
                r = n
            case _:
                r = 3
        return r

    check(nested, (0, 0), (0, 1), (9, 0), (2, 0))


def test_text_subject(check):
    def verb(word):
        match word:
            case "go" | "run":
                return 1
            case "stop":
                return 0
        return -1

    check(verb, ("run",), ("stop",), ("eat",))


def test_tensor_as_a_sequence(check):
    def tail(xs):
        match xs:
            case []:
                return 0
            case [0, *rest]:
                return 100 + len(rest)
            case [first, *_] if first < 0:
                return first
            case [a, b, *rest]:
                t = a * b
                for r in rest:
                    t += r
                return t
            case [only]:
                return only

    cases = ([],), ([0, 1],), ([-3],), ([2, 3, 4, 5],), ([7],)
    check(tail, *cases)
    check(tail, *cases, unknown=True)


def test_rows_of_a_matrix_in_a_loop(check):
    def axes(points):
        on_axis, diagonal = 0, 0
        for p in points:
            match p:
                case [0, 0]:
                    continue
                case [0, y] | [y, 0]:
                    on_axis += y
                case [x, y] if x == y:
                    diagonal += 1
                case [_, _]:
                    diagonal -= 1
        return on_axis, diagonal

    check(axes, ([[0, 0], [0, 3], [4, 0], [1, 1], [1, 2]],), ([[0, 0]],))


def test_list_that_the_graph_grew_as_a_sequence(check):
    def ends(xs):
        kept = [x for x in xs if x > 0]
        match kept:
            case []:
                return "none"
            case [x]:
                return f"one {x}"
            case [first, *middle, last]:
                return f"{first} {len(middle)} {last}"

    check(ends, ([1, -1, 2, 3],), ([],), ([-1],), ([5],), ([1, 2],), callbacks=True)


def test_optional_subject(check):
    def describe(x):
        p = None
        if x > 0:
            p = Point(x, 2)
        match p:
            case None:
                return "none"
            case Point(x=1):
                return "one"
            case Point(a, b):
                return f"{a} {b}"

    check(describe, (-1,), (1,), (5,), callbacks=True)


def test_optional_tuple(check):
    def first(xs):
        best = None
        for i, x in enumerate(xs):
            if best is None or x > best[1]:
                best = (i, x)
        match best:
            case (0, v):
                return v
            case (i, v):
                return i * 100 + v
            case _:
                return -1

    check(first, ([3, 1],), ([1, 5],), ([],))


def test_classes_of_scalars(check):
    def kinds(v):
        match v:
            case bool():
                return "bool"
            case int(n) if n > 3:
                return f"int {n}"
            case int():
                return "small"
            case float(f):
                return f"float {f:.1f}"
            case str() as s if s == "half":
                return s
            case str(s):
                return "text " + s

    check(kinds, (True,), callbacks=True)
    check(kinds, (5,), (1,), callbacks=True)
    check(kinds, (2.5,), callbacks=True)
    check(kinds, ("half",), ("ab",), callbacks=True)
