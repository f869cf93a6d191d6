"""Runs a notebook file in a real kernel and saves the page that it becomes."""

from __future__ import annotations

import os
import re
import tempfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_NO_SCRIPT = "data:text/javascript,"
"""Stands for the scripts that nbconvert would fetch from the network: the page needs none of them."""


_START_UP = re.compile(r"(WARNING: All log messages before absl|[IWE]\d{4} [\d:. ]+\S+\.cc:\d+\]).*\n?")
"""Lines that TensorFlow's C++ code prints while it is imported, whatever the log level."""


class DocumentError(Exception):
    """A cell of the notebook failed; the message is the cell's own traceback.

    Attributes:
        document: the notebook as far as it ran.
    """

    def __init__(self, message: str, document: Any) -> None:
        super().__init__(message)
        self.document = document


def run(path: Path, timeout: int = 600) -> Any:
    """The notebook with its outputs, run from the top in a new kernel of this Python.

    Raises:
        DocumentError: a cell failed.
    """
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, DeadKernelError

    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    document = nbformat.read(path, as_version=4)
    folder = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(document, timeout=timeout, kernel_name="python3", resources=folder)
    with tempfile.TemporaryFile("w+") as log:  # what the kernel's process writes past the notebook
        try:
            client.execute(stderr=log)
        except CellExecutionError as error:
            raise DocumentError(str(error), document) from None
        except DeadKernelError:
            log.seek(0)
            raise DocumentError(f"The kernel died.\n{log.read()[-2000:]}", document) from None
        finally:
            _drop_start_up_lines(document)
    return document


def page(document: Any, *, dark: bool = False) -> str:
    """The notebook as one HTML page that loads nothing from anywhere."""
    from nbconvert.exporters import HTMLExporter

    exporter = HTMLExporter(
        theme="dark" if dark else "light",
        require_js_url=_NO_SCRIPT,
        mathjax_url=_NO_SCRIPT,
        jquery_url=_NO_SCRIPT,
    )
    html: str = exporter.from_notebook_node(document)[0]
    return html


def first_report(document: Any) -> str | None:
    """The terminal view of the first report in a notebook that was run."""
    for cell in document.cells:
        if cell.cell_type == "code" and "%%autograph" in cell.source:
            for output in cell.outputs:
                if output.output_type == "display_data" and "text/plain" in output.data:
                    text: str = output.data["text/plain"]
                    return text
    return None


def _drop_start_up_lines(document: Any) -> None:
    for cell in document.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and output.name == "stderr":
                output.text = _START_UP.sub("", output.text)
        if "outputs" in cell:
            cell.outputs = [each for each in cell.outputs if each.get("text", "shown")]
