# ruff: noqa: INP001 - a script beside its pictures
"""Makes the pictures of the front end from the live product: JupyterLab with a real kernel, used by a real browser.

make pictures
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
os.environ.setdefault(
    "TF_CPP_MIN_LOG_LEVEL", "3"
)  # what TensorFlow says of this machine's devices is no part of the view

from servers import serve  # noqa: E402  the tests' own

WITHIN = 180_000
"""Milliseconds that a step may take: the first cell loads TensorFlow."""
SETUP = "%load_ext ag_notebook\nimport tensorflow as tf\nimport ag_notebook as ag"
VIEWED = """%%autograph --probe n,steps
def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps

collatz(tf.constant(27))"""
EXPLORED = "ag.explore(collatz, tf.constant(27))"


def main() -> None:
    document = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(text) for text in (SETUP, VIEWED, EXPLORED)]
    )
    document.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        root = Path(folder) / "root"
        root.mkdir()
        nbformat.write(document, root / "pictures.ipynb")
        with serve("lab", root, Path(folder) / "home", front_end=True) as server:
            browser = playwright.chromium.launch(
                executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(viewport={"width": 1680, "height": 1500})
            page.goto(server.page("pictures.ipynb"))
            run_all(server, page)
            take_pictures(page)
            browser.close()


def run_all(server: Any, page: Any) -> None:
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=WITHIN)
    end = time.monotonic() + WITHIN / 1000
    while not any(each["connections"] and each["execution_state"] == "idle" for each in server.kernels()):
        if time.monotonic() > end:
            raise TimeoutError("no kernel is idle")
        page.wait_for_timeout(200)
    page.wait_for_timeout(2000)
    page.keyboard.press("Control+b")  # the file browser takes room
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()


def take_pictures(page: Any) -> None:
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    view = cells.nth(1).locator(".agn-report")
    view.locator(".agn-box").first.wait_for(timeout=WITHIN)
    view.locator(".agn-pane-source .agn-row", has_text="n // 2").click()
    page.wait_for_timeout(1000)
    cells.nth(1).screenshot(path=HERE / "view.png")
    explorer = cells.nth(2)
    explorer.scroll_into_view_if_needed()
    explorer.locator("button.jupyter-button", has_text="Run").first.click()
    explorer.locator(".agn-report .agn-box").first.wait_for(timeout=WITHIN)
    page.wait_for_timeout(1000)
    explorer.screenshot(path=HERE / "explorer.png")


if __name__ == "__main__":
    main()
