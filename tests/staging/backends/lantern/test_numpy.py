"""`lantern.numpy`: NumPy's names, staged and on arrays."""

import numpy as np
import pytest
import tensorflow as tf
from lantern_staging import same, staged

from ag_notebook import staging
from ag_notebook.staging.backends import lantern
from ag_notebook.staging.backends.lantern import numpy as lnp
from ag_notebook.staging.backends.lantern.staging.functions import FUNCTIONS
from ag_notebook.staging.errors import StagingError

X = np.array([[0.5, -1.0], [2.0, 3.0]])


def test_every_name_is_there():
    assert set(lnp.__all__) <= FUNCTIONS.keys()
    assert all(callable(getattr(lnp, name)) and getattr(lnp, name).__doc__ for name in lnp.__all__)
    with pytest.raises(AttributeError, match="exp"):
        _ = lnp.fft


def test_staged_and_plain_agree():
    def run(x):
        return (
            *(
                lnp.exp(x),
                lnp.sigmoid(x),
                lnp.relu(x),
                lnp.softmax(x),
                lnp.log_softmax(x),
                lnp.sum(x, axis=0),
            ),
            *(
                lnp.zeros((2,)) + x,
                lnp.concatenate([x, x]),
                lnp.where(x > 0, x, 0.0),
                lnp.array([x[0, 0], 1.0]),
            ),
            *(
                lantern.cross_entropy(x, np.array([0, 1])),
                lantern.cross_entropy(x[0], 1),
                lantern.sigmoid(x[0, 0]),
            ),
        )

    assert same(staged(run)(X), run(X))


def test_plain_values():
    assert lnp.maximum(1, 2) == 2 and np.allclose(lantern.softmax(X).sum(-1), 1)
    assert np.isclose(lantern.cross_entropy(X[1], 1), -np.log(lantern.softmax(X)[1, 1]))


def test_values_of_another_back_end_are_refused():
    def loss(x):
        return lantern.numpy.tanh(x) + lantern.sigmoid(x)

    x = np.array([0.5, -1.0])
    assert same(staged(loss)(x), loss(x))
    with pytest.raises(StagingError, match=r"lantern\.numpy\.tanh is of Lantern only") as caught:
        staging.function(loss)(tf.constant(x))
    assert (caught.value.code, caught.value.span.line) == ("AG310", loss.__code__.co_firstlineno + 1)
    (beside,) = staging.side_by_side(loss, ("lantern", "tensorflow"), x).beside
    assert "of the back end tensorflow" in beside.notes[0].message
