"""Holds what a user can ask of staging, so that a converter and a staged function agree on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ag_notebook.staging.errors import StagingError

MOST_STEPS = 2**31 - 1
"""What a counter in a graph can count to."""
MOST_SECONDS = 1e6


@dataclass(frozen=True, slots=True)
class Options:
    """Settings of a `Converter` and of a staged function.

    Attributes:
        backend: the name of the back end that calls are staged to.
        input_signature: a sequence of `tf.TensorSpec`, one for each tensor among the arguments: one trace for these.
        jit_compile: compile with XLA.
        reduce_retracing: trace once for all shapes of a rank, instead of once for each shape.
        mute: codes of notes that reports are not to have, such as `AG122`.
        time_limit: seconds that a call may take, tracing included; None or 0 for no limit.
        step_limit: iterations that each loop may run, in the graph or unrolled while tracing; None or 0 for no limit.
        probes: variables whose values are recorded when the function runs, each `NAME` or `NAME@LINE`; a text with commas will do.

    Raises:
        StagingError: AG505, a limit is no number that can be one.
    """

    backend: str = "tensorflow"
    input_signature: Any = None
    jit_compile: bool | None = None
    reduce_retracing: bool = False
    mute: tuple[str, ...] = ()
    time_limit: float | None = None
    step_limit: int | None = None
    probes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        time: Any = self.time_limit
        steps: Any = self.step_limit
        if time is not None and not (isinstance(time, (int, float)) and 0 <= time <= MOST_SECONDS):
            raise StagingError(
                "AG505", f"time_limit is a number of seconds, and {time!r} is none.", fix="Give one, or None."
            )
        if steps is not None and not (isinstance(steps, int) and 0 <= steps <= MOST_STEPS):
            raise StagingError(
                "AG505",
                f"step_limit is a number of iterations, up to {MOST_STEPS}, and {steps!r} is none.",
                fix="Give one, or None.",
            )
        given: Any = self.probes
        if not isinstance(given, (str, tuple, list, set, frozenset)):
            raise StagingError(
                "AG506",
                f"probes are names of variables, and {given!r} is none.",
                fix="Write NAME or NAME@LINE, such as `n` or `n@6`; several in a tuple.",
            )
        words = given.split(",") if isinstance(given, str) else map(str, given)
        object.__setattr__(
            self, "probes", tuple(dict.fromkeys(stripped for word in words if (stripped := word.strip())))
        )
