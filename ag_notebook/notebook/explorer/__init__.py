"""The live explorer: a function's arguments as controls, its run with a way to stop it, and the report of each call.

    ag_notebook.explore(collatz, tf.constant(27))

`arguments` makes an editor of each parameter (`editors`, `numbers`, `arrays`, `expressions`), `choices` are the options, `session`
runs a call in a thread of its own (`printed` catches its output, `staging.stopping` ends it), and `panel` puts all of it on a page, with
the core controls of ipywidgets alone, so that every front end of theirs can show it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from ag_notebook.notebook.explorer.panel import Explorer

__all__ = ["explore"]


def explore(f: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Explorer:
    """An explorer of a function, staged or plain: shown where it is the value of a cell.

    Args:
        f: the function.
        *args: its arguments; those that are left out start with their defaults, or with examples of their annotations.
        **kwargs: the same.

    Returns:
        The explorer; `.run()`, `.arguments`, `.report` and `.value` are there for code. Without a notebook it shows the
        report of the call, as text.

    Raises:
        TypeError: the arguments do not fit the function.
        ConversionError: AG103, `f` has no Python code.
    """
    __tracebackhide__ = True
    from ag_notebook.notebook.explorer.panel import made

    return made(f, args, kwargs)
