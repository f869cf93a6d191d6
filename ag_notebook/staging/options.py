"""Holds what a user can ask of staging, so that a converter and a staged function agree on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """Settings of a `Converter` and of a staged function.

    Attributes:
        backend: the name of the back end that calls are staged to.
        recursive: convert the functions that a converted function calls, too.
        strict: refuse where the default is to leave a decision to Python and note it.
        input_signature: as in `tf.function`: one trace for these types.
        jit_compile: compile with XLA.
        reduce_retracing: relax shapes instead of tracing again.
        step_limit: most iterations of a Python loop unrolled in one trace, or None for no limit.
    """

    backend: str = "tensorflow"
    recursive: bool = True
    strict: bool = False
    input_signature: Any = None
    jit_compile: bool | None = None
    reduce_retracing: bool = False
    step_limit: int | None = None
