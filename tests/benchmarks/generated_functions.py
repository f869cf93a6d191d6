"""Writes functions of a given number of lines, with the constructs and the nesting of real ones.

They run on plain Python numbers, so that what a converter makes of them can be checked.
"""

from __future__ import annotations

import random
from pathlib import Path
from types import FunctionType

START = ["a = x", "b = x + 1", "total = 0", "count = 0", "items = []"]
SIMPLE = [
    "a = (b * 3 + {v}) % 97",
    "b = a - {k} if a > b else b + {k}",
    "total += a",
    "count += 1",
    "a, b = b, (a + {v}) % 53",
    "b = clip(a + {v}, 0, {k}0)",
    "items.append(a + {v})",
    "total = max(total, abs(b) - {k})",
    "a = scaled(b, by={k}) % 89",
    "total -= len(items)",
]
TESTS = [
    "a > b",
    "total % {k} == 0",
    "0 < a < {k}0 and b != {v}",
    "not count > {k} or a == b",
    "a + {v} >= b * {k}",
    "len(items) < {k}0",
]


def clip(v, low, high):
    """Called by the generated functions."""
    return low if v < low else high if v > high else v


def scaled(v, by=2):
    """Called by the generated functions."""
    return v * by


class Writer:
    """Writes one function of exactly so many lines."""

    def __init__(self, lines: int, seed: int) -> None:
        self.lines, self.random = lines, random.Random(seed)

    def source(self) -> str:
        if self.lines == 2:
            return "def generated(x, xs):\n    return clip(x * 2, 0, 50) if x > 0 else scaled(x)\n"
        start = START[: max(3, min(len(START), self.lines - 4))]
        known = len(start) == len(START)
        body = self.block(self.lines - len(start) - 2, 1, loops=0, known=known)
        end = "return a, b, total, count, items" if known else "return a, b, total"
        lines = ["def generated(x, xs):", *("    " + line for line in start), *body, "    " + end]
        assert len(lines) == self.lines, (len(lines), self.lines)
        return "\n".join(lines) + "\n"

    def fill(self, text: str, loops: int) -> str:
        v = self.random.choice(["x", *(f"v{i}" for i in range(loops))])
        return text.format(v=v, k=self.random.randint(2, 7))

    def simple(self, indent: int, loops: int, known: bool) -> str:
        choices = (
            SIMPLE if known else [line for line in SIMPLE if "items" not in line and "count" not in line]
        )
        return "    " * indent + self.fill(self.random.choice(choices), loops)

    def test(self, loops: int, known: bool) -> str:
        choices = TESTS if known else [test for test in TESTS if "items" not in test and "count" not in test]
        return self.fill(self.random.choice(choices), loops)

    def block(self, budget: int, indent: int, loops: int, known: bool) -> list[str]:
        lines: list[str] = []
        while len(lines) < budget:
            left = budget - len(lines)
            if left >= 4 and indent < 5 and self.random.random() < 0.45:
                lines += self.compound(self.random.randint(4, max(4, left * 2 // 3)), indent, loops, known)
            elif left >= 3 and loops and self.random.random() < 0.2:
                leave = self.random.choice(["break", "continue"])
                lines += ["    " * indent + f"if {self.test(loops, known)}:", "    " * (indent + 1) + leave]
            else:
                lines.append(self.simple(indent, loops, known))
        return lines

    def compound(self, size: int, indent: int, loops: int, known: bool) -> list[str]:
        pad = "    " * indent
        kind = self.random.choice(["if", "if else", "if", "if else", "for", "range", "while"])
        if loops >= 3 and not kind.startswith("if"):
            kind = "if else"
        if kind == "if":
            return [f"{pad}if {self.test(loops, known)}:", *self.block(size - 1, indent + 1, loops, known)]
        if kind == "if else":
            first = self.random.randint(1, size - 3)
            return [
                f"{pad}if {self.test(loops, known)}:",
                *self.block(first, indent + 1, loops, known),
                f"{pad}else:",
                *self.block(size - first - 2, indent + 1, loops, known),
            ]
        if kind == "while":
            name = f"v{loops}"
            head = [
                f"{pad}{name} = {self.random.randint(2, 4)}",
                f"{pad}while {name} > 0:",
                f"{pad}    {name} -= 1",
            ]
            return head + self.block(size - 3, indent + 1, loops + 1, known)
        over = "xs" if kind == "for" else f"range({self.random.randint(2, 4)})"
        return [f"{pad}for v{loops} in {over}:", *self.block(size - 1, indent + 1, loops + 1, known)]


def source_of(lines: int, seed: int = 7) -> str:
    return Writer(lines, seed).source()


def fresh_function(source: str, path: Path) -> FunctionType:
    """A function that no converter has seen: of a new file, and of a new name.

    Code objects of equal text are equal even from two files, and TensorFlow's converter remembers them by
    equality; a name of its own makes this one different from all before.
    """
    source = source.replace("def generated(", f"def {path.stem}(", 1)
    path.write_text(source)
    names = {"clip": clip, "scaled": scaled, "__name__": path.stem}
    exec(compile(source, str(path), "exec"), names)
    return names[path.stem]  # type: ignore[return-value]
