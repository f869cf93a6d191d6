"""Says whether an object has another name: then a copy in its place could be told from it."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from ag_notebook.staging.runtime.context import current
from ag_notebook.staging.runtime.effects import Location, is_known_outside
from ag_notebook.staging.runtime.events import user_frame
from ag_notebook.staging.runtime.reachability import reachable


def known_otherwise(value: Any, name: str) -> bool:
    """Whether an object can be reached by another way than the variable `name`.

    What was there before the staged function can be: by its caller. For others it looks at the local variables of the
    user's frames, from the innermost out. The frames of a function's branches and bodies have the same variables as the
    function itself, so `name` does not count in any of them.
    """
    context = current()
    if context is not None and context.scopes and is_known_outside(context.scopes[0], value):
        return True
    frame = user_frame()
    if frame is None:
        return False
    own = _function_of(frame)
    others: list[Any] = []
    while frame is not None:
        if _is_user_frame(frame):
            same = _function_of(frame) == own
            others += [
                v for n, v in frame.f_locals.items() if not (same and (n == name or n.startswith(f"{name}_")))
            ]
        frame = frame.f_back
        if frame is not None and frame.f_globals.get("__name__", "").startswith("tensorflow."):
            break
    return bool(reachable(others, {id(value)}))


def held_by_user(values: list[Any]) -> set[int]:
    """Which of the values (by id) the user's running functions can reach."""
    frame = user_frame() if values else None
    roots: list[Any] = []
    while frame is not None:
        if _is_user_frame(frame):
            roots += frame.f_locals.values()
        frame = frame.f_back
        if frame is not None and frame.f_globals.get("__name__", "").startswith("tensorflow."):
            break
    return reachable(roots, {id(v) for v in values}) if values else set()


def spoken_name(location: Location) -> str:
    """What a reader calls a location: the variable that holds a container, else its label."""
    frame = user_frame()
    while frame is not None and location.kind == "items":
        if _is_user_frame(frame):
            for name, value in frame.f_locals.items():
                if value is location.owner:
                    return name
        frame = frame.f_back
    return location.label


EXPRESSION = "<expression>"
"""In place of a variable's name: the value of a conditional expression, `and` or `or`."""
_MADE = {
    "result": "the returned value",
    "items": "the list of the comprehension",
    "item": "the item of the loop",
    "iterable": "what the comprehension runs over",
}
"""What a reader calls variables that passes make."""


def spoken_variable(name: str) -> str:
    """What a reader calls a variable of the function that is running."""
    from ag_notebook.staging.converter import made_names

    if name == EXPRESSION:
        return "the expression"
    frame = user_frame()
    said = _MADE.get(name.rstrip("0123456789").rstrip("_"))
    if said is not None and frame is not None and name in made_names(frame.f_code):
        return said
    return f"'{name}'"


def _function_of(frame: FrameType) -> tuple[str, str]:
    return frame.f_code.co_filename, frame.f_code.co_name


def _is_user_frame(frame: FrameType) -> bool:
    name = frame.f_globals.get("__name__") or ""
    return (
        not name.startswith(("ag_notebook.", "tensorflow.", "contextlib"))
        and name not in sys.builtin_module_names
    )
