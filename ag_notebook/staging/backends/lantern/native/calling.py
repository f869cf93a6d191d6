"""One call of machine code: its context, its arena and its stack, and what became of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from ag_notebook.staging.backends.lantern.native.arena import arena
from ag_notebook.staging.backends.lantern.native.errors import SITE_BITS, Failure, Site, error_of, site_of
from ag_notebook.staging.backends.lantern.native.layout import (
    ARENA,
    ARENA_END,
    INTERRUPTED,
    JUMP_BUFFER,
    SITE,
    STACK_BYTES,
    STACK_LIMIT,
)
from ag_notebook.staging.stopping import cancellable

OWN_STACK = 192 << 10
"""What a call takes of the stack of the thread that it is made in: there is that much on every system."""
LARGE_STACK = 1 << 30
_SPARE = 1 << 20
"""What is left of the large stack for what is not machine code."""
_JUMP_BYTES = 1024
_stack_lock = threading.Lock()

Entry = Callable[..., int]


def address_of(array: np.ndarray) -> int:
    return int(array.__array_interface__["data"][0])


class Caller:
    """Calls the entries of a compilation.

    Args:
        name: of the definition, for messages.
        arena_bytes: how much room there is for intermediate values.
        stack_bytes: of the thread for calls that are deep.
    """

    def __init__(self, name: str, arena_bytes: int, stack_bytes: int = LARGE_STACK) -> None:
        self.name = name
        self.arena_bytes = arena_bytes
        self.stack_bytes = stack_bytes
        self.deep = False  # whether the last call needed a large stack

    def call(
        self,
        entry: Entry,
        context: np.ndarray,
        addresses: Sequence[int],
        clear: Callable[[], None],
        sites: Iterable[Site] = (),
    ) -> None:
        """Calls an entry with addresses, of which the first is the context's; `clear` makes its sums zeros again where it fails.

        Args:
            entry: a function that returns a code of `Failure`.
            context: see `layout`.
            addresses: what the entry is given.
            clear: takes back what a run that fails has written.
            sites: the operations that may fail.

        Raises:
            RecursionError, MemoryError, IndexError, ZeroDivisionError, AttributeError, ValueError, CheckFailedError,
            KeyboardInterrupt: see `errors`.
        """
        numbers: list[int] = []

        def stop() -> None:
            context[STACK_LIMIT] = INTERRUPTED

        with arena(self.arena_bytes) as memory, cancellable(stop):
            buffer = -(-memory.start // 64) * 64
            start = buffer + _JUMP_BYTES
            context[JUMP_BUFFER], context[ARENA_END] = buffer, memory.end

            def run(stack: int) -> Failure:
                context[ARENA], context[STACK_BYTES] = start, stack
                number, kind = divmod(entry(*addresses), 1 << SITE_BITS)
                numbers[:] = [number]
                memory.release(int(context[ARENA]) - start)
                return Failure(kind)

            failure = Failure.DEPTH if self.deep else run(OWN_STACK)
            if failure is Failure.DEPTH:
                if not self.deep:
                    clear()
                failure = self._on_large_stack(run)
                self.deep = failure is Failure.NONE
        if failure is not Failure.NONE:
            clear()
        if failure is Failure.INTERRUPTED:
            raise KeyboardInterrupt
        if failure is not Failure.NONE:
            site = site_of(failure, numbers[0], int(context[SITE]), list(sites))
            sizes = {"stack": self.stack_bytes >> 20, "arena": memory.size >> 20}
            raise error_of(failure, site, name=self.name, **sizes)

    def _on_large_stack(self, run: Callable[[int], Failure]) -> Failure:
        """Runs on a thread of its own; its stack is address space that becomes memory where it is touched."""
        found: list[Failure] = []
        size = self.stack_bytes

        def whole() -> None:
            found.append(run(size - _SPARE))

        while True:
            with _stack_lock:
                before = threading.stack_size()
                try:
                    threading.stack_size(size)
                    thread = threading.Thread(target=whole, name=f"deep call of {self.name}")
                    thread.start()
                    break
                except (ValueError, RuntimeError):
                    if size <= 2 * _SPARE:
                        return Failure.DEPTH
                    size //= 2
                finally:
                    threading.stack_size(before)
        _joined(thread)
        return found[0]


def _joined(thread: threading.Thread) -> None:
    """Waits for the thread; an interrupt, which stops it as well, waits for its end."""
    interrupted: BaseException | None = None
    while thread.is_alive():
        try:
            thread.join(1.0)
        except BaseException as problem:  # noqa: BLE001 - raised below, once nothing runs any more
            interrupted = problem
    if interrupted is not None:
        raise interrupted
