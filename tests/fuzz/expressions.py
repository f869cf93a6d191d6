"""Writes random typed expressions: ints, floats, bools, optional ints, texts."""

from __future__ import annotations

from random import Random
from typing import Any

Lines = list[str]
ALWAYS = {"assign", "branch", "compare", "int", "loop", "sum"}


class Scope:
    """The names that code at one place may read, and those it may bind."""

    def __init__(self, outer: Scope | None = None, binds: bool = True) -> None:
        self.readable: dict[str, Lines] = {}
        self.writable: dict[str, Lines] = {}
        if outer is not None:
            self.readable = {kind: list(names) for kind, names in outer.readable.items()}
            if binds:
                self.writable = {kind: list(names) for kind, names in outer.writable.items()}

    def add(self, kind: str, name: str, writable: bool = True) -> None:
        self.readable.setdefault(kind, []).append(name)
        if writable:
            self.writable.setdefault(kind, []).append(name)


class Expressions:
    """Draws typed expressions from the names that a place may read."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.scope = Scope()
        self.fuel = self.number(4, 9) if self.chance(60) else self.number(9, 16)  # small ones are cheaper
        self.made = 0
        self.left_out: dict[str, bool] = {}
        self.loops = 0  # loops around this place, in its function
        self.unrolled = 0
        self.in_try = 0
        self.returns: Lines | None = None  # kinds of what a return gives

    # drawing ------------------------------------------------------------------------------------

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def chance(self, percent: int) -> bool:
        return self.number(1, 100) <= percent

    def pick(self, options: Any) -> Any:
        return self.random.choice(list(options))

    def weighted(self, table: dict[str, int]) -> str:
        """One of the kinds; each program does without some, so that others meet more often (swarm testing)."""
        for name in table:
            self.left_out.setdefault(name, name not in ALWAYS and self.chance(35))
        table = {name: weight for name, weight in table.items() if not self.left_out[name]}
        at = self.number(1, sum(table.values()))
        for name, weight in table.items():
            at -= weight
            if at <= 0:
                return name
        raise AssertionError("weights")

    def name(self, stem: str) -> str:
        self.made += 1
        return f"{stem}{self.made}"

    def read(self, kind: str) -> str | None:
        names = self.scope.readable.get(kind)
        return self.pick(names) if names else None

    def bind(self, kind: str) -> str | None:
        names = self.scope.writable.get(kind)
        return self.pick(names) if names else None

    # expressions --------------------------------------------------------------------------------

    def ints(self, depth: int = 2) -> str:
        if depth <= 0 or self.chance(30):
            return self.read("int") if self.chance(80) else self.pick(("-2", "-1", "1", "2", "3", "4", "5"))
        a = self.ints(depth - 1)
        table = {
            "sum": 6, "times": 3, "modulo": 3, "floor": 1, "extreme": 2, "absolute": 1, "if": 3, "length": 2,
            "dict": 2, "attribute": 3, "bool": 2, "item": 2, "call": 4, "choice": 2, "maybe": 2, "total": 2,
            "cast": 1, "pair": 1, "table": 1, "negative": 1, "last": 2, "walrus": 1, "count": 1, "method": 2,
            "list": 3, "weak": 1, "global": 2, "values": 1, "keywords": 1,
        }  # fmt: skip
        kind = self.weighted(table)
        if kind == "sum":
            return f"{a} {self.pick('+-')} {self.wrapped(self.ints(depth - 1))}"
        if kind == "times":
            return f"({a}) * {self.pick(('2', '3', '-1'))}"
        if kind == "modulo":
            return f"({a}) % {self.number(2, 7)}"
        if kind == "floor":
            return f"({a}) // {self.number(2, 3)}"
        if kind == "extreme":
            return f"{self.pick(('max', 'min'))}({a}, {self.ints(depth - 1)})"
        if kind == "absolute":
            return f"abs({a})"
        if kind == "if":
            return f"({a} if {self.bools(1)} else {self.ints(depth - 1)})"
        if kind == "bool":
            return self.pick(
                (f"{a} + ({self.comparison(0)})", f"{a} + (not {self.read('bool')})", f"int({self.bools(1)})")
            )
        if kind == "choice":
            return f"({a} {self.pick(('and', 'or'))} {self.ints(depth - 1)})"
        if kind == "negative":
            return f"-({a})"
        if kind == "pair":
            return self.pick((f"divmod({a}, 3)[0]", f"({a}, 1)[{self.number(0, 1)}]", f"[4, {a}][-1]"))
        if kind == "table":
            return f"(7, 8, 9)[({a}) % 3]"
        if kind == "walrus" and not self.unrolled and self.scope.writable.get("int"):
            return f"({self.bind('int')} := {a})"
        if kind == "cast" and self.read("float"):
            return f"int({self.read('float')})"
        if kind == "dict" and (d := self.read("dict")):
            return self.pick((f"{d}['k']", f"{d}['m']", f"{d}.get('k', 1)", f"{d}.get('z', {a})"))
        if kind == "attribute" and (box := self.read("box")):
            return self.pick((f"{box}.n", f"{box}.n", f"{box}.double", f"len({box}.items)"))
        if kind == "method" and (box := self.read("box")):
            return f"{box}.grow({a})"
        if kind == "call" and (f := self.read("function")):
            return f"{f}({a})"
        if kind == "call" and (f := self.read("thunk")):
            return f"{f}()"
        if kind == "maybe" and (c := self.read("maybe")):
            return self.pick((f"({c} if {c} is not None else {a})", f"(0 if {c} is None else {c} + 1)"))
        if kind == "weak" and (c := self.read("maybe")):
            return f"({c} or {a})"
        if kind == "global" and (name := self.read("global")):
            return name
        if kind == "values" and (d := self.read("dict")):
            v = self.name("v")
            return self.pick((f"sum({d}.values())", f"max({v} for {v} in {d}.values())", f"len({d})"))
        if kind == "keywords" and (f := self.read("keywords")):
            return self.pick(
                (
                    f"{f}({a})",
                    f"{f}({a}, k={self.ints(0)})",
                    f"{f}({a}, {self.ints(0)}, 1, 2)",
                    f"{f}(*({a}, 2))",
                )
            )
        if kind == "list" and (items := self.read("list")):
            return self.pick(
                (
                    f"sum({items}[1:])",
                    f"len({items} + [{a}])",
                    f"sum(sorted({items})[:2])",
                    f"max([{a}] + {items})",
                    f"{items}.count({self.ints(0)})",
                    f"sum(reversed({items}))",
                    f"sum(v * w for v, w in zip({items}, {self.read('xs') or items}))",
                    f"sum(i for i, v in enumerate({items}) if v > 0)",
                    f"(1 if {items} == [{self.ints(0)}, 2] else 2)",
                )
            )
        vector = self.read(self.pick(("xs", "list")))
        if vector:
            if kind == "length":
                return f"len({vector})"
            if kind == "total":
                v = self.name("v")
                test = self.pick(("", f" if {v} > {self.ints(0)}"))
                return self.pick((f"sum({vector})", f"sum({v} * 2 for {v} in {vector}{test})"))
            if kind == "count":
                v = self.name("v")
                return f"sum(1 for {v} in {vector} if {v} != {self.ints(0)})"
            if kind == "item":
                index = self.pick(("0", "-1", f"({a}) % len({vector})"))
                return f"({vector}[{index}] if len({vector}) > 0 else {self.number(-1, 1)})"
            if kind == "last":
                return f"({vector}[-1] if {vector if vector != 'xs' else 'len(xs)'} else {a})"
        return a

    def floats(self, depth: int = 2) -> str:
        if depth <= 0 or self.chance(35):
            return self.read("float") if self.chance(80) else self.pick(("0.5", "1.25", "-2.0", "0.0"))
        a = self.floats(depth - 1)
        kind = self.weighted(
            {
                "sum": 6,
                "half": 2,
                "twice": 2,
                "extreme": 2,
                "abs": 1,
                "if": 3,
                "cast": 2,
                "weak": 3,
                "ys": 3,
                "f": 2,
            }
        )
        if kind == "sum":
            return f"{a} {self.pick('+-')} {self.wrapped(self.floats(depth - 1))}"
        if kind == "half":
            return self.pick((f"({a}) * 0.5", f"({a}) / 2"))
        if kind == "twice":
            return f"({a}) * 2"
        if kind == "extreme":
            return f"{self.pick(('max', 'min'))}({a}, {self.floats(depth - 1)})"
        if kind == "abs":
            return f"abs({a})"
        if kind == "if":
            return f"({a} if {self.bools(1)} else {self.floats(depth - 1)})"
        if kind == "cast":
            return f"float({self.ints(1)})"
        if kind == "weak":
            return f"{a} {self.pick('+-')} {self.number(1, 2)}"
        if kind == "f" and (f := self.read("float function")):
            return f"{f}({a})"
        if kind == "ys" and (ys := self.read(self.pick(("ys", "float list")))):
            return self.pick(
                (
                    f"({ys}[0] if len({ys}) > 0 else 0.5)",
                    f"({ys}[-1] if len({ys}) else {a})",
                    f"(0.0 + sum({ys}))",
                )
            )
        return a

    def bools(self, depth: int = 2) -> str:
        if depth <= 0 or self.chance(15):
            return self.read("bool") if self.chance(50) else self.comparison(0)
        kind = self.weighted(
            {
                "compare": 10,
                "chain": 2,
                "not": 2,
                "both": 4,
                "none": 3,
                "in": 2,
                "any": 1,
                "is": 1,
                "text": 1,
                "attribute": 1,
            }
        )
        if kind == "chain":
            return f"{self.ints(0)} {self.pick(('<', '<='))} {self.ints(1)} {self.pick(('<', '<=', '!='))} {self.ints(0)}"
        if kind == "not":
            return f"not ({self.bools(depth - 1)})"
        if kind == "both":
            return f"({self.bools(depth - 1)} {self.pick(('and', 'or'))} {self.bools(depth - 1)})"
        if kind == "none" and (c := self.read("maybe")):
            return self.pick(
                (f"{c} is None", f"{c} is not None", f"({c} is not None and {c} > {self.ints(0)})")
            )
        if kind == "in":
            lists = self.read("list")
            where = self.pick(("(1, 3, 5)", "[0, 2]", lists or "(0,)"))
            return f"{self.ints(1)} {self.pick(('in', 'not in'))} {where}"
        if kind == "any" and (xs := self.read("xs")):
            v = self.name("v")
            return f"{self.pick(('any', 'all'))}({v} > {self.ints(0)} for {v} in {xs})"
        boxes = self.scope.readable.get("box", [])
        if kind == "is" and len(boxes) > 1:
            return f"{boxes[0]} is {boxes[1]}"
        if kind == "attribute" and boxes:
            box = self.pick(boxes)
            return self.pick((f"{box}.on", f"{box}.best is None", f"{box}.n > {self.ints(0)}"))
        if kind == "text" and (word := self.read("text")):
            return f"{word} == 'hi'"
        return self.comparison(depth - 1)

    def comparison(self, depth: int) -> str:
        if self.chance(25):
            return f"{self.floats(depth)} {self.pick(('<', '>', '<=', '>='))} {self.pick(('0', '0.5', self.floats(depth)))}"
        return f"{self.ints(depth)} {self.pick(('<', '>', '<=', '>=', '==', '!='))} {self.ints(depth)}"

    def test(self) -> str:
        """A condition, which may be any object's truth."""
        if self.chance(12):
            name = self.read(self.pick(("list", "int")))
            if name:
                return name
        return self.bools(2)

    def value(self, kind: str) -> str:
        """An expression of a kind."""
        if kind == "int":
            return self.ints()
        if kind == "float":
            return self.floats()
        if kind == "bool":
            return self.bools()
        if kind == "maybe":
            return self.ints(1) if self.chance(60) else "None"
        if kind == "text":
            if self.chance(40):
                return self.pick(("'hi'", "'no'"))
            word = self.read("text")
            return self.pick(
                (
                    f"f'{{{self.read('int')}}}'",
                    f"f'{word_part(word)}{{{self.read('int')}}}'",
                    f"'hi' if {self.bools(1)} else 'no'",
                )
            )
        raise AssertionError(kind)

    @staticmethod
    def wrapped(text: str) -> str:
        return f"({text})" if " " in text or text.startswith("-") else text


def word_part(word: str | None) -> str:
    return "" if word is None else "{" + word + "}"
