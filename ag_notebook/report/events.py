"""Records what the run-time dispatch decided, construct by construct.

Views never guess how a line was treated: each decision that the runtime takes while a function is
traced is one `Event` here (Moldovan et al. 2019, §5: staging by dynamic dispatch).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ag_notebook.report.spans import Span

Decision = Literal["staged", "python", "unrolled", "as is", "not reached", "fitted"]
"""`staged`: in the graph. `python`: Python took the decision while tracing. `unrolled`: a Python loop
ran `count` times while tracing. `as is`: called without conversion. `not reached`: no trace came here.
`fitted`: a type was fitted to what a loop or branch made of it (a weak number became float32, a shape
was relaxed)."""


@dataclass(frozen=True, slots=True)
class Event:
    """One decision: where, about what, how, by which back end, and why.

    `construct` is the keyword or call as a reader knows it: `if`, `while`, `for`, `if expression`, `and`,
    `or`, `not`, `==`, `call`, `assert`, `print`, `item write` … `count` is the number of iterations of an
    unrolled loop, or of times an identical event was seen. `taken` says which block Python took: `body` or `else`.
    """

    span: Span
    construct: str
    decision: Decision
    backend: str
    why: str
    count: int = 1
    taken: str = ""
