"""Tells the user's code from Lantern's own, where a staged value is asked for an attribute.

Reads of attributes are not lowered, so that the user's `x.__class__` comes to the staged value itself, as our own do.
"""

from __future__ import annotations

import sys

from ag_notebook.staging.runtime.callees import is_library_file

_OURS = __name__.split(".", maxsplit=1)[0] + "."


def by_user() -> bool:
    """Whether the user's code reads the property that asks this."""
    frame = sys._getframe(2)
    if str(frame.f_globals.get("__name__", "")).startswith(_OURS):
        return False
    return not is_library_file(frame.f_code.co_filename)
