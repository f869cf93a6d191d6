"""Lets the tests of Lantern import `lantern_programs` and `lantern_code`."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
