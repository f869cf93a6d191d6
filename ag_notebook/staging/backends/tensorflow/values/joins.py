"""Joins the types of a variable on two paths: the two branches of an `if`, before and after a loop's body.

*Unbound* is the outer option and *None* the inner one. Objects that existed before are joined by identity,
objects made on the paths by structure.
"""

from __future__ import annotations

from types import FunctionType

import numpy as np

from ag_notebook.staging.backends.carriers import Undefined
from ag_notebook.staging.backends.tensorflow.values.functions import holds_lost_values
from ag_notebook.staging.backends.tensorflow.values.specs import (
    SCALARS,
    ChoiceType,
    CompositeType,
    Constant,
    ContentsType,
    FieldsType,
    JoinError,
    ListType,
    Never,
    OptionalType,
    PaddedType,
    SequenceType,
    Spec,
    as_tensor_type,
    is_number,
    join_tensor_types,
    same_constant,
)
from ag_notebook.staging.backends.tensorflow.values.structure import deepen, existed, is_record, own
from ag_notebook.staging.runtime.effects import CONTAINERS, Contents
from ag_notebook.staging.wording import kind_of, python_text, with_article


def is_unbound(spec: Spec) -> bool:
    """Whether the spec is of a name that is not bound."""
    return isinstance(spec, Constant) and isinstance(spec.value, Undefined)


def is_none(spec: Spec) -> bool:
    """Whether the spec is None."""
    return isinstance(spec, Constant) and spec.value is None


def join(a: Spec, b: Spec) -> Spec:
    """The type that fits the values of both.

    Raises:
        JoinError: there is none; its message names the two.
    """
    for spec in (a, b):
        if isinstance(spec, Constant) and type(spec.value) is FunctionType and holds_lost_values(spec.value):
            raise JoinError("the function holds values that only the path has on which it was made")
    if isinstance(a, Never):
        return own(b)
    if isinstance(b, Never):
        return own(a)
    if a == b:
        return a
    if isinstance(a, PaddedType) or isinstance(b, PaddedType):
        return join(*(s.inner if isinstance(s, PaddedType) else s for s in (a, b)))
    for maybe_unbound in (_join_unbound, _join_none):
        joined = maybe_unbound(a, b)
        if joined is not None:
            return joined
    if is_number(a) and is_number(b):
        return join_tensor_types(as_tensor_type(a), as_tensor_type(b))
    choice = _join_choice(a, b)
    if choice is not None:
        return choice
    a, b = deepen(a), deepen(b)
    if is_number(a) and is_number(b):
        return join_tensor_types(as_tensor_type(a), as_tensor_type(b))
    return _join_structures(a, b)


def _join_unbound(a: Spec, b: Spec) -> Spec | None:
    def parts(spec: Spec) -> tuple[str | None, Spec]:
        if is_unbound(spec):
            return spec.value.name, Never()  # type: ignore[attr-defined]
        if isinstance(spec, OptionalType) and spec.name is not None:
            return spec.name, spec.inner
        return None, spec

    (a_name, a_inner), (b_name, b_inner) = parts(a), parts(b)
    name = a_name or b_name
    if name is None:
        return None
    if isinstance(a_inner, Never) and isinstance(b_inner, Never):
        return a
    return OptionalType(name, join(a_inner, b_inner))


def _join_none(a: Spec, b: Spec) -> Spec | None:
    def parts(spec: Spec) -> tuple[bool, Spec]:
        if is_none(spec):
            return True, Never()
        if isinstance(spec, OptionalType):
            return True, spec.inner
        return False, spec

    (a_none, a_inner), (b_none, b_inner) = parts(a), parts(b)
    if not (a_none or b_none):
        return None
    return OptionalType(None, join(a_inner, b_inner))


def _join_choice(a: Spec, b: Spec) -> Spec | None:
    def objects(spec: Spec) -> tuple[object, ...] | None:
        if isinstance(spec, ChoiceType):
            return spec.objects
        if isinstance(spec, Constant) and _is_opaque(spec.value):
            return (spec.value,)
        return None

    left, right = objects(a), objects(b)
    if left is None or right is None:
        return _join_of_two_classes(a, b, left, right)
    return ChoiceType((*left, *(o for o in right if not any(same_constant(o, x) for x in left))))


def _join_of_two_classes(
    a: Spec, b: Spec, left: tuple[object, ...] | None, right: tuple[object, ...] | None
) -> Spec | None:
    """Objects of different classes that existed before: one of the two, as their attributes have no common structure."""

    def objects(spec: Spec, found: tuple[object, ...] | None) -> tuple[object, ...]:
        if found is not None:
            return found
        held = isinstance(spec, Constant) and is_record(spec.value) and existed(spec.value)
        return (spec.value,) if held else ()  # type: ignore[attr-defined]

    found = (*objects(a, left), *objects(b, right))
    kinds = {type(o) for o in found}
    if (
        len(found) < 2
        or len(kinds) < 2
        or not all(map(is_record, found))
        or not (objects(a, left) and objects(b, right))
    ):
        return None
    return ChoiceType(tuple({id(o): o for o in found}.values()))


def _is_opaque(value: object) -> bool:
    """Whether a Python object has no structure to join by: a function, class, enum member, layer, variable, …"""
    if value is None or type(value) in (*SCALARS, bytes) or isinstance(value, (Undefined, Contents)):
        return False
    if isinstance(value, CONTAINERS):
        return type(value) not in (list, dict, set) and existed(value)
    return not (
        type(value) in (list, dict, set) or isinstance(value, (tuple, np.ndarray)) or is_record(value)
    )


def _join_structures(a: Spec, b: Spec) -> Spec:
    if isinstance(a, ContentsType) and isinstance(b, ContentsType):
        return ContentsType(join(a.inner, b.inner))
    if (
        isinstance(a, SequenceType)
        and isinstance(b, SequenceType)
        and a.kind is b.kind
        and len(a.items) == len(b.items)
    ):
        return SequenceType(a.kind, tuple(join(x, y) for x, y in zip(a.items, b.items, strict=True)))
    if is_list(a) and is_list(b):
        return ListType(_element(a, b))
    if (
        isinstance(a, FieldsType)
        and isinstance(b, FieldsType)
        and a.kind is b.kind
        and (a.names == b.names if issubclass(a.kind, dict) else set(a.names) == set(b.names))
    ):
        right = dict(zip(b.names, b.items, strict=True))
        return FieldsType(
            a.kind, a.names, tuple(join(x, right[n]) for n, x in zip(a.names, a.items, strict=True))
        )
    if isinstance(a, CompositeType) and isinstance(b, CompositeType):
        general = a.type_spec.most_specific_common_supertype([b.type_spec])
        if general is not None and len(a.components) == len(b.components):
            parts = tuple(join_tensor_types(x, y) for x, y in zip(a.components, b.components, strict=True))
            return CompositeType(general, parts)
    raise JoinError(f"{describe(a)} and {describe(b)} have no common type")


def is_list(spec: Spec) -> bool:
    """Whether the spec is of a list."""
    return isinstance(spec, ListType) or (isinstance(spec, SequenceType) and spec.kind is list)


def _element(*lists: Spec) -> Spec:
    element: Spec = Never()
    for spec in lists:
        for item in [spec.element] if isinstance(spec, ListType) else spec.items:  # type: ignore[attr-defined]
            element = join(element, item)
    return element_spec(element)


def element_spec(element: Spec) -> Spec:
    """The type of a list's elements: at least one tensor (Python's numbers stay weak).

    Raises:
        JoinError: an element has a part that is no tensor.
    """
    found = _element_part(element)
    return found if found.tensors() or isinstance(found, Never) else PaddedType(found)


def _element_part(element: Spec) -> Spec:
    if isinstance(element, (Never, PaddedType, ChoiceType)):
        return element
    if is_number(element):
        return as_tensor_type(element)
    if isinstance(element, ListType):
        inner = element_spec(element.element)
        return SequenceType(list, ()) if isinstance(inner, Never) else ListType(inner)
    if isinstance(element, SequenceType):
        return SequenceType(element.kind, tuple(_element_part(x) for x in element.items))
    if isinstance(element, FieldsType):
        return FieldsType(element.kind, element.names, tuple(_element_part(x) for x in element.items))
    if isinstance(element, OptionalType):
        return OptionalType(element.name, _element_part(element.inner))
    if is_none(element):
        return element
    if isinstance(element, Constant):
        deep = deepen(element)
        if deep is not element and not isinstance(deep, Constant):
            return _element_part(deep)
    raise JoinError(f"a list of {describe(element)} is nothing that the graph holds")


def way_out(a: Spec, b: Spec, where: str = "in both branches") -> str:
    """What can be done where two types do not join."""
    a, b = deepen(a), deepen(b)
    kinds = [spec.inner if isinstance(spec, (OptionalType, ContentsType)) else spec for spec in (a, b)]
    if all(is_number(spec) for spec in kinds):
        dtypes = {as_tensor_type(spec).dtype.name for spec in kinds}
        if "string" in dtypes:
            return "Make a text of the number, for instance with str()."
        if len(dtypes) > 1:
            return f"Give it one dtype {where}, for instance with tf.cast."
        return f"Give it one shape {where}."
    if all(is_list(spec) for spec in kinds):
        return "Keep values of one kind in a list."
    parts = [spec.items for spec in kinds if isinstance(spec, (SequenceType, FieldsType))]
    if len(parts) == 2 and len(parts[0]) == len(parts[1]) and _named_alike(*kinds):
        for one, other in zip(*parts, strict=True):
            try:
                join(one, other)
            except JoinError:
                return way_out(one, other, where)
    if all(isinstance(spec, SequenceType) and spec.kind is tuple for spec in kinds):
        return "A tuple has a fixed length: use a list."
    if all(isinstance(spec, FieldsType) and issubclass(spec.kind, dict) for spec in kinds):
        first, second = (set(spec.names) for spec in kinds if isinstance(spec, FieldsType))
        if first == second:
            return f"Put the keys into the dict in the same order {where}."
        return f"Give the dict the same keys {where}."
    return f"Give it one kind of value {where}, or None where there is none."


def _named_alike(a: Spec, b: Spec) -> bool:
    return getattr(a, "names", None) == getattr(b, "names", None)


def describe(spec: Spec) -> str:
    """A type in the reader's words."""
    if isinstance(spec, Never):
        return "no value"
    if isinstance(spec, Constant):
        value = spec.value
        if value is None or type(value) in (bool, int, float, str):
            return python_text(value)
        return "an unbound name" if isinstance(value, Undefined) else kind_of(value)
    if isinstance(spec, OptionalType):
        return f"{describe(spec.inner)} or {'None' if spec.name is None else 'unbound'}"
    if isinstance(spec, SequenceType):
        count = len(spec.items)
        if not count:
            return f"an empty {spec.kind.__name__}"
        return f"{with_article(spec.kind.__name__)} of {count} item{'s' * (count > 1)}"
    if isinstance(spec, FieldsType):
        what = "keys" if issubclass(spec.kind, dict) else "attributes"
        if not spec.names:
            return f"{with_article(spec.kind.__name__)} without {what}"
        return f"{with_article(spec.kind.__name__)} with the {what} {', '.join(map(repr, spec.names))}"
    if isinstance(spec, ListType):
        return f"a list of {describe(spec.element)}"
    if isinstance(spec, (ContentsType, PaddedType)):
        return describe(spec.inner)
    if isinstance(spec, ChoiceType):
        return "one of several objects"
    return repr(spec)
