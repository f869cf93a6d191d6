"""Works with explorers in a real JupyterLab with a real kernel: with our front end, and where reports are HTML."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import nbformat
import pytest
from conftest import notebook
from pages import REPORT, RUNS_WITHIN, Watched, choose_theme, faults, until
from playwright.sync_api import expect
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
    """JupyterLab, and what a report is in it."""
    root = tmp_path_factory.mktemp("explored")
    home = tmp_path_factory.mktemp("explorer-home") / "home"
    with serve("lab", root, home, front_end=request.param) as running:
        yield running, VIEW if request.param else REPORT


@pytest.fixture
def opened(lab: Any, new_context: Any):
    """The page with all cells run, and what a report is in it."""
    server, report = lab
    # Without outputs, which JupyterLab may have saved by itself in a test before; the kernel is the same.
    nbformat.write(notebook(LOADED, EXPLORED, ENDLESS, ALIVE), server.root / "explored.ipynb")
    context = new_context(viewport={"width": 1280, "height": 1400})
    watched = Watched(context.new_page(), server.url).listen()
    page = watched.page
    page.goto(server.page("explored.ipynb"))
    watched.ready()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.locator(".lm-Menu-item[data-command='runmenu:run-all']").click()
    cell(page, 3).get_by_text("alive 42 False").wait_for(timeout=RUNS_WITHIN)
    return watched, report


def cell(page: Any, number: int) -> Any:
    return page.locator(".jp-Notebook .jp-CodeCell").nth(number)


def button(area: Any, name: str) -> Any:
    return area.locator("button.jupyter-button", has_text=name).first


def is_running(page: Any) -> bool:
    """Whether the explorer of the endless loop runs something, as the kernel says in the last cell: it is free meanwhile."""
    last = cell(page, 3)
    prompt = last.locator(".jp-InputArea-prompt")
    before = prompt.text_content()
    last.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    until(page, lambda: prompt.text_content() not in (before, "[*]:"), "the kernel is not free")
    said = last.locator(".jp-OutputArea-output")
    expect(said).to_contain_text(re.compile("alive 42 (True|False)"))
    return "True" in said.text_content()


def test_arguments_are_moved_and_the_report_is_drawn_in_the_explorer(opened: Any) -> None:
    watched, report = opened
    page, area = watched.page, cell(watched.page, 1)
    field = area.locator("input[type=text]").first
    assert field.input_value() == "3"
    handle = area.locator(".noUi-handle").first
    handle.focus()
    page.keyboard.press("ArrowRight")
    expect(field).to_have_value("4")
    button(area, "Run").click()
    area.locator(report).wait_for(timeout=RUNS_WITHIN)
    expect(area.locator(f".jp-OutputArea {report}")).to_have_count(1)
    for said in ("Trace 1: first call.", "Done in", "n is 4\nn is 2\n"):  # the kernel says each by itself
        until(page, lambda: said in area.inner_text(), f"the explorer does not say {said!r}")
    area.locator(report).locator("text=While").first.wait_for(state="attached")
    button(area, "Run").click()
    area.get_by_text("No new trace").wait_for(timeout=RUNS_WITHIN)
    field.fill("2x")
    area.get_by_text("is no int").first.wait_for()
    expect(button(area, "Run")).to_be_disabled()
    assert field.input_value() == "2x"
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


@pytest.mark.timed
def test_stop_ends_an_endless_loop_and_the_kernel_lives(opened: Any) -> None:
    watched, report = opened
    page, area = watched.page, cell(watched.page, 2)
    button(area, "Run").click()
    area.get_by_text("running …").wait_for(timeout=RUNS_WITHIN)
    expect(button(area, "Run")).to_be_disabled()
    status = area.locator("[role=status]")
    before = status.inner_text()
    until(page, lambda: status.inner_text() != before, "the seconds do not go on")
    assert is_running(page)
    told = time.monotonic()
    button(area, "Stop").click()
    area.get_by_text("Stopped after").wait_for(timeout=20_000)
    assert time.monotonic() - told < 2.0
    expect(button(area, "Run")).to_be_enabled()
    assert not is_running(page)
    field = area.locator("input[type=text]").first
    field.fill("0")
    button(area, "Run").click()
    area.locator(report).wait_for(timeout=RUNS_WITHIN)
    expect(area).to_contain_text(re.compile("No new trace|Trace 1"))
    assert watched.outside == [] and watched.own_errors() == []


def test_closing_takes_the_explorer_away(opened: Any) -> None:
    watched, _ = opened
    page, area = watched.page, cell(watched.page, 2)
    button(area, "Run").click()
    area.get_by_text("running …").wait_for(timeout=RUNS_WITHIN)
    assert is_running(page)
    button(area, "Close").click()
    button(area, "Run").wait_for(state="detached")
    until(page, lambda: not is_running(page), "what the explorer ran goes on", within=30)
