"""The meaning of elementwise operations on one item each, as LLVM's instructions: `SCALARS[kind](code, operation, *operands)`.

The same code serves scalars of a definition and the items of arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ag_notebook.staging.backends.lantern.ir.operations import EXACT
from ag_notebook.staging.backends.lantern.ir.types import DTYPES, FLOATS
from ag_notebook.staging.backends.lantern.native import mathematics
from ag_notebook.staging.backends.lantern.native.errors import Failure
from ag_notebook.staging.backends.lantern.native.text import LLVM_TYPES, Function, literal


@dataclass(frozen=True, slots=True)
class Item:
    """What an elementwise operation is done on: the dtypes of its (last) operand and of its result."""

    dtype: str
    result: str

    @property
    def type(self) -> str:
        return LLVM_TYPES[self.dtype]

    @property
    def is_float(self) -> bool:
        return self.dtype in FLOATS


Meaning = Callable[..., str]


def _intrinsic(name: str, floats_only: bool = True) -> Meaning:
    def meaning(code: Function, item: Item, *operands: str) -> str:
        suffix = item.dtype if item.is_float else item.type
        return code.call(item.type, f"llvm.{name}.{suffix}", *((item.type, operand) for operand in operands))

    return meaning


def _library(name: str) -> Meaning:
    """A function of the C library, whose name ends in f for f32."""

    def meaning(code: Function, item: Item, *operands: str) -> str:
        full = name + ("f" if item.dtype == "f32" else "")
        return code.call(item.type, full, *((item.type, operand) for operand in operands))

    return meaning


def _own(function: Callable[[Function, str, str], str]) -> Meaning:
    return lambda code, item, value: function(code, item.dtype, value)


def _arithmetic(name: str) -> Meaning:
    """An instruction that has `f` before its name for floats."""

    def meaning(code: Function, item: Item, left: str, right: str) -> str:
        return code.emit(f"{'f' if item.is_float else ''}{name} {item.type} {left}, {right}")

    return meaning


def _exact(name: str) -> Meaning:
    """An instruction on integers that ends the run where the result needs more bits."""

    def meaning(code: Function, item: Item, left: str, right: str) -> str:
        value, over = _with_overflow(code, name, item.type, left, right)
        code.fail_if(over, Failure.OVERFLOW)
        return value

    return meaning


def _with_overflow(code: Function, name: str, kind: str, left: str, right: str) -> tuple[str, str]:
    """The result of an instruction on integers, and whether it needs more bits."""
    pair = code.call(f"{{{kind}, i1}}", f"llvm.s{name}.with.overflow.{kind}", (kind, left), (kind, right))
    return _parts(code, kind, pair)


def _parts(code: Function, kind: str, pair: str) -> tuple[str, str]:
    value, over = (code.emit(f"extractvalue {{{kind}, i1}} {pair}, {part}") for part in (0, 1))
    return value, over


def _logic(name: str) -> Meaning:
    return lambda code, item, left, right: code.emit(f"{name} i1 {left}, {right}")


def _compare(floats: str, integers: str, bools: str) -> Meaning:
    def meaning(code: Function, item: Item, left: str, right: str) -> str:
        if item.is_float:
            return code.emit(f"fcmp {floats} {item.type} {left}, {right}")
        return code.emit(f"icmp {bools if item.dtype == 'bool' else integers} {item.type} {left}, {right}")

    return meaning


def _select(code: Function, kind: str, test: str, then: str, otherwise: str) -> str:
    return code.emit(f"select i1 {test}, {kind} {then}, {kind} {otherwise}")


def _neg(code: Function, item: Item, value: str) -> str:
    return code.emit(f"fneg {item.type} {value}" if item.is_float else f"sub {item.type} 0, {value}")


def _abs(code: Function, item: Item, value: str) -> str:
    if item.is_float:
        return _intrinsic("fabs")(code, item, value)
    return code.call(item.type, f"llvm.abs.{item.type}", (item.type, value), ("i1", "false"))


def _sign(code: Function, item: Item, value: str) -> str:
    kind, zero = item.type, literal(0, item.dtype)
    greater, less = ("fcmp ogt", "fcmp olt") if item.is_float else ("icmp sgt", "icmp slt")
    above, below = (code.emit(f"{test} {kind} {value}, {zero}") for test in (greater, less))
    rest = value if item.is_float else zero  # zeros and NaN keep themselves
    rest = _select(code, kind, below, literal(-1, item.dtype), rest)
    return _select(code, kind, above, literal(1, item.dtype), rest)


def _relu(code: Function, item: Item, value: str) -> str:
    return _extreme("max")(code, item, value, literal(0, item.dtype))


def _extreme(name: str) -> Meaning:
    """`maximum` and `minimum`, which give NaN where one of them is NaN."""

    def meaning(code: Function, item: Item, left: str, right: str) -> str:
        full = f"{name}imum" if item.is_float else f"s{name}"
        return _intrinsic(full)(code, item, left, right)

    return meaning


def _divide_integers(code: Function, item: Item, left: str, right: str) -> tuple[str, str]:
    """Quotient and rest, rounded down; the least integer by -1 wraps around, as in NumPy."""
    kind = item.type
    power = _power_of_two(right)
    if power is not None:  # LLVM finds no shift in what follows, which rounds down
        mask = (1 << power) - 1
        return code.emit(f"ashr {kind} {left}, {power}"), code.emit(f"and {kind} {left}, {mask}")
    code.fail_if(code.emit(f"icmp eq {kind} {right}, 0"), Failure.ZERO_DIVISION)
    negated = code.emit(f"icmp eq {kind} {right}, -1")
    safe = _select(code, kind, negated, "1", right)  # the processor traps where the quotient overflows
    quotient = code.emit(f"sdiv {kind} {left}, {safe}")
    rest = code.emit(f"srem {kind} {left}, {safe}")
    signs = code.emit(f"xor {kind} {rest}, {safe}")
    differ = code.emit(f"icmp slt {kind} {signs}, 0")
    inexact = code.emit(f"icmp ne {kind} {rest}, 0")
    down = code.emit(f"and i1 {differ}, {inexact}")
    lower = code.emit(f"sub {kind} {quotient}, {code.emit(f'zext i1 {down} to {kind}')}")
    above = code.emit(f"add {kind} {rest}, {_select(code, kind, down, safe, '0')}")
    opposite = code.emit(f"sub {kind} 0, {left}")
    return _select(code, kind, negated, opposite, lower), _select(code, kind, negated, "0", above)


def _power_of_two(operand: str) -> int | None:
    """Which power of two an operand is, if it is a constant one."""
    if not operand.isdecimal():
        return None
    value = int(operand)
    return value.bit_length() - 1 if value > 0 and value & (value - 1) == 0 else None


def _divide_floats(code: Function, item: Item, left: str, right: str) -> tuple[str, str]:
    """NumPy's `divmod`: the rest is exact and has the sign of the divisor; the quotient is then rounded to a whole number."""
    kind, zero = item.type, literal(0, item.dtype)
    sign = _intrinsic("copysign")
    rest = _library("fmod")(code, item, left, right)
    nonzero = code.emit(f"fcmp une {kind} {rest}, {zero}")
    opposite = code.emit(
        "xor i1 " + ", ".join(code.emit(f"fcmp olt {kind} {each}, {zero}") for each in (rest, right))
    )
    down = code.emit(f"and i1 {nonzero}, {opposite}")
    quotient = code.emit(f"fdiv {kind} {code.emit(f'fsub {kind} {left}, {rest}')}, {right}")
    lower = code.emit(f"fsub {kind} {quotient}, {literal(1, item.dtype)}")
    quotient = _select(code, kind, down, lower, quotient)
    rest = _select(code, kind, down, code.emit(f"fadd {kind} {rest}, {right}"), rest)
    rest = _select(code, kind, nonzero, rest, sign(code, item, zero, right))
    ratio = code.emit(f"fdiv {kind} {left}, {right}")
    floor = _intrinsic("floor")(code, item, quotient)
    excess = code.emit(f"fsub {kind} {quotient}, {floor}")
    up = code.emit(f"fcmp ogt {kind} {excess}, {literal(0.5, item.dtype)}")
    floor = _select(code, kind, up, code.emit(f"fadd {kind} {floor}, {literal(1, item.dtype)}"), floor)
    whole = code.emit(f"fcmp une {kind} {quotient}, {zero}")
    floor = _select(code, kind, whole, floor, sign(code, item, zero, ratio))
    by_zero = code.emit(f"fcmp oeq {kind} {right}, {zero}")
    nothing = literal(math.nan, item.dtype)
    return _select(code, kind, by_zero, ratio, floor), _select(code, kind, by_zero, nothing, rest)


def _divide(part: int) -> Meaning:
    def meaning(code: Function, item: Item, left: str, right: str) -> str:
        divide = _divide_floats if item.is_float else _divide_integers
        return divide(code, item, left, right)[part]

    return meaning


def _power(code: Function, item: Item, base: str, exponent: str) -> str:
    if item.is_float:
        return _library("pow")(code, item, base, exponent)
    code.fail_if(code.emit(f"icmp slt {item.type} {exponent}, 0"), Failure.NEGATIVE_POWER)
    name = code.module.function(("power", item.dtype), lambda name: _integer_power(code, item, name), "power")
    return code.emit(f"call {item.type} @{name}({item.type} {base}, {item.type} {exponent})")


def _exact_quotient(code: Function, item: Item, left: str, right: str) -> str:
    least = code.emit(f"icmp eq {item.type} {left}, {-(2**63)}")
    negated = code.emit(f"icmp eq {item.type} {right}, -1")
    code.fail_if(code.emit(f"and i1 {least}, {negated}"), Failure.OVERFLOW)
    return _divide_integers(code, item, left, right)[0]


def _exact_power(code: Function, item: Item, base: str, exponent: str) -> str:
    kind = item.type
    code.fail_if(code.emit(f"icmp slt {kind} {exponent}, 0"), Failure.NEGATIVE_POWER)
    name = code.module.function(
        ("exact-power", item.dtype), lambda name: _integer_power(code, item, name, exact=True), "exact_power"
    )
    pair = code.emit(f"call {{{kind}, i1}} @{name}({kind} {base}, {kind} {exponent})")
    value, over = _parts(code, kind, pair)
    code.fail_if(over, Failure.OVERFLOW)
    return value


def _integer_power(caller: Function, item: Item, name: str, exact: bool = False) -> Function:
    """Squares and multiplies; an `exact` one gives a flag, too: whether the power needs more bits."""
    kind = item.type
    code = Function(
        caller.module, name, f"{{{kind}, i1}}" if exact else kind, [(kind, "%base"), (kind, "%exponent")]
    )
    code.jump("test")
    code.start("test")
    carried = [("product", kind, "1"), ("square", kind, "%base"), ("left", kind, "%exponent")]
    if exact:
        carried.append(("over", "i1", "false"))
    for value, its, first in carried:
        code.do(f"%{value} = phi {its} [ {first}, %entry ], [ %next_{value}, %more ]")
    code.branch(code.emit(f"icmp sgt {kind} %left, 0"), "more", "done")
    code.start("more")
    odd = code.emit(f"trunc {kind} %left to i1")
    code.do(f"%next_left = ashr {kind} %left, 1")
    if exact:
        multiplied, lost = _with_overflow(code, "mul", kind, "%product", "%square")
        squared, large = _with_overflow(code, "mul", kind, "%square", "%square")
        used = code.emit(f"icmp sgt {kind} %next_left, 0")  # the last square is not
        lost, large = code.emit(f"and i1 {odd}, {lost}"), code.emit(f"and i1 {used}, {large}")
        code.do(f"%next_over = or i1 %over, {code.emit(f'or i1 {lost}, {large}')}")
    else:
        multiplied, squared = (code.emit(f"mul {kind} %{each}, %square") for each in ("product", "square"))
    code.do(f"%next_product = select i1 {odd}, {kind} {multiplied}, {kind} %product")
    code.do(f"%next_square = add {kind} {squared}, 0")
    code.jump("test")
    code.start("done")
    if exact:
        pair = code.emit(f"insertvalue {{{kind}, i1}} poison, {kind} %product, 0")
        code.do(f"ret {{{kind}, i1}} {code.emit(f'insertvalue {{{kind}, i1}} {pair}, i1 %over, 1')}")
    else:
        code.do(f"ret {kind} %product")
    return code


def _cast(code: Function, item: Item, value: str) -> str:
    """As NumPy: to bool by comparing with zero, floats to integers toward zero."""
    source, target = item.dtype, item.result
    kinds = item.type, LLVM_TYPES[target]
    if source == target:
        return value
    if target == "bool":
        test = "fcmp une" if item.is_float else "icmp ne"
        return code.emit(f"{test} {kinds[0]} {value}, {literal(0, source)}")
    if item.is_float and target in FLOATS:
        return code.emit(f"{'fpext' if target == 'f64' else 'fptrunc'} {kinds[0]} {value} to {kinds[1]}")
    if item.is_float:
        return _float_to_integer(code, item, value)
    if target in FLOATS:
        return code.emit(f"{'uitofp' if source == 'bool' else 'sitofp'} {kinds[0]} {value} to {kinds[1]}")
    narrower = DTYPES[target]().itemsize < DTYPES[source]().itemsize
    return code.emit(
        f"{'trunc' if narrower else 'zext' if source == 'bool' else 'sext'} {kinds[0]} {value} to {kinds[1]}"
    )


def _float_to_integer(code: Function, item: Item, value: str) -> str:
    """What does not fit (NaN too) is the least integer, as x86 has it."""
    bits = 31 if item.result == "i32" else 63
    kind = LLVM_TYPES[item.result]
    low, high = (literal(sign * 2.0**bits, item.dtype) for sign in (-1, 1))
    fits = code.emit(
        "and i1 "
        + ", ".join(
            (
                code.emit(f"fcmp oge {item.type} {value}, {low}"),
                code.emit(f"fcmp olt {item.type} {value}, {high}"),
            )
        )
    )
    safe = _select(code, item.type, fits, value, low)
    return code.emit(f"fptosi {item.type} {safe} to {kind}")


def _where(code: Function, item: Item, test: str, then: str, otherwise: str) -> str:
    return _select(code, item.type, test, then, otherwise)


SCALARS: dict[str, Meaning] = {
    "exp": _own(mathematics.exp),
    "log": _own(mathematics.log),
    "tanh": _own(mathematics.tanh),
    "sigmoid": _own(mathematics.sigmoid),
    **{name: _library(name) for name in ("expm1", "log1p", "sin", "cos", "tan")},
    **{name: _intrinsic(name) for name in ("sqrt", "floor", "ceil")},
    "neg": _neg,
    "abs": _abs,
    "sign": _sign,
    "relu": _relu,
    **{sign: _arithmetic(name) for sign, name in (("+", "add"), ("-", "sub"), ("*", "mul"))},
    "/": lambda code, item, left, right: code.emit(f"fdiv {item.type} {left}, {right}"),
    "//": _divide(0),
    "%": _divide(1),
    "**": _power,
    **{f"{sign}!": _exact(name) for sign, name in (("+", "add"), ("-", "sub"), ("*", "mul"))},
    "//!": _exact_quotient,
    "**!": _exact_power,
    "maximum": _extreme("max"),
    "minimum": _extreme("min"),
    "<": _compare("olt", "slt", "ult"),
    "<=": _compare("ole", "sle", "ule"),
    ">": _compare("ogt", "sgt", "ugt"),
    ">=": _compare("oge", "sge", "uge"),
    "==": _compare("oeq", "eq", "eq"),
    "!=": _compare("une", "ne", "ne"),
    "and": _logic("and"),
    "or": _logic("or"),
    "not": lambda code, item, value: code.emit(f"xor i1 {value}, true"),
    "where": _where,
    "cast": _cast,
    "broadcast": lambda code, item, value: value,
}
"""By the kind of operation; `broadcast` copies the item."""
MAY_FAIL = ("//", "%", "**", *EXACT)
"""Elementwise operations that can end the run (of integers only)."""


def meaning_of(code: Function, kind: str, dtypes: tuple[str, ...], result: str, *operands: str) -> str:
    """The item that an operation makes of items of its operands."""
    return SCALARS[kind](code, Item(dtypes[-1], result), *operands)


def constant_text(value: Any, dtype: str) -> str:
    if dtype == "bool":
        return "true" if value else "false"
    return literal(value, dtype)
