"""Puts the garbage collector off while many small objects are made that are all kept.

Trees, graphs' models and source maps are thousands of objects without a cycle among them that could be dropped. The
collector would walk them, and all that TensorFlow holds beside them, again and again: up to a third of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TypeVar

R = TypeVar("R")


def uncollected(call: Callable[[], R]) -> R:
    """The result of `call`, in which no garbage is looked for.

    A function that calls, and no context manager: an interrupt between two steps of one would leave the collector off.
    """
    if not gc.isenabled():
        return call()
    try:
        gc.disable()
        return call()
    finally:
        gc.enable()
