"""Reads Python expressions that a user types, and says which values have a text that gives them back."""

from __future__ import annotations

import math
from typing import Any

from ag_notebook.notebook.explorer.problems import NOT_PARSED, InputError, quoted

LONGEST = 400
"""Characters of a value's text that is put into a field to be edited."""
_FILE = "<argument>"


def text_of(value: Any) -> str | None:
    """The expression that makes an equal value anew; None where there is none, or it is long."""
    if not _is_literal(value, ()):
        return None
    try:
        text = repr(value)
    except ValueError:  # an int of more digits than Python writes
        return None
    return text if len(text) <= LONGEST else None


def _is_literal(value: Any, around: tuple[int, ...]) -> bool:
    """Whether Python's own spelling of a value gives it back: of these types exactly, and of nothing that holds itself."""
    kind = type(value)
    if kind in (int, bool, str, bytes, type(None), type(Ellipsis)):
        return True
    if kind is float:
        return math.isfinite(value)
    if id(value) in around:
        return False
    around = (*around, id(value))
    if kind in (list, tuple) or (kind is set and value):
        return all(_is_literal(each, around) for each in value)
    if kind is dict:
        return all(_is_literal(each, around) for item in value.items() for each in item)
    return False


def problem_of(text: str) -> str:
    """Why a text is no expression; empty where it is one. Nothing runs."""
    try:
        compile(text.strip(), _FILE, "eval")
    except SyntaxError as error:
        return f"`{quoted(text)}` is no Python expression: {error.msg}."
    except ValueError as error:  # a null character
        return f"This is no Python expression: {error}."
    except NOT_PARSED:
        return "This is no Python expression: it is nested too deep."
    return ""


def evaluated(text: str, names: dict[str, Any]) -> Any:
    """The value of an expression.

    Raises:
        InputError: it is none, or raises an exception.
    """
    if problem := problem_of(text):
        raise InputError(problem)
    try:
        return eval(compile(text.strip(), _FILE, "eval"), names)
    except Exception as error:  # noqa: BLE001  whatever the user's expression raises
        raise InputError(f"`{quoted(text)}` raises {_said(error)}.") from None


def _said(error: Exception) -> str:
    """An exception in a sentence."""
    try:
        message = quoted(str(error))
    except Exception:  # noqa: BLE001  whatever the user's __str__ raises
        message = ""
    return f"{type(error).__name__}: {message}".rstrip(": ")
