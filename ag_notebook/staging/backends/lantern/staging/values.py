"""Staged values: arrays (scalars are arrays without dimensions) and references to records.

They have the operators and the methods that Python's numbers, NumPy's arrays and the user's own objects have; what these
do is in `arithmetic`, `functions`, `items` and `records`.

An array of NumPy's that is written in place (`x[i] = v`) changes under all of its names, and a staged value is one value.
So the arrays that share memory in NumPy share a `Store`; a write makes a new value, and using an older one is refused.
"""

from __future__ import annotations

import functools
import math
import numbers
import types
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np

from ag_notebook.staging.backends.lantern.ir.program import Variable
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS, ArrayType, RecordType, type_of
from ag_notebook.staging.backends.lantern.parameters import Parameter, array_of
from ag_notebook.staging.backends.lantern.staging.asked import by_user
from ag_notebook.staging.backends.lantern.staging.refusals import (
    LackingAttributeError,
    UnhashableError,
    refusal,
)
from ag_notebook.staging.backends.lantern.staging.session import session
from ag_notebook.staging.errors import StagingError
from ag_notebook.staging.runtime.statements import raise_stmt
from ag_notebook.staging.wording import kind_of, near

_Read = TypeVar("_Read", bound=Callable[..., Any])


class Store:
    """Memory that NumPy would write in place.

    Attributes:
        version: changes with each write.
        foreign: whether code outside of this program or definition would see the write.
    """

    __slots__ = ("foreign", "version")

    def __init__(self, *, foreign: bool = False) -> None:
        self.version: Any = 0
        self.foreign = foreign

    def write(self) -> None:
        """Notes a write: values of before are no longer to be used."""
        session().writes.append((self, self.version))
        self.version = object()


def _of_numpys(read: _Read) -> _Read:
    """What NumPy's arrays and numbers have, and Python's numbers have not."""

    @functools.wraps(read)
    def get(value: Array) -> Any:
        if value.weak and by_user():
            raise _lacking_attribute(value, read.__name__, [])
        return read(value)

    return get  # type: ignore[return-value]


class Staged:
    """Something that only the program has."""

    __slots__ = ()

    def __bool__(self) -> bool:
        raise refusal(
            "AG316",
            "Python asks here whether a staged value is true, and its value is not known yet.",
            "Keep to the operators and functions that Lantern has.",
        )

    def __hash__(self) -> int:
        raise refusal(
            "AG310",
            "a staged value is unhashable, and here it is a member of a set or a key of a dict.",
            "Use an array that is indexed by the number, or `==`.",
            UnhashableError,
        )

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """The class: to the user, also where `super()` asks, that of what the value stands for."""
        return _records().class_for_user(self) if by_user() else type(self)


class Array(Staged):
    """A staged array or number.

    Attributes:
        weak: whether it is a Python number, which takes the dtype of what it meets.
        guess: whether its type is a first guess, so that another one may be found out (see `loops`, `definitions`).
        store: what a write changes; None for numbers, which cannot be written.
        of: of a part of an array, the array's variable and the indices.
        begun: of what was written, the store's version before.
    """

    __slots__ = ("_variable", "begun", "guess", "of", "store", "version", "weak")
    __array_priority__ = 1000

    def __init__(
        self, variable: Variable, *, weak: bool = False, store: Store | None = None, guess: bool = False
    ) -> None:
        self._variable, self.weak, self.guess = variable, weak, guess and weak
        self.store = (store or Store()) if self.type.shape else None
        self.version = None if self.store is None else self.store.version
        self.of: tuple[Variable, tuple[Any, ...]] | None = None
        self.begun: Any = None

    @property
    def variable(self) -> Variable:
        """The variable of the program.

        Raises:
            StagingError: AG317, the array was written under another name.
        """
        if self.store is not None and self.store.version is not self.version:
            raise refusal(
                "AG317",
                "an array is used here that was written in place under another name.",
                "Copy it before, with x.copy().",
            )
        return self._variable

    @property
    def type(self) -> ArrayType:
        kind = self._variable.type
        assert isinstance(kind, ArrayType)
        return kind

    # what NumPy's arrays have ------------------------------------------------------------------
    @property
    @_of_numpys
    def shape(self) -> tuple[Any, ...]:
        return self.type.shape

    @property
    @_of_numpys
    def ndim(self) -> int:
        return len(self.type.shape)

    @property
    @_of_numpys
    def size(self) -> int:
        return math.prod(map(int, self.type.shape))

    @property
    @_of_numpys
    def dtype(self) -> np.dtype:
        return np.dtype(DTYPES[self.type.dtype])

    @property
    @_of_numpys
    def T(self) -> Any:
        return _functions().FUNCTIONS["transpose"](self)

    @property
    def real(self) -> Any:
        return _arithmetic().unary("pos", self) if self.weak else self

    @property
    @_of_numpys
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    @_of_numpys
    def itemsize(self) -> int:
        return self.dtype.itemsize

    def __len__(self) -> int:
        if not self.type.shape:
            raise TypeError("object of a number's type has no len()")
        return int(self.type.shape[0])

    def __iter__(self) -> Iterator[Any]:
        return iter([self[i] for i in range(len(self))])

    def __getitem__(self, index: Any) -> Any:
        from ag_notebook.staging.backends.lantern.staging.items import getitem

        return getitem(self, index)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method != "__call__":
            raise refusal(
                "AG310",
                f"Lantern has no np.{ufunc.__name__}.{method}.",
                "Write it with np.sum, np.prod, np.max, np.cumsum, np.outer or a loop.",
            )
        functions = _functions()
        return functions.called(f"np.{ufunc.__name__}", functions.FUNCTIONS, ufunc.__name__, inputs, kwargs)

    def __array_function__(self, function: Any, kinds: Any, args: Any, kwargs: Any) -> Any:
        name, functions = function.__name__, _functions()
        said = f"{function.__module__.replace('numpy', 'np', 1)}.{name}"
        return functions.called(said, functions.FUNCTIONS, name, args, kwargs)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise refusal(
            "AG316",
            "NumPy asks here for the value of a staged array, which is not known yet.",
            "Keep to the operators and functions that Lantern has.",
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        methods = _functions().METHODS
        if name not in methods or (self.weak and not hasattr(_records().python_class(self), name)):
            raise _lacking_attribute(self, name, sorted(methods))
        return types.MethodType(_called_method(name), self)

    def __index__(self) -> int:
        raise refusal(
            "AG316",
            "Python asks here for the value of a staged number, which is not known yet.",
            "Keep to the operators and functions that Lantern has.",
        )

    __int__ = __float__ = __complex__ = __index__

    def __repr__(self) -> str:
        return f"<staged {self.type}>"

    def __format__(self, spec: str) -> str:
        return repr(self)

    __hash__ = Staged.__hash__


def _lacking_attribute(value: Array, name: str, methods: list[str]) -> StagingError:
    """The error that a number or array has no such attribute."""
    from ag_notebook.staging.backends.lantern.staging.structure import described, spec_of

    known = near(name, methods)
    fix = f"It has `{known[0]}`." if known else f"It has {', '.join(methods)}."
    kind = "a staged array"
    if not value.type.shape:
        kind = described(spec_of(value)) if value.weak else f"a number of {value.type}"
        if value.weak and hasattr(np.ndarray, name):
            fix = "Make it an array: np.asarray(x)."
        elif value.weak and hasattr(_records().python_class(value), name):
            fix = "Write it with operators and the functions of `math`."
        elif value.weak or not known:
            fix = f"Give an object that has `{name}`: a record, whose class has hints."
    return refusal("AG310", f"{kind} has no attribute {name!r} in Lantern.", fix, LackingAttributeError)


class _RefusedWrite:
    """In place of `__setattr__`: no function, so that undoing a write that was logged and refused comes here, too."""

    def __get__(self, reference: Any, kind: type | None = None) -> Callable[[str, Any], None]:
        return functools.partial(_refuse_write, reference)


def _refuse_write(reference: Any, name: str, value: Any) -> None:
    held, of, field = session().fields.get(id(value), (None, None, ""))
    if held is value and of is reference and field == name:
        return  # what the field holds is written back
    raise refusal(
        "AG311",
        f"the attribute {name} of a record is written, and Lantern's programs change nothing.",
        "Return the value.",
    )


class Reference(Staged):
    """A reference to an object of the user's class, or None; the names of its own are none of the user's fields."""

    __slots__ = ("ag_kind", "ag_variable")
    __setattr__: Any = _RefusedWrite()

    def __init__(self, variable: Variable, kind: type) -> None:
        object.__setattr__(self, "ag_variable", variable)
        object.__setattr__(self, "ag_kind", kind)

    @property
    def ag_type(self) -> RecordType:
        kind = self.ag_variable.type
        assert isinstance(kind, RecordType)
        return kind

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return _records().attribute(self, name)

    @property
    def __dict__(self) -> Any:  # type: ignore[override]
        if not by_user():
            raise AttributeError("__dict__")
        raise refusal("AG310", "all fields of a record are asked for, as a dict.", "Name the fields.")

    def __enter__(self) -> Any:
        raise refusal("AG310", "a record is the manager of a `with`.", "Use `try` and `finally`.")

    def __exit__(self, *error: object) -> None:
        raise AssertionError("a record is never entered")

    def __repr__(self) -> str:
        return f"<staged {self.ag_kind.__name__}>"

    __hash__ = Staged.__hash__


def read_parameter(parameter: Parameter) -> Array:
    """The value that stands for a parameter in the program."""
    made = session()
    name = next((n for n, held in made.outside.items() if held is parameter), None)
    if name is None:
        name, count = parameter.name, 1
        while name in made.outside:
            count += 1
            name = f"{parameter.name}_{count}"
        made.outside[name] = parameter
        made.program.parameters[name] = type_of(array_of(parameter))
    return Array(made.emit("param", name=name, parameter=name), store=Store(foreign=True))


@functools.cache
def _called_method(name: str) -> Callable[..., Any]:
    def method(value: Array, *args: Any, **kwargs: Any) -> Any:
        functions = _functions()
        return functions.called(f"x.{name}()", functions.METHODS, name, (value, *args), kwargs)

    method.__name__ = name
    return method


def _records() -> Any:
    from ag_notebook.staging.backends.lantern.staging import records

    return records


def _functions() -> Any:
    from ag_notebook.staging.backends.lantern.staging import functions

    return functions


def _elementwise() -> Any:
    from ag_notebook.staging.backends.lantern.staging import elementwise

    return elementwise


def _arithmetic() -> Any:
    from ag_notebook.staging.backends.lantern.staging import arithmetic

    return arithmetic


# operators -------------------------------------------------------------------------------------------

BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "and": "&",
    "or": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
}
COMPARISONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
_UNARY = ("neg", "pos", "abs", "invert")


_REAL = (bool, int, float, np.generic)


_PLAIN = (str, bytes, list, tuple, dict, set, frozenset)
"""Classes of Python's that no operator takes together with a number, but `*`."""


def _unfit(symbol: str, left: Any, right: Any) -> Any:
    """What an operator gives that does not know the other operand: Python's error, where no operator of that knows it."""
    other = right if isinstance(left, Array) else left
    number = left if isinstance(left, Array) else right
    if type(other) not in _PLAIN or number.type.shape:
        return NotImplemented
    if symbol == "*" and number.type.dtype not in FLOATS and isinstance(other, (str, bytes)):
        raise refusal(
            "AG310",
            f"{kind_of(other)} is repeated by a staged number.",
            "Return the number, and make the text of the result.",
        )
    kinds = [_records().class_name(each) for each in (left, right)]
    if symbol in COMPARISONS.values():
        said = f"'{symbol}' not supported between instances of '{kinds[0]}' and '{kinds[1]}'"
    else:
        said = f"unsupported operand type(s) for {symbol}: '{kinds[0]}' and '{kinds[1]}'"
    return raise_stmt(TypeError(said))


def _is_operand(value: Any) -> bool:
    if value is None:  # where a staged test decides, it is no error before that path is taken
        raise_stmt(TypeError("None is used as a value here"))
    if isinstance(value, numbers.Number) and not isinstance(value, _REAL):
        raise refusal(
            "AG310", f"{kind_of(value)} is an operand, and Lantern has no such numbers.", "Use floats."
        )
    kinds = (Array, Parameter, bool, int, float, np.generic, np.ndarray, list, tuple)
    return isinstance(value, kinds)


def _is_sequences(symbol: str, number: Array) -> bool:
    """Whether an operator with a list or tuple is that of lists and tuples, and not NumPy's.

    Raises:
        StagingError: AG310, the length of the result would be staged.
    """
    if symbol == "*" and not number.type.shape and number.type.dtype not in FLOATS:
        raise refusal("AG310", "a list or tuple is repeated by a staged number.", "Use np.full.")
    return number.weak


def _binary(symbol: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    def forward(self: Any, other: Any) -> Any:
        if (isinstance(other, (list, tuple)) and _is_sequences(symbol, self)) or not _is_operand(other):
            return _unfit(symbol, self, other)
        return _arithmetic().binary(symbol, self, other)

    def reflected(self: Any, other: Any) -> Any:
        if (isinstance(other, (list, tuple)) and _is_sequences(symbol, self)) or not _is_operand(other):
            return _unfit(symbol, other, self)
        return _arithmetic().binary(symbol, other, self)

    return forward, reflected


def _in_place(symbol: str) -> Callable[..., Any]:
    def assign(self: Any, other: Any) -> Any:
        if not _is_operand(other):
            return NotImplemented
        made = _arithmetic().binary(symbol, self, other)
        return made if self.store is None else _arithmetic().written(self, made)

    return assign


def _comparison(symbol: str) -> Callable[[Any, Any], Any]:
    def compare(self: Any, other: Any) -> Any:
        if other is None and symbol in ("==", "!="):
            return symbol == "!="
        if _is_operand(other) and not (self.weak and isinstance(other, (list, tuple))):
            return _arithmetic().compare(symbol, self, other)
        return NotImplemented if symbol in ("==", "!=") else _unfit(symbol, self, other)

    return compare


def _of_record(name: str) -> Callable[..., Any]:
    def apply(self: Any, *others: Any) -> Any:
        from ag_notebook.staging.backends.lantern.staging.records import special

        return special(self, name, *others)

    return apply


for _name, _symbol in BINARY.items():
    _forward, _reflected = _binary(_symbol)
    setattr(Array, f"__{_name}__", _forward)
    setattr(Array, f"__r{_name}__", _reflected)
    setattr(Array, f"__i{_name}__", _in_place(_symbol))
    for _form in (f"__{_name}__", f"__r{_name}__"):
        setattr(Reference, _form, _of_record(_form))
for _name, _symbol in COMPARISONS.items():
    setattr(Array, f"__{_name}__", _comparison(_symbol))
    setattr(Reference, f"__{_name}__", _of_record(f"__{_name}__"))
for _name in _UNARY:
    setattr(Array, f"__{_name}__", lambda self, name=_name: _arithmetic().unary(name, self))
    setattr(Reference, f"__{_name}__", _of_record(f"__{_name}__"))
for _name in ("call", "getitem", "iter", "contains", "len"):
    setattr(Reference, f"__{_name}__", _of_record(f"__{_name}__"))
_OTHERS: dict[str, Callable[..., Any]] = {
    "__divmod__": lambda self, other: (self // other, self % other),
    "__rdivmod__": lambda self, other: (other // self, other % self),
    "__round__": lambda self, digits=None: _elementwise().rounded(self, digits),
    "__hash__": Staged.__hash__,
}
for _name, _method in _OTHERS.items():
    setattr(Array, _name, _method)
setattr(Reference, "__hash__", Staged.__hash__)  # noqa: B010 - `__eq__`, which was set above, took it away
