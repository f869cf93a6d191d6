"""Compares printed and formatted staged values with Python's."""

import dataclasses
import enum
from typing import NamedTuple

from oracle import fails


def test_print_in_nested_branches_of_a_loop(check):
    def report(n):
        for i in range(n):
            if i % 2 == 0:
                print("even", i)
                if i > 2:
                    print("  big")
            else:
                print("odd", i, i * 2)
        print("done", n)
        return n

    check(report, (0,), (5,))


def test_print_from_a_helper_in_a_while(check):
    def countdown(n):
        def say(*words, mark="."):
            print(*words, sep="-", end=mark + "\n")

        while n > 0:
            say("left", n)
            n -= 1
        say("go", mark="!")
        return n

    check(countdown, (0,), (3,))


def test_order_of_prints(check):
    def order(x):
        print("a")
        if x > 0:
            print("b", x)
        print("c")
        for i in range(x):
            print("d", i)
        print("e")

    check(order, (2,), (0,))


def test_f_string_with_conversions(check):
    def label(n, x):
        return f"n={n:03d} x={x:.1f} {n!r} {'txt':>5} {n > 3}"

    check(label, (7, 2.5), (1, 0.25), callbacks=True)


def test_f_string_chosen_by_a_branch(check):
    def describe(n):
        if n > 9:
            text = f"big {n}"
        elif n > 5:
            text = "medium"
        else:
            text = "small " + str(n)
        return text

    check(describe, (12,), (7,), (2,), callbacks=True)


def test_str_and_format_of_staged_numbers(check):
    def join(n):
        return str(n) + "/" + "{} of {}".format(n, 10) + "/" + "%d" % n

    check(join, (7,), (-3,), callbacks=True)


def test_text_grown_in_a_loop(check):
    def binary(n):
        digits = ""
        while n > 0:
            digits = ("1" if n % 2 == 1 else "0") + digits
            n //= 2
        return digits

    check(binary, (0,), (6,), (9,), callbacks=True)


def test_print_of_containers_and_flags(check):
    def show(x):
        pair = (x, x > 2)
        print(pair, {"x": x})
        print([x, x + 1], None, 2.5)

    check(show, (1,), (3,))


def test_print_of_a_tensor_and_a_float(check):
    def show(xs, f):
        print(f"first {xs[0]}", f * 2)
        print(len(xs))

    check(show, ([1, 2], 0.25))


def test_print_before_an_exception(check):
    def loud(x):
        print("got", x)
        if x > 3:
            print("too much")
            raise ValueError("boo")
        print("fine")
        return x

    check(loud, (2,), fails(5))


def test_print_before_an_exception_that_python_decides(check):
    def loud(x, kind):
        print("got", x)
        if kind == "bad":
            raise ValueError("boo")
        return x

    check(loud, (2, "good"), fails(2, "bad"), static=(1,))


def test_specs_of_numbers_and_texts(check):
    def show(n, x, s):
        numbers = f"{n:5d}|{n:<6}|{n:+,}|{n:#x}|{x:>8.3f}|{x:,.2f}|{x:.1%}|{x:.3e}|{x}"
        return numbers + f"[{s:>5}][{s:^6}][{s!r}]" + f"{n=} {x=:.1f}", f"{n:>{n % 7 + 1}}|{s:.2}"

    check(show, (3, 2.5, "ab"), (-1234567, 1234.5, "it's"), (0, 1e-07, ""))


def test_containers_and_objects_in_a_text(check):
    class Named:
        def __init__(self, n):
            self.n = n

        def __str__(self):
            return f"<{self.n}>" if self.n > 1 else "<small>"

    def show(n, x):
        grown = []
        for i in range(n):
            grown.append((i, x * i))
        best = n if n > 1 else None
        return f"{[n, x]} {(n,)} {grown} {best}", str({"n": n, "b": best}), f"{Named(n)}", str(Named(x))

    check(show, (2, 0.5), (0, 1.5))


def test_methods_of_a_staged_text(check):
    def clean(s):
        words = s.strip().lower().split()
        joined = "-".join(words)
        if joined.startswith("a") or "z" in joined:
            joined = joined.replace("a", "A").title()
        return joined, len(words), s.find("b"), s.upper() == s, s < "b"

    check(clean, (" an  Apple ",), ("BUZZ",), ("",), ("b",))


def test_characters_of_a_staged_text(check):
    def caesar(s, k):
        out = ""
        for i, c in enumerate(s):
            if c.isalpha():
                c = chr((ord(c) - ord("a") + k) % 26 + ord("a"))
            out += c if i % 2 == 0 else c.upper()
        return out, s[::-1], s[0] if len(s) > 0 else "none", s[1:3]

    check(caesar, ("abz!", 3), ("", 1))


def test_joins(check):
    def join(n, xs):
        parts = [str(x) for x in xs]
        squares = ",".join(str(i * i) for i in range(n))
        both = "+".join(f"<{x}>" for x in (n, n + 1))
        return "-".join(parts), squares, both, "|".join(map(str, xs)), "".join(["a", str(n)])

    check(join, (3, [1, 2]), (0, [7]))


def test_builtins_and_methods_handed_on(check):
    def run(n, s):
        words = s.split()
        return (
            " ".join(map(str, [n, n + 1])),
            list(map(len, words)),
            "".join(map(str.upper, words)),
            sum(map(abs, [n, -n])),
        )

    check(run, (3, "ab cde"), (-1, "x"))


@dataclasses.dataclass
class Pixel:
    """Its text is made by a method."""

    x: int
    y: int

    def __str__(self):
        return f"<{self.x},{self.y}>"


@dataclasses.dataclass
class Segment:
    """Its text is made of its fields."""

    a: Pixel
    b: Pixel
    name: str = "s"


class Pair(NamedTuple):
    """Its text names its fields."""

    lo: int
    hi: int


class Badge(enum.Enum):
    """Its members are chosen by a staged test."""

    A = 1
    B = 2


def test_text_of_containers_that_hold_staged_values(check):
    def show(x):
        t = (x, [x + 1], {"k": x})
        return f"{t} {t[1]} {(x,)} {Pair(x, 2)!r}", str([x, "a"]), "%s" % ((x, 1),), "{}".format([x])

    check(show, (3,), (-1,), callbacks=True)


def test_text_of_objects_that_hold_staged_values(check):
    def show(x):
        s = Segment(Pixel(x, 1), Pixel(0, x + 1))
        return f"{s}", str(s.a), f"{s.b!r:>18}", repr([s.a]), "%s-%s" % (s.a, x), f"{s.a}"

    check(show, (3,), (-1,), callbacks=True)


def test_print_of_objects_that_hold_staged_values(check):
    def show(x):
        p = Pixel(x, x + 1)
        print(p, [p], x, sep="|")
        if x > 0:
            print(f"at {p}")
        return x

    check(show, (1,), (-1,), callbacks=True)


def test_text_of_an_enum_chosen_by_a_staged_test(check):
    def show(x):
        b = Badge.A if x > 0 else Badge.B
        return f"{b} {b.name} {b!r}", str(b)

    check(show, (1,), (-1,), callbacks=True)


def test_text_of_an_optional_object(check):
    def show(x):
        p, y = None, None
        if x > 0:
            p, y = Pixel(x, 1), x
        return f"{p} {p!r} {y} {y!r}", str(p), "%s" % y, "{}".format(y)

    check(show, (1,), (-1,), callbacks=True)


def test_methods_of_a_text_of_pythons_with_a_staged_operand(check):
    def run(letter, word):
        return (
            "abcdef".index(letter),
            "abcdef".find(word),
            "banana".count(letter),
            "abc".startswith(letter),
            "a-b".replace("-", word),
            "banana".split(letter),
        )

    check(run, ("b", "cd"), ("a", "z"), fails("x", "y"), callbacks=True)


def test_specs_that_python_itself_writes(check):
    def run(x, w):
        alternate = f"{x:#.3f}", f"{x:#.0f}", f"{x:#0{w}.2f}"
        return alternate, f"{x:08,}", f"{x:<08}", f"{x:>08}", f"{x:^08}", f"{x:=+08}"

    check(run, (2.5, 8), (1234.0, 3), callbacks=True)


def test_widths_of_constants_and_texts(check):
    def run(s, w):
        own = f"{s:>{w}}", f"{s:0{w}}", f"{s!r:>{w}}"
        return own, f"{3:{w}}", f"{'a':>{w}}", f"{None!s:>{w}}", f"{s:{''}}", f"{s:{3}}"

    check(run, ("b", 5), (7, 5), ("é", 1), callbacks=True)


def test_a_spec_does_not_fit_several_numbers(check):
    def run(xs, w):
        return f"{xs:>{w}}"

    check(run, (7, 5), fails([1, 2], 5, says="unsupported format string passed to"))


def test_specs_of_complex_numbers(check):
    def run(x):
        z = complex(x, 1)
        return f"{z:.2f}", f"{z:>12}"

    def unfit(x):
        return f"{complex(x, 1):=12}"

    check(run, (2.0,), (-0.5,), callbacks=True)
    check(unfit, fails(2.0))


def test_text_of_a_value_or_none(check):
    def run(x):
        y = None
        if x > 0:
            y = x
        print(y, [y], {"y": y})
        return f"{y}", f"{y!r:>6}", "%s|%5s" % (y, y)

    check(run, (3,), (-1,), callbacks=True)


def test_text_of_ranges(check):
    def run(n):
        print(range(n))
        return str(range(n)), f"{range(1, n)}", repr(range(0, n, 2))

    check(run, (3,), callbacks=True)


def test_text_of_a_complex_number(check):
    def run(x):
        return f"{complex(x, 1)}"

    check(run, (2.0,), (0.5,), callbacks=True)


def test_texts_joined_by_a_staged_separator(check):
    def run(s, n):
        parts = []
        for i in range(n):
            parts.append(str(i))
        nothing = []
        for i in range(n):
            if i > 10:
                nothing.append("a")
        return s.join(parts), s.join([]), s.join([s]), s.join(["a", s]), s.join(nothing), "-".join(nothing)

    check(run, ("+", 3), ("", 2), ("x", 0))


def test_numbers_are_not_joined(check):
    def run(n):
        parts = []
        for i in range(n):
            parts.append(i)
        return "-".join(parts)

    check(run, fails(3, says="sequence item 0: expected str instance"))


def test_print_of_structures(check):
    import sys

    class Point(NamedTuple):
        x: int
        y: int

    def run(x, word):
        pairs, words = [], []
        for i in range(x):
            pairs.append((i, "a"))
            words.append(str(i))
        print(Point(x, 1), [x, Point(1, x)], (x,))
        print(pairs, words, {"k": words})
        print(x, word, sep=word, end="!\n", file=sys.stdout, flush=True)
        print([word], (word, x))
        return x

    check(run, (2, "é"), (1, ","))


def test_print_of_many_texts(check):
    def run(words):
        print(words[0])
        for word in words:
            print([word])
        return len(words)

    check(run, (["a", "é"],))


def test_splitting_from_the_right(check):
    def run(a):
        named = a.rsplit(sep=",", maxsplit=1), a.split(sep=",", maxsplit=0)
        return named, a.rsplit(",", 1), a.rsplit(), a.rsplit(","), a.rsplit(",", -1)

    check(run, ("a,b,c",), ("a",), (",",))


def test_replacing_staged_texts(check):
    def run(a, b):
        return a.replace("x", b), a.replace(b, "y"), a.replace("x", "\\1")

    check(run, ("axbx", "b"), ("axbx", "\\0"), ("", "x"))


def test_methods_of_texts_that_are_refused(check):
    cases = [
        lambda a, n: a.isidentifier(),
        lambda a, n: a.expandtabs(4),
        lambda a, n: a.strip(a),
        lambda a, n: a.split(",", n),
        lambda a, n: a.split(None, 1),
        lambda a, n: a.rsplit(None, 1),
        lambda a, n: a.replace("", "-"),
        lambda a, n: int("1" + a[:0], n),
        lambda a, n: int("1" + a[:0], 0),
    ]
    for case in cases:
        check.refuses(
            case, ("a b,c", 2), at="lambda a, n", says="of a staged text is not supported", code="AG263"
        )


def test_a_text_and_a_number_have_no_order(check):
    def below(x):
        return x < 3

    def above(x, s):
        return s > x

    check(below, (1,), fails("a", says="are not ordered" if check.staged else None))
    check(above, (1, 2), fails(1, "a", says="are not ordered" if check.staged else None))


def test_percent_with_characters(check):
    def run(x):
        return "%c%c" % (x, "b"), "%5c|" % "a", "%3c" % x, "%(k)d" % {"k": x}, "%d%%" % x

    check(run, (65,), (233,), callbacks=True)


def test_percent_with_too_few_or_many_values(check):
    def few(x):
        return "%d %d" % (x,)

    def many(x):
        return "%d" % (x, 1)

    check(few, fails(3))
    check(many, fails(3))


def test_two_staged_parts_of_a_spec(check):
    def run(x, w, p):
        return f"{x:{w}.{p}f}", f"{x:.{p}f}", f"{x:>{w}.{p}e}"

    check(run, (2.34567, 8, 2), (-0.5, 3, 0), callbacks=True)


def test_lists_with_none_as_text(check):
    def run(n):
        nothing, some = [], []
        for i in range(n):
            nothing.append(None)
            some.append((i, i if i > 1 else None))
        return str(nothing), f"{some}", str([i if i > 1 else None for i in range(n)]), str([1, 2][:n])

    check(run, (3,), (0,), (1,), callbacks=True)


def test_arguments_that_only_python_takes_are_refused(check):
    cases = [
        lambda a: a.replace("x", "y", 1),
        lambda a: a.startswith("b", 1),
        lambda a: a.splitlines(True),
        lambda a: a.count("a", 0, 1),
    ]
    for case in cases:
        check.refuses(case, ("axb",), at="lambda a", says="with these arguments", code="AG263")


def test_the_characters_of_a_text(check):
    def run(s):
        items = ["x"]
        items.extend(s)
        items += s
        joined = ",".join(s), ",".join(list(s)), "-".join(reversed(s)), "".join(c for c in s if c != "b")
        return list(s), [*s], items, joined, sorted(s), [c + c for c in s]

    check(run, ("abc",), ("a,\u00e4b",), ("",))


def test_a_list_of_a_number_is_refused(check):
    def run(x):
        return list(x)

    if check.staged:
        check.refuses(run, (3,), at=r"list\(", says="cannot be iterated", code="AG242")
