"""Writes random statements about structures: arguments that a callee changes, rows of numbers, dicts, patterns, slices."""

from __future__ import annotations

from expressions import Lines, Scope
from statements import Statements, indented, no_walrus

CALLEES = {
    "fill": (
        "def fill(items, v):\n    if v > 1:\n        items.append(v)\n    elif items:\n        items[0] = v\n",
        "def fill(items, v):\n    for w in items:\n        if w == v:\n            return\n    items.insert(0, v)\n",
        "def fill(items, v):\n    while len(items) > 2 and items[-1] > v:\n        items.pop()\n    items.append(v)\n",
        "def fill(items, v):\n    items += [v]\n    items = [v, v]\n    items.append(v)\n",
    ),
    "poke": (
        "def poke(box, v):\n    box.n += v\n    if v > 2:\n        box.items.append(v)\n    return box.n\n",
        "def poke(box, v):\n    for i in range(v % 3):\n        box.n -= i\n        box.on = not box.on\n    return box.n\n",
        "def poke(box, v):\n    if box.best is None or box.best < v:\n        box.best = v\n        return v\n    return box.best\n",
    ),
    "first": (
        "def first(items, v):\n    for w in items:\n        if w > v:\n            return w\n    return None\n",
        "def first(items, v):\n    if v < 0:\n        return None\n    return items[-1] if items else v\n",
        "def first(items, v):\n    found = None\n    for i, w in enumerate(items):\n        if w == v:\n            found = i\n    return found\n",
    ),
    "turned": (
        "def turned(pair):\n    p, q = pair\n    return (q, p) if p > q else (p, q)\n",
        "def turned(pair):\n    p, q = pair\n    while p > q:\n        p, q = p - 2, q + 1\n    return p, q\n",
    ),
    "scaled": (
        "def scaled(u, by=2):\n    if u > 4 or u < -4:\n        return u / by\n    return u * by\n",
        "def scaled(u, *, by=2):\n    t = 0\n    for _ in range(by):\n        t += u\n    return t * 0.5\n",
    ),
}
"""Functions of the module that take apart, change or choose among what they are given."""


class Structures(Statements):
    """Draws statements about structures."""

    def kinds(self, depth: int) -> dict[str, int]:
        deep = depth >= 4
        more = {
            "callee": 4, "rows": 4, "slices": 2, "dict": 2, "pattern": 0 if deep else 2, "several loops": 0 if deep else 1,
            "optional": 2, "counting while": 0 if deep or self.loops >= 3 else 2, "keyed": 1, "bool update": 2,
            "try else": 0 if deep else 1, "float operation": 2, "deque": 4, "row loop": 0 if deep or self.loops >= 3 else 3,
        }  # fmt: skip
        return {**super().kinds(depth), **more}

    def write_callee(self, depth: int) -> Lines:
        """A call of a function of the module that may change its argument."""
        items, box, a = self.read("list"), self.read("box"), self.ints(1)
        options = []
        if items:
            options += [f"fill({items}, {a})"] * 2
            options += [f"{c} = first({items}, {a})" for c in self.scope.writable.get("maybe", [])]
        if box:
            options += [f"{target} = poke({box}, {a})" for target in self.scope.writable.get("int", [])[:2]]
            options += [f"poke({box}, {a})", f"fill({box}.items, {a})"]
        options += [f"{pair} = turned({pair})" for pair in self.scope.writable.get("pair", [])]
        options += [f"{u} = scaled({self.floats(1)})" for u in self.scope.writable.get("float", [])[:1]]
        return [self.pick(options)] if options else []

    def write_deque(self, depth: int) -> Lines:
        """Something at one of the ends of a deque, or a look at it."""
        waiting, target, a = self.read("deque"), self.bind("int"), self.ints(1)
        if not waiting or not target:
            return []
        source = self.read(self.pick(("xs", "list"))) or "(1, 2)"
        options = [f"{waiting}.append({a})", f"{waiting}.appendleft({a})"] * 2
        options += [
            f"if {waiting}:\n    {target} {sign} {waiting}.{end}()"
            for sign in ("=", "+=")
            for end in ("popleft", "pop")
        ]
        options += [f"{waiting}.{method}({source})" for method in ("extend", "extendleft")]
        options += [f"{waiting}.rotate({self.number(-1, 2)})", f"{waiting}.clear()", f"{waiting}.reverse()"]
        options += [
            f"{target} = {look}"
            for look in (f"sum({waiting})", f"len({waiting})", f"{waiting}.count({self.ints(0)})")
        ]
        options += [
            f"if {self.ints(0)} in {waiting}:\n    {target} += 1",
            f"if len({waiting}) > 1:\n    {waiting}[0] = {waiting}[-1]",
        ]
        return self.pick(options).split("\n")

    def write_rows(self, depth: int) -> Lines:
        """A tensor of two dimensions: its items are read, and written by two indices."""
        rows, target = self.read("rows"), self.bind("int")
        if not rows or not target:
            return []
        i = self.pick(("0", "-1", f"{self.read('int')} % len({rows})"))
        j = self.pick(("0", "1", f"{self.read('int')} % 2"))
        options = [f"{target} = {rows}[{i}][{j}]", f"{target} += len({rows}) + len({rows}[0])"]
        options += [f"{target} = sum({rows}[{i}])", f"{target} = max(sum(r) for r in {rows})"]
        if "rows" in self.scope.writable:
            options += [f"{rows}[{i}][{j}] = {self.ints(1)}", f"{rows}[{i}][{j}] += {self.ints(0)}"] * 2
        return [self.pick(options)]

    def write_row_loop(self, depth: int) -> Lines:
        rows = self.read("rows")
        if not rows:
            return []
        i, v = self.name("i"), self.name("v")
        header, first = self.pick(
            (
                (f"for {i} in {rows}:", [f"{v} = {i}[0]"]),
                (f"for {i}, {v} in {rows}:", []),
                (f"for {i} in range(len({rows})):", [f"{v} = {rows}[{i}][1]"]),
                (f"for {i}, {v} in enumerate({rows}):", [f"{v} = {v}[0] + {v}[1]"]),
            )
        )
        outer, self.scope = self.scope, Scope(self.scope)
        self.scope.add("int", v, writable=False)
        lines = [header, *self.loop_body(depth, first)]
        self.scope = outer
        return lines + self.loop_else(depth)

    def write_slices(self, depth: int) -> Lines:
        xs, ys, target = self.bind("xs"), self.bind("ys"), self.bind("int")
        options = []
        if xs:
            options += [f"if len({xs}) > 1:\n    {xs}[:1] = [{self.ints(0)}]", f"{xs} = {xs}[::-1]"]
        if ys:
            options += [
                f"if len({ys}) > 0:\n    {ys}[0] = {self.floats(1)}",
                f"if len({ys}) > 1:\n    {ys}[-1] *= 0.5",
            ]
        if target and (source := self.read(self.pick(("xs", "list")))):
            part = self.pick(("[::2]", "[-2:]", f"[{self.number(0, 1)}:{self.number(1, 3)}]", "[:-1]"))
            options += [f"{target} = sum({source}{part})", f"{target} = len({source}{part})"]
        return self.pick(options).split("\n") if options else []

    def write_dict(self, depth: int) -> Lines:
        d, target, a = self.bind("dict"), self.bind("int"), self.ints(1)
        if not d or not target:
            return []
        k = self.name("k")
        return self.pick(
            (
                f"{d} = {{**{d}, 'm': {a}}}",
                f"{d} = dict({d}, k={a})",
                f"{d}.update(k={a})",
                f"{target} = {d}.setdefault('k', {a})",
                f"{target} = {d}.pop('z', {a})",
                f"{d} = {{{k}: v + 1 for {k}, v in {d}.items()}}",
                f"for {k} in {d}:\n    {d}[{k}] += {self.ints(0)}",
                f"if 'z' in {d}:\n    {target} = {d}['z']",
            )
        ).split("\n")

    def write_pattern(self, depth: int) -> Lines:
        """A `match` that takes its subject apart, or asks what it is."""
        p, q = self.name("p"), self.name("q")
        subject, cases = (
            f"({self.ints(0)}, {self.ints(0)})",
            [f"(0, {p})", f"({p}, 1 | 2)", f"({p}, {q}) if {p} > {q}"],
        )
        if (c := self.read("maybe")) and self.chance(40):
            subject, cases = c, ["None", f"0 | 1 as {p}", f"{p}"]
        elif (box := self.read("box")) and self.chance(30):
            subject, cases = box, [f"Box(n=0, best={q})", f"Box(n={p}) if {p} > 2", "Box(on=True)"]
        lines = [f"match {subject}:"]
        for case in cases:
            outer, self.scope = self.scope, Scope(self.scope)
            if p in case:
                self.scope.add("int", p, writable=False)
            lines += [f"    case {case}:", *indented(indented(self.block(depth + 1)))]
            self.scope = outer
        return lines

    def write_several_loops(self, depth: int) -> Lines:
        """A comprehension of two loops, or a loop that takes pairs apart."""
        items, source, v, w = self.bind("list"), self.read("xs"), self.name("v"), self.name("w")
        target = self.bind("int")
        if not items or not source or not target:
            return []
        return self.pick(
            (
                f"{items} = [{v} * {w} for {v} in {source}[:2] for {w} in (1, 2) if {v} != {w}]",
                f"{items} = [{v} + {w} for {v}, {w} in enumerate({source})][:4]",
                f"{items} = [[{v}, {w}][{w} > 1] for {v}, {w} in zip({source}, {source}[1:])]",
                f"for {v}, {w} in [({target}, 1), (2, {self.ints(0)})]:\n    {target} += {v} - {w}",
                f"for {v}, ({w}, _) in enumerate(zip({source}, {source})):\n    {target} += {v} * {w}",
            )
        ).split("\n")

    def write_optional(self, depth: int) -> Lines:
        """A function with returns of different kinds, called at once."""
        c = self.bind("maybe")
        if not c or self.unrolled:
            return []
        f, v = self.name("find"), self.name("v")
        self.unrolled += 1
        lines = [
            f"def {f}({v}):",
            f"    if {self.bools(1)}:",
            f"        return {self.pick(('None', v, ''))}".rstrip(),
            f"    if {v} > {self.ints(0)}:",
            f"        return {v} + 1",
        ]
        self.unrolled -= 1
        return [*lines, f"{c} = {f}({self.ints(1)})"]

    def write_counting_while(self, depth: int) -> Lines:
        w, start = self.name("w"), self.read("int")
        outer, self.scope = self.scope, Scope(self.scope)
        self.scope.add("int", w, writable=False)
        test = f"({w} := {w} - 1) >= 0" + (f" and {self.wrapped(self.bools(1))}" if self.chance(40) else "")
        lines = [f"{w} = {start} % 4", f"while {test}:", *self.loop_body(depth, [])]
        self.scope = outer
        return lines + self.loop_else(depth)

    @no_walrus
    def write_keyed(self, depth: int) -> Lines:
        target, source, v = self.bind("int"), self.read(self.pick(("xs", "list"))), self.name("v")
        if not target or not source:
            return []
        return [
            self.pick(
                (
                    f"{target} = min({source}, default={self.ints(0)})",
                    f"{target} = max({source}, key=lambda {v}: -{v}, default={self.ints(0)})",
                    f"{target} = sum(sorted({source}, key=lambda {v}: -{v})[:2])",
                    f"{target} = sum(map(lambda {v}: {v} + {self.ints(0)}, {source}))",
                    f"{target} = len(list(filter(lambda {v}: {v} > {self.ints(0)}, {source})))",
                )
            )
        ]

    def write_bool_update(self, depth: int) -> Lines:
        seen = self.bind("bool")
        if not seen:
            return []
        return [
            self.pick(
                (
                    f"{seen} = {seen} and {self.bools(1)}",
                    f"{seen} = {self.bools(1)} or not {seen}",
                    f"{seen} |= {self.comparison(1)}",
                    f"{seen} ^= {self.comparison(0)}",
                )
            )
        ]

    def write_try_else(self, depth: int) -> Lines:
        lines = ["try:", *indented(self.block(depth + 1)), "except KeyError:", "    pass"]
        lines += ["else:", *indented(self.block(depth + 1))]
        return lines

    def write_float_operation(self, depth: int) -> Lines:
        u, a = self.bind("float"), self.bind("int")
        if not u or not a:
            return []
        return [
            self.pick(
                (
                    f"{u} = {self.wrapped(self.floats(0))} % 2",
                    f"{u} = {self.wrapped(self.floats(0))} // 1",
                    f"{a} = round({self.floats(0)})",
                    f"{u} = abs({self.floats(1)}) ** 2",
                    f"{u} -= {self.ints(0)}",
                    f"{u} = {self.ints(0)} * {self.wrapped(self.floats(0))}",
                    f"print(f'{{{u}:.2f}} {{{a}}}')",
                )
            )
        ]
