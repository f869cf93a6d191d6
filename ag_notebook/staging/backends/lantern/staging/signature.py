"""Takes the arguments of an outermost call apart: what is staged, what is a record, and what is Python's.

Numbers and arrays are staged (Python's numbers as i64, f64 and bool), also inside of tuples, lists and dicts; arrays of another
back end (tensors of TensorFlow's) count as NumPy's of the same dtype. Objects whose classes have hints are records. All else is
Python's, and a part of the key, but for arrays of other kinds: what these hold may change from call to call, so they are
refused.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ag_notebook.staging.backends import registry
from ag_notebook.staging.backends.lantern.ir.types import (
    BOOL,
    DTYPES,
    F64,
    I64,
    MOST_DIMENSIONS,
    dtype_name,
    type_of,
)
from ag_notebook.staging.backends.lantern.parameters import Parameter
from ag_notebook.staging.backends.lantern.staging.records import has_subclasses, is_record_class, record_type
from ag_notebook.staging.backends.lantern.staging.refusals import MisfitError, refusal
from ag_notebook.staging.backends.lantern.staging.session import Session
from ag_notebook.staging.backends.lantern.staging.structure import (
    ArraySpec,
    Constant,
    Parts,
    ReferenceSpec,
    Spec,
    described,
)
from ag_notebook.staging.wording import kind_of

_NUMBERS = {bool: BOOL, int: I64, float: F64}


def argument_spec(made: Session, value: Any) -> Spec:
    """What an argument is."""
    kind = type(value)
    if kind in _NUMBERS:
        if kind is int and not -(2**63) <= value < 2**63:
            return Constant(value)
        return ArraySpec(_NUMBERS[kind], weak=True)
    if isinstance(value, np.generic):
        return Constant(value) if dtype_name(value.dtype) is None else ArraySpec(type_of(value))
    if kind in (np.ndarray, np.memmap):
        return _array_spec(value)
    array = _array_of_another(value)
    if array is not None:
        made.converted[id(value)] = value, array
        return ArraySpec(type_of(array))
    if hasattr(kind, "__array__") and kind is not Parameter:
        raise refusal(
            "AG310",
            f"{kind_of(value)} is an argument, and Lantern's arrays are NumPy's own.",
            "Convert it before the call: np.asarray(x).",
            MisfitError,
        )
    if is_record_class(kind):
        made.given.append(value)
        return ReferenceSpec(record_type(made, kind, value), kind)
    if kind is list or (isinstance(value, tuple) and (kind is tuple or hasattr(kind, "_fields"))):
        return Parts(kind, tuple(argument_spec(made, item) for item in value))
    if kind is dict:
        return Parts(dict, tuple(argument_spec(made, v) for v in value.values()), tuple(value))
    return Constant(value)


def _array_of_another(value: Any) -> Any:
    """The array of NumPy's that a value of another back end is; None for any other value."""
    owner = registry.owner_of_type(type(value))
    if isinstance(value, Parameter) or owner.name == "python":
        return None
    array = owner.checking().array(value)
    return None if array is None or dtype_name(array.dtype) is None else array


def converted(made: Session, value: Any) -> Any:
    """An argument with NumPy's arrays in the places of those of other back ends."""
    if id(value) in made.converted:
        return made.converted[id(value)][1]
    kind = type(value)
    if kind is list or kind is tuple:
        return kind(converted(made, item) for item in value)
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return kind(*(converted(made, item) for item in value))
    if kind is dict:
        return {key: converted(made, item) for key, item in value.items()}
    return value


def argument_names(
    function: Callable[..., Any], call: tuple[tuple[Any, ...], dict[str, Any]], spec: Spec
) -> list[str]:
    """The names of the arguments, of starred ones with their places."""
    bound = inspect.signature(function).bind(*call[0], **call[1])
    count = len(_arguments_of(spec)) - len(call[1])
    names: list[str] = []
    for name, parameter in bound.signature.parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            names += [f"{name}[{i}]" for i in range(count - len(names))]
        elif parameter.kind is parameter.VAR_KEYWORD:
            names += list(bound.arguments.get(name, ()))
        else:
            names.append(name)
    return names


def signature_text(names: list[str], spec: Spec) -> str:
    """The arguments by name with their types."""
    return ", ".join(f"{name}: {described(each)}" for name, each in zip(names, _arguments_of(spec)))


def leaf_names(names: list[str], spec: Spec) -> list[str]:
    """What leads to each leaf of the arguments, in the order of `leaves`: `x`, `xs[0]`, `options['a']`."""
    return [
        path for name, each in zip(names, _arguments_of(spec), strict=True) for path in _paths(name, each)
    ]


def _arguments_of(spec: Spec) -> list[Spec]:
    assert isinstance(spec, Parts)
    positional, named = spec.items
    assert isinstance(positional, Parts)
    assert isinstance(named, Parts)
    return [*positional.items, *named.items]


def _paths(path: str, spec: Spec) -> Iterator[str]:
    if isinstance(spec, (ArraySpec, ReferenceSpec)):
        yield path
    elif isinstance(spec, Parts):
        keys: Sequence[Any] = range(len(spec.items)) if spec.names is None else spec.names
        for key, inner in zip(keys, spec.items, strict=True):
            yield from _paths(f"{path}[{key!r}]", inner)


def _array_spec(value: np.ndarray) -> Spec:
    if dtype_name(value.dtype) is None:
        raise refusal(
            "AG310",
            f"an array of dtype {value.dtype} is an argument, and Lantern has arrays of {', '.join(DTYPES)}.",
            "Convert it before the call: x.astype(np.float64)."
            if value.dtype.kind in "fiu"
            else "Use a tuple or a list, which is Python's.",
            MisfitError,
        )
    if value.ndim > MOST_DIMENSIONS:
        raise refusal(
            "AG310",
            f"an array of {value.ndim} dimensions is an argument, and Lantern's have at most {MOST_DIMENSIONS}.",
            "Reshape it before the call: x.reshape(…).",
            MisfitError,
        )
    return ArraySpec(type_of(value))


def leaves(value: Any, spec: Spec) -> Iterator[Any]:
    """What a program is given for an argument, in order."""
    if isinstance(spec, (ArraySpec, ReferenceSpec)):
        if isinstance(spec, ReferenceSpec):
            _refuse_other_classes(value, spec.kind)
        yield value
    elif isinstance(spec, Parts):
        for item, inner in zip(value.values() if spec.kind is dict else value, spec.items, strict=True):
            yield from leaves(item, inner)


def guarded(value: Any, spec: Spec) -> Any:
    """An argument without its records, whose fields are read when the program runs."""
    if isinstance(spec, ReferenceSpec):
        return None
    if isinstance(spec, Parts):
        items = value.values() if spec.kind is dict else value
        return [guarded(item, inner) for item, inner in zip(items, spec.items, strict=True)]
    return None if isinstance(value, Parameter) else value


def _refuse_other_classes(value: Any, kind: type) -> None:
    """Refuses objects of classes derived from those that the hints name: their methods may be others.

    Raises:
        StagingError: AG314.
    """
    if not has_subclasses(kind):
        return
    seen: set[int] = set()
    todo = [(value, kind)]
    while todo:
        held, wanted = todo.pop()
        if held is None or id(held) in seen:
            continue
        seen.add(id(held))
        if type(held) is not wanted:
            raise refusal(
                "AG314",
                f"the hint says {wanted.__name__}, and there is an object of {type(held).__name__}, whose methods may be others.",
                "Use one class, with a field that says what it is.",
            )
        from ag_notebook.staging.backends.lantern.staging.records import record_fields

        todo += [(getattr(held, name, None), other) for name, other in record_fields(wanted)]
