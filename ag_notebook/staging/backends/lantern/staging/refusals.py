"""Makes the errors of staging to Lantern: coded, at the user's line, of the class that Python would raise where it has one."""

from __future__ import annotations

from ag_notebook.report import Span
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.wording import with_article


class LackingAttributeError(StagingError, AttributeError):
    """An attribute that a staged value has not: `hasattr` may be waiting for it."""


class MisfitError(StagingError, TypeError):
    """Operands that do not fit."""


class UnhashableError(StagingError, TypeError):
    """A staged value is hashed: what looks it up may be waiting for a TypeError."""


class AmbiguousError(StagingError, ValueError):
    """A value that is neither true nor false."""


def refusal(code: str, message: str, fix: str, kind: type[StagingError] = StagingError) -> StagingError:
    """The error, at the user's line."""
    return kind(code, message, span=user_span(), fix=fix)


def growing_object(kind: type, span: Span | None = None) -> StagingError:
    """The error that says that objects of a class hold each other, without a limit that is known."""
    made = with_article(kind.__name__)
    return StagingError(
        "AG238",
        f"{made} is made that holds {made}, which holds another, as many as there are calls or iterations.",
        span=span or user_span(),
        fix="Make such objects outside of the staged function, or use an array.",
    )
