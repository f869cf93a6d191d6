"""Lists the branches that a run of the tests did not take, and fails where too few were taken.

    python tests/branches.py build/coverage.json 95

`coverage` itself counts lines and branches together, and lines hide branches.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def missing(files: dict[str, Any]) -> list[str]:
    """A line for each file with branches that were not taken, the most first: `file 2: 10->12 15->exit`."""
    found = [(name, held["missing_branches"]) for name, held in files.items() if held["missing_branches"]]
    found.sort(key=lambda pair: (-len(pair[1]), pair[0]))
    return [
        f"{name} {len(arcs)}: " + " ".join(f"{a}->{b if b > 0 else 'exit'}" for a, b in arcs)
        for name, arcs in found
    ]


def main(report: str, least: str) -> int:
    data = json.loads(Path(report).read_text())
    print(*missing(data["files"]), sep="\n")
    covered, total = data["totals"]["covered_branches"], data["totals"]["num_branches"]
    share = 100 * covered / total
    print(f"{covered} of {total} branches taken: {share:.2f} %")
    if share < float(least):
        print(f"That is less than {least} %.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
