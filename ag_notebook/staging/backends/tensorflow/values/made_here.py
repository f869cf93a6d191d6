"""Keeps what a trace made and no structure of tensors describes: what a returned function holds, keys, exceptions.

What a trace changes is undone at its end, in objects that it made itself, too. A result that is taken apart into its
parts is read before (`structure.view`). All else that was made here is copied as it was at the end of the trace, and
copied again for each call, since Python would make it anew. An object that is met twice stays one.
"""

from __future__ import annotations

import copy
import functools
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import tensorflow as tf

from ag_notebook.report import Span
from ag_notebook.staging.backends.carriers import Choice, Maybe, Operand, StagedItems, Undefined, staged_items
from ag_notebook.staging.backends.tensorflow.values.specs import (
    ChoiceType,
    Constant,
    ContentsType,
    FieldsType,
    LikeType,
    ListType,
    OptionalType,
    SequenceType,
    SharedType,
    Spec,
)
from ag_notebook.staging.backends.tensorflow.values.structure import (
    Log,
    attributes_of,
    cell_contents_of,
    empty_object,
    is_record,
    is_written,
    items_of,
    parts_of_fields,
    view,
)
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.bytecode import outer_writes
from ag_notebook.staging.runtime.callees import is_user_function, is_users_class
from ag_notebook.staging.runtime.effects import CONTAINERS, Contents, refill
from ag_notebook.staging.runtime.events import user_span
from ag_notebook.staging.runtime.reachability import reachable, store_attribute, tuple_of
from ag_notebook.staging.wording import kind_of

_STAGED = (Operand, Maybe, Choice, StagedItems)
_BOUND = (types.BuiltinMethodType, types.MethodWrapperType)
_VALUES = (int, float, complex, str, bytes)


class Copier:
    """Copies structures, each object once; `key_of` gives what a copy is known by, None for what stays itself."""

    def __init__(self, key_of: Callable[[Any], Any]) -> None:
        self.key_of = key_of
        self.copies: dict[Any, Any] = {}
        self.made: dict[int, tuple[Any, Any]] = {}
        """The copies by id, each with the key of what it was made of."""
        self.cells: list[tuple[types.CellType, Any]] = []

    def __call__(self, value: Any) -> Any:
        """The copy of a value."""
        made = self.copy(value)
        while self.cells:  # functions may hold themselves
            cell, held = self.cells.pop()
            if not isinstance(held, Undefined):
                cell.cell_contents = self.copy(held)
        return made

    def copy(self, value: Any) -> Any:
        """The same, but for what cells hold."""
        key = self.key_of(value)
        if key is None:
            return value
        if key not in self.copies:
            self._note(key, self._empty(value, key))
            self._fill(self.copies[key], value)
        return self.copies[key]

    def _note(self, key: Any, made: Any) -> None:
        self.copies[key] = made
        self.made[id(made)] = made, key

    def _all(self, values: Iterable[Any]) -> list[Any]:
        return [self.copy(value) for value in values]

    def _empty(self, value: Any, key: Any) -> Any:
        """The copy before what may lead back to it is filled in."""
        if isinstance(value, types.CellType):
            return types.CellType()
        if isinstance(value, types.FunctionType):
            cells = tuple(self._all(value.__closure__ or ()))
            made = types.FunctionType(value.__code__, value.__globals__, value.__name__, None, cells)
            return functools.update_wrapper(made, value, updated=())
        if isinstance(value, types.MethodType):
            return types.MethodType(self.copy(value.__func__), self.copy(value.__self__))
        if isinstance(value, _BOUND):
            return getattr(self.copy(value.__self__), value.__name__)
        if type(value) is functools.partial:
            keywords = dict(zip(value.keywords, self._all(value.keywords.values()), strict=True))
            return functools.partial(self.copy(value.func), *self._all(value.args), **keywords)
        if isinstance(value, slice):
            return slice(*self._all((value.start, value.stop, value.step)))
        if isinstance(value, tuple):
            return tuple_of(type(value), self._all(value))
        if isinstance(value, frozenset):
            return frozenset.__new__(type(value), self._all(value))
        if isinstance(value, BaseException):
            return _empty_exception(value, self._all(value.args))
        if type(value) in (list, dict, set):
            return type(value)()
        return empty_object(type(value)) if is_record(value) else copy.copy(value)

    def _fill(self, made: Any, value: Any) -> None:
        if isinstance(value, types.CellType):
            self.cells.append((made, cell_contents_of(value)))
            return
        if isinstance(value, types.FunctionType):
            made.__defaults__ = self.copy(value.__defaults__)
            made.__kwdefaults__ = self.copy(value.__kwdefaults__)
        elif isinstance(value, np.ndarray):
            if value.dtype.hasobject:
                made.ravel()[:] = self._all(value.ravel().tolist())
            return
        elif isinstance(value, BaseException):
            made.args = tuple(self._all(value.args))
            made.__cause__, made.__context__ = self.copy(value.__cause__), self.copy(value.__context__)
            made.__suppress_context__ = value.__suppress_context__
        elif isinstance(value, CONTAINERS):
            held = items_of(value)
            if isinstance(held, dict):
                held = {self.copy(k): self.copy(v) for k, v in held.items()}
            refill(made, held if isinstance(held, (dict, bytearray)) else self._all(held))
        if not isinstance(value, (types.MethodType, *_BOUND, slice, functools.partial)):
            for name, part in attributes_of(value).items():
                store_attribute(made, name, self.copy(part))


class MadeHere:
    """What the trace that `roots` were given to has made: to be asked within its `view`.

    Raises:
        StagingError: AG244, what was made here cannot be made again: it holds staged values, or its class does.
    """

    def __init__(self, roots: Sequence[Any], span: Span | None, *, keeps_staged: bool = False) -> None:
        self.roots, self.span, self.keeps_staged = roots, span, keeps_staged
        self.copier = Copier(self._key)
        self.met: dict[int, int] = {}
        self.keep: list[Any] = []
        self._outside: set[int] | None = None
        self._needs: dict[int, bool] = {}

    def finals(self, results: Sequence[tuple[Any, Spec]]) -> list[Spec]:
        """The types of what is given out, with copies of what they hold of Python's, and with what is shared said."""
        for value, spec in results:
            self._meet(value, spec)
        for _, key in self.copier.made.values():
            self.met[key] = self.met.get(key, 0) + 1
        return [self._final(value, spec) for value, spec in results]

    # what was made here --------------------------------------------------------------------------
    def is_outside(self, value: Any) -> bool:
        """Whether code outside of the trace holds a value already."""
        if self._outside is None:
            visited: list[Any] = []
            reachable(self.roots, {0}, visited)
            self.keep += visited
            self._outside = set(map(id, visited))
        return id(value) in self._outside

    def _key(self, value: Any) -> Any:
        if _is_staged(value):
            if not self.keeps_staged:
                self._refuse("something of Python's that holds staged values")
            return None
        if isinstance(value, type) and not self.keeps_staged and self._needs_copy(value):
            self._refuse(f"the class {value.__name__}, which is made here and holds what is made here")
        if not _is_copied(value) or not self._needs_copy(value):
            return None
        self.keep.append(value)
        return id(value)

    def _needs_copy(self, value: Any) -> bool:
        """Whether a value is, or holds, something that was made here and can change."""
        if id(value) in self._needs:
            return self._needs[id(value)]
        found, todo, seen = False, [value], set()
        while todo and not found:
            part = todo.pop()
            if id(part) in seen or self._needs.get(id(part)) is False or self.is_outside(part):
                continue
            seen.add(id(part))
            found = _can_change(part) or self._needs.get(id(part), False)
            todo += _parts(part)
        self.keep.append(value)
        self._needs[id(value)] = found
        return found

    def _refuse(self, what: str) -> None:
        raise StagingError(
            "AG244",
            f"a staged function cannot give out {what}.",
            span=self.span,
            fix="Return the values, and make it outside.",
        )

    # results -------------------------------------------------------------------------------------
    def _meet(self, value: Any, spec: Spec) -> None:
        """Counts how often each object is met, and copies what is not taken apart."""
        if isinstance(spec, Constant):
            self.copier(spec.value)
        elif isinstance(spec, ChoiceType):
            for held in spec.objects:
                self.copier(held)
        elif _is_one(value, spec):
            if isinstance(value, tuple) and attributes_of(value):
                self._refuse(f"{kind_of(value)} that has attributes beside its items")
            self.met[id(value)] = self.met.get(id(value), 0) + 1
            if self.met[id(value)] > 1:
                return
        if isinstance(spec, FieldsType):
            if issubclass(spec.kind, dict):
                for name in spec.names:
                    self.copier(name)
            elif not self.is_outside(spec.kind):
                self._key(spec.kind)
        for part, inner in _pairs(value, spec):
            self._meet(part, inner)

    def _final(self, value: Any, spec: Spec) -> Spec:
        parts = [self._final(part, inner) for part, inner in _pairs(value, spec)]
        final = spec
        if isinstance(spec, Constant):
            return Constant(self.copier(spec.value))
        if isinstance(spec, ChoiceType):
            return ChoiceType(tuple(map(self.copier, spec.objects)))
        if isinstance(spec, OptionalType) and parts:
            final = OptionalType(spec.name, parts[0])
        elif isinstance(spec, ContentsType) and parts:
            final = ContentsType(parts[0])
        elif isinstance(spec, SequenceType) and len(parts) == len(spec.items):
            final = SequenceType(spec.kind, tuple(parts))
        elif isinstance(spec, FieldsType) and len(parts) == len(spec.items):
            names = tuple(map(self.copier, spec.names)) if issubclass(spec.kind, dict) else spec.names
            final = FieldsType(spec.kind, names, tuple(parts))
        elif isinstance(spec, LikeType) and len(parts) == 1 + len(spec.attributes.items):
            attributes = FieldsType(spec.attributes.kind, spec.attributes.names, tuple(parts[1:]))
            final = LikeType(spec.like, parts[0], attributes)
        return SharedType(id(value), final) if _is_one(value, spec) and self.met[id(value)] > 1 else final


def refuse_lost(values: Iterable[Any], effects: Log, roots: Sequence[Any], where: str) -> None:
    """Refuses what a branch or body gives out that is not taken apart, and holds what was made and changed there.

    Raises:
        StagingError: AG244.
    """
    owners = {owner for _, owner, _ in effects}
    if not owners:
        return
    here = MadeHere(roots, user_span())
    with view(effects):
        todo, seen = [(value, False) for value in values], set()
        while todo:
            value, is_whole = todo.pop()
            if (id(value), is_whole) in seen:
                continue
            seen.add((id(value), is_whole))
            is_lost = is_whole or isinstance(
                value, tuple
            )  # a tuple is rebuilt, without attributes of its own
            if is_lost and id(value) in owners and not here.is_outside(value):
                raise StagingError(
                    "AG244",
                    f"{where} gives out what holds {kind_of(value)} that is made in it, and is not taken apart.",
                    span=here.span,
                    fix="Make it before, or give out what it is made of.",
                )
            if isinstance(value, (Maybe, Contents)):
                todo.append((value.ag_value if isinstance(value, Maybe) else value.value, is_whole))
            elif isinstance(value, dict):
                held = items_of(value)
                todo += [(key, True) for key in held] + [(part, is_whole) for part in held.values()]
            elif _is_copied(value) and not (is_whole and here.is_outside(value)):
                is_whole = is_whole or not (isinstance(value, (tuple, *CONTAINERS)) or is_record(value))
                todo += [(part, is_whole) for part in _parts(value)]


def kept(exception: BaseException, roots: Sequence[Any]) -> tuple[BaseException, dict[int, tuple[Any, Any]]]:
    """An exception as it is now, in a trace that `roots` were given to, and what was made for it, by id."""
    here = MadeHere(roots, None, keeps_staged=True)
    return here.copier(exception), here.copier.made


def _empty_exception(exception: BaseException, args: Sequence[Any]) -> BaseException:
    """Another exception of the same class; the same where its class makes none of these arguments."""
    kind = type(exception)
    try:
        # An `__init__` of the user's has run already; one of Python's fills in more than `args`.
        return kind.__new__(kind, *args) if isinstance(kind.__init__, types.FunctionType) else kind(*args)
    except Exception:  # noqa: BLE001 - a class of the user's that cannot be copied, for whatever reason
        return exception


def fresh(made: dict[int, tuple[Any, Any]]) -> Copier:
    """Copies for one call what a trace has kept; `made` is what it has kept, by id."""
    return Copier(lambda value: made[id(value)][1] if id(value) in made else None)


def _is_one(value: Any, spec: Spec) -> bool:
    """Whether a value is an object whose identity counts, and is taken apart."""
    if not isinstance(spec, (SequenceType, FieldsType, LikeType, ListType)) or type(value) is _Items:
        return False
    return isinstance(value, (tuple, *CONTAINERS)) or is_record(value)


class _Items(tuple[Any, ...]):
    """The items of a container, which are no object of their own."""

    __slots__ = ()


def _pairs(value: Any, spec: Spec) -> list[tuple[Any, Spec]]:
    """The parts of a value with their types, as it was at the end of the trace."""
    if isinstance(spec, OptionalType):
        if isinstance(value, Maybe):
            return [(value.ag_value, spec.inner)]
        return [] if value is None or isinstance(value, Undefined) else [(value, spec.inner)]
    if isinstance(spec, ContentsType):
        return [(value.value if isinstance(value, Contents) else value, spec.inner)]
    if isinstance(spec, SequenceType):
        return list(zip(items_of(value), spec.items, strict=False))
    if isinstance(spec, FieldsType):
        return list(zip(parts_of_fields(value, spec), spec.items, strict=True))
    if isinstance(spec, LikeType):
        held, attributes = items_of(value), attributes_of(value)
        items = types.MappingProxyType(held) if isinstance(held, dict) else _Items(held)
        inner = zip(spec.attributes.names, spec.attributes.items, strict=True)
        return [(items, spec.items), *((attributes[name], part) for name, part in inner)]
    return []


def _is_staged(value: Any) -> bool:
    """Whether a value is of a graph."""
    staged = isinstance(value, tf.Tensor) and not isinstance(value, tf.__internal__.EagerTensor)
    return staged or isinstance(value, _STAGED) or staged_items(value) is not None


def _is_copied(value: Any) -> bool:
    """Whether a copy of a value can be made."""
    if isinstance(value, types.FunctionType):
        return is_user_function(value)
    if isinstance(value, _BOUND):
        return not isinstance(value.__self__, (types.ModuleType, type))
    if isinstance(
        value, (types.CellType, types.MethodType, slice, tuple, frozenset, BaseException, *CONTAINERS)
    ):
        return True
    return (
        type(value) is functools.partial
        or isinstance(value, np.ndarray)
        or (isinstance(value, _VALUES) and type(value) not in _VALUES and is_users_class(type(value)))
        or _is_object(value)
    )


def _is_object(value: Any) -> bool:
    return is_record(value) and (is_users_class(type(value)) or is_written(value))


def _can_change(value: Any) -> bool:
    """Whether a value is no mere value: code that holds it can change it, or the trace has changed it."""
    if isinstance(value, types.FunctionType):
        return is_user_function(value) and (bool(outer_writes(value.__code__)[0]) or is_written(value))
    if isinstance(value, (BaseException, np.ndarray, *CONTAINERS)) or is_written(value):
        return True
    return _is_object(value)


def _parts(value: Any) -> list[Any]:
    """What a value holds, as it was at the end of the trace."""
    if isinstance(value, types.CellType):
        return [cell_contents_of(value)]
    if isinstance(value, types.FunctionType):
        if not is_user_function(value):
            return []
        held = [value.__defaults__, value.__kwdefaults__, *attributes_of(value).values()]
        return [*held, *(value.__closure__ or ())]
    if isinstance(value, types.MethodType):
        return [value.__func__, value.__self__]
    if isinstance(value, _BOUND):
        return [] if isinstance(value.__self__, (types.ModuleType, type)) else [value.__self__]
    if type(value) is functools.partial:
        return [value.func, *value.args, *value.keywords.values()]
    if isinstance(value, slice):
        return [value.start, value.stop, value.step]
    if isinstance(value, type):
        if not is_users_class(value):
            return []
        held = [getattr(part, "__func__", part) for part in vars(value).values()]
        return [*held, *(f for p in held if isinstance(p, property) for f in (p.fget, p.fset, p.fdel))]
    if isinstance(value, np.ndarray):
        return value.ravel().tolist() if value.dtype.hasobject else []
    found: list[Any] = []
    if isinstance(value, (tuple, frozenset)):
        found += value
    elif isinstance(value, CONTAINERS):
        items = items_of(value)
        found += [*items.keys(), *items.values()] if isinstance(items, dict) else items
    elif isinstance(value, BaseException):
        found += [*value.args, value.__cause__, value.__context__]
    elif not is_record(value):
        return found
    return [*found, *attributes_of(value).values(), type(value)]
