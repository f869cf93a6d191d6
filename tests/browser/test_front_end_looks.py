"""What the view looks like and says to assistive technology: axe-core finds nothing serious; screenshots to be looked at.

Pictures of both themes, wide and narrow, are saved as `build/view_*.png`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pages import Watched, choose_theme, contrasts, faults

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build"
STATES = {
    "": "view => 0",
    "line": "view => view.querySelectorAll('.agn-pane-source .agn-row')[5].click()",
    "keys": "view => [...view.querySelectorAll('.agn-toolbar button')].at(-1).click()",
    "files": """view => { [...view.querySelectorAll('.agn-toolbar button')].at(-2).click(); }""",
    "quiz": """view => {
      [...view.querySelectorAll('.agn-toolbar button')].find(each => each.textContent === 'quiz').click();
      const open = () => [...view.querySelectorAll('.agn-asked .agn-letter')].find(each => each.textContent === '?');
      while (open()) open().click();
    }""",
    "score": "view => [...view.querySelectorAll('.agn-quiz button')].find(each => each.textContent === 'reveal').click()",
}
"""What is done before it is looked at, one after the other."""
DRAWN = {
    "": ".agn-box",
    "line": ".agn-pane-graph .agn-box.agn-selected",
    "keys": ".agn-help",
    "files": ".agn-menu",
    "quiz": ".agn-status:has-text('after the quiz')",
    "score": ".agn-box",
}
"""What is there then."""
SETTLED = """async view => {
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.all(view.getAnimations({subtree: true}).map(each => each.finished.catch(() => null)));
}"""


@pytest.fixture
def shown(drawing_server: Any, new_context: Any):
    """Opens a notebook; gives the page and its first view, once its graph is drawn."""

    def show(name: str, width: int, dark: bool) -> tuple[Watched, Any]:
        context = new_context(viewport={"width": width, "height": 1200})
        watched = Watched(context.new_page(), drawing_server.url).listen()
        watched.page.goto(drawing_server.page(name))
        view = watched.page.locator(".agn-report").first
        view.wait_for()
        watched.ready()
        choose_theme(watched.page, dark)
        view.locator(".agn-box").first.wait_for(state="attached")
        return watched, view

    return show


def put(view: Any, state: str) -> None:
    """Puts the view into a state, and waits until it is drawn."""
    view.evaluate(STATES[state])
    view.locator(DRAWN[state]).first.wait_for(state="attached")
    view.evaluate(SETTLED)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(shown: Any, dark: bool) -> None:
    watched, view = shown("collatz.ipynb", 1600, dark)
    found = {}
    for name in STATES:
        put(view, name)
        found[name or "opened"] = faults(view)
        if name in ("keys", "files"):
            view.evaluate("view => view.querySelector('.agn-menu, .agn-help').remove()")
    assert {name: each for name, each in found.items() if each} == {}, json.dumps(found, indent=1)
    assert watched.outside == [] and watched.own_errors() == []


@pytest.mark.parametrize("width", [1280, 800])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_are_taken_and_nothing_hangs_over(shown: Any, width: int, dark: bool) -> None:
    watched, view = shown("collatz.ipynb", width, dark)
    PICTURES.mkdir(exist_ok=True)
    app = "notebook" if "/notebooks/" in watched.page.url else "lab"
    panes = ["source", "generated", "graph"] if view.locator(".agn-tabs").is_visible() else [""]
    for name in ("", "line", "quiz", "score"):
        put(view, name)
        if name == "score":
            assert " right." in view.locator(".agn-quiz").inner_text()
        for pane in panes:
            if pane:
                view.get_by_role("tab", name=pane).dispatch_event("click")
            label = "_".join(filter(None, ["view", app, str(width), "dark" if dark else "light", name, pane]))
            view.screenshot(path=PICTURES / f"{label}.png")
            assert view.evaluate("e => e.scrollWidth <= e.clientWidth + 1"), label
            assert view.evaluate(_OVERLAPS) == [], label
            found = [each for each in contrasts(view) if each[1] != "OPTION"]
            assert min(found)[0] >= 4.5, (label, sorted(found)[:5])


_OVERLAPS = """view => {
  const seen = [...view.querySelectorAll('.agn-head, .agn-sides, .agn-quiz, .agn-tabs, .agn-panes, .agn-below')]
    .filter(each => each.checkVisibility() && each.offsetHeight);
  const over = [];
  for (let at = 1; at < seen.length; at++) {
    const [above, below] = [seen[at - 1].getBoundingClientRect(), seen[at].getBoundingClientRect()];
    if (below.top < above.bottom - 1) over.push([seen[at - 1].className, seen[at].className]);
  }
  return over;
}"""
"""Parts of the view that lie over the one before."""
