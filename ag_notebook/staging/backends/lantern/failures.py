"""What a program raises where a check of the user's does not hold."""

from __future__ import annotations


class CheckFailedError(Exception):
    """A `check` does not hold; `failure` says which one."""

    def __init__(self, failure: int) -> None:
        super().__init__(failure)
        self.failure = failure
