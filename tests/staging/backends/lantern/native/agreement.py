"""Compares machine code with the evaluator."""

import numpy as np

from ag_notebook.staging.backends.lantern import evaluate
from ag_notebook.staging.backends.lantern.native.executable import compiled

TOLERANCE = {"f4": 2e-5, "f8": 1e-11}


def same(found, wanted, tolerances=TOLERANCE):
    """Equal to rounding, with the same dtypes, NaN and infinities."""
    if isinstance(wanted, dict):
        assert found.keys() == wanted.keys()
        for key, value in wanted.items():
            same(found[key], value, tolerances)
        return
    if isinstance(wanted, tuple):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted):
            same(one, other, tolerances)
        return
    if not isinstance(wanted, (np.ndarray, np.generic)):
        assert found is wanted
        return
    assert found.dtype == wanted.dtype
    assert np.shape(found) == np.shape(wanted)
    if wanted.dtype.kind == "f":
        tolerance = tolerances[wanted.dtype.str[1:]]
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)
    else:
        np.testing.assert_array_equal(found, wanted)


def agree(program, name, arguments, parameters=None, gradients=True, seeds=None):
    """Runs and differentiates a definition both ways; returns the results."""
    executable = compiled(program, name)
    with np.errstate(all="ignore"):
        wanted = evaluate.run(program, name, arguments, parameters)
        same(executable.run(arguments, parameters), wanted)
        if gradients:
            wanted_gradients = evaluate.gradients(program, name, arguments, parameters, seeds)
            same(executable.gradients(arguments, parameters, seeds), wanted_gradients)
    return wanted
