"""Gives browser tests a real Chromium, notebooks that were run in a real kernel, and real servers that show them."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pages import PATIENCE
from servers import serve

ROOT = str(Path(__file__).parents[2])
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [ROOT, os.environ.get("PYTHONPATH")])
)  # also for kernels

LOADED = "%load_ext ag_notebook\nimport tensorflow as tf"
COLLATZ = """%%autograph --show code,passes,graph,notes,result --entry "collatz(tf.constant(7), verbose=False)"
def collatz(n, verbose):
    steps = 0
    while n > 1:
        if verbose:
            tf.print(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps"""
HOSTILE = (
    '''%%autograph --entry "shown(tf.constant(3.0))"
def shown(x):
    """</pre></div><script>window.hit = 1</script><img src=x onerror="window.hit = 2">"""
    name = "\\"'><svg onload=window.hit=3> \\\\ \\u202e txet \\u2066 <!-- & &amp; {0}"
    text = "'''
    + "a<b>" * 2500
    + """"
    with tf.name_scope("scope"):
        y = tf.identity(x, name="x.y-z_0")
    print(name, text[:3])
    if y > 0:
        y = y * 2.0  # <script>window.hit = 4</script>
    return y"""
)

BESIDE = """%%autograph --backend tf,lantern
def fact(n):
    if n <= 1:
        return 1
    return n * fact(n - 1)

fact(5)"""
AGREED = BESIDE.replace("n * fact(n - 1)", "n * 2")

TOGETHER = """%%autograph --show code,trace,graph,optimized,times,result --probe guess,steps --entry "root(tf.constant(2.0), tf.constant(9))"
def root(x, rounds):
    guess = x
    steps = 0
    scale = tf.constant(1.0) + tf.constant(1.0) - 1.0
    while steps < rounds:
        guess = (guess + x / guess) / 2.0 * scale
        steps += 1
    return guess + (x + x + x)"""
COMPILED = TOGETHER.replace("--probe guess,steps", "--xla")
SHORT = """%%autograph --show code,graph --entry "double(tf.constant(2.0))"
def double(x):
    return x * 2.0"""
DRAWN = """import ag_notebook
ag_notebook.draw(collatz, tf.constant(7), False, nested="enter")"""


SET_UP_WITHIN = 900
"""Seconds that a test may take with what it is the first to need: the notebooks are run in real kernels, and a server is started."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(SET_UP_WITHIN))


def notebook(*cells: str) -> Any:
    """A notebook of these code cells."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return made


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of notebooks that were run: one report, two equal reports, hostile text; and one that was not."""
    from ag_notebook.notebook import documents

    folder = tmp_path_factory.mktemp("documents")
    for name, cells in {
        "collatz": [COLLATZ],
        "twice": [COLLATZ, COLLATZ],
        "hostile": [HOSTILE],
        "drawn": [COLLATZ, DRAWN],
        "beside": [BESIDE, AGREED],
        "together": [TOGETHER, COMPILED, SHORT],
    }.items():
        path = folder / f"{name}.ipynb"
        nbformat.write(notebook(LOADED, *cells), path)
        nbformat.write(documents.run(path), path)
    nbformat.write(notebook(LOADED, COLLATZ), folder / "fresh.ipynb")
    return folder


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium, or the reader's Chrome."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        pytest.fail("these tests need Chromium: on Debian, apt-get install chromium")
    quiet = [
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--no-first-run", "--disable-sync", *quiet]
        )
        yield browser
        browser.close()


@pytest.fixture
def new_context(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Makes patient contexts of the browser, as `Browser.new_context` does; closes them after the test."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE * 1000)
    contexts = []

    def make(**options: Any) -> Any:
        contexts.append(chromium.new_context(**options))
        contexts[-1].set_default_timeout(PATIENCE * 1000)
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()


@contextlib.contextmanager
def _running(
    app: str, documents: Path, folders: pytest.TempPathFactory, front_end: bool = False
) -> Iterator[Any]:
    """A server over a copy of the folder that a test may sign notebooks in."""
    root = folders.mktemp(app)
    shutil.copytree(documents, root / "files", dirs_exist_ok=True)
    for path in (root / "files").glob("*.ipynb"):
        shutil.copy(path, root / f"untrusted_{path.name}")
        # Trust is of contents: a copy of a signed notebook would be trusted with it.
        document = nbformat.read(root / f"untrusted_{path.name}", as_version=4)
        for cell in document.cells:
            cell.source += "\n# untrusted"
            for output in cell.get("outputs", []):
                if "data" in output:
                    output.metadata["copy"] = "untrusted"
        nbformat.write(document, root / f"untrusted_{path.name}")
        shutil.copy(path, root / path.name)
    with serve(app, root, folders.mktemp(f"{app}-home") / "home", front_end=front_end) as running:
        running.trust(*(path.name for path in documents.glob("*.ipynb")))
        yield running


@pytest.fixture(params=["lab", "notebook"], scope="session")
def server(
    request: pytest.FixtureRequest, documents: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """JupyterLab, then Notebook 7, which show reports as HTML."""
    with _running(request.param, documents, tmp_path_factory) as running:
        yield running


@pytest.fixture(params=["lab", "notebook"], scope="session")
def drawing_server(
    request: pytest.FixtureRequest, documents: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """JupyterLab, then Notebook 7, with the front end of this checkout."""
    with _running(request.param, documents, tmp_path_factory, front_end=True) as running:
        yield running
