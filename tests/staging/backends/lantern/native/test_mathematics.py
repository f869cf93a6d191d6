"""Functions of real numbers are accurate."""

import numpy as np
import pytest
from sampling import SHAPES, check, program_of, values

from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS, INTEGERS, NUMBERS, type_of
from ag_notebook.staging.backends.lantern.native.executable import compiled


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["exp", "expm1", "log", "tanh", "sigmoid"])
def test_functions_are_accurate(dtype, name):
    """Within four units of the last place of the exact value, which comes from longer floats."""
    random = np.random.default_rng(1)
    x = np.concatenate(
        [random.normal(size=500), random.normal(size=500) * 20, random.normal(size=500) * 1e-3]
    ).astype(DTYPES[dtype])
    x = np.abs(x) if name == "log" else x
    (found,) = compiled(program_of([(name, [0], {})])([x]), "f").run([x])
    wide = x.astype(np.longdouble)
    exact = 1 / (1 + np.exp(-wide)) if name == "sigmoid" else getattr(np, name)(wide)
    error = np.abs(found.astype(np.longdouble) - exact)
    assert np.max(error / np.spacing(np.abs(exact).astype(DTYPES[dtype]))) < 4
