"""Lets the tests of reports import `sample`, the reports made by hand."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "views"))
