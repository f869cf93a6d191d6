"""What functions capture: whether the variables still hold what they held.

low = 0
large = (v for v in xs if v > low)     # over a tensor: its items are made here, at once
low = 5                                # Python would make them of this value, so their use is refused
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from typing import Any

_UNBOUND = object()


def unchanged(functions: Iterable[Any]) -> Callable[[], bool]:
    """Says, whenever it is called, whether the variables that functions and those among them capture are as they are now."""
    held: dict[int, tuple[types.CellType, Any]] = {}
    todo = list(functions)
    while todo:
        function = todo.pop()
        if not isinstance(function, types.FunctionType):
            continue
        for cell in function.__closure__ or ():
            if id(cell) not in held:
                held[id(cell)] = cell, _contents(cell)
                todo.append(held[id(cell)][1])
    return lambda: all(_contents(cell) is value for cell, value in held.values())


def _contents(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _UNBOUND
