"""LLVM's assembly language, written one instruction after the other.

`Function` keeps the lines of one function. Its methods return the names of values (`%v12`), which are text as well, so that an
instruction is an f-string. `Module` has the functions, each under a key, so that equal kernels are written once.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Hashable, Sequence

import numpy as np

from ag_notebook.staging.backends.lantern.native.errors import SITE_BITS

LLVM_TYPES = {"f32": "float", "f64": "double", "i32": "i32", "i64": "i64", "bool": "i1", "ptr": "ptr"}
"""The type of a scalar in a register."""
SIZES = {"f32": 4, "f64": 8, "i32": 4, "i64": 8, "bool": 1, "ptr": 8}
"""The bytes of an item in memory, where a bool is a byte of 0 or 1."""
SUM_FLAGS = "reassoc contract"
"""Sums may be reordered, as NumPy's are. NaN and infinity keep their meaning."""


def literal(value: object, dtype: str) -> str:
    """A number as LLVM writes it; floats as the bits of a double."""
    if dtype in ("f32", "f64"):
        number = float(np.float32(value) if dtype == "f32" else value)  # type: ignore[arg-type]
        if number != number:  # noqa: PLR0124 - NaN's payload need not survive
            return "0x7FF8000000000000"
        return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"
    return str(int(value))  # type: ignore[call-overload]


def function_name(half: str, definition: str) -> str:
    """The name of a half of a definition, as LLVM takes it without quotes."""
    return f"{half}_" + re.sub(r"[^A-Za-z0-9_]", lambda match: f".{ord(match[0]):x}", definition)


class Function:
    """One function that is being written.

    Args:
        module: gets the declarations of what is called.
        name: without the `@`.
        result: LLVM's type.
        parameters: pairs of LLVM's type (with attributes) and name (with `%`).
        attributes: of the function.

    Attributes:
        site: the number of the operation that is being written (`errors`); 0 in kernels, which serve many.
    """

    def __init__(
        self,
        module: Module,
        name: str,
        result: str,
        parameters: Sequence[tuple[str, str]],
        attributes: str = "",
        linkage: str = "internal",
    ) -> None:
        self.module = module
        self.name = name
        self.linkage = linkage
        arguments = ", ".join(f"{kind} {parameter}" for kind, parameter in parameters)
        self.head = f"define {linkage} {result} @{name}({arguments}) #0 {attributes} {{"
        self.lines: list[str] = ["entry:"]
        self.here = "entry"
        self.count = 0
        self.site = 0

    def fresh(self, hint: str = "v") -> str:
        self.count += 1
        return f"{hint}{self.count}"

    def emit(self, instruction: str) -> str:
        """Adds an instruction and returns the name of its value."""
        name = f"%{self.fresh()}"
        self.do(f"{name} = {instruction}")
        return name

    def do(self, line: str) -> None:
        """Adds an instruction without a value."""
        self.lines.append(f"  {line}")

    def start(self, label: str) -> None:
        """Begins the basic block of that label."""
        self.lines.append(f"{label}:")
        self.here = label

    def jump(self, label: str) -> None:
        self.do(f"br label %{label}")

    def branch(self, test: str, then: str, otherwise: str, rare: bool = False) -> None:
        """Goes to `then` if the bit `test` is set; `rare` says that it hardly ever is."""
        weights = ", !prof !0" if rare else ""
        self.do(f"br i1 {test}, label %{then}, label %{otherwise}{weights}")

    def fail_if(self, test: str, code: int) -> None:
        """Ends the whole run with an error if `test` holds."""
        failed, fine = self.fresh("failed"), self.fresh("fine")
        self.branch(test, failed, fine, rare=True)
        self.start(failed)
        self.do(f"call void @fail(ptr %context, i64 {int(code) | self.site << SITE_BITS})")
        self.do("unreachable")
        self.start(fine)

    def phi(self, kind: str, choices: Sequence[tuple[str, str]]) -> str:
        """The value that belongs to the block from which control came: pairs of value and label."""
        return self.emit(f"phi {kind} " + ", ".join(f"[ {value}, %{label} ]" for value, label in choices))

    def offset(self, pointer: str, index: str | int, size: int = 1) -> str:
        """The address `index` items of `size` bytes after `pointer`."""
        if str(index) == "0":
            return pointer
        kind = {1: "i8", 4: "i32", 8: "i64"}.get(size, f"[{size} x i8]")
        return self.emit(f"getelementptr inbounds {kind}, ptr {pointer}, i64 {index}")

    def load(self, pointer: str, dtype: str) -> str:
        """One item as it is in a register."""
        if dtype == "bool":
            return self.emit(f"trunc i8 {self.emit(f'load i8, ptr {pointer}')} to i1")
        return self.emit(f"load {LLVM_TYPES[dtype]}, ptr {pointer}, align {SIZES[dtype]}")

    def store(self, value: str, pointer: str, dtype: str) -> None:
        if dtype == "bool":
            self.do(f"store i8 {self.emit(f'zext i1 {value} to i8')}, ptr {pointer}")
        else:
            self.do(f"store {LLVM_TYPES[dtype]} {value}, ptr {pointer}, align {SIZES[dtype]}")

    def call(self, result: str, name: str, *arguments: tuple[str, str], flags: str = "") -> str:
        """Calls a function or an intrinsic, which is declared, with pairs of type and value."""
        self.module.declare(f"declare {result} @{name}({', '.join(kind for kind, _ in arguments)})", name)
        given = ", ".join(f"{kind} {value}" for kind, value in arguments)
        return self.emit(f"call {flags} {result} @{name}({given})")

    def loop(
        self,
        count: int | str,
        body: Callable[[str, list[str]], Sequence[str]],
        carried: Sequence[tuple[str, str]] = (),
        step: int = 1,
        hints: str = "",
    ) -> list[str]:
        """Counts from 0 to `count` (a positive multiple of `step`); returns the carried values after the last round.

        Args:
            count: a number, or a value of type i64 that is positive.
            body: from the index and the carried values to their next values.
            carried: pairs of LLVM's type and first value.
            step: what each round counts.
            hints: metadata of the loop, see `Module.hints`.
        """
        if str(count) == str(step):
            return list(body("0", [value for _, value in carried]))
        before, label, after = self.here, self.fresh("loop"), self.fresh("after")
        self.jump(label)
        self.start(label)
        index = f"%{self.fresh('index')}"
        values = [f"%{self.fresh('carried')}" for _ in carried]
        place = len(self.lines)  # of the phis, which need the label that the body ends in
        next_values = body(index, values)
        further = self.emit(f"add nuw nsw i64 {index}, {step}")
        phis = [f"  {index} = phi i64 [ 0, %{before} ], [ {further}, %{self.here} ]"]
        for (kind, first), value, following in zip(carried, values, next_values, strict=True):
            phis.append(f"  {value} = phi {kind} [ {first}, %{before} ], [ {following}, %{self.here} ]")
        self.lines[place:place] = phis
        again = self.emit(f"icmp ult i64 {further}, {count}")
        self.branch(again, label, after)
        self.lines[-1] += hints
        self.start(after)
        return list(next_values)

    def text(self) -> str:
        return "\n".join([self.head, *self.lines, "}\n"])


class Module:
    """The text of everything that is compiled together.

    Who reads it finds first what was made of definitions, then the kernels, then what Python calls and `support`, which are
    the same for all programs.
    """

    def __init__(self, support: str = "") -> None:
        self.support = support
        self.functions: dict[Hashable, Function] = {}
        self.declarations: dict[str, str] = {}
        self.metadata: list[str] = []
        self.globals: dict[bytes, str] = {}

    def declare(self, line: str, name: str) -> None:
        self.declarations.setdefault(name, line)

    def hints(self, *properties: str) -> str:
        """Metadata of one loop, as `!{!"llvm.loop.vectorize.width", i32 16}`; the loop's own number comes first."""
        number = 10 + len(self.metadata)
        parts = ", ".join([f"!{number}", *(f"!{number + 1 + place}" for place in range(len(properties)))])
        self.metadata.append(f"!{number} = distinct !{{{parts}}}")
        self.metadata += [f"!{number + 1 + place} = {said}" for place, said in enumerate(properties)]
        return f", !llvm.loop !{number}"

    def function(self, key: Hashable, build: Callable[[str], Function], hint: str = "kernel") -> str:
        """The name of the function of that key, which is built the first time."""
        if key not in self.functions:
            name = f"{hint}_{len(self.functions)}"
            self.functions[key] = build(name)
        return self.functions[key].name

    def text(self) -> str:
        own = {function.name for function in self.functions.values()} | {"fail"}
        declared = [line for name, line in self.declarations.items() if name not in own]
        kept = sorted(self.functions.items(), key=lambda item: (not item[1].linkage, item[0] != item[1].name))
        bodies = [function.text() for _, function in kept]
        return "\n".join([*bodies, *declared, self.support, *self.metadata])
