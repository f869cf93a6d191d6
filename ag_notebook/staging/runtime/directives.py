"""Directives: calls that say something to the converter and do nothing when they run in Python."""

from __future__ import annotations

from typing import Any

LOOP_OPTIONS = ("maximum_iterations", "parallel_iterations", "shape_invariants", "swap_memory")


def set_loop_options(**options: Any) -> None:
    """Sets options of the loop whose body begins with this call.

    Args:
        **options: `maximum_iterations`, `parallel_iterations`, `swap_memory`, `shape_invariants`.

    Raises:
        TypeError: another option.
    """
    unknown = [name for name in options if name not in LOOP_OPTIONS]
    if unknown:
        raise TypeError(
            f"set_loop_options() has no option {unknown[0]!r}; there are {', '.join(LOOP_OPTIONS)}"
        )


def set_element_type(items: Any, dtype: Any, shape: Any = None) -> None:
    """Says what the elements of a list are, for a list that stays empty while its function is traced."""
    from ag_notebook.staging.runtime.context import current

    context = current()
    if context is not None:
        context.backend.list_method(items, "set_element_type", (dtype, shape))
