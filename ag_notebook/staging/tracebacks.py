"""Keeps our frames and TensorFlow's out of the tracebacks that the user reads."""

from __future__ import annotations

import contextlib
import os
import types
from collections.abc import Iterator

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_HIDDEN = (f"{os.sep}site-packages{os.sep}tensorflow{os.sep}", f"{os.sep}site-packages{os.sep}keras{os.sep}")
FULL = "AG_NOTEBOOK_FULL_TRACEBACK"
"""Environment variable: if set, tracebacks are left as they are."""


@contextlib.contextmanager
def user_frames_only() -> Iterator[None]:
    """Removes internal frames from the traceback of an exception that leaves the block."""
    __tracebackhide__ = True
    try:
        yield
    except BaseException as error:
        if os.environ.get(FULL):
            raise
        error.__traceback__ = _filtered(error.__traceback__)
        for chained in (error.__cause__, error.__context__):
            if chained is not None:
                chained.__traceback__ = _filtered(chained.__traceback__)
        raise


def _filtered(traceback: types.TracebackType | None) -> types.TracebackType | None:
    kept: list[types.TracebackType] = []
    while traceback is not None:
        if not _is_internal(traceback.tb_frame.f_code.co_filename):
            kept.append(traceback)
        traceback = traceback.tb_next
    result: types.TracebackType | None = None
    for entry in reversed(kept):
        result = types.TracebackType(result, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return result


def _is_internal(file_name: str) -> bool:
    return file_name.startswith(_PACKAGE) or any(part in file_name for part in _HIDDEN)
