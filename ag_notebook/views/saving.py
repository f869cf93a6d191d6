"""Writes a view of a report to a file, in the format that the file's name asks for."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from pathlib import Path

from ag_notebook.report import LIMIT, GraphModel, StagingReport, bounded
from ag_notebook.views.choices import check_group, check_nested, chosen
from ag_notebook.views.folding import Nested
from ag_notebook.views.grouping import Grouping
from ag_notebook.views.layout import TIMEOUT, LayoutError, run_engine
from ag_notebook.views.lines import shown_graphs


class UnknownFormatError(ValueError):
    """A file name that asks for a format there is none of, or for the picture of a graph that was not made.

    Attributes:
        code: `AG404`.
        message: what is missing, one sentence.
        fix: the way out.
    """

    def __init__(self, message: str, fix: str) -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.fix = "AG404", message, None, fix

    def __str__(self) -> str:
        return f"{self.code}: {self.message} {self.fix}"


class UnwritableError(OSError):
    """A place where no file can be written.

    Attributes:
        code: `AG407`.
        message: what is in the way, one sentence.
        fix: the way out.
    """

    def __init__(self, message: str, fix: str) -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.fix = "AG407", message, None, fix

    def __str__(self) -> str:
        return f"{self.code}: {self.message} {self.fix}"


def write_file(path: Path, data: bytes) -> None:
    """Writes a file into a folder that is there.

    Raises:
        UnwritableError: AG407.
    """
    check_folder(path)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UnwritableError(
            f"{path} cannot be written: {error.strerror}.", "Choose another file name or folder."
        ) from None


def check_folder(path: Path) -> None:
    """Refuses a file in a folder that there is none of: a mistyped path would become one.

    Raises:
        UnwritableError: AG407.
    """
    if not path.parent.is_dir():
        raise UnwritableError(f"There is no folder {path.parent}.", "Make it first, or choose another.")


def save(
    report: StagingReport,
    path: str | os.PathLike[str],
    timeout: float = TIMEOUT,
    show: Collection[str] | None = None,
) -> Path:
    """Writes `report` to `path`: `.html`, `.json`, `.txt`, or its graph as `.svg`, `.dot`, `.png`.

    With several functions, `.svg`, `.dot` and `.png` show the graph of the last one that has a graph. `show` chooses what
    `.txt` has, as for `text`; the other formats have all that the report has.

    Returns:
        The path written to.

    Raises:
        UnknownFormatError: AG404, the file's name asks for no format, or the report has no graph to draw.
        UnwritableError: AG407, no file can be written there.
        UnknownChoiceError: AG406, `show` has a part that there is none of.
    """
    path = Path(path)
    check_format(path)
    chosen(show, ())
    write = _WRITERS[path.suffix.lower()]
    # Made in full before the file is touched: a failure leaves no half file.
    data = _text(report, timeout, show) if write is _text else write(report, timeout)
    write_file(path, data)
    return path


def check_format(path: Path) -> None:
    """Refuses a file name that asks for no format.

    Raises:
        UnknownFormatError: AG404.
    """
    if path.suffix.lower() not in _WRITERS:
        raise UnknownFormatError(
            f"There is no view for files named {path.suffix or path.name!r}.",
            f"Use one of {', '.join(_WRITERS)}.",
        )


def save_graph(
    graph: GraphModel,
    path: str | os.PathLike[str],
    title: str,
    group: Grouping | None = None,
    nested: Nested = "inline",
    search: str = "",
    timeout: float = TIMEOUT,
) -> Path:
    """Writes a graph alone to `path`, in the same formats as `save`; `.json` is the graph as data.

    With `nested` "enter", `.svg`, `.png` and `.dot` show the outer graph alone: an operation that holds graphs is a
    single box. `.html` has a picture of each.

    Returns:
        The path written to.

    Raises:
        UnknownFormatError: AG404, the file's name asks for no format.
        UnwritableError: AG407, no file can be written there.
        UnknownChoiceError: AG406, there is no such `group` or `nested`.
    """
    check_group(group)
    check_nested(nested)
    from ag_notebook.report.json import json_text
    from ag_notebook.views.alone import PAGE, graph_html, graph_page, graph_text
    from ag_notebook.views.picture import svg_file

    writers: dict[str, Callable[[], bytes]] = {
        ".html": lambda: graph_page(
            graph_html(graph, title, PAGE, group, nested, search, timeout), title
        ).encode(),
        ".json": lambda: (json_text(graph, indent=1) + "\n").encode(),
        ".txt": lambda: (graph_text(graph, title, 100, search) + "\n").encode(),
        ".svg": lambda: svg_file(graph, timeout, group, nested).encode(),
        ".dot": lambda: _dot_text(graph, group, nested).encode(),
        ".png": lambda: _png_of(graph, timeout, group, nested),
    }
    path = Path(path)
    check_format(path)
    data = writers[path.suffix.lower()]()
    write_file(path, data)
    return path


def _html(report: StagingReport, timeout: float) -> bytes:
    from ag_notebook.views import page

    return page(report, timeout).encode()


def _json(report: StagingReport, timeout: float) -> bytes:
    """The report in JSON of at most `LIMIT` bytes: with a line for each value where there is room for that."""
    from ag_notebook.report.json import json_text

    report = bounded(report, LIMIT - 1)  # a line break comes after it
    indented = json_text(report, indent=1).encode()
    return (indented if len(indented) < LIMIT else json_text(report).encode()) + b"\n"


def _text(report: StagingReport, timeout: float, show: Collection[str] | None = None) -> bytes:
    from ag_notebook.views import text

    return (text(report, 100, show=show) + "\n").encode()


def _svg(report: StagingReport, timeout: float) -> bytes:
    from ag_notebook.views import svg

    return svg(_graph(report), timeout).encode()


def _dot(report: StagingReport, timeout: float) -> bytes:
    from ag_notebook.views import dot

    return dot(_graph(report)).encode()


def _dot_text(graph: GraphModel, group: Grouping | None, nested: Nested) -> str:
    """A graph in the DOT language, all of it open that is not to be entered."""
    from ag_notebook.views import dot

    return dot(graph, group=group or "none", nested=nested)


def _png(report: StagingReport, timeout: float) -> bytes:
    return _png_of(_graph(report), timeout)


def _png_of(
    graph: GraphModel, timeout: float, group: Grouping | None = None, nested: Nested = "inline"
) -> bytes:
    from ag_notebook.views.drawing import dot_source
    from ag_notebook.views.picture import draw, line_colours

    drawn = draw(graph, timeout, group, nested)
    data = run_engine(dot_source(drawn.frame, line_colours(graph, drawn.frame)), "png", timeout)
    if not data.startswith(b"\x89PNG"):
        raise LayoutError("AG403", "The layout program made no PNG.", "Save the graph as .svg.")
    return data


def _graph(report: StagingReport) -> GraphModel:
    graphs = shown_graphs(report)
    if not graphs:
        raise UnknownFormatError("This report has no graph to draw.", "Save it as .html, .txt or .json.")
    return graphs[-1]


_WRITERS: dict[str, Callable[[StagingReport, float], bytes]] = {
    ".html": _html,
    ".json": _json,
    ".txt": _text,
    ".svg": _svg,
    ".dot": _dot,
    ".png": _png,
}
