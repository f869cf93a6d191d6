"""What the tests of pages ask a browser: when it is ready, which lines light up, how strong the contrast is, what left the page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 90.0
"""Seconds that a step may take: a machine may be slow, and other tests run beside this one."""
RUNS_WITHIN = 180_000
"""Milliseconds that a cell may take: the first one loads TensorFlow."""
REPORT = "div.ag-report"
AXE = Path(__file__).parents[2] / "labextension" / "node_modules" / "axe-core" / "axe.min.js"
_FAULTS = """async root => {
  const found = await axe.run(root, {resultTypes: ['violations']});
  return found.violations.filter(each => ['serious', 'critical'].includes(each.impact))
    .flatMap(each => each.nodes.map(node => [each.id, node.html.slice(0, 160), node.failureSummary]));
}"""
_CONTRAST = """
root => {
  const parse = text => {
    const all = text.match(/[\\d.e-]+/g).filter(t => /\\d/.test(t)).map(Number), mixed = text.startsWith('color(srgb');
    const rgb = all.slice(0, 3).map(c => mixed ? c * 255 : c);
    return [...rgb, all.length < 4 ? 1 : all[3]];
  };
  const over = (top, under) => top.slice(0, 3).map((c, i) => c * top[3] + under[i] * (1 - top[3]));
  const ground = element => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(parse(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const light = rgb => rgb.map(c => c / 255).map(c => c <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const found = [];
  for (const element of [root, ...root.querySelectorAll('*')]) {
    const own = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || !element.checkVisibility()) continue;
    const under = ground(element), text = over(parse(getComputedStyle(element).color), under);
    const [a, b] = [light(text), light(under)];
    const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    found.push([Math.round(ratio * 100) / 100, element.tagName, element.textContent.slice(0, 40)]);
  }
  return found;
}
"""


@dataclass
class Watched:
    """A page with what it said and asked for."""

    page: Any
    own: str
    """What the addresses of the server begin with; nothing else may be asked for."""
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    has_kernel: bool = False
    """Whether a kernel has told this page something."""

    def listen(self) -> Watched:
        self.page.on("request", self._request)
        self.page.on("websocket", self._socket)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        self.page.on(
            "dialog", lambda dialog: (self.errors.append(f"dialog: {dialog.message}"), dialog.dismiss())
        )
        return self

    def ready(self) -> Watched:
        """Waits until nothing comes by itself any more: the theme is there, the kernel is idle, and the page knows it.

        Until then the application puts cells into the page and takes them out again, and where a cell is run asks for a kernel.
        """
        until(self.page, lambda: self.has_kernel, "the page has no kernel")
        idle = self.page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]")
        idle.first.wait_for(state="attached")
        _themed(self.page)
        return self

    def _socket(self, socket: Any) -> None:
        def heard(_: Any) -> None:
            self.has_kernel = True

        if "/api/kernels/" in socket.url:
            socket.on("framereceived", heard)

    def _request(self, request: Any) -> None:
        socket = self.own.replace("http", "ws", 1)
        if not request.url.startswith((self.own, socket, "data:", "blob:", "file:")):
            self.outside.append(request.url)

    def own_errors(self) -> list[str]:
        """Errors in which our markup has a part; a front end has some of its own."""
        return [e for e in self.errors if re.search(r"ag-|agn-|ag_notebook|dialog|Content Security", e)]


def contrasts(report: Any) -> list[tuple[float, str, str]]:
    """The contrast (WCAG 2) of each visible piece of text in an element, with its tag and its first words."""
    found: list[tuple[float, str, str]] = [tuple(each) for each in report.evaluate(_CONTRAST)]
    return found


def faults(element: Any, *known: tuple[str, str]) -> list[list[str]]:
    """What axe-core finds of serious and critical faults in an element: the rule, the markup, and what to do.

    Left out is what is `known` of others' markup: a rule and a part of the markup.
    """
    if not AXE.is_file():
        pytest.fail("axe-core is missing: run `make front` first")
    page = element.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[list[str]] = element.evaluate(_FAULTS)
    return [each for each in found if not any(each[0] == rule and part in each[1] for rule, part in known)]


def until(page: Any, done: Callable[[], object], otherwise: str, within: float = PATIENCE) -> float:
    """Seconds until something is so, while the page goes on."""
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < within, otherwise
        page.wait_for_timeout(50)
    return time.monotonic() - began


def focus(element: Any) -> None:
    """Gives an element the focus until it keeps it for a second: while it opens, a notebook takes it to its own cells."""
    page = element.page

    def keeps() -> bool:
        element.focus()
        page.wait_for_timeout(1000)
        return bool(element.evaluate("e => e === document.activeElement"))

    until(page, keeps, "the element does not keep the focus")


def choose_theme(page: Any, dark: bool) -> None:
    """Puts the page into a theme, by the menu, and waits until the page has it."""
    _themed(page)
    wanted = str(not dark).lower()
    if page.evaluate("document.body.dataset.jpThemeLight") != wanted:
        page.get_by_role("menuitem", name="Settings", exact=True).click()
        page.locator(".lm-Menu-item", has_text="Theme").first.hover()
        theme = "JupyterLab Dark" if dark else "JupyterLab Light"
        page.locator(".lm-Menu-item", has_text=theme).first.click()
        page.wait_for_function(f"document.body.dataset.jpThemeLight === '{wanted}'")
        _themed(page)


def _themed(page: Any) -> None:
    """Waits until the page has a theme; while one is loaded, the page is hidden."""
    page.wait_for_function(
        """() => document.body.dataset.jpThemeLight && !document.querySelector('#jupyterlab-splash')
          && document.querySelector('.jp-Notebook')?.checkVisibility()"""
    )
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def ground(element: Any) -> str:
    """The background colour of an element, as computed."""
    return str(element.evaluate("e => getComputedStyle(e).backgroundColor"))


def line_class(element: Any) -> str:
    """The class that ties an element to a source line: `l7`."""
    found = re.search(r"\bl\d+\b", element.get_attribute("class") or "")
    assert found, element.get_attribute("class")
    return found[0]
