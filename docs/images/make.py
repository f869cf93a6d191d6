# ruff: noqa: INP001 - a script beside its pictures
"""Makes the pictures of the README from the live product: cells in a real kernel, their pages in a real browser.

make pictures
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import sync_playwright

from ag_notebook.notebook import documents

HERE = Path(__file__).parent
SETUP = "%load_ext ag_notebook\nimport tensorflow as tf"
PICTURES = {
    "quickstart": """%%autograph
def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps

collatz(tf.constant(27))""",
    "ladder": """%%autograph --show passes,optimized --entry "scaled(tf.constant([1.0, 2.0]))"
def scaled(x):
    factor = tf.constant(2.0) * tf.constant(3.0)
    if tf.reduce_sum(x) > 0.0:
        return x * factor + x * factor
    return x""",
}
"""The cell that each picture shows, with all of its output."""


def main() -> None:
    cells = [nbformat.v4.new_code_cell(SETUP), *map(nbformat.v4.new_code_cell, PICTURES.values())]
    document = nbformat.v4.new_notebook(cells=cells)
    document.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    browser_path = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "pictures.ipynb"
        nbformat.write(document, path)
        page_path = Path(folder) / "pictures.html"
        page_path.write_text(documents.page(documents.run(path)), encoding="utf-8")
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1240, "height": 900})
        page.goto(page_path.as_uri())
        for number, name in enumerate(PICTURES, 1):
            page.locator(".jp-Cell").nth(number).screenshot(path=HERE / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
