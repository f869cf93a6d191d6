"""Refusals are of the class that Python would raise, where it has one."""

import ast
from pathlib import Path

import pytest

from ag_notebook.staging.backends import lantern
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


def test_each_names_a_way_out():
    modules = list(Path(lantern.__file__).parent.rglob("*.py"))
    calls = [
        node
        for module in modules
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refusal"
    ]
    assert len(calls) > 50
    assert not [ast.unparse(call) for call in calls if ast.unparse(call.args[2]) == "''"]
