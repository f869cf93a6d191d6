"""Programs are run by one module, which gives values and gradients."""

import numpy as np

from ag_notebook.staging.backends.lantern.execute import executable
from ag_notebook.staging.backends.lantern.ir.reader import read


def test_run_and_gradients():
    made = executable(read("(param w f64) (def f ((x f64)) (* w (* x x)))"), "f")
    assert made.run([3.0], {"w": np.float64(2)}) == (18.0,)
    values, own, outer = made.gradients([3.0], {"w": np.float64(2)})
    assert (values, own, outer) == ((18.0,), (12.0,), {"w": 9.0})
