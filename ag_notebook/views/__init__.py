"""Shows reports: pure functions from a `StagingReport` to text, HTML, SVG, DOT and JSON.

Nothing here knows a notebook or a back end, and nothing is written or asked for but by `save` and, to lay out
a graph, the layout program.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from ag_notebook.report import LIMIT, GraphModel, StagingReport, bounded
from ag_notebook.report.json import json_text as written_text
from ag_notebook.views.choices import UnknownChoiceError, check_group, check_nested, chosen
from ag_notebook.views.finding import Found, SearchError, find
from ag_notebook.views.folding import Nested
from ag_notebook.views.grouping import Grouping
from ag_notebook.views.layout import TIMEOUT, LayoutError, LayoutTimeoutError
from ag_notebook.views.saving import UnknownFormatError, UnwritableError, save, save_graph

MIME_TYPE = "application/vnd.ag-notebook.view.v1+json"
"""What `data` gives, among the forms of a notebook's output."""

__all__ = [
    "MIME_TYPE",
    "TIMEOUT",
    "Found",
    "Grouping",
    "LayoutError",
    "LayoutTimeoutError",
    "Nested",
    "SearchError",
    "UnknownChoiceError",
    "UnknownFormatError",
    "UnwritableError",
    "data",
    "dot",
    "find",
    "html",
    "json_text",
    "page",
    "save",
    "save_graph",
    "svg",
    "text",
]


def text(
    report: StagingReport,
    width: int = 80,
    color: bool = False,
    ascii: bool = False,  # noqa: A002  the word says it
    show: Collection[str] | None = None,
    quiz: bool = False,
) -> str:
    """A report for a terminal of `width` columns (80 at least); `ascii` for terminals without Unicode.

    `show` chooses of `code`, `trace`, `passes`, `graph`, `optimized`, `xla`, `llvm`, `assembly`; None: all that the report has, but the passes.
    Notes and result are of the whole report, and always there. With `quiz` only the lines whose fate is to be predicted.

    Raises:
        UnknownChoiceError: AG406, `show` has a part that there is none of.
    """
    from ag_notebook.views.lines import SHOWN
    from ag_notebook.views.quiz import quiz_text
    from ag_notebook.views.terminal import NARROWEST, terminal_text

    parts = chosen(show, SHOWN)
    if quiz:
        return quiz_text(report, max(width, NARROWEST), ascii)
    return terminal_text(report, width, color, ascii, parts)


def html(
    report: StagingReport,
    salt: str = "",
    timeout: float = TIMEOUT,
    show: Collection[str] | None = None,
    quiz: bool = False,
) -> str:
    """A report as an HTML fragment for a notebook's output; `salt` tells equal reports of one document apart.

    `show` chooses as for `text`; None: all that the report has. With `quiz` the lines whose fate is to be predicted, and
    the rest in a fold that is closed.

    Raises:
        UnknownChoiceError: AG406, `show` has a part that there is none of.
    """
    from ag_notebook.views.fragment import fragment
    from ag_notebook.views.lines import PARTS
    from ag_notebook.views.quiz import quiz_html

    made = fragment(report, salt, timeout, chosen(show, PARTS))
    return quiz_html(report, made) if quiz else made


def data(
    report: StagingReport, salt: str = "", show: Collection[str] | None = None, quiz: bool = False
) -> dict[str, Any]:
    """A report as plain data for a front end that draws by itself (`labextension/`); arguments are those of `html`.

    It takes 1 MB of JSON at most; what is left out for that is said in it.

    Raises:
        UnknownChoiceError: AG406, `show` has a part that there is none of.
    """
    from ag_notebook.views.front_end import view_data
    from ag_notebook.views.lines import PARTS

    return view_data(report, salt, chosen(show, PARTS), quiz=quiz)


def page(report: StagingReport | Sequence[StagingReport], timeout: float = TIMEOUT) -> str:
    """One report or several as an HTML document of its own."""
    from ag_notebook.views.fragment import document

    return document([report] if isinstance(report, StagingReport) else report, timeout)


def dot(
    graph: GraphModel, depth: int | None = None, group: Grouping = "none", nested: Nested = "inline"
) -> str:
    """A graph in the DOT language, with what is inside of boxes open down to `depth` (None: all of it).

    `group` puts the operations of one name scope ("scope") or source line ("line") together; with `nested` "enter"
    an operation that holds graphs is a single box.

    Raises:
        UnknownChoiceError: AG406, there is no such `group` or `nested`.
    """
    check_group(group)
    check_nested(nested)
    from ag_notebook.views.drawing import dot_source
    from ag_notebook.views.folding import fold
    from ag_notebook.views.picture import line_colours

    frame = fold(graph, depth, group, nested)
    return dot_source(frame, line_colours(graph, frame))


def svg(
    graph: GraphModel,
    timeout: float = TIMEOUT,
    group: Grouping | None = None,
    nested: Nested = "inline",
) -> str:
    """A graph as an SVG document; `group` and `nested` as for `dot`, no `group`: by scopes where there is no room otherwise.

    Raises:
        UnknownChoiceError: AG406, there is no such `group` or `nested`.
    """
    check_group(group)
    check_nested(nested)
    from ag_notebook.views.picture import svg_file

    return svg_file(graph, timeout, group, nested)


def json_text(report: StagingReport, indent: int | None = None, limit: int | None = LIMIT) -> str:
    """A report as JSON; `ag_notebook.report.from_json` reads it back.

    What makes it larger than `limit` bytes (without indentation) is left out, see `ag_notebook.report.bounded`;
    None leaves nothing out.
    """
    return written_text(report if limit is None else bounded(report, limit), indent)
