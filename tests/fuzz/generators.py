"""Writes random generators, whose tests may be staged, and loops over what calls functions while it is iterated."""

from __future__ import annotations

from expressions import Lines, Scope
from statements import indented, no_walrus
from structures import Structures


class Generators(Structures):
    """Draws statements with generators and iterators that run the program's own functions."""

    def kinds(self, depth: int) -> dict[str, int]:
        few = 0 if depth >= 4 or self.loops >= 3 else 3
        return {**super().kinds(depth), "generator loop": few, "generator value": 2, "mapped loop": few and 2}

    def generator(self) -> tuple[Lines, str]:
        """A generator of at most four ints, and its name; it may write a variable of the program."""
        f, v, i, written = self.name("gen"), self.name("v"), self.name("i"), self.bind("int")
        outer, self.scope = self.scope, Scope(self.scope, binds=False)
        self.scope.add("int", v, writable=False)
        self.scope.add("int", i, writable=False)
        body = self.pick(
            (
                f"{i} = {v} % 4\nwhile {i} > 0:\n    yield {self.ints(1)}\n    {i} -= 1",
                f"{i} = 0\nwhile True:\n    {i} += 1\n    if {i} > 3 or {self.bools(1)}:\n        return\n    yield {i} + {v}",
                f"for {i} in range({v} % 4):\n    if {self.test()}:\n        yield {self.ints(1)}\n    MARK\nyield {v}",
                f"for {i} in range(3):\n    if {i} == {v}:\n        return\n    yield {self.ints(1)}",
                f"{i} = 1\nif {self.test()}:\n    yield {self.ints(1)}\nelse:\n    yield {v}\n    yield {i}\nMARK",
                f"{i} = {self.number(0, 3)}\nyield from range({v} % 3)\nMARK\nyield {self.ints(1)}",
            )
        )
        mark, declared = "pass", []
        if written and written not in {"n", "x", "flag"} and self.chance(40):
            mark, declared = f"{written} += {self.ints(0)} % 3", [f"nonlocal {written}"]
        self.scope = outer
        return [f"def {f}({v}):", *indented([*declared, *body.replace("MARK", mark).split("\n")])], f

    @no_walrus
    def write_generator_loop(self, depth: int) -> Lines:
        lines, f = self.generator()
        i, j = self.name("i"), self.name("j")
        start = self.ints(0)
        outer, self.scope = self.scope, Scope(self.scope)
        self.scope.add("int", i, writable=False)
        header = f"for {i} in {f}({start}):"
        if self.chance(25):
            self.scope.add("int", j, writable=False)
            header = f"for {j}, {i} in enumerate({f}({start}), {self.number(0, 1)}):"
        body = self.loop_body(depth, [])
        self.scope = outer
        return [*lines, header, *body, *self.loop_else(depth)]

    @no_walrus
    def write_generator_value(self, depth: int) -> Lines:
        target, items = self.bind("int"), self.bind("list")
        if not target:
            return []
        lines, f = self.generator()
        v, start = self.name("v"), self.ints(0)
        uses = [
            f"{target} = sum({f}({start}))",
            f"{target} = max({f}({start}), default={self.ints(0)})",
            f"{target} = sum({v} for {v} in {f}({start}) if {v} > {self.ints(0)})",
            f"{target} += any({v} > {self.ints(0)} for {v} in {f}({start}))",
            f"{target} = len([{v} for {v} in {f}({start}) if {v} != 1])",
        ]
        if items:
            uses += [f"{items} = list({f}({start}))", f"{items} = sorted({f}({start}))"]
        return [*lines, self.pick(uses)]

    @no_walrus
    def write_mapped_loop(self, depth: int) -> Lines:
        """A loop over `map`, whose function may write what the loop writes."""
        written = self.bind("int")
        if not written or written in {"n", "x", "flag"}:
            return []
        f, v, i = self.name("f"), self.name("v"), self.name("i")
        source = self.pick(("(1, 2)", "range(3)", self.read("xs") or "(3,)"))
        outer, self.scope = self.scope, Scope(self.scope)
        self.scope.add("int", i, writable=False)
        self.unrolled += 1
        body = self.loop_body(depth, [])
        self.unrolled -= 1
        self.scope = outer
        return [
            f"def {f}({v}):",
            *([f"    nonlocal {written}", f"    {written} += 1"] if self.chance(60) else []),
            f"    return {v} + {written}",
            f"for {i} in map({f}, {source}):",
            *body,
        ]
