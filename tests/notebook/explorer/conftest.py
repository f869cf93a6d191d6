"""Gives the explorer's tests explorers in a shell, as a kernel would have them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ag_notebook.notebook.explorer.panel import Explorer

LONG = 60.0
"""Seconds within which any run of these tests has ended."""


class Explored:
    """An explorer and what a user sees of it."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.editors = explorer.inputs.editors

    def click(self, name: str) -> None:
        """Presses a button and waits for the end of what it began."""
        self.press(name)
        assert self.explorer.wait(LONG)

    def press(self, name: str) -> None:
        """Presses a button, if it can be pressed."""
        button = getattr(self.explorer, f"_{name}_button")
        assert not button.disabled
        button.click()

    @property
    def state(self) -> str:
        return str(self.explorer._state.value)

    @property
    def facts(self) -> str:
        return str(self.explorer._facts.value)

    @property
    def printed(self) -> str:
        return "".join(each.get("text", "") for each in self.explorer._output.outputs)

    @property
    def errors(self) -> list[dict[str, Any]]:
        return [each for each in self.explorer._output.outputs if each["output_type"] == "error"]

    @property
    def shown(self) -> dict[str, Any]:
        (output,) = self.explorer._report.outputs
        data: dict[str, Any] = output["data"]
        return data


@pytest.fixture
def explored(session: Any):
    """Makes explorers; what still runs at the end is stopped."""
    made: list[Explored] = []

    def explore(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Explored:
        made.append(Explored(Explorer(function, args, kwargs, session.shell)))
        return made[-1]

    session.shell.kernel = object()  # its front end shows widgets
    yield explore
    for each in made:
        each.explorer.close()
        assert each.explorer.wait(LONG)
