"""Writes random statements, blocks of them, and loops that end."""

from __future__ import annotations

from collections.abc import Callable

from expressions import Expressions, Lines, Scope


def indented(lines: Lines) -> Lines:
    return ["    " + line for line in lines]


def no_walrus(write: Callable[[Statements, int], Lines]) -> Callable[[Statements, int], Lines]:
    """Around what writes a nested function: a walrus there would bind a local of its own."""

    def write_without(self: Statements, depth: int) -> Lines:
        self.unrolled += 1
        lines = write(self, depth)
        self.unrolled -= 1
        return lines

    return write_without


class Statements(Expressions):
    """Draws statements; each `write_…` gives lines, or none where the names that it needs are missing."""

    # statements ---------------------------------------------------------------------------------

    def block(self, depth: int, least: int = 1) -> Lines:
        """Some statements; names bound first here are not known after it."""
        outer, self.scope = self.scope, Scope(self.scope)
        lines: Lines = []
        for _ in range(self.number(least, max(least, 3))):
            if self.fuel <= 0:
                break
            self.fuel -= 1
            lines += self.statement(depth)
        self.scope = outer
        return lines or ["pass"]

    def statement(self, depth: int) -> Lines:
        kind = self.weighted(self.kinds(depth))
        lines = getattr(self, "write_" + kind.replace(" ", "_"))(depth)
        return lines or [f"{self.bind('int') or '_'} = {self.ints()}"]

    def kinds(self, depth: int) -> dict[str, int]:
        """The kinds of statements that a place may have, with their weights."""
        deep = depth >= 4
        return {
            "assign": 9, "augment": 7, "append": 4, "attribute": 5, "item": 3, "branch": 0 if deep else 13,
            "loop": 0 if deep or self.loops >= 3 else 9, "while": 0 if deep or self.loops >= 3 else 6,
            "jump": 8 if self.loops else 0, "return": 5 if self.loops else 2, "call": 4, "alias": 2, "pop": 2, "comprehension": 2,
            "swap": 2, "lambda": 1, "try": 0 if deep else 2, "raise": 1, "fresh": 2, "print": 1, "tensor": 2,
            "unpack": 1, "nested list": 1, "delete": 1, "bound later": 1, "handler": 0 if deep else 1,
            "match": 2 if not deep else 0, "list operation": 3, "pair": 2, "global": 2, "maker": 1, "several": 1,
            "dict loop": 1 if self.loops < 3 else 0, "text": 1, "linked": 1, "floats": 1,
            "with": 1 if not deep else 0, "generator": 1, "star": 1, "recursion": 1,
        }  # fmt: skip

    def write_assign(self, depth: int) -> Lines:
        kind = self.weighted({"int": 8, "float": 4, "bool": 3, "maybe": 3, "text": 1})
        name = self.bind(kind)
        return [f"{name} = {self.value(kind)}"] if name else []

    def write_augment(self, depth: int) -> Lines:
        if self.chance(25) and (name := self.bind("float")):
            return [f"{name} {self.pick(('+=', '-='))} {self.floats(1)}"]
        if name := self.bind("int"):
            return (
                [f"{name} {self.pick(('+=', '+=', '-='))} {self.ints(1)}"]
                if self.chance(85)
                else [f"{name} //= 2"]
            )
        return []

    def write_append(self, depth: int) -> Lines:
        if self.chance(20) and (name := self.read("float list")):
            return [f"{name}.append({self.floats(1)})"]
        if name := self.read("list"):
            return [
                self.pick(
                    (
                        f"{name}.append({self.ints(1)})",
                        f"{name}.append({self.ints(1)})",
                        f"{name}.insert(0, {self.ints(0)})",
                        f"{name}.extend([{self.ints(0)}, {self.ints(0)}])",
                    )
                )
            ]
        return []

    def write_attribute(self, depth: int) -> Lines:
        box = self.read("box")
        if not box:
            return []
        return [
            self.pick(
                (
                    f"{box}.n = {self.ints(1)}",
                    f"{box}.n += {self.ints(1)}",
                    f"{box}.best = {self.value('maybe')}",
                    f"{box}.on = {self.bools(1)}",
                    f"{box}.items.append({self.ints(1)})",
                    f"{box}.grow({self.ints(1)})",
                    f"{box}.items = {self.read('list') or '[]'}",
                )
            )
        ]

    def write_item(self, depth: int) -> Lines:
        d, items = self.read("dict"), self.read("list")
        options = []
        if d:
            options += [f"{d}['k'] = {self.ints(1)}", f"{d}['m'] += {self.ints(1)}"]
            options += [f"{d}['z'] = {self.ints(0)}"] if self.chance(10) else []
        if items:
            options += [
                f"if {items}:\n    {items}[{self.pick(('0', '-1'))}] = {self.ints(1)}",
                f"if len({items}) > 1:\n    {items}[1] += {self.ints(0)}",
            ]
        return self.pick(options).split("\n") if options else []

    def write_tensor(self, depth: int) -> Lines:
        if not (xs := self.bind("xs")):
            return []
        index = self.pick(("0", "-1", f"{self.read('int')} % len({xs})"))
        return self.pick(
            (
                f"if len({xs}) > 0:\n    {xs}[{index}] {self.pick(('=', '+='))} {self.ints(1)}",
                f"{xs} = {xs}[1:]",
            )
        ).split("\n")

    def write_branch(self, depth: int) -> Lines:
        lines = [f"if {self.test()}:", *indented(self.block(depth + 1))]
        while self.chance(20):
            lines += [f"elif {self.test()}:", *indented(self.block(depth + 1))]
        if self.chance(50):
            lines += ["else:", *indented(self.block(depth + 1))]
        return lines

    def loop_body(self, depth: int, first: Lines) -> Lines:
        self.loops += 1
        body = self.block(depth + 1)
        self.loops -= 1
        return indented([*first, *body])

    def write_loop(self, depth: int) -> Lines:
        i = self.name("i")
        xs, ys, items = self.read("xs"), self.read("ys"), self.read("list")
        headers = [
            (f"range({self.ints(0)} % 4)", "int"),
            (
                f"range({self.pick((self.read('int'), '3', 'n' if 'n' in self.scope.readable['int'] else '2'))})",
                "int",
            ),
        ]
        if xs:
            headers += [(xs, "int"), (xs, "int"), (f"enumerate({xs})", "pair"), (f"range(len({xs}))", "int")]
        if self.chance(30):
            a = self.ints(0)
            headers += [
                (f"range(3, {a} % 4 - 1, -1)", "int"),
                (f"range(1, {a} % 5)", "int"),
                (f"reversed(range({a} % 3))", "int"),
            ]
        if xs and self.chance(30):
            headers += [
                (f"{xs}[1:]", "int"),
                (f"{xs}[: abs({self.ints(0)}) % 3]", "int"),
                (f"enumerate({xs}, 1)", "pair"),
                (f"[v + 1 for v in {xs}]", "int"),
                (f"reversed({xs})", "int"),
                (f"{xs}[::-1]", "int"),
            ]
        if items and self.chance(30):
            headers += [
                (f"enumerate(list({items}))", "pair"),
                (f"sorted({items})", "int"),
                (f"{items}[:3]", "int"),
                (f"{items}[::-1]", "int"),
            ]
        if xs and ys:
            headers += [(f"zip({xs}, {ys})", "mixed")]
        if ys:
            headers += [(ys, "float"), (ys, "float")]
        if items:
            headers += [(f"list({items})", "int")]
            if self.chance(50):
                headers += [(items, "int")]
        if not self.unrolled:
            headers += [("(1, 2)", "int"), (f"[{self.ints(0)}, {self.ints(0)}]", "int")]
        iterable, kind = self.pick(headers)
        j = self.name("j")
        target = f"{i}, {j}" if kind in {"pair", "mixed"} else i
        outer, self.scope = self.scope, Scope(self.scope)
        self.scope.add("float" if kind == "float" else "int", i, writable=self.chance(20))
        if kind in {"pair", "mixed"}:
            self.scope.add("int" if kind == "pair" else "float", j, writable=False)
        plain = iterable.startswith(("(", "["))
        self.unrolled += plain
        first = ["if len(" + iterable + ") > 6:", "    break"] if iterable == items else []
        lines = [f"for {target} in {iterable}:", *self.loop_body(depth, first)]
        self.unrolled -= plain
        self.scope = outer
        return lines + self.loop_else(depth)

    def loop_else(self, depth: int) -> Lines:
        return ["else:", *indented(self.block(depth + 1))] if self.chance(20) else []

    def write_while(self, depth: int) -> Lines:
        w = self.name("w")
        start = self.pick((self.read("int"), "3", f"{self.read('int')} % 4", f"abs({self.read('int')}) % 3"))
        outer, self.scope = self.scope, Scope(self.scope)
        self.scope.add("int", w, writable=False)
        shape = self.number(0, 3)
        if shape == 0:
            test, first = f"{w} > 0", [f"{w} -= 1"]
        elif shape == 1:
            test, first = f"{w} > 0 and {self.wrapped(self.test())}", [f"{w} -= 1"]
        elif shape == 2:
            test, first = "True", [f"{w} -= 1", f"if {w} < 0:", "    break"]
        else:
            test, first = (
                self.test(),
                [
                    f"{w} -= 1",
                    f"if {w} < 0:",
                    f"    {self.pick(('break', 'break', self.return_statement()))}",
                ],
            )
        lines = [f"{w} = {start}", f"while {test}:", *self.loop_body(depth, first)]
        self.scope = outer
        return lines + self.loop_else(depth)

    def write_jump(self, depth: int) -> Lines:
        return [f"if {self.test()}:", "    " + self.pick(("break", "continue"))]

    def return_statement(self) -> str:
        assert self.returns is not None
        if not self.returns:
            return "return"
        texts = [
            self.value(kind) if kind in {"int", "float", "bool", "maybe", "text"} else kind
            for kind in self.returns
        ]
        return "return " + (", ".join(texts))

    def write_return(self, depth: int) -> Lines:
        statement = self.return_statement()
        if depth > 1 and self.chance(15):
            return [statement]
        return [f"if {self.test()}:", "    " + statement]

    def write_call(self, depth: int) -> Lines:
        options = []
        if f := self.read("procedure"):
            options += [f"{f}({self.ints(1)})"] * 2
        if f := self.read("function"):
            options += [f"{f}({self.ints(1)})"]
            if name := self.bind("int"):
                options += [f"{name} = {f}({self.ints(1)})"]
        return [self.pick(options)] if options else []

    def write_alias(self, depth: int) -> Lines:
        kind = self.pick(("box", "list", "maybe"))
        names = self.scope.writable.get(kind, [])
        if kind == "maybe":
            return [f"{names[0]} = {self.read('int')}"] if names else []
        if len(names) < 2:
            return []
        fresh = "[]" if kind == "list" else f"Box({self.ints(0)})"
        return [self.pick((f"{names[1]} = {names[0]}", f"{names[1]} = {names[0]}", f"{names[1]} = {fresh}"))]

    def write_pop(self, depth: int) -> Lines:
        items, name = self.read("list"), self.bind("int")
        if not items or not name:
            return []
        return self.pick(
            (
                f"if {items}:\n    {name} = {items}.pop()",
                f"{name} = {items}.pop() if {items} else {self.ints(0)}",
                f"if len({items}) > 1:\n    {items}.pop(0)",
                f"while len({items}) > 2:\n    {items}.pop()",
            )
        ).split("\n")

    def write_comprehension(self, depth: int) -> Lines:
        items, v = self.bind("list"), self.name("v")
        source = self.read(self.pick(("xs", "list")))
        if not items or not source:
            return []
        outer, self.scope = self.scope, Scope(self.scope)
        self.scope.add("int", v, writable=False)
        self.unrolled += 1  # no walrus
        text = f"[{self.ints(1)} for {v} in {source}{self.pick(('', f' if {self.bools(1)}'))}]"
        self.unrolled -= 1
        self.scope = outer
        return [f"{items} = {text}[:5]" if self.chance(50) else f"{items} = {text}"]

    def write_swap(self, depth: int) -> Lines:
        names = self.scope.writable.get("int", [])
        if len(names) < 2:
            return []
        return [f"{names[0]}, {names[1]} = {names[1]}, {self.ints(1)}"]

    def write_unpack(self, depth: int) -> Lines:
        name = self.bind("int")
        if not name:
            return []
        return [
            self.pick(
                (f"{name}, *_ = {self.ints(0)}, {self.ints(0)}, 1", f"_, {name} = divmod({self.ints(1)}, 3)")
            )
        ]

    def write_lambda(self, depth: int) -> Lines:
        f, v = self.name("f"), self.name("v")
        outer, self.scope = self.scope, Scope(self.scope)
        self.scope.add("int", v, writable=False)
        self.unrolled += 1
        body = self.ints(2)
        self.unrolled -= 1
        self.scope = outer
        self.scope.add("function", f, writable=False)
        return [f"{f} = lambda {v}: {body}"]

    def write_try(self, depth: int) -> Lines:
        body = self.block(depth + 1)
        loops, self.loops = self.loops, 0  # no jump in `finally`
        last = self.write_attribute(depth) or self.write_augment(depth) or ["pass"]
        self.loops = loops
        return ["try:", *indented(body), "finally:", *indented(last)]

    def write_handler(self, depth: int) -> Lines:
        if self.chance(75):
            return []
        body = self.block(depth + 1)
        body += self.pick(([f"if {self.test()}:", "    raise ValueError('boo')"], []))
        return ["try:", *indented(body), "except ValueError:", *indented(self.block(depth + 1))]

    def write_raise(self, depth: int) -> Lines:
        text = self.pick(("'boo'", f"f'bad {{{self.read('int')}}}'"))
        if self.chance(50):
            return [f"assert {self.comparison(1)}, {text}"]
        return [f"if {self.comparison(1)}:", f"    raise {self.pick(('ValueError', 'KeyError'))}({text})"]

    def write_fresh(self, depth: int) -> Lines:
        """Objects that live in a block only."""
        name, target = self.name("t"), self.bind("int")
        if not target:
            return []
        return self.pick(
            (
                f"{name} = [{self.ints(0)}]\n{name}.append({self.ints(0)})\n{target} = {name}[-1] + len({name})",
                f"{name} = {{'a': {self.ints(0)}}}\n{name}['b'] = {self.ints(0)}\n{target} = {name}['a'] - {name}['b']",
                f"{name} = {self.ints(1)}\n{target} = {name} + {name}",
                f"{name} = Box({self.ints(0)})\n{name}.grow({self.ints(0)})\n{target} = {name}.n",
            )
        ).split("\n")

    def write_print(self, depth: int) -> Lines:
        return [
            self.pick(
                (f"print({self.read('int')}, {self.read('bool')})", f"print(f'a {{{self.read('int')}}}')")
            )
        ]

    def write_nested_list(self, depth: int) -> Lines:
        grid = self.read("grid")
        if not grid:
            return []
        return [
            self.pick(
                (
                    f"{grid}[0][1] += {self.ints(0)}",
                    f"{grid}[1].append({self.ints(0)})",
                    f"{grid}[0][0] = {self.ints(1)}",
                )
            )
        ]

    def write_delete(self, depth: int) -> Lines:
        name, target = self.name("q"), self.bind("int")
        return [f"{name} = {self.ints(0)}", f"{target} = {name} + 1", f"del {name}"] if target else []

    def write_bound_later(self, depth: int) -> Lines:
        """A name that is bound on some paths, and read on some."""
        name, target = self.name("q"), self.bind("int")
        if not target:
            return []
        test = self.bools(1)
        reading = (
            [f"    {target} = {name}"] if self.chance(80) else [f"    {target} = {name} + {self.ints(0)}"]
        )
        again = test if self.chance(50) else self.bools(1)
        return [f"if {test}:", f"    {name} = {self.ints(1)}", f"if {again}:", *reading]

    def write_match(self, depth: int) -> Lines:
        lines = [f"match {self.ints(1)} % 4:", "    case 0:", *indented(indented(self.block(depth + 1)))]
        guard = f" if {self.bools(1)}" if self.chance(50) else ""
        lines += [f"    case 1 | 2{guard}:", *indented(indented(self.block(depth + 1)))]
        if self.chance(50):
            name = self.bind("int") if self.chance(30) else None
            lines += [f"    case {name or '_'}:", *indented(indented(self.block(depth + 1)))]
        return lines

    def write_list_operation(self, depth: int) -> Lines:
        items, a = self.bind("list"), self.ints(0)
        if not items:
            return []
        return self.pick(
            (
                f"{items} = {items} + [{a}]",
                f"{items} += [{a}, {self.ints(0)}]",
                f"{items} = {items}[1:]",
                f"{items} = {items}[::-1]",
                f"{items} = list({items})",
                f"{items} = {items}.copy()",
                f"{items} = sorted({items})",
                f"{items} = [{a}] * 2 + {items}[:2]",
                f"{items}.reverse()",
                f"{items}.sort()",
                f"{items}[:1] = [{a}, {a}]",
                f"if {a} in {items}:\n    {items}.remove({a})",
                f"del {items}[1:]",
                f"if len({items}) > 0:\n    del {items}[0]",
                f"{items}.clear()",
            )
        ).split("\n")

    def write_pair(self, depth: int) -> Lines:
        pair, target = self.bind("pair"), self.bind("int")
        if not pair or not target:
            return []
        return self.pick(
            (
                f"{pair} = ({pair}[1], {self.ints(1)})",
                f"{target}, _ = {pair}",
                f"{pair} = ({target}, *{pair}[:1])",
                f"{pair} = {pair} if {self.bools(1)} else ({self.ints(0)}, {target})",
            )
        ).split("\n")

    def write_global(self, depth: int) -> Lines:
        """State between calls; only a module's function may name it global, so others call one."""
        options = [f"tally({self.ints(1)})"]
        if target := self.bind("int"):
            options += [f"{target} = tally({self.ints(0)})", f"{target} = TOTAL", f"{target} += len(LOG)"]
        options += [
            f"if len(LOG) < 6:\n    LOG.append({self.ints(0)})",
            f"HELD.n = {self.ints(1)}",
            "HELD.n += 1",
            f"SEEN['k'] = {self.ints(0)}",
        ]
        return self.pick(options).split("\n") if self.scope.readable.get("global") else []

    @no_walrus
    def write_maker(self, depth: int) -> Lines:
        """A closure over a value, made where it is used."""
        f, v = self.name("f"), self.name("v")
        captured = self.ints(0)
        lines = [
            f"def {f}({v}, k={captured}):",
            f"    if {v} > k:",
            f"        return {v} - k",
            f"    return {self.ints(1)}",
        ]
        self.scope.add("function", f, writable=False)
        return lines

    def write_several(self, depth: int) -> Lines:
        names = self.scope.writable.get("int", [])
        functions = self.scope.readable.get("function", [])
        options = [f"{names[0]} = {names[-1]} = {self.ints(1)}"] if len(names) > 1 else []
        if len(functions) > 1 and names:
            f = self.name("f")
            options += [
                f"{f} = {functions[0]} if {self.bools(1)} else {functions[-1]}\n{names[0]} = {f}({self.ints(0)})"
            ]
        return self.pick(options).split("\n") if options else []

    def write_dict_loop(self, depth: int) -> Lines:
        d = self.read("dict")
        if not d:
            return []
        k, v = self.name("k"), self.name("v")
        outer, self.scope = self.scope, Scope(self.scope)
        self.scope.add("int", v, writable=False)
        self.unrolled += 1
        lines = [
            f"for {k}, {v} in {self.pick((f'{d}.items()', f'list({d}.items())', f'sorted({d}.items())'))}:"
        ]
        lines += self.loop_body(depth, self.pick(([], [f"{d}[{k}] = {v} + 1"])))
        self.unrolled -= 1
        self.scope = outer
        return lines

    def write_text(self, depth: int) -> Lines:
        word = self.bind("text")
        if not word:
            return []
        return [
            self.pick(
                (
                    f"{word} += '!'",
                    f"{word} = {word} + str({self.ints(0)})",
                    f"{word} = 'hi' if {self.bools(1)} else {word}",
                )
            )
        ]

    def write_linked(self, depth: int) -> Lines:
        box, target = self.read("box"), self.bind("int")
        if not box or not target:
            return []
        return self.pick(
            (
                f"{box}.link = Box({self.ints(0)})",
                f"if {box}.link is not None:\n    {target} = {box}.link.n",
                f"if {box}.link is None:\n    {box}.link = Kid({self.ints(0)})",
                f"{box}.double = {self.ints(0)}",
                f"{target} = len({box}) + {box}({self.ints(0)})",
                f"{box}['k'] = {self.ints(0)}",
                f"{target} = {box}['k']",
                f"if {box} == {self.ints(0)}:\n    {target} += 1",
            )
        ).split("\n")

    def write_floats(self, depth: int) -> Lines:
        u = self.bind("float")
        if not u:
            return []
        v, ys = self.name("v"), self.read(self.pick(("ys", "float list"))) or "ys"
        return [
            self.pick(
                (
                    f"{u} = sum({v} * 0.5 for {v} in {ys} if {v} > {self.floats(0)})",
                    f"{u} = sum([{v} for {v} in {ys}])",
                    f"{u} = max([{self.floats(0)}, {self.floats(0)}, 0.5])",
                    f"{u} = {self.bind('float')} = {self.floats(1)}",
                    f"{u} *= 0.5",
                    f"{u} = 1 if {self.bools(1)} else {self.floats(0)}",
                    f"{u} = {self.number(1, 2)}",
                )
            )
        ]

    def write_with(self, depth: int) -> Lines:
        box = self.read("box")
        if not box:
            return []
        target = (self.bind("box") if self.chance(30) else None) or self.name("t")
        return [f"with Scope({box}) as {target}:", *indented(self.block(depth + 1))]

    @no_walrus
    def write_generator(self, depth: int) -> Lines:
        """A generator, whose loops run in Python."""
        f, v, i, target = self.name("gen"), self.name("v"), self.name("i"), self.bind("int") or "_"
        lines = [
            f"def {f}({v}):",
            f"    for {i} in range(2):",
            f"        yield {v} + {i}",
            f"    yield {self.ints(1)}",
        ]
        uses = (
            f"{target} = sum({f}({self.ints(0)}))",
            f"for {i} in {f}({self.ints(0)}):\n    {target} += {i}",
            f"{target} = max(list({f}({self.ints(0)})))",
        )
        return [*lines, *self.pick(uses).split("\n")]

    def write_star(self, depth: int) -> Lines:
        source, p, q, target = (
            self.read(self.pick(("xs", "list"))),
            self.name("p"),
            self.name("q"),
            self.bind("int"),
        )
        if not source or not target:
            return []
        pattern = self.pick((f"{p}, *{q}", f"*{q}, {p}"))
        return [f"if len({source}) > 0:", f"    {pattern} = {source}", f"    {target} = {p} + len({q})"]

    @no_walrus
    def write_recursion(self, depth: int) -> Lines:
        f, v, target = self.name("f"), self.name("v"), self.bind("int") or "_"
        return [
            f"def {f}(k, {v}):",
            "    if k <= 0:",
            f"        return {v}",
            f"    if {v} > {self.ints(0)}:",
            f"        return {f}(k - 1, {v} - 2)",
            f"    return {f}(k - 1, {v} + k)",
            f"{target} = {f}({self.number(1, 2)}, {self.ints(0)})",
        ]
