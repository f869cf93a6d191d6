"""A check that does not hold ends the run with its number."""

import pytest

from ag_notebook.staging.backends.lantern.execute import executable
from ag_notebook.staging.backends.lantern.failures import CheckFailedError
from ag_notebook.staging.backends.lantern.ir.reader import read


def test_check():
    program = read("(def f ((x f64)) (let* ((ok (check (> x 0.0) :failure 7))) x))")
    made = executable(program, "f")
    assert made.run([2.0], {}) == (2.0,)
    with pytest.raises(CheckFailedError) as found:
        made.run([-2.0], {})
    assert found.value.failure == 7
