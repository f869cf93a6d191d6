"""Runs that cannot go on end in Python's errors, and the program stays usable."""

import numpy as np
import pytest
from failing import PROGRAM, TABLE, Chain, Named, chain

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled


@pytest.mark.parametrize(
    ("name", "arguments", "error", "message"),
    [
        ("row", [3], IndexError, "row: an index is out of range"),
        ("row", [-4], IndexError, "range"),
        ("label", [np.zeros(3), -1], IndexError, "range"),
        ("quotient", [1, 0], ZeroDivisionError, "quotient: an integer is divided by zero"),
        ("quotients", [np.arange(20, dtype="i4"), 0], ZeroDivisionError, "zero"),
        ("first", [None], AttributeError, "first: a field of None is read"),
        ("power", [2, -1], ValueError, "power: an integer has no negative power"),
    ],
)
def test_errors_of_a_run(name, arguments, error, message):
    executable = compiled(PROGRAM, name)
    good = {
        "row": ([-3], 1.0),
        "label": ([np.zeros(3), 2], np.log(3)),
        "quotient": ([7, 2], 4),
        "quotients": ([np.arange(20, dtype="i4"), 1], np.zeros(20)),
        "first": ([Chain(2.5)], 2.5),
        "power": ([2, 3], 8),
    }[name]
    for _ in range(2):
        with pytest.raises(error, match=message):
            executable.run(arguments, TABLE)
        with pytest.raises(error, match=message):
            executable.gradients(arguments, TABLE)
        np.testing.assert_allclose(executable.run(good[0], TABLE)[0], good[1])
