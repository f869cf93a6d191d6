"""Directives: calls that say something to the converter and do nothing when they run in Python."""

from __future__ import annotations

from typing import Any


def set_loop_options(**options: Any) -> None:
    """Sets options of the loop whose body begins with this call.

    Args:
        **options: `maximum_iterations`, `parallel_iterations`, `swap_memory`, `shape_invariants`.
    """


def set_element_type(items: Any, dtype: Any, shape: Any = None) -> None:
    """Says what the elements of a list are, for a list that stays empty while its function is traced."""
    from ag_notebook.staging.runtime.context import current

    context = current()
    if context is not None:
        context.backend.list_method(items, "set_element_type", (dtype, shape))
