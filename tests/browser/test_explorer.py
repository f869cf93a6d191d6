"""Works with explorers in a real JupyterLab with a real kernel: with our front end, and where reports are HTML."""

from __future__ import annotations

import json
import time
from typing import Any

import nbformat
import pytest
from conftest import notebook
from pages import REPORT, Watched, choose_theme, faults
from servers import serve

pytestmark = pytest.mark.slow
VIEW = ".agn-report"
LOADED = "import ag_notebook\nimport tensorflow as tf"
EXPLORED = """def collatz(n):
    steps = 0
    while n > 1:
        print("n is", n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps

ag_notebook.explore(collatz, tf.constant(3))"""
ENDLESS = """def endless(n):
    while n > 0:
        n = n + 1 - 1
    return n

explorer = ag_notebook.explore(endless, tf.constant(1))
explorer"""
ALIVE = "print('alive', 6 * 7, explorer.is_running)"


@pytest.fixture(params=[True, False], ids=["front end", "html"], scope="module")
def lab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """JupyterLab over a notebook that was not run, and what a report is in it."""
    root = tmp_path_factory.mktemp("explored")
    nbformat.write(notebook(LOADED, EXPLORED, ENDLESS, ALIVE), root / "explored.ipynb")
    home = tmp_path_factory.mktemp("explorer-home") / "home"
    with serve("lab", root, home, front_end=request.param) as running:
        yield running, VIEW if request.param else REPORT


@pytest.fixture
def opened(lab: Any, chromium: Any):
    """The page with all cells run, and what a report is in it."""
    server, report = lab
    context = chromium.new_context(viewport={"width": 1280, "height": 1400})
    watched = Watched(context.new_page(), server.url).listen()
    page = watched.page
    page.goto(server.page("explored.ipynb"))
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=60_000)
    _wait_for_kernel(server, page)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()
    cell(page, 3).get_by_text("alive 42 False").wait_for(timeout=120_000)
    yield watched, report
    context.close()


def _wait_for_kernel(server: Any, page: Any) -> None:
    """Waits until the kernel of the page is there: JupyterLab runs no cell before."""
    end = time.monotonic() + 90
    while time.monotonic() < end:
        kernels = [each for each in server.kernels() if each["connections"]]
        if any(each["execution_state"] == "idle" for each in kernels):
            page.wait_for_timeout(1500)
            return
        page.wait_for_timeout(200)
    raise AssertionError("no kernel is idle")


def cell(page: Any, number: int) -> Any:
    return page.locator(".jp-Notebook .jp-CodeCell").nth(number)


def button(area: Any, name: str) -> Any:
    return area.locator("button.jupyter-button", has_text=name).first


def test_arguments_are_moved_and_the_report_is_drawn_in_the_explorer(opened: Any) -> None:
    watched, report = opened
    page, area = watched.page, cell(watched.page, 1)
    field = area.locator("input[type=text]").first
    assert field.input_value() == "3"
    handle = area.locator(".noUi-handle").first
    handle.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("e => e.value === '4'", arg=field.element_handle())
    button(area, "Run").click()
    area.locator(report).wait_for(timeout=60_000)
    assert area.locator(f".jp-OutputArea {report}").count() == 1
    text = area.inner_text()
    assert "Trace 1: first call." in text and "Done in" in text
    assert "n is 4\nn is 2\n" in text
    assert area.locator(report).locator("text=While").count() >= 1
    button(area, "Run").click()
    area.get_by_text("No new trace").wait_for(timeout=60_000)
    field.fill("2x")
    area.get_by_text("is no int").first.wait_for()
    assert button(area, "Run").is_disabled() and field.input_value() == "2x"
    assert watched.outside == [] and watched.own_errors() == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_controls_have_names_and_are_legible(opened: Any, dark: bool) -> None:
    watched, report = opened
    area = cell(watched.page, 1)
    choose_theme(watched.page, dark)
    controls = area.locator(".jupyter-widgets.widget-vbox").first
    # The handle of a slider has a role and no name in ipywidgets, which gives no way to name it; the field beside it has one.
    slider = ("aria-input-field-name", "noUi-handle")
    found = {"closed": faults(controls, slider)}
    button(area, "Options").click()
    area.get_by_text("reduce retracing").wait_for()
    found["options"] = faults(controls, slider)
    field = area.locator("input[type=text]").first
    field.fill("2x")
    area.get_by_text("is no int").first.wait_for()
    found["wrong"] = faults(controls, slider)
    assert {name: each for name, each in found.items() if each} == {}, json.dumps(found, indent=1)
    labels = controls.locator("select, input[type=text]").evaluate_all(
        "all => all.map(e => e.labels[0].textContent)"
    )
    assert labels[:2] == ["n", "dtype of n"] and {"Back end", "Probes"} <= {*labels}


def test_stop_ends_an_endless_loop_and_the_kernel_lives(opened: Any) -> None:
    watched, report = opened
    page, area = watched.page, cell(watched.page, 2)
    button(area, "Run").click()
    area.get_by_text("running …").wait_for(timeout=60_000)
    assert button(area, "Run").is_disabled()
    before = area.locator("[role=status]").inner_text()
    page.wait_for_timeout(500)
    assert area.locator("[role=status]").inner_text() != before  # the seconds go on
    cell(page, 3).locator(".cm-content").click()
    page.keyboard.press("Control+Enter")  # the kernel is free meanwhile
    cell(page, 3).get_by_text("alive 42 True").wait_for(timeout=20_000)
    told = time.monotonic()
    button(area, "Stop").click()
    area.get_by_text("Stopped after").wait_for(timeout=20_000)
    assert time.monotonic() - told < 2.0
    cell(page, 3).locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    cell(page, 3).get_by_text("alive 42 False").wait_for(timeout=20_000)
    field = area.locator("input[type=text]").first
    field.fill("0")
    button(area, "Run").click()
    area.locator(report).wait_for(timeout=60_000)
    assert "No new trace" in area.inner_text() or "Trace 1" in area.inner_text()
    assert watched.outside == [] and watched.own_errors() == []


def test_closing_takes_the_explorer_away(opened: Any) -> None:
    watched, _ = opened
    area = cell(watched.page, 2)
    button(area, "Run").click()
    area.get_by_text("running …").wait_for(timeout=60_000)
    button(area, "Close").click()
    button(area, "Run").wait_for(state="detached", timeout=20_000)
    cell(watched.page, 3).locator(".cm-content").click()
    end = time.monotonic() + 10
    found = False
    while not found and time.monotonic() < end:
        watched.page.keyboard.press("Control+Enter")
        watched.page.wait_for_timeout(700)
        found = cell(watched.page, 3).get_by_text("alive 42 False").count() > 0
    assert found
