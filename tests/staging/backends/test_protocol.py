"""Every back end has what the protocol says, under the same names and with as many parameters."""

from __future__ import annotations

import inspect

import pytest

from ag_notebook.staging.backends import registry
from ag_notebook.staging.backends.protocol import Backend, Entry
from ag_notebook.staging.options import Options

METHODS = [n for n, held in vars(Backend).items() if inspect.isfunction(held) and not n.startswith("_")]
BACKENDS = ["python", "tensorflow"]


def twice(x):
    return 2 * x


@pytest.mark.parametrize("name", BACKENDS)
def test_back_ends_are_back_ends(name) -> None:
    backend = registry.named(name)
    assert isinstance(backend, Backend)
    assert backend.name == name


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", BACKENDS)
def test_methods_take_as_many_arguments_as_the_protocol_says(name, method) -> None:
    wanted = list(inspect.signature(getattr(Backend, method)).parameters)[1:]
    given = list(inspect.signature(getattr(registry.named(name), method)).parameters)
    assert len(given) == len(wanted), f"{method}{tuple(given)} for {tuple(wanted)}"


@pytest.mark.parametrize("name", BACKENDS)
def test_entries_are_entries(name) -> None:
    entry = registry.named(name).entry(twice, Options(backend=name))
    assert isinstance(entry, Entry)
    assert entry.all_traces() == []
    assert entry(4) == 8


def test_something_else_is_no_back_end() -> None:
    assert not isinstance(object(), Backend)
