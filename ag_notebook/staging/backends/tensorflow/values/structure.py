"""Looks into Python structures: what a container or object is made of, as it was at the end of a trace.

The contents of an object that a trace changed are undone when the trace ends, so results that are read after
that are read through a *view*: the trace's log of effects.
"""

from __future__ import annotations

import contextlib
import functools
import operator
import types
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.staging.backends.carriers import GROWING, Choice, Maybe, NoValueType, Undefined, staged_items
from ag_notebook.staging.backends.tensorflow.values.specs import (
    ChoiceType,
    CompositeType,
    Constant,
    ContentsType,
    FieldsType,
    LikeType,
    ListType,
    Never,
    OptionalType,
    SequenceType,
    Spec,
    TensorType,
    map_tensors,
)
from ag_notebook.staging.backends.tensorflow.values.weak import WeakNumber
from ag_notebook.staging.runtime.callees import is_users_class, package_of
from ag_notebook.staging.runtime.effects import CONTAINERS, MISSING, Contents, Effect
from ag_notebook.staging.runtime.reachability import all_attributes, own_attributes, reachable

Log = dict[Any, Effect]
_NO_LOG: Log = {}
_view: ContextVar[Log] = ContextVar("ag_notebook_view", default=_NO_LOG)


@contextlib.contextmanager
def view(log: Log) -> Iterator[None]:
    """Reads containers and objects as they were at the end of the trace that made `log`."""
    token = _view.set({**_view.get(), **log} if log else _view.get())
    try:
        yield
    finally:
        _view.reset(token)


def items_of(container: Any) -> Any:
    """The contents of a container, through the view."""
    effect = _view.get().get(("items", id(container), ""))
    return container if effect is None else effect.after.value


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes of an object, through the view."""
    held = all_attributes(value)
    written = own_attributes(value)
    if written is not None and items_of(written) is not written:  # its dict was written as a dict
        held.update(items_of(written))
    for (kind, owner, name), effect in _view.get().items():
        if kind == "attribute" and owner == id(value):
            held[name] = effect.after
    return {k: v for k, v in held.items() if not isinstance(v, Undefined)}


def parts_of_fields(value: Any, spec: FieldsType) -> list[Any]:
    """The parts of a dict or object in the order of a type's names, through the view."""
    held = items_of(value) if issubclass(spec.kind, dict) else attributes_of(value)
    if len(held) == len(spec.names) and all(map(operator.is_, held, spec.names)):
        return list(held.values())  # a key's hash may read attributes that have been undone
    return [held[name] for name in spec.names]


def cell_contents_of(cell: types.CellType) -> Any:
    """What a closure cell holds, through the view; an `Undefined` where there is nothing."""
    effect = _view.get().get(("cell", id(cell), ""))
    if effect is not None:
        return effect.after
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


def is_written(value: Any) -> bool:
    """Whether the trace of the view has written a variable, the items or an attribute of a value."""
    return any(owner == id(value) for _, owner, _ in _view.get())


def is_composite(value: Any) -> bool:
    """Whether a value of TensorFlow's is made of several tensors."""
    return isinstance(value, (tf.RaggedTensor, tf.SparseTensor, tf.IndexedSlices, tf.TensorArray)) or (
        isinstance(value, tf.__internal__.CompositeTensor) and not isinstance(value, tf.Variable)
    )


def spec_of(value: Any, deep: bool = False) -> Spec:
    """The type of a value; `deep` looks into lists, dicts and objects, whose identity otherwise counts."""
    if isinstance(value, NoValueType):
        return Never()
    if isinstance(value, Maybe):
        name = None if value.ag_absent is None else value.ag_absent.name
        return OptionalType(name, spec_of(value.ag_value, deep))
    if isinstance(value, Choice):
        return ChoiceType(tuple(value.ag_objects))
    if isinstance(value, WeakNumber):
        return TensorType(value.natural, tf.TensorShape([]), weak=True)
    if isinstance(value, tf.Variable):
        return Constant(value)
    if isinstance(value, tf.Tensor):
        return TensorType(value.dtype, value.shape)
    if is_composite(value):
        return _composite_spec(value)
    if isinstance(value, np.generic) or (
        deep and isinstance(value, np.ndarray) and not value.dtype.hasobject
    ):
        return TensorType(tf.as_dtype(value.dtype), tf.TensorShape(value.shape))
    if isinstance(value, Contents):
        return ContentsType(_contents_spec(value.value))
    if isinstance(value, tuple):
        return SequenceType(type(value), tuple(spec_of(x, deep) for x in value))
    if deep:
        return _deep_spec(value)
    return Constant(value, _view.get())


def _composite_spec(value: Any) -> Spec:
    from ag_notebook.staging.backends.tensorflow.private import composite_parts

    type_spec, parts = composite_parts(value)
    return CompositeType(type_spec, tuple(TensorType(p.dtype, p.shape) for p in parts))


def _contents_spec(items: Any) -> Spec:
    found = staged_items(items)
    if found is not None:
        return ListType(found.element)
    if type(items) in GROWING:
        return SequenceType(list, tuple(spec_of(x) for x in items))
    if isinstance(items, dict):
        return FieldsType(dict, tuple(items), tuple(spec_of(x) for x in items.values()))
    return Constant(items)


def _deep_spec(value: Any) -> Spec:
    if type(value) in (list, dict):
        return _contents_spec(items_of(value))
    if is_record(value):
        held = attributes_of(value)
        return FieldsType(type(value), tuple(held), tuple(spec_of(x) for x in held.values()))
    return Constant(value, _view.get())


def is_record(value: Any) -> bool:
    """Whether an object is plain data: attributes in a `__dict__` or in slots, not callable, not a class or module."""
    module = package_of(type(value))
    return (
        (isinstance(own_attributes(value), dict) or _is_made_of_slots(type(value)))
        and not isinstance(value, (type, BaseException, types.FunctionType, functools.partial, *CONTAINERS))
        and type(value).__name__ != "module"
        and module not in ("tensorflow", "keras", "numpy", "builtins")
        and not hasattr(type(value), "__members__")
        and _is_made_of_attributes(type(value))
    )


def _is_made_of_slots(kind: type) -> bool:
    """Whether objects of a class keep all they have in slots; those of libraries are values, as a `Fraction` is."""
    return any("__slots__" in base.__dict__ for base in kind.__mro__) and is_users_class(kind)


def _maker(kind: type) -> Any:
    """The `__new__` of Python's own or a library's in C that makes the objects of a class in the end."""
    made = (base.__dict__.get("__new__") for base in kind.__mro__)
    return next(new for new in made if isinstance(new, types.BuiltinFunctionType))


def _is_made_of_attributes(kind: type) -> bool:
    """Whether an object is nothing but its attributes: one of a subclass of `int` or `bytes` is a value, too."""
    return _maker(kind) in (object.__new__, types.SimpleNamespace.__new__)


def empty_object(kind: type) -> Any:
    """An object of a class that is made of attributes, without any yet."""
    return _maker(kind)(kind)


def deepen(spec: Spec) -> Spec:
    """A constant by its structure, any other spec as it is."""
    if not isinstance(spec, Constant):
        return spec
    with view(spec.view or {}):
        found = spec_of(spec.value, deep=True)
    return spec if isinstance(found, Constant) else found


_roots: ContextVar[tuple[Any, ...]] = ContextVar("ag_notebook_roots", default=())


@contextlib.contextmanager
def joining(*roots: Any) -> Iterator[None]:
    """Around joins: what `roots` (the functions that were traced, the state before them) can reach existed before."""
    token = _roots.set(roots)
    try:
        yield
    finally:
        _roots.reset(token)


def existed(value: Any) -> bool:
    roots = _roots.get()
    return bool(roots) and bool(reachable(roots, {id(value)}))


def own(spec: Spec) -> Spec:
    """The spec of a value that only one path has.

    Containers and objects made on that path go by structure, those that existed before stay themselves; numbers
    stay Python.
    """
    if isinstance(spec, Constant):
        value = spec.value
        if (isinstance(value, CONTAINERS) or is_record(value)) and existed(value):
            return spec
        if isinstance(value, CONTAINERS) and type(value) not in (list, dict):
            return _like(spec)
        if type(value) in (list, dict):
            return own(deepen(spec))
        if is_record(value) and (is_users_class(type(value)) or _is_changed(value, spec.view or {}, set())):
            return own(deepen(spec))
        return spec
    if isinstance(spec, ContentsType):
        return ContentsType(own(spec.inner))
    if isinstance(spec, OptionalType):
        return OptionalType(spec.name, own(spec.inner))
    if isinstance(spec, SequenceType):
        return SequenceType(spec.kind, tuple(own(s) for s in spec.items))
    if isinstance(spec, FieldsType):
        return FieldsType(spec.kind, spec.names, tuple(own(s) for s in spec.items))
    return spec


def _like(spec: Constant) -> Spec:
    """A container that is neither a plain list nor a plain dict (a set, a deque, a `Counter`), by its contents."""
    with view(spec.view or {}):
        items = items_of(spec.value)
        held = attributes_of(spec.value)
        contents = _contents_spec(dict(items) if isinstance(items, dict) else list(items))
        fields = FieldsType(object, tuple(held), tuple(own(spec_of(x)) for x in held.values()))
    return LikeType(spec.value, own(contents), fields)


def _is_changed(value: Any, log: Log, seen: set[int]) -> bool:
    """Whether a trace changed an object or something in it, or it holds staged values."""
    if id(value) in seen:
        return False
    seen.add(id(value))
    if isinstance(value, (tf.Tensor, WeakNumber, Maybe, Choice)):
        return True
    if isinstance(value, (tuple, *CONTAINERS)):
        parts = value.values() if isinstance(value, dict) else value
        return ("items", id(value), "") in log or any(_is_changed(x, log, seen) for x in parts)
    if not is_record(value):
        return False
    if any(owner == id(value) for kind, owner, _ in log if kind == "attribute"):
        return True
    return ("items", id(own_attributes(value)), "") in log or any(
        _is_changed(x, log, seen) for x in all_attributes(value).values()
    )


def as_input(spec: Spec) -> Spec:
    """The spec of a value as an input of a graph: Python numbers become weak tensors, texts stay."""
    if isinstance(spec, Constant) and type(spec.value) in (bool, int, float):
        from ag_notebook.staging.backends.tensorflow.values.specs import as_tensor_type

        return as_tensor_type(spec)
    if isinstance(spec, OptionalType):
        return OptionalType(spec.name, as_input(spec.inner))
    if isinstance(spec, SequenceType):
        return SequenceType(spec.kind, tuple(as_input(s) for s in spec.items))
    if isinstance(spec, FieldsType):
        return FieldsType(spec.kind, spec.names, tuple(as_input(s) for s in spec.items))
    if isinstance(spec, ContentsType):
        return ContentsType(as_input(spec.inner))
    return map_tensors(spec, lambda t: t)
