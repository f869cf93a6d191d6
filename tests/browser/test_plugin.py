"""The plugin in real JupyterLab and Notebook 7 with real kernels: commands, colours, the panel, run and stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import nbformat
import pytest
from conftest import COLLATZ, LOADED, TOGETHER, notebook
from pages import RUNS_WITHIN, Watched, choose_theme, contrasts, faults, until
from playwright.sync_api import expect

pytestmark = pytest.mark.slow
lab = pytest.mark.parametrize("drawing_server", ["lab"], indirect=True)
both = pytest.mark.parametrize("drawing_server", ["lab", "notebook"], indirect=True)

PLAIN = """def double(x):
    y = x * 2
    return y

double(tf.constant(4))"""
TIMED = f"%%time\n\n{PLAIN}".replace("\n\ndef", "\ndef")
ENDLESS = """%%autograph -q
def forever(n):
    while n > 0:
        n = n + 1 - n // n
    return n

kept = "before"
forever(tf.constant(5))"""
WIDGET = """import ipywidgets
shown = ipywidgets.Output()
with shown:
    display(made)
shown"""
_WORDS = """
line => {
  const found = [], texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let joined = false;
  while (texts.nextNode()) {
    const text = texts.currentNode, mark = text.parentElement.closest("[class^=agn-magic-]");
    const kind = mark?.className.replace("agn-magic-", ""), colour = getComputedStyle(text.parentElement).color;
    const last = found.at(-1);
    if (joined && mark && last[1] === kind && last[2] === colour) last[0] += text.data;
    else if (mark) found.push([text.data, kind, colour]);
    joined = Boolean(mark);
  }
  return found;
}
"""
"""The words of a line that have a mark of ours, with what kind it is and the colour in which the text is seen."""
STOPS_WITHIN = 2.0


class Book:
    """A notebook in a browser, with a kernel that is ready."""

    def __init__(self, watched: Watched) -> None:
        self.page = watched.page
        self.watched = watched

    def cell(self, number: int) -> Any:
        return self.page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{number}']")

    def text(self, number: int) -> str:
        lines: list[str] = self.cell(number).locator(".cm-line").all_text_contents()
        return "\n".join(line.rstrip("\n") for line in lines)

    def says(self, number: int, text: str) -> None:
        """Waits until a cell is this text."""
        self.cell(number).locator(".cm-line").first.wait_for(state="attached")
        self.wait(lambda: self.text(number) == text, f"the text of cell {number} is not {text!r}")

    def edit(self, number: int, line: int) -> None:
        """Puts the cursor at the end of a line (from 0) of a cell."""
        self.cell(number).locator(".cm-line").nth(line).click()
        self.page.keyboard.press("End")

    def run(self, number: int) -> None:
        """Runs a cell and waits until it is done."""
        self.show(number)
        before = self.count(number)
        self.start(number)
        self.ran(number, before)

    def show(self, number: int) -> None:
        """Scrolls to a cell: what is far out of sight may not be in the page."""
        scroller = self.page.locator(".jp-WindowedPanel-outer").first

        def is_seen() -> bool:
            box = self.cell(number).bounding_box() if self.cell(number).count() else None
            if box is not None and 50 < box["y"] < 950:
                return True
            scroller.evaluate(
                "(e, by) => e.scrollBy(0, by)", -300 if box is not None and box["y"] <= 50 else 300
            )
            return False

        self.wait(is_seen, f"cell {number} is not in sight")

    def start(self, number: int) -> None:
        self.show(number)
        self.cell(number).locator(".jp-InputArea-prompt").click()
        self.page.keyboard.press("Control+Enter")

    def count(self, number: int) -> str:
        text: str = self.cell(number).locator(".jp-InputArea-prompt").text_content()
        return text.strip().strip("[]:").strip()

    def wait(self, done: Callable[[], object], problem: str, within: float = RUNS_WITHIN / 1000) -> float:
        """Seconds until something is done."""
        return until(self.page, done, problem, within)

    def ran(self, number: int, before: str) -> None:
        """Waits until a cell was run again."""
        self.wait(lambda: self.count(number) not in ("", "*", before), f"cell {number} is still running")

    def command(self, label: str) -> None:
        """Chooses a command in the palette."""
        self.page.keyboard.press("Control+Shift+c")
        search = self.page.locator(".lm-CommandPalette-input")
        search.wait_for()
        search.fill(label)
        found = self.page.locator(".lm-CommandPalette-item", has_text=label).first
        found.wait_for()
        assert found.get_attribute("data-command").startswith("ag-notebook:")
        found.click()

    def told(self, words: str) -> None:
        """Takes note of what a command says."""
        dialog = self.page.locator(".jp-Dialog", has_text=words)
        dialog.locator(".jp-Dialog-footer button").click()
        dialog.wait_for(state="detached")


@pytest.fixture
def opened(drawing_server: Any, new_context: Any) -> Callable[..., Book]:
    """Opens a new notebook of some cells, once its kernel answers."""

    def open_notebook(name: str, *cells: str) -> Book:
        nbformat.write(notebook(*cells), drawing_server.root / f"{name}.ipynb")
        context = new_context(viewport={"width": 1280, "height": 1000}, accept_downloads=True)
        watched = Watched(context.new_page(), drawing_server.url).listen()
        watched.page.goto(drawing_server.page(f"{name}.ipynb"))
        book = Book(watched.ready())
        book.wait(
            lambda: watched.page.locator(".jp-Notebook .jp-Cell").count() == len(cells), "cells are missing"
        )
        return book

    return open_notebook


@lab
def test_a_cell_is_made_and_unmade_and_that_can_be_undone(opened: Any) -> None:
    book = opened("made", LOADED, PLAIN, TIMED, "%%bash\nls")
    book.edit(1, 1)
    book.command("Make Cell an %%autograph Cell")
    book.says(1, f"%%autograph\n{PLAIN}")
    book.edit(1, 2)
    book.page.keyboard.press("Control+z")
    book.says(1, PLAIN)
    book.command("Make Cell an %%autograph Cell")
    book.edit(1, 2)
    book.command("Take %%autograph out of Cell")
    book.says(1, PLAIN)
    book.edit(2, 2)
    book.command("Make Cell an %%autograph Cell")
    book.says(2, f"%%time\n%%autograph\n{PLAIN}")
    button = book.cell(2).locator("[data-jp-item-name='autograph']").locator("button, jp-button").first
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    book.says(2, TIMED)
    expect(button).to_have_attribute("aria-pressed", "false")
    book.edit(3, 1)
    book.command("Make Cell an %%autograph Cell")
    book.told("This cell goes to %%bash")
    book.says(3, "%%bash\nls")
    assert book.watched.own_errors() == []


@lab
def test_a_cell_that_becomes_text_and_code_again_is_followed_as_what_it_is(opened: Any) -> None:
    book = opened("changed", LOADED, PLAIN)
    book.page.locator(".jp-SideBar [data-id='ag-notebook-inspector']").click()
    panel = book.page.locator("#ag-notebook-inspector")
    book.edit(1, 1)
    panel.get_by_text("This cell has no report").wait_for()
    book.page.keyboard.press("Escape")
    book.page.keyboard.press("m")
    panel.get_by_text("Put the cursor into a cell of code.").wait_for()
    book.page.keyboard.press("y")
    panel.get_by_text("This cell has no report").wait_for()
    book.page.keyboard.press("Control+a")
    book.page.keyboard.press("m")
    panel.get_by_text("Put the cursor into a cell of code.").wait_for()
    assert book.watched.own_errors() == []


@both
def test_the_line_of_the_magic_has_colours_of_its_own(opened: Any) -> None:
    line = '%%autograph double --show code,grap --entry "double(4)" --qiet'
    book = opened("colours", f"%%time\n{line}\n{PLAIN}", PLAIN, "x = 1\n%%autograph --show")
    row = book.cell(0).locator(".cm-line").nth(1)
    row.locator(".agn-magic-magic").wait_for()
    words = row.evaluate(_WORDS)
    assert [(word, kind) for word, kind, _ in words] == [
        ("%%autograph", "magic"),
        ("double", "name"),
        ("--show", "option"),
        ("code", "value"),
        ("grap", "unknown"),
        ("--entry", "option"),
        ('"double(4)"', "string"),
        ("--qiet", "unknown"),
    ]
    assert len({kind: colour for _, kind, colour in words}.values()) == 6
    assert len({colour for *_, colour in words}) >= 5
    assert "wavy" in row.locator(".agn-magic-unknown").first.evaluate(
        "e => getComputedStyle(e).textDecorationLine + getComputedStyle(e).textDecorationStyle"
    )
    assert book.cell(1).locator("[class*='agn-magic']").count() == 0
    assert book.cell(2).locator("[class*='agn-magic']").count() == 0
    book.edit(1, 0)
    book.page.keyboard.press("Home")
    book.page.keyboard.type("%%autograph -q\n")
    typed = book.cell(1).locator(".cm-line").first.evaluate(_WORDS)
    assert [word for word, *_ in typed] == ["%%autograph", "-q"]
    assert book.watched.own_errors() == []


@both
def test_a_line_is_explained_in_the_report_and_in_the_panel(opened: Any) -> None:
    book = opened("explained", LOADED, COLLATZ, PLAIN)
    page = book.page
    book.run(0)
    book.edit(1, 3)
    book.command("Explain This Line")
    book.told("no report yet")
    book.run(1)
    view = book.cell(1).locator(".agn-report")
    view.wait_for()
    book.edit(1, 3)
    assert book.text(1).split("\n")[3] == "    while n > 1:"
    book.command("Explain This Line")
    chosen = view.locator(".agn-pane-source .agn-row[aria-selected=true]")
    chosen.wait_for()
    assert chosen.locator(".agn-text").text_content() == "    while n > 1:"
    expect(chosen).to_be_focused()

    book.edit(1, 3)
    book.command("Show Autograph Panel")
    panel = page.locator("#ag-notebook-inspector")
    panel.wait_for()
    book.edit(1, 3)
    panel.locator("h4", has_text="Line 4").wait_for()
    said = panel.inner_text()
    assert "collatz" in said and "while" in said and "staged" in said and "While" in said
    assert "Generated code" in said
    book.page.keyboard.press("ArrowDown")
    book.page.keyboard.press("ArrowDown")
    book.page.keyboard.press("ArrowDown")
    panel.locator("h4", has_text="Line 7").wait_for()
    assert "n // 2 if n % 2 == 0" in panel.locator("code").first.inner_text()
    book.page.keyboard.type(" + 0")
    panel.get_by_text("was changed since the cell ran").wait_for()
    book.edit(2, 1)
    panel.get_by_text("This cell has no report.").wait_for()
    assert book.watched.own_errors() == [] and book.watched.outside == []


@both
def test_the_panel_waits_for_the_quiz_then_shows_probes(opened: Any) -> None:
    """A real quiz: nothing of a line is told before its function is revealed, and again once it is asked anew."""
    book = opened("asked", LOADED, TOGETHER.replace("--probe", "--quiz --probe"))
    book.run(0)
    book.run(1)
    view = book.cell(1).locator(".agn-report")
    view.wait_for()
    book.command("Show Autograph Panel")
    panel = book.page.locator("#ag-notebook-inspector")
    panel.wait_for()
    book.edit(1, 6)
    panel.get_by_text("What became of the line is shown after the quiz.").wait_for()
    assert panel.locator("svg, table, h4, .agn-made").count() == 0 and "staged" not in panel.inner_text()
    for _ in range(view.locator(".agn-letter", has_text="?").count()):
        view.locator(".agn-letter", has_text="?").first.click()
    view.locator(".agn-quiz button", has_text="reveal").click()
    panel.locator("svg.agn-spark").wait_for()  # without a move of the cursor
    book.edit(1, 6)
    panel.locator("h4", has_text="Line 7").wait_for()
    assert (
        panel.locator("svg.agn-spark").get_attribute("aria-label")
        == "guess over 9 rounds, from 1.41421 to 1.5"
    )
    assert panel.locator(".agn-probe tbody tr").count() == 9
    assert panel.get_by_role("button", name="Copy 9 values of guess as an array").is_visible()
    for dark in (False, True):
        choose_theme(book.page, dark)
        assert faults(panel) == []
        assert min(contrasts(panel))[0] >= 4.5
    view.locator(".agn-quiz button", has_text="again").click()
    panel.get_by_text("What became of the line is shown after the quiz.").wait_for()
    assert book.watched.own_errors() == [] and book.watched.outside == []


@lab
def test_the_report_is_exported_and_the_function_explored(opened: Any) -> None:
    book = opened("exported", LOADED, COLLATZ)
    book.run(0)
    book.run(1)
    book.cell(1).locator(".agn-box").first.wait_for(state="attached")
    for kind in ("JSON", "SVG"):
        book.edit(1, 4)
        book.command("Export Report")
        with book.page.expect_download() as download:
            book.cell(1).locator(".agn-menu button", has_text=kind).click()
        assert download.value.suggested_filename == f"collatz.{kind.lower()}"
    book.edit(1, 4)
    book.command("Explore Function in a New Cell")
    book.cell(2).wait_for()
    explored = "ag_notebook.explore(collatz, tf.constant(7), verbose=False)"
    book.wait(lambda: book.text(2).endswith(explored), "the new cell explores nothing")
    assert book.count(2) == ""  # a command writes; the view's button also runs
    button = book.cell(1).locator(".agn-live button", has_text="explore")
    button.scroll_into_view_if_needed()
    button.click()
    book.cell(3).wait_for(state="attached")
    book.show(2)
    book.wait(lambda: book.text(2).endswith(explored), "the new cell explores nothing")
    book.ran(2, "")
    assert book.watched.own_errors() == []


def knows(button: Any) -> None:
    """Waits until a button of a view has heard of the kernel: what is out of sight follows nothing."""
    button.scroll_into_view_if_needed()
    expect(button).to_be_enabled()


@pytest.mark.timed
@both
def test_run_and_stop_in_the_view(opened: Any) -> None:
    """A loop that never ends is stopped from the view of another cell, below itself, and by the notebook's own button."""
    book = opened("stopped", LOADED, COLLATZ, ENDLESS, "kept, int(tf.constant(2) + 3)")
    book.run(0)
    book.run(1)
    view = book.cell(1).locator(".agn-report")
    run, stop = (view.locator(".agn-live button", has_text=name) for name in ("run", "stop"))
    run.wait_for()
    knows(run)
    expect(stop).to_be_disabled()
    expect(stop).to_have_attribute("title", "Nothing is running.")
    before = book.count(1)
    run.click()
    book.ran(1, before)
    below = book.cell(2).locator(".agn-running button")
    toolbar = book.page.locator("[data-jp-item-name='interrupt']").locator("button, jp-button").first
    for press in (stop, below, toolbar):
        book.start(2)
        book.cell(2).locator(".agn-running").wait_for()
        book.page.wait_for_timeout(3000)  # it traces, then it loops
        assert book.count(2) == "*"
        knows(stop)
        expect(run).to_be_disabled()
        expect(run).to_have_attribute("title", "The kernel is busy.")
        press.click()
        took = book.wait(lambda: book.count(2) != "*", "the loop was not stopped")
        assert took < STOPS_WITHIN
        expect(book.cell(2).locator(".jp-OutputArea")).to_contain_text("KeyboardInterrupt")
        expect(book.cell(2).locator(".agn-running")).to_have_count(0)
        book.run(3)
        expect(book.cell(3).locator(".jp-OutputArea")).to_contain_text("('before', 5)")
    assert book.watched.own_errors() == []


@lab
def test_a_view_in_a_widget_knows_its_notebook(opened: Any) -> None:
    book = opened("widget", LOADED, COLLATZ.replace("%%autograph", "%%autograph -q --var made"), WIDGET)
    for number in range(3):
        book.run(number)
    run = book.cell(2).locator(".jupyter-widgets .agn-live button").first
    run.wait_for()
    knows(run)
    before = book.count(2)
    run.click()
    book.ran(2, before)
    book.edit(1, 3)
    book.command("Show Autograph Panel")
    panel = book.page.locator("#ag-notebook-inspector")
    panel.get_by_text("This cell has no report.").wait_for()
    assert book.watched.own_errors() == []


@both
def test_a_report_without_a_kernel_says_why_nothing_runs(opened: Any, drawing_server: Any) -> None:
    book = opened("halted", LOADED, COLLATZ)
    book.run(0)
    book.run(1)
    run = book.cell(1).locator(".agn-live button").first
    run.wait_for()
    knows(run)
    book.cell(1).locator(".jp-InputArea-prompt").click()
    book.page.locator(".lm-MenuBar-item", has_text="Kernel").click()
    book.page.locator(".lm-Menu-item", has_text="Shut Down Kernel").first.click()
    none = "The notebook has no kernel: start one in the menu Kernel."
    run.scroll_into_view_if_needed()
    expect(run).to_have_attribute("title", none)
    expect(run).to_be_disabled()
