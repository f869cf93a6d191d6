"""The check of branches lists those that were not taken, and fails where too few were."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "branches.py"
FILES = {
    "a.py": {"missing_branches": [[3, 5]]},
    "b.py": {"missing_branches": [[1, 2], [7, -4]]},
    "c.py": {"missing_branches": []},
}


@pytest.mark.parametrize(("covered", "code"), [(96, 0), (95, 0), (94, 1)])
def test_branches_alone_decide(tmp_path, covered, code) -> None:
    report = tmp_path / "coverage.json"
    totals = {"covered_branches": covered, "num_branches": 100, "covered_lines": 100, "num_statements": 100}
    report.write_text(json.dumps({"files": FILES, "totals": totals}))
    run = subprocess.run([sys.executable, SCRIPT, report, "95"], capture_output=True, text=True, check=False)
    assert run.returncode == code
    assert run.stdout.splitlines()[:3] == [
        "b.py 2: 1->2 7->exit",
        "a.py 1: 3->5",
        f"{covered} of 100 branches taken: {covered}.00 %",
    ]
