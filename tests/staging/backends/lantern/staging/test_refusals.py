"""Refusals are of the class that Python would raise, where it has one."""

import pytest

from ag_notebook.staging.backends.lantern.staging.refusals import (
    AmbiguousError,
    LackingAttributeError,
    MisfitError,
    refusal,
)
from ag_notebook.staging.errors import StagingError


@pytest.mark.parametrize(
    ("kind", "base"),
    [
        (StagingError, Exception),
        (MisfitError, TypeError),
        (LackingAttributeError, AttributeError),
        (AmbiguousError, ValueError),
    ],
)
def test_classes(kind, base):
    error = refusal("AG310", "there is no such thing.", "Do without.", kind)
    assert type(error) is kind and isinstance(error, base) and isinstance(error, StagingError)
    assert error.span is not None and error.span.file == __file__
    assert str(error).endswith("there is no such thing. Do without.")
