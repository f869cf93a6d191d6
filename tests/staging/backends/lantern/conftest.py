"""Lets the tests of Lantern import `lantern_programs`."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
