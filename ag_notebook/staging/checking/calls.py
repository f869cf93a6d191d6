"""Compares the calls that a program makes by itself, as it makes them: with the arguments and the state of that moment."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ag_notebook.report import Check
from ag_notebook.staging.checking import SECONDS_IN_ALL, check, runs_now
from ag_notebook.staging.errors import ConversionError, StagingError
from ag_notebook.staging.wording import counted

if TYPE_CHECKING:
    from ag_notebook.staging.function import StagedFunction

MOST_CALLS = 5
"""Calls of one function that are compared: a training loop makes thousands, and each is run several times."""


@dataclass(slots=True)
class Watch:
    """Compares the first calls of staged functions that come from outside of all staged functions."""

    found: list[Check] = field(default_factory=list)
    seconds: float = 0.0
    """What comparing has taken, all in all."""
    _made: Counter[str] = field(default_factory=Counter)
    _left: int = 0
    _watched: list[StagedFunction] = field(default_factory=list)
    _is_off: bool = False
    _thread: int = field(default_factory=threading.get_ident)

    def watch(self, staged: StagedFunction) -> None:
        """Compares the calls of a function from now on."""
        staged.watch = self
        self._watched.append(staged)

    def end(self) -> tuple[Check, ...]:
        """Looks at no call any more; gives what was found."""
        for staged in self._watched:
            if staged.watch is self:
                staged.watch = None
        self._watched.clear()
        if self._left:
            text = f"{counted(self._left, 'more call', 'more calls')}"
            most = f"The first {MOST_CALLS} of a function are compared, and for {SECONDS_IN_ALL:g} s in all."
            self.found.append(Check(text, (), skipped=most))
            self._left = 0
        return tuple(self.found)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Looks at no call meanwhile."""
        before, self._is_off = self._is_off, True
        try:
            yield
        finally:
            self._is_off = before

    @contextlib.contextmanager
    def around(self, staged: StagedFunction, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Iterator[None]:
        """Around a call: compares it before it is made, and none of those that are made in it."""
        if self._thread != threading.get_ident():
            yield
            return
        self._compare(staged, args, kwargs)
        with self.paused():
            yield

    def _compare(self, staged: StagedFunction, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if self._is_off or not runs_now(staged):
            return
        name = staged.__name__
        if self._made[name] >= MOST_CALLS or self.seconds > SECONDS_IN_ALL:
            self._left += 1
            return
        self._made[name] += 1
        begun = time.perf_counter()
        try:
            self.found += check(staged, args, kwargs, generate=self._made[name] == 1)
        except (ConversionError, StagingError, TypeError):
            pass  # the call itself is about to say so, at its own line
        except Exception as error:  # noqa: BLE001  a comparison that fails must not become the cell's error
            said = f"It could not be compared ({type(error).__name__}: {error})."
            self.found.append(Check(f"{name}(…)", (), skipped=said))
        finally:
            self.seconds += time.perf_counter() - begun
