"""Compares the views of some functions with files that were looked at. `AG_WRITE_GOLDENS=1 pytest …` writes them anew.

Terminals have three widths, with colour and without. What a layout program decides (pixels, the image of curves) and ids
made of contents are left out of the comparison.
"""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ag_notebook import staging, views
from ag_notebook.report import StagingReport, from_json, to_json

sys.path.insert(0, str(Path(__file__).parent))

from golden_functions import FUNCTIONS
from golden_lantern import ALONE, BESIDE

from ag_notebook.views.literal import cells

GOLDENS = Path(__file__).parent / "goldens"
WIDTHS = (80, 100, 120)
NAMES = [*FUNCTIONS, *ALONE, *BESIDE]
HERE = str(Path(__file__).parent) + os.sep


@pytest.fixture(scope="module")
def reports() -> dict[str, object]:
    made = {name: staging.function(f).report(*arguments) for name, (f, arguments) in FUNCTIONS.items()}
    for name, (f, arguments) in ALONE.items():
        made[name] = staging.function(f, backend="lantern").report(*arguments)
    for name, (f, arguments) in BESIDE.items():
        report = staging.side_by_side(f, ("tensorflow", "lantern"), *arguments)
        made[name] = replace(without_times(report), beside=tuple(map(without_times, report.beside)))
    return {name: placed(report) for name, report in made.items()}


def without_times(report: StagingReport) -> StagingReport:
    run = report.run and replace(report.run, seconds=None, traced_seconds=None)
    return replace(report, run=run)


def placed(report: StagingReport) -> StagingReport:
    """The report with the file's name alone: views shorten long paths, and where the tests are must not matter."""
    return from_json(json.loads(json.dumps(to_json(report)).replace(json.dumps(HERE)[1:-1], "")))


def compare(name: str, text: str) -> None:
    path = GOLDENS / name
    if os.environ.get("AG_WRITE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), (
        f"{path.name} differs: look at what changed, then AG_WRITE_GOLDENS=1 pytest {__file__} writes it anew"
    )


def without_layout(html: str) -> str:
    """The page without what a layout program and the place of the file decide, one element a line."""
    html = re.sub(r"agn-[0-9a-f]{10}", "agn-ID", html)
    html = re.sub(r"data:image/svg\+xml;base64,[A-Za-z0-9+/=]+", "data:CURVES", html)
    html = re.sub(r"-?\d+(\.\d+)?px", "0px", html)
    html = re.sub(r"pyfunc_\d+", "pyfunc_N", html)  # counted through the process
    html = re.sub(r'(width|height)="\d+"', r'\1="0"', html)
    html = re.sub(r"\d+ × \d+ pixels|ag-over\d+", "SIZE", html)
    return re.sub(r"(</(?:div|a|li|tr|details|summary|style)>)", r"\1\n", html)


@pytest.mark.parametrize("color", [False, True], ids=["plain", "color"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_the_terminal_view(reports, name: str, width: int, color: bool) -> None:
    text = views.text(reports[name], width, color)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert all(cells(line) <= width for line in plain.split("\n"))
    assert (plain != text) == color
    compare(f"terminal/{name}_{width}{'_color' * color}.txt", text + "\n")


@pytest.mark.parametrize("name", NAMES)
def test_the_page(reports, name: str) -> None:
    compare(f"{name}.html", without_layout(views.html(reports[name])))
