"""What the functions of one compilation share: the text, the program, its gradients, and the slots of the context."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ag_notebook.staging.backends.lantern.ir.program import Operation, Program, Variable
from ag_notebook.staging.backends.lantern.native.errors import Failure, Site
from ag_notebook.staging.backends.lantern.native.layout import (
    ARENA,
    ARENA_END,
    FIRST_SLOT,
    GRADIENT,
    JUMP_BUFFER,
    PARAMETER_WORDS,
    PRODUCTS,
    STACK_LIMIT,
    WORD,
    Frame,
    Frames,
    Location,
)
from ag_notebook.staging.backends.lantern.native.reverse import Reversed
from ag_notebook.staging.backends.lantern.native.text import Function, Module, function_name

INLINE_BYTES = 2048
"""Constants up to this size are part of the code; larger ones are read through the context."""
_SUPPORT = f"""
declare ptr @llvm.frameaddress.p0(i32)
declare i32 @_setjmp(ptr, ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn

define internal void @fail(ptr %context, i64 %failure) noinline cold noreturn {{
  %slot = getelementptr i64, ptr %context, i64 {JUMP_BUFFER}
  %buffer = load ptr, ptr %slot
  %code = trunc i64 %failure to i32
  call void @longjmp(ptr %buffer, i32 %code)
  unreachable
}}
define internal void @stop(ptr %context) noinline cold noreturn {{
  %slot = getelementptr i64, ptr %context, i64 {STACK_LIMIT}
  %limit = load i64, ptr %slot
  %interrupted = icmp eq i64 %limit, -1
  %code = select i1 %interrupted, i64 {int(Failure.INTERRUPTED)}, i64 {int(Failure.DEPTH)}
  call void @fail(ptr %context, i64 %code)
  unreachable
}}
define internal ptr @take(ptr %context, i64 %size) alwaysinline {{
  %start = load ptr, ptr %context
  %next = getelementptr i8, ptr %start, i64 %size
  %slot = getelementptr i64, ptr %context, i64 {ARENA_END}
  %end = load ptr, ptr %slot
  %full = icmp ugt ptr %next, %end
  br i1 %full, label %failed, label %fine, !prof !0
failed:
  call void @fail(ptr %context, i64 {int(Failure.MEMORY)})
  unreachable
fine:
  store ptr %next, ptr %context
  ret ptr %start
}}
"""
assert ARENA == 0


class Unit:
    """One compilation.

    Attributes:
        locations: where activation records have the values of forward variables.
        again: the operations of forward variables that are worked out again instead.
        records: where the activation record of a call is kept, or the last one of a loop.
        bodies: the frames of the iterations of loops.
        wanted: the definitions of which a plain function is called.
        frames: all frames.
        chains: the parameters to whose gradients products are added at the end.
        read: the parameters whose values are read.
        constants: arrays that the context has the addresses of.
        sites: the operations that may fail, with their numbers from 1 on.
    """

    def __init__(self, program: Program, reversed_: Reversed | None) -> None:
        self.program = program
        self.reversed = reversed_
        self.module = Module(_SUPPORT)
        self.frames = Frames()
        self.locations: dict[Variable, Location] = {}
        self.again: dict[Variable, Operation] = {}
        self.records: dict[int, Location] = {}
        self.bodies: dict[int, Frame] = {}
        self.wanted: list[str] = []
        self.parameters = {
            name: FIRST_SLOT + PARAMETER_WORDS * place for place, name in enumerate(program.parameters)
        }
        self.chains: dict[str, None] = {}
        self.read: dict[str, None] = {}
        self.constants: list[np.ndarray] = []
        self.sites: dict[Site, int] = {}

    @property
    def slots(self) -> int:
        """The words of the context."""
        return FIRST_SLOT + PARAMETER_WORDS * len(self.parameters) + len(self.constants)

    def plain(self, name: str) -> str:
        """The function of a definition that keeps nothing, which will be written."""
        if name not in self.wanted:
            self.wanted.append(name)
        return function_name("plain", name)

    def site(self, operation: Operation) -> int:
        """The number of an operation that may fail."""
        site = Site(
            operation.span, operation.attributes.get("failure"), operation.attributes.get("field", "")
        )
        return self.sites.setdefault(site, len(self.sites) + 1)

    def needs_record(self, name: str) -> bool:
        """Whether a call of the definition has anything to go back through."""
        return self.reversed is not None and name in self.reversed.backward

    def is_active(self, variables: Sequence[Variable]) -> bool:
        """Whether one of them needs a gradient."""
        return self.reversed is not None and any(v in self.reversed.activity.active for v in variables)

    def parameter(self, code: Function, name: str) -> str:
        self.read.setdefault(name)
        return self._word(code, self.parameters[name])

    def parameter_gradient(self, code: Function, name: str) -> str:
        return self._word(code, self.parameters[name] + GRADIENT)

    def products(self, code: Function, name: str) -> str:
        """Where the context has the chain of products of a parameter (`outer`)."""
        self.chains.setdefault(name)
        return code.offset("%context", self.parameters[name] + PRODUCTS, WORD)

    def _word(self, code: Function, place: int) -> str:
        return code.load(code.offset("%context", place, WORD), "ptr")

    def constant(self, code: Function, value: np.ndarray) -> str:
        """The address of an array that the program contains."""
        if value.nbytes > INLINE_BYTES:
            self.constants.append(value)
            return self._word(code, self.slots - 1)
        data = value.tobytes()
        name = f"@constant_{len(self.module.globals)}"
        bytes_ = "".join(f"\\{byte:02X}" for byte in data)
        known = self.module.globals.setdefault(data, name)
        if known == name:
            line = f'{name} = internal constant [{len(data)} x i8] c"{bytes_}", align 64'
            self.module.declarations[name] = line
        return known

    def text(self) -> str:
        return self.frames.fill_in(self.module.text())
