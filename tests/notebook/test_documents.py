"""Notebook files run in a real kernel."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from ag_notebook.notebook import documents

QUICKSTART = Path(__file__).parents[2] / "notebooks" / "00_quickstart.ipynb"


def written(path: Path, *cells: str) -> Path:
    nbformat.write(new_notebook(cells=[new_markdown_cell("# Text"), *map(new_code_cell, cells)]), path)
    return path


def outputs_text(cell) -> str:
    return "\n".join(str(each.get("data", each.get("text"))) for each in cell.outputs)


def test_the_first_report_is_the_first_display_of_a_cell_of_ours():
    shown = new_output("display_data", {"text/plain": "the report", "text/html": "<b>"})
    other = new_output("display_data", {"text/plain": "a picture"})
    value = new_output("execute_result", {"text/plain": "1"})
    cells = [
        new_markdown_cell("%%autograph"),
        new_code_cell("plot()", outputs=[other]),
        new_code_cell("%%autograph\nf(1)", outputs=[shown, value]),
    ]
    assert documents.first_report(new_notebook(cells=cells)) == "the report"
    assert documents.first_report(new_notebook(cells=cells[:2])) is None


def test_start_up_lines_of_tensorflow_are_dropped_and_nothing_else():
    noise = (
        "WARNING: All log messages before absl::InitializeLog() is called are written to STDERR\n"
        "I0000 00:00:1795970651.982314    9674 cudart_stub.cc:31] Could not find cuda drivers on your machine.\n"
    )
    both = new_output("stream", name="stderr", text=f"{noise}a warning\n")
    only = new_output("stream", name="stderr", text=noise)
    document = new_notebook(cells=[new_code_cell("", outputs=[both, only]), new_markdown_cell("x")])
    documents._drop_start_up_lines(document)
    assert [each.text for each in document.cells[0].outputs] == ["a warning\n"]


def test_the_page_loads_nothing(tmp_path):
    page = documents.page(new_notebook(cells=[new_markdown_cell("# Title"), new_code_cell("1 + 1")]))
    assert "Title" in page
    assert re.findall(r'(?:src|href)="(?!data:|#)[^"]*"', page) == []


def test_the_page_is_light_or_dark():
    document = new_notebook(cells=[new_markdown_cell("# Title")])
    grounds = {
        dark: re.findall(r"--jp-layout-color0: ([^;]+);", documents.page(document, dark=dark))[-1]
        for dark in (False, True)
    }
    assert grounds[False] != grounds[True]
    assert 'data-jp-theme-light="true"' in documents.page(document)
    assert 'data-jp-theme-light="false"' in documents.page(document, dark=True)
    assert re.findall(r'(?:src|href)="(?!data:|#)[^"]*"', documents.page(document, dark=True)) == []


@pytest.mark.slow
def test_a_notebook_runs_in_its_folder(tmp_path):
    (tmp_path / "table.txt").write_text("42")
    document = documents.run(written(tmp_path / "a.ipynb", "open('table.txt').read()"))
    assert outputs_text(document.cells[1]) == "{'text/plain': \"'42'\"}"


@pytest.mark.slow
def test_a_failing_cell_is_an_error_with_the_document_so_far(tmp_path):
    with pytest.raises(documents.DocumentError, match="ZeroDivisionError") as error:
        documents.run(written(tmp_path / "a.ipynb", "x = 1\nx", "x / 0", "x"))
    cells = error.value.document.cells
    assert outputs_text(cells[1]) == "{'text/plain': '1'}"
    assert cells[2].outputs[0].ename == "ZeroDivisionError"
    assert cells[3].outputs == []


@pytest.mark.slow
def test_a_kernel_that_dies_is_an_error(tmp_path):
    with pytest.raises(documents.DocumentError, match="The kernel died"):
        documents.run(written(tmp_path / "a.ipynb", "import os; os._exit(3)"))


def test_the_quickstart_is_stored_without_outputs():
    document = nbformat.read(QUICKSTART, as_version=4)
    nbformat.validate(document)
    assert document.metadata.kernelspec.name == "python3"
    assert all(
        not cell.outputs and cell.execution_count is None for cell in document.cells if "outputs" in cell
    )


@pytest.mark.slow
def test_the_quickstart_runs_and_gives_the_right_values():
    document = documents.run(QUICKSTART)
    results = {}
    for cell in document.cells:
        if cell.cell_type == "code" and cell.source.startswith("%%autograph"):
            kinds = [output.output_type for output in cell.outputs]
            assert kinds == ["display_data", "execute_result"], cell.source
            assert {"text/html", "text/plain"} <= set(cell.outputs[0].data)
            results[re.findall(r"def (\w+)", cell.source)[-1]] = cell.outputs[1].data["text/plain"]
    assert results["collatz"] == "<tf.Tensor: shape=(), dtype=int32, numpy=111>"
    assert "(TensorShape([4, 7, 16])" in results["dynamic_rnn"]
    assert float(re.search(r"numpy=(-?[\d.]+)", results["dynamic_rnn"])[1]) == pytest.approx(
        -8.48744, abs=1e-3
    )
    assert float(re.search(r"numpy=([\d.]+)", results["train"])[1]) >= 0.95
    assert "[ 5, 11,  2,  0,  0,  0,  0,  0,  0,  0,  0]" in results["beam_search"]
    assert "collatz" in documents.first_report(document)
