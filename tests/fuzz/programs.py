"""Writes random functions as source text, with arguments to call them with.

The functions are well typed, so that what TensorFlow refuses is no accident of the generator: control as Python,
arithmetic as eager TensorFlow. Ints stay small, floats are binary fractions that float32 holds exactly, and
nothing divides ints into floats. Loops are bounded. A run of the original decides which arguments are kept.
"""

from __future__ import annotations

import re
import textwrap
from random import Random
from typing import Any

from expressions import Lines, Scope
from generators import Generators
from hypothesis import assume
from hypothesis import strategies as st
from limits import runs_within_limits
from program import PARAMETERS, STAGED_KINDS, Program
from statements import indented
from structures import CALLEES

BOX = """
class Box:
    def __init__(self, n):
        self.n = n
        self.best = None
        self.on = False
        self.items = []
        self.link = None
        self.table = {{'k': 1}}

    def grow(self, v):
{grow}
        return self.n

    @property
    def double(self):
        return self.n * 2

    @double.setter
    def double(self, v):
        self.n = v if v > 0 else -v

    def __len__(self):
        return 3

    def __call__(self, v):
        self.n += 1
        return v - 1

    def __getitem__(self, key):
        return self.table[key]

    def __setitem__(self, key, v):
        self.table[key] = v

    def __eq__(self, other):
        return self.n == other

    __hash__ = None
"""

KID = """
class Kid(Box):
    def grow(self, v):
        if v > 2:
            return super().grow(v - 1)
        self.n -= 1
        return v
"""

SCOPE = """
class Scope:
    def __init__(self, box):
        self.box = box

    def __enter__(self):
        self.box.n += 1
        return self.box

    def __exit__(self, *exception):
        self.box.items.append(self.box.n)
"""

DECORATOR = """
def doubled(f):
    @functools.wraps(f)
    def call(*args):
        result = f(*args)
        return result * 2
    return call
"""

STATE = """
TOTAL = 0
LOG = []
SEEN = {{'k': 0}}
HELD = Box(0)


def tally(v):
    global TOTAL
    if v > 1:
        TOTAL += 1
    {tally}
    return TOTAL
"""

KEYWORDS = """
def keywords(v, w=2, *rest, k=1):
    if v > w:
        return v + k + len(rest)
    return w - k
"""

GROWS = (
    "self.n += v",
    "if v > self.n:\n    self.n = v",
    "if v > 1:\n    self.items.append(v)\nelse:\n    self.n -= 1",
    "if self.best is None or v > self.best:\n    self.best = v",
    "self.on = not self.on",
    "for w in self.items:\n    if w == v:\n        return -1\nself.items.append(v)",
)


TALLIES = (
    "LOG.append(v) if len(LOG) < 6 else None",
    "HELD.n += v % 3",
    "SEEN['k'] = v",
    "if v < 4:\n        return v",
    "pass",
)


class Writer(Generators):
    """Draws one program, top down."""

    # functions ----------------------------------------------------------------------------------

    def helper(self, nested: bool) -> Lines:
        """A function of an int: with a result or for its effects."""
        kind = self.pick(("function", "function", "procedure", "float function"))
        name, v = (
            self.name({"function": "get", "procedure": "do", "float function": "scale"}[kind]),
            self.name("v"),
        )
        outer, returns, loops, fuel = self.scope, self.returns, self.loops, self.fuel
        result = {"function": "int", "procedure": "", "float function": "float"}[kind]
        self.scope = Scope(outer if nested else None, binds=False)
        self.returns, self.loops, self.fuel = ([result] if result else []), 0, self.number(2, 5)
        lines: Lines = []
        if nested and self.chance(60):
            kinds = [k for k in ("int", "float", "bool", "maybe", "list") if outer.writable.get(k)]
            owned = {"n", "x", "flag", "xs", "ys"}
            names = (
                {self.pick(outer.writable[k]): k for k in (self.pick(kinds), self.pick(kinds))}
                if kinds
                else {}
            )
            names = {n: k for n, k in names.items() if n not in owned}
            if names:
                lines.append("nonlocal " + ", ".join(sorted(names)))
                for each in sorted(names):
                    self.scope.writable.setdefault(names[each], []).append(each)
        argument = "float" if kind == "float function" else "int"
        self.scope.add(argument, v)
        local = self.name("p")
        lines.append(f"{local} = {self.number(0, 2)}")
        self.scope.add("int", local)
        self.scope.add(
            "bool", "True" if "bool" not in self.scope.readable else local + " > 0", writable=False
        )
        if "float" not in self.scope.readable:
            self.scope.add("float", "1.5", writable=False)
        lines += self.block(2, least=2)
        if result:
            lines.append(self.return_statement())
        self.scope, self.returns, self.loops, self.fuel = outer, returns, loops, fuel
        self.scope.add(kind, name, writable=False)
        decorators = ["@doubled"] if kind == "function" and self.chance(8) else []
        return [*decorators, f"def {name}({v}):", *indented(lines)]

    def thunk(self) -> Lines:
        """A closure that counts its calls."""
        maker, name = self.name("make"), self.name("step")
        step = self.pick(
            ("count += 1", "count += 1\nif count > 2:\n    count = 0", "count = 3 - count")
        ).split("\n")
        self.scope.add("thunk", name, writable=False)
        return [
            f"def {maker}():", "    count = 0", "    def step():", "        nonlocal count",
            *(f"        {line}" for line in step), "        return count", "    return step", f"{name} = {maker}()",
        ]  # fmt: skip

    def declarations(self) -> Lines:
        """The variables of the program, each with its first value."""
        lines: Lines = []

        def declare(kind: str, name: str, value: str) -> None:
            lines.append(f"{name} = {value}")
            self.scope.add(kind, name)

        declare("int", "a", self.pick(("n", "0", "n + 1", "1")))
        declare("int", "b", self.pick(("2", "0", "n")))
        declare("bool", "seen", self.pick(("False", "flag", "n > 0")))
        declare("float", "u", self.pick(("0.0", "x", "1.5", "0")))
        if self.chance(50):
            declare("maybe", "c", self.pick(("None", "None", "n")))
        if self.chance(60):
            declare("list", "items", self.pick(("[]", "[]", "[n]", "[1, 2]")))
            if self.chance(40):
                declare("list", "other", self.pick(("items", "[]", "[5]")))
        if self.chance(20):
            declare(
                "deque",
                "waiting",
                self.pick(("deque()", "deque([n])", "deque([1, 2], maxlen=3)", "deque(maxlen=2)")),
            )
        if self.chance(20):
            declare("float list", "halves", self.pick(("[]", "[0.5]", "[x]")))
        if self.chance(40):
            declare("dict", "d", self.pick(("{'k': 0, 'm': 1}", "{'k': n, 'm': 0}")))
        if self.chance(50):
            declare("box", "box", f"Box({self.pick(('0', 'n'))})")
            if self.chance(40):
                declare("box", "kid", self.pick(("box", "Box(1)", "Kid(2)")))
        if self.chance(15):
            declare("text", "word", "'no'")
        if self.chance(20):
            declare("pair", "pair", self.pick(("(0, 1)", "(n, 2)")))
        if self.chance(15):
            declare("grid", "grid", "[[1, 2], []]")
        return lines

    def results(self) -> Lines:
        """What the program returns: names and kinds."""
        if self.chance(15):
            return [self.pick(("int", "float", "maybe", "bool"))]
        found = ["int", "int", "bool", "float"]
        for kind, names in self.scope.writable.items():
            if kind in {"maybe", "text"}:
                found.append(kind)
            elif kind == "box":
                found += [f"{name}.{field}" for name in names for field in ("n", "best", "items")]
                found += ["box is kid"] if len(names) > 1 else []
            elif kind == "deque":
                found += [f"list({name})" for name in names]
            elif kind in {"list", "float list", "dict", "grid", "pair"}:
                found += names
        return [*found, *(["xs"] if self.chance(30) else [])]

    def program(self) -> str:
        helper = self.helper(nested=False) if self.chance(25) else []
        parameters = PARAMETERS if self.chance(30) else PARAMETERS[:-1]
        for name in parameters:
            self.scope.add({"ints": "xs", "floats": "ys"}.get(STAGED_KINDS[name], STAGED_KINDS[name]), name)
        lines = self.declarations()
        self.returns = self.results()
        while self.chance(45):
            lines += self.helper(nested=True)
        if self.chance(20):
            lines += self.thunk()
        if self.chance(20):
            for name in ("TOTAL", "HELD.n", "len(LOG)", "SEEN['k']"):
                self.scope.add("global", name, writable=False)
            self.returns = (
                [*self.returns, "TOTAL", "HELD.n", "LOG"] if len(self.returns) > 1 else self.returns
            )
        if self.chance(15):
            self.scope.add("keywords", "keywords", writable=False)
        while self.fuel > 0:
            self.fuel -= 1
            lines += self.statement(1)
        lines.append(self.return_statement())
        body = "\n".join([*helper, "", "", f"def program({', '.join(parameters)}):", *indented(lines)]) + "\n"
        return self.prelude(body) + body.lstrip("\n")

    def prelude(self, body: str) -> str:
        """The classes and state that the body needs."""
        parts = []
        if re.search("TOTAL|LOG|SEEN|HELD|tally", body):
            parts.append(STATE.format(tally=self.pick(TALLIES)))
        if "deque(" in body:
            parts.append("from collections import deque\n\n")
        for name, texts in CALLEES.items():
            if re.search(rf"\b{name}\(", body):
                parts.append(self.pick(texts))
        if "keywords(" in body:
            parts.append(KEYWORDS)
        if "Scope(" in body:
            parts.append(SCOPE)
        if "@doubled" in body:
            parts.append("import functools\n\n\n" + DECORATOR.lstrip("\n"))
        if "Kid(" in body:
            parts.insert(0, KID)
        if "Box(" in body + "".join(parts):
            parts.insert(0, BOX.format(grow=textwrap.indent(self.pick(GROWS), " " * 8)))
        return "".join(part.lstrip("\n") + "\n\n" for part in parts)


def argument_tuples(random: Random, same_lengths: bool, count: int) -> tuple[tuple[Any, ...], ...]:
    """Some tuples of `count` arguments of the program; lengths differ only where that is asked for."""
    fraction = lambda: random.randint(-8, 12) / 4  # noqa: E731
    lengths = (random.randint(0, 4), random.randint(0, 4), random.randint(1, 3))
    cases = []
    for _ in range(random.randint(2, 4)):
        if not same_lengths:
            lengths = (random.randint(0, 4), random.randint(0, 4), random.randint(1, 3))
        xs = [random.randint(-3, 6) for _ in range(lengths[0])]
        ys = [fraction() for _ in range(lengths[1])]
        rows = [[random.randint(-2, 4), random.randint(-2, 4)] for _ in range(lengths[2])]
        cases.append((random.randint(-2, 4), fraction(), random.random() < 0.5, xs, ys, rows)[:count])
    return tuple(cases)


@st.composite
def programs(draw: Any) -> Program:
    """Random programs, each with at least one argument tuple that keeps it within the limits.

    One draw decides all: hypothesis would else spend most programs on small variations of earlier ones, and
    shrinking is done on the text, where it needs far fewer traces.
    """
    random = draw(st.randoms(use_true_random=True))
    unknown = random.random() < 0.25
    source = Writer(random).program()
    count = len(PARAMETERS) if "xs, ys, rows):" in source else len(PARAMETERS) - 1
    static = tuple(i for i in range(count) if not unknown and random.random() < 0.1)
    cases = argument_tuples(random, not unknown and random.random() < 0.85, count)
    kept = runs_within_limits(source, cases)
    assume(kept)
    return Program(source, kept, static, unknown)
