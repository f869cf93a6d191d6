"""Lets the fuzzer's tests import its modules, and each other's."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
for folder in (HERE.parent / "behaviour", HERE):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
