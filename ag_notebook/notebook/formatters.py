"""Lets the shell show reports and graphs as views where they are a cell's value: `f.report(x)`, `f.graph(x)`.

They are plain data and know no notebook, so the shell is told about them from here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ag_notebook.notebook.display import FRAME, Screen, drawn
from ag_notebook.notebook.drawing import Drawing, draw
from ag_notebook.report import GraphModel, StagingReport

if TYPE_CHECKING:
    from collections.abc import Callable

    from IPython.core.interactiveshell import InteractiveShell

_KINDS = (StagingReport, GraphModel, Drawing)


def install(shell: InteractiveShell, report_bundle: Callable[[StagingReport], dict[str, str]]) -> None:
    """Tells the shell how to show reports (`report_bundle` does it), graphs and drawings."""
    if shell.display_formatter is not None:
        bundles = shell.display_formatter.mimebundle_formatter
        bundles.for_type(StagingReport, report_bundle)
        bundles.for_type(GraphModel, lambda graph: drawing_bundle(draw(graph), Screen.of(shell)))
        bundles.for_type(Drawing, lambda drawing: drawing_bundle(drawing, Screen.of(shell)))


def uninstall(shell: InteractiveShell) -> None:
    """Leaves them to the shell's own ways."""
    if shell.display_formatter is not None:
        for kind in _KINDS:
            shell.display_formatter.mimebundle_formatter.pop(kind, None)


def drawing_bundle(drawing: Drawing, screen: Screen) -> dict[str, str]:
    """A graph as an outline that fits the terminal, and as a picture for pages."""
    from ag_notebook.views.literal import in_ascii

    text = drawn(drawing.text, screen.width)
    bundle = {"text/plain": in_ascii(text) if screen.ascii_only else text}
    if screen.html:
        bundle["text/html"] = drawn(drawing.html, frame=FRAME)
    return bundle
