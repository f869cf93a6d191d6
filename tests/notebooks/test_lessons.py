"""Runs the lessons in real kernels, as they are stored and with the right answers filled in."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell

from ag_notebook.notebook import documents

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("0[1-9]_*.ipynb")) + sorted(NOTEBOOKS.glob("[1-9]*_*.ipynb"))

# What each question's check must find out, question by question.
ANSWERS = {
    "01_why_stage": ["second call", 5, 1, 3],
    "02_if_and_its_state": [["rate"], "UnboundLocalError", "None", "StagingError"],
    "03_loops_lowered": [5, 1, 1, True],
    "04_calls_and_closures": [3, "StagingError", 50, 2, 12],
    "05_lists_and_slices": [1, "StagingError", [1, 2, 3], [[100, 2, 3], [1, 2, 3]]],
    "06_reading_the_graph": [2, "body", 5, 2, True],
    "07_dispatch_decisions": [False, 3, 5, "U5", "StagingError"],
    "08_errors_and_debugging": ["AG230", "AssertionError", "UnboundLocalError", 3, False],
    "09_recursion_gradients_machine_code": ["StagingError", 1, 120.0, 0.0625, 2.0, 50000.0],
    "10_write_a_back_end": ["AG501", 1, "StagingError", "StagingError"],
}
PREDICTION = re.compile(r"^prediction = (.+)$", re.MULTILINE)
CHECK = re.compile(r'^ *check\("Question (\d+)"', re.MULTILINE)


def read(path: Path):
    document = nbformat.read(path, as_version=4)
    nbformat.validate(document)
    return document


def questions(document) -> list[int]:
    """Index of each check's cell; the cell before it asks."""
    return [
        i for i, cell in enumerate(document.cells) if cell.cell_type == "code" and CHECK.search(cell.source)
    ]


def printed(cell) -> str:
    return "".join(output.text for output in cell.outputs if output.output_type == "stream")


def shown(cell) -> list[str]:
    """The lines that a cell shows, and what it displays; what libraries log is left out."""
    said = "".join(o.text for o in cell.outputs if o.output_type == "stream" and o.name == "stdout")
    return [*said.splitlines(), *(o.output_type for o in cell.outputs if "data" in o)]


def test_there_are_ten_lessons():
    assert [path.stem for path in LESSONS] == list(ANSWERS)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_stored_without_outputs(path):
    document = read(path)
    assert document.metadata.kernelspec.name == "python3"
    for cell in document.cells:
        assert cell.cell_type == "markdown" or (not cell.outputs and cell.execution_count is None)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_asks_and_gives_no_answer_away(path):
    document = read(path)
    found = questions(document)
    assert len(found) >= 3
    assert len(found) == len(ANSWERS[path.stem])
    for number, index in enumerate(found, 1):
        assert f"# Question {number}." in document.cells[index - 1].source
        assert PREDICTION.findall(document.cells[index - 1].source) == ["None"]
        assert f'check("Question {number}"' in document.cells[index].source


@pytest.mark.slow
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_and_its_checks_find_the_truth(path, tmp_path):
    lesson = read(path)
    found = questions(lesson)
    played = copy.deepcopy(lesson)
    for index, answer in reversed(list(zip(found, ANSWERS[path.stem], strict=True))):
        check = lesson.cells[index].source
        again = [  # as a student does: predict, check, and predict and check again
            new_code_cell("prediction = 'a guess'"),
            new_code_cell(check),
            new_code_cell(f"prediction = {answer!r}"),
            new_code_cell(check),
            new_code_cell(check),
        ]
        played.cells[index + 1 : index + 1] = again
    copied = tmp_path / path.name
    nbformat.write(played, copied)

    ran = documents.run(copied)

    checks = [cell for cell in ran.cells if cell.cell_type == "code" and CHECK.search(cell.source)]
    assert len(checks) == 4 * len(found)
    for number, answer in enumerate(ANSWERS[path.stem], 1):
        stored, guessed, answered, forgotten = checks[4 * number - 4 : 4 * number]
        (only,) = shown(stored)  # whoever has not answered sees nothing that tells the answer
        assert only.startswith(f"Question {number}: no prediction yet.")
        assert f"Question {number}: you said 'a guess'; it is {answer!r}." in printed(guessed)
        assert f"Question {number}: right; it is {answer!r}." in printed(answered)
        assert f"Question {number}: no prediction yet." in printed(forgotten)
