"""Where values are in memory: the context of a run, records of the user's, and activation records.

The context is an array of words of 8 bytes, of which the first ones are named here; then come, for each parameter, the
addresses of its data, of its gradient and of the last product that is to be added to it (`outer`), and the addresses of constants that are too large to be code.

A record of the user's has one word for each field, in order, and then one for the gradient of each float field. Arrays are
there by address.

An activation record (`Frame`) is a piece of the arena that is laid out while code is written, and measured afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from ag_notebook.staging.backends.lantern.ir.types import ArrayType, Type

WORD = 8
ALIGNMENT = 64  # of arrays: a line of the cache
ARENA, ARENA_END, STACK_LIMIT, JUMP_BUFFER, STACK_BYTES, SITE, FOLLOWING = range(7)
FIRST_SLOT = 7
"""Words of the context. The limit of the stack is `STACK_BYTES` below the frame of the entry. It is also how a run is
interrupted: all frames are below `INTERRUPTED`. `SITE` is the number of the operation whose kernel was called last, of those that
may fail (`errors`). `FOLLOWING` is the address of what is called after gradients: for each function three words, which are its
address and two arguments, and then a zero; or it is zero."""
INTERRUPTED = 2**64 - 1
DATA, GRADIENT, PRODUCTS = range(3)
PARAMETER_WORDS = 3
"""Words of each parameter."""


@dataclass(eq=False)
class Frame:
    """A piece of the arena; `number` tells its places in the text, where its size is filled in later."""

    number: int
    top: int = 0
    size: int = 0

    def take(self, count: int) -> int:
        """Room for so many bytes."""
        alignment = WORD if count <= WORD else ALIGNMENT
        start = -(-self.top // alignment) * alignment
        self.top = start + max(count, 1)  # arrays without items have addresses as well
        self.size = max(self.size, self.top)
        return start

    def back_to(self, top: int) -> int:
        """Gives room free for an alternative; returns where it had got to."""
        reached, self.top = self.top, top
        return reached


@dataclass(frozen=True)
class Location:
    """Where an activation record has a value: `direct` if the address is the value, as of an array that lies there."""

    frame: Frame
    offset: int
    dtype: str
    direct: bool = False


@dataclass
class Frames:
    """All frames of a text."""

    frames: list[Frame] = field(default_factory=list)

    def new(self) -> Frame:
        self.frames.append(Frame(len(self.frames)))
        return self.frames[-1]

    def fill_in(self, text: str) -> str:
        """Replaces `<size 3>` by a size, and drops the lines marked `; frame 3` of frames that are empty."""

        def line(match: re.Match[str]) -> str:
            return match[0] if self.frames[int(match[1])].size else ""

        def size(match: re.Match[str]) -> str:
            return str(-(-self.frames[int(match[1])].size // ALIGNMENT) * ALIGNMENT)

        return re.sub(r"<size (\d+)>", size, re.sub(r"(?m)^.*; frame (\d+)\n", line, text))


def field_offset(fields: Mapping[str, Type], name: str) -> int:
    return list(fields).index(name) * WORD


def gradient_offset(fields: Mapping[str, Type], name: str) -> int:
    return (len(fields) + float_fields(fields).index(name)) * WORD


def float_fields(fields: Mapping[str, Type]) -> list[str]:
    return [name for name, kind in fields.items() if isinstance(kind, ArrayType) and kind.is_float]


def words_of(fields: Mapping[str, Type]) -> int:
    return len(fields) + len(float_fields(fields))


def sizes_of(kind: ArrayType) -> tuple[int, ...]:
    """The shape of an array; programs are specialised before they are compiled."""
    return cast("tuple[int, ...]", kind.shape)


def register_dtype(kind: Type) -> str:
    """What a value is in a register: a scalar's dtype, or an address."""
    return kind.dtype if isinstance(kind, ArrayType) and not kind.shape else "ptr"
