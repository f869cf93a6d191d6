"""What variables were while a function ran: one probe for each line that binds a name, with samples of its values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from ag_notebook.report.spans import Span

MOST_SAMPLES = 200
"""Samples that a probe keeps."""


@dataclass(frozen=True, slots=True)
class ProbeSample:
    """What a variable was bound to, the `number`-th time (from 0) that its line bound it in the call.

    Attributes:
        value: a short text; of an array the first and last items, never all of a large one.
        shape: `[2, 3]` of an array, `[]` of a tensor that is one number, `3 items` of a container, else empty.
        dtype: of an array's items (`float32`), or the name of a class of Python's.
        low: the smallest number, without NaN where there are others; None where there are no real numbers.
        high: the largest number, as `low`.
    """

    number: int
    value: str
    shape: str
    dtype: str
    low: float | None = None
    high: float | None = None

    @property
    def kind(self) -> str:
        """Dtype and shape in one: `float32[2, 3]`."""
        return f"{self.dtype} of {self.shape}" if "item" in self.shape else self.dtype + self.shape


@dataclass(frozen=True, slots=True)
class Probe:
    """What a line bound a name to in the last call of a function.

    Attributes:
        name: of the variable.
        span: where the name is bound.
        count: how often it was.
        samples: at most `MOST_SAMPLES` of the values, evenly chosen; the first and the last are among them.
    """

    name: str
    span: Span
    count: int
    samples: tuple[ProbeSample, ...]


Sample = TypeVar("Sample")


def thinned(samples: tuple[Sample, ...], most: int) -> tuple[Sample, ...]:
    """At most `most` (2 at least) of the samples, evenly chosen; the first and the last stay."""
    if len(samples) <= most:
        return samples
    steps = max(most, 2) - 1
    return tuple(samples[round(index * (len(samples) - 1) / steps)] for index in range(steps + 1))
