"""Memory of runs."""

import numpy as np
import pytest
from failing import PROGRAM, TABLE, Chain, Named, chain

from ag_notebook.staging.backends.lantern.ir.reader import read
from ag_notebook.staging.backends.lantern.native.executable import compiled


def test_more_than_the_arena_has_room_for():
    vectors = compiled(PROGRAM, "vectors", arena=1 << 20)
    with pytest.raises(MemoryError, match="vectors needs more than 1 MiB"):
        vectors.gradients([chain(10_000), np.ones(8)])
    (value,), (_, gradient), _ = vectors.gradients([chain(3), np.ones(8)])
    assert value.tolist() == [0.125] * 8
    assert gradient.tolist() == [0.125] * 8
