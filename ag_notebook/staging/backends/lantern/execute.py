"""Runs programs and their gradients: the one place that says by what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ag_notebook.staging.backends.lantern import evaluate
from ag_notebook.staging.backends.lantern.ir.program import Program


class Executable(Protocol):
    """A definition that can be run; `arguments` and `parameters` as of `evaluate.run`."""

    def run(self, arguments: Sequence[Any], parameters: Mapping[str, Any]) -> tuple[Any, ...]:
        """The results."""

    def gradients(
        self, arguments: Sequence[Any], parameters: Mapping[str, Any]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...], dict[str, Any]]:
        """The results, and the gradients of the arguments and of the parameters."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A definition that is run by the evaluator."""

    program: Program
    name: str

    def run(self, arguments: Sequence[Any], parameters: Mapping[str, Any]) -> tuple[Any, ...]:
        return evaluate.run(self.program, self.name, arguments, parameters)

    def gradients(
        self, arguments: Sequence[Any], parameters: Mapping[str, Any]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...], dict[str, Any]]:
        return evaluate.gradients(self.program, self.name, arguments, parameters)


def executable(program: Program, name: str) -> Executable:
    """What runs a definition of a program."""
    return Evaluated(program, name)
