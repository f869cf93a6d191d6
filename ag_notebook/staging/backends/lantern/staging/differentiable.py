"""Refuses gradients that there are not: with respect to what holds no float, and of a value that is none."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging.missing_hints import no_records_in, why_no_record
from ag_notebook.staging.backends.lantern.staging.refusals import refusal
from ag_notebook.staging.backends.lantern.staging.structure import (
    ArraySpec,
    Constant,
    Parts,
    ReferenceSpec,
    Spec,
    described,
)
from ag_notebook.staging.wording import kind_of

_ELSEWHERE = "Ask for the gradient with respect to another argument, by argnums."


def refuse_arguments(
    function: Callable[..., Any], arguments: Spec, given: Sequence[Any], argnums: Sequence[int]
) -> None:
    """Refuses to differentiate with respect to arguments that hold no float.

    Beside others that do, those have the gradient None; but for what one may take for something that has one: parameters, and
    objects that are no records. None and texts always have the gradient None.

    Args:
        function: is called with them.
        arguments: what all of them are.
        given: the values of their leaves.
        argnums: the places of those that are asked for.

    Raises:
        StagingError: AG319.
        IndexError: there is no such argument.
    """
    assert isinstance(arguments, Parts)
    positional = arguments.items[0]
    assert isinstance(positional, Parts)
    held = iter(given)
    leaves = [list(_leaves(item, held)) for item in positional.items]
    for at in argnums:
        if not -len(leaves) <= at < len(leaves):
            raise IndexError(f"argnums names argument {at}, and the function was called with {len(leaves)}")
    has_float = any(_holds_float(leaves[at]) for at in argnums)
    for at in argnums:
        values = [value for _, value in leaves[at]]
        lacking = [value for value in values if isinstance(value, Parameter)]
        if not lacking and not _holds_float(leaves[at]):
            constants = no_records_in(values)
            numbers = [value for value in values if value is not None and not isinstance(value, (str, bytes))]
            lacking = constants or ([] if has_float else numbers)
        if lacking:
            what, fix = _why_none(lacking[0])
            named = _named(function, at % len(leaves))
            raise refusal("AG319", f"{named} has no gradient: {what}.", fix)


def refuse_result(result: Spec, arguments: Spec) -> None:
    """Refuses the gradient of what is no float, or was worked out by Python from constants.

    Raises:
        StagingError: AG319.
    """
    if isinstance(result, ArraySpec) and _is_float(result) and not result.type.shape:
        return
    if isinstance(result, Constant) and isinstance(result.value, (float, np.floating)):
        constants = no_records_in(value for _, value in _leaves(arguments, None))
        what, fix = (
            why_no_record(constants[0])
            if constants
            else ("nothing staged is in it", "Compute it from the arguments.")
        )
        raise refusal("AG319", f"the value is {described(result)} whatever is given: {what}.", fix)
    raise refusal(
        "AG319",
        f"the gradient of {described(result)} is asked for, and only a float has one.",
        "Return one float, such as a sum.",
    )


def _named(function: Callable[..., Any], place: int) -> str:
    """A positional argument, by its name where it has one."""
    parameters = list(inspect.signature(function).parameters.values())[: place + 1]
    if len(parameters) > place and all(each.kind is not each.VAR_POSITIONAL for each in parameters):
        return parameters[place].name
    return f"argument {place}"


def _leaves(spec: Spec, values: Iterator[Any] | None) -> Iterator[tuple[Spec, Any]]:
    """Each leaf with its value; where no values are known, those of constants alone."""
    if isinstance(spec, Parts):
        for item in spec.items:
            yield from _leaves(item, values)
    elif isinstance(spec, Constant):
        yield spec, spec.value
    else:
        yield spec, None if values is None else next(values)


def _holds_float(leaves: list[tuple[Spec, Any]]) -> bool:
    return any(isinstance(spec, ReferenceSpec) or _is_float(spec) for spec, _ in leaves)


def _is_float(spec: Spec) -> bool:
    return isinstance(spec, ArraySpec) and spec.type.is_float


def _why_none(value: Any) -> tuple[str, str]:
    """Why a value that is no float has no gradient, and the way out."""
    if isinstance(value, Parameter):
        return (
            "it is a Parameter, which is read and not passed",
            "Pass its array, as in f(w.value), or train it by an optimizer's step.",
        )
    if type(value) is int:
        return f"{value} is an int, and only floats have one", f"Pass {float(value)!r}."
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "iu":
        return f"it is of dtype {value.dtype}, and only floats have one", "Pass floats: x.astype(np.float64)."
    if no_records_in([value]):
        return why_no_record(value)
    return f"it is {kind_of(value)}, and only floats have one", _ELSEWHERE
