"""Holds what a user can ask of staging, so that a converter and a staged function agree on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """Settings of a `Converter` and of a staged function.

    Attributes:
        backend: the name of the back end that calls are staged to.
        input_signature: a sequence of `tf.TensorSpec`, one for each tensor among the arguments: one trace for these.
        jit_compile: compile with XLA.
        reduce_retracing: trace once for all shapes of a rank, instead of once for each shape.
        mute: codes of notes that reports are not to have, such as `AG122`.
        probes: variables whose values are recorded when the function runs, each `NAME` or `NAME@LINE`; a text with commas will do.
    """

    backend: str = "tensorflow"
    input_signature: Any = None
    jit_compile: bool | None = None
    reduce_retracing: bool = False
    mute: tuple[str, ...] = ()
    probes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        given: Any = self.probes
        words = given.split(",") if isinstance(given, str) else map(str, given)
        object.__setattr__(
            self, "probes", tuple(dict.fromkeys(stripped for word in words if (stripped := word.strip())))
        )
