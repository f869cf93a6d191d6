"""`draw(f, x)`: the graph of anything that has one, as a picture in a notebook and an outline elsewhere."""

from __future__ import annotations

import os
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ag_notebook.report import GraphModel
    from ag_notebook.views import Found, Grouping, Nested

WIDTH = 100
"""Columns of the outline."""


@dataclass(frozen=True)
class Drawing:
    """A graph to be shown: the value of a cell, `print`ed, or saved.

    Attributes:
        graph: the graph as data.
        title: what stands above it.
        group: "scope" or "line" puts operations together, "none" leaves them apart; None: by scopes where it is large.
        nested: "inline", bodies and branches are in the picture; "enter", each has its own.
        search: operations that are listed first; see `ag_notebook.views.find`.
    """

    graph: GraphModel
    title: str
    group: Grouping | None = None
    nested: Nested = "inline"
    search: str = ""
    _name: str = field(default_factory=lambda: f"agn-{uuid.uuid4().hex[:10]}", compare=False, repr=False)

    def __post_init__(self) -> None:
        """Refuses wrong options here, not where the drawing is shown."""
        from ag_notebook.views.choices import check_group, check_nested

        check_group(self.group)
        check_nested(self.nested)

    def find(self, search: str) -> list[Found]:
        """The operations that `search` fits: `op:Mul`, `name:dense`, `line:7`, or a part of a name."""
        from ag_notebook import views

        return views.find(self.graph, search)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes `.html`, `.svg`, `.png`, `.dot`, `.json` or `.txt`, as the name says.

        Where `nested` is "enter", an image and `.dot` have the outer graph, with a single box for what holds graphs.
        """
        from ag_notebook import views

        return views.save_graph(self.graph, path, self.title, self.group, self.nested, self.search)

    def text(self, width: int = WIDTH) -> str:
        """The outline for a terminal."""
        from ag_notebook.views.alone import graph_text

        return graph_text(self.graph, self.title, width, self.search)

    def html(self) -> str:
        """The picture, with a list of all operations."""
        from ag_notebook.views.alone import graph_html

        return graph_html(self.graph, self.title, self._name, self.group, self.nested, self.search)

    def __str__(self) -> str:
        return self.text()

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": self.text(), "text/html": self.html()}


def draw(
    value: Any,
    /,
    *args: Any,
    group: Grouping | None = None,
    nested: Nested = "inline",
    find: str = "",
    **kwargs: Any,
) -> Drawing:
    """Draws the graph of `value`.

    Args:
        value: a staged function, a `tf.function`, a concrete function, a `tf.Graph`, a `GraphDef`, a Keras model, a loaded
            SavedModel or one of its signatures, a report, or a graph of one.
        *args: arguments of a staged function; where there are none, its last graph is drawn.
        group: "scope" or "line" puts operations together, "none" leaves them apart.
        nested: "inline" for bodies and branches in the picture, "enter" for each in a picture of its own.
        find: operations to list first, such as `op:Mul line:7`.
        **kwargs: more arguments of a staged function.

    Raises:
        StagingError: AG520, there is no graph in it; AG521, it has one for each signature, and none is known.
        SearchError: AG405, `find` cannot be read.
        UnknownChoiceError: AG406, there is no such `group` or `nested`.
    """
    __tracebackhide__ = True
    from ag_notebook import staging, views
    from ag_notebook.report import StagingReport
    from ag_notebook.views.alone import graph_of_report, graph_title
    from ag_notebook.views.choices import check_group, check_nested

    check_group(group)  # before a graph is made
    check_nested(nested)
    graph = graph_of_report(value) if isinstance(value, StagingReport) else None
    if graph is None:
        graph = staging.graph_of(value, *args, **kwargs)
    if find:
        views.find(graph, find)  # a search that cannot be read is told here, not where the drawing is shown
    return Drawing(graph, graph_title(value, graph), group, nested, find)
