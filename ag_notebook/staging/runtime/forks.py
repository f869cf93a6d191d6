"""Lets an exception that depends on a staged test reach the user's handler: a trace assumes how the test turns out.

    try:                                   A handler runs in Python, while tracing. So the trace assumes `x < 0` to be
        if x < 0:                          false, and the graph checks it. Where the check fails, the call is made again
            raise ValueError               with a trace that assumes it to be true: there Python itself raises and
        y = tf.sqrt(x)                     catches, and the variables are what they were at that point.
    except ValueError:
        y = 0.0

Only tests of the function's outermost scope can be assumed, and only where the graph has no effects, as the part
before the check runs twice. A loop is assumed to run; its first iteration must raise whatever the values are.
"""

from __future__ import annotations

from ag_notebook.staging.errors import AgNotebookError
from ag_notebook.staging.runtime.context import Context

MOST_ASSUMPTIONS = 20
"""Assumptions of one trace; a loop of Python's that asks again and again is refused."""


class Assumed(Exception):  # noqa: N818 - no error of the user's
    """A graph found that a test turned out otherwise than its trace assumed.

    Attributes:
        index: which of the trace's assumptions.
    """

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


def next_assumption(context: Context, default: bool, refusal: AgNotebookError) -> tuple[int, bool]:
    """The number of a new assumption and what is assumed, `default` where no attempt has found it out.

    Raises:
        AgNotebookError: the refusal, where there are too many.
    """
    assert context.taken is not None
    context.refusal = None
    context.fork = context.fork or refusal
    index = len(context.taken)
    if index == MOST_ASSUMPTIONS:
        raise refusal
    taken = context.assumed[index] if index < len(context.assumed) else default
    context.taken.append(taken)
    return index, taken
