"""Functions of one real number as straight-line code, so that LLVM can do many items at once.

They are accurate to a few units in the last place and have NumPy's values at NaN, infinities and zeros. All but the logarithm
stand on e^r − 1 as a power series for |r| ≤ ln 2 / 2: any x is k ln 2 + r for a whole number k, hence e^x = 2^k e^r.
Functions that are rarer (`sin`, `pow`, …) are the C library's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ag_notebook.staging.backends.lantern.native.text import Function, literal


@dataclass(frozen=True)
class Format:
    """What the code has to know of a float type."""

    dtype: str
    type: str
    integer: str
    intrinsic: str  # the suffix of intrinsics
    mantissa: int  # bits
    bias: int
    terms: int  # of the power series of e^r - 1
    log_terms: int
    least: float  # below it e^x is 0
    most: float  # above it e^x is infinite
    ln2_high: float  # few enough bits that k * ln2_high is exact
    smallest: float  # normal number


_F32_LN2, _F64_LN2 = 0.693359375, float.fromhex("0x1.62e42fee00000p-1")
FORMATS = {
    "f32": Format("f32", "float", "i32", "f32", 23, 127, 8, 5, -110.0, 95.0, _F32_LN2, 2.0**-126),
    "f64": Format("f64", "double", "i64", "f64", 52, 1023, 14, 12, -760.0, 720.0, _F64_LN2, 2.0**-1022),
}
# ln 2 to twice the precision of a double, less the high parts
_LN2_LOW = {"f32": math.log(2) - _F32_LN2, "f64": 1.9082149292705877e-10}


class Real:
    """Arithmetic on numbers of one float format, as text."""

    def __init__(self, code: Function, dtype: str) -> None:
        self.code = code
        self.format = FORMATS[dtype]
        self.type = self.format.type

    def number(self, value: float) -> str:
        return literal(value, self.format.dtype)

    def __call__(self, operation: str, left: str, right: str) -> str:
        return self.code.emit(f"{operation} {self.type} {left}, {right}")

    def multiply_add(self, left: str, right: str, added: str) -> str:
        """`left * right + added`, in one instruction where there is one."""
        name = f"llvm.fmuladd.{self.format.intrinsic}"
        return self.code.call(self.type, name, (self.type, left), (self.type, right), (self.type, added))

    def absolute(self, value: str) -> str:
        return self.code.call(self.type, f"llvm.fabs.{self.format.intrinsic}", (self.type, value))

    def choose(self, comparison: str, left: str, right: str, then: str, otherwise: str) -> str:
        test = self.code.emit(f"fcmp {comparison} {self.type} {left}, {right}")
        return self.code.emit(f"select i1 {test}, {self.type} {then}, {self.type} {otherwise}")

    def polynomial(self, variable: str, coefficients: list[float]) -> str:
        """Horner's rule; the constant coefficient comes first."""
        value = self.number(coefficients[-1])
        for coefficient in reversed(coefficients[:-1]):
            value = self.multiply_add(value, variable, self.number(coefficient))
        return value

    def clamped(self, value: str) -> str:
        """Within the range in which e^x is neither 0 nor infinite; NaN stays NaN."""
        form = self.format
        value = self.choose("ogt", value, self.number(form.most), self.number(form.most), value)
        return self.choose("olt", value, self.number(form.least), self.number(form.least), value)

    def reduced(self, value: str) -> tuple[str, str]:
        """For a number that is not too large: k, as an integer, and e^r - 1."""
        form = self.format
        # Adding this number rounds to a whole one and leaves it in the lowest bits, also where x is NaN.
        magic = 1.5 * 2.0**form.mantissa
        shifted = self.multiply_add(value, self.number(1 / math.log(2)), self.number(magic))
        whole = self("fsub", shifted, self.number(magic))
        bits = self.code.emit(f"bitcast {self.type} {shifted} to {form.integer}")
        zero = self.code.emit(f"bitcast {self.type} {self.number(magic)} to {form.integer}")
        power = self.code.emit(f"sub {form.integer} {bits}, {zero}")
        rest = self.multiply_add(whole, self.number(-form.ln2_high), value)
        rest = self.multiply_add(whole, self.number(-_LN2_LOW[form.dtype]), rest)
        series = self.polynomial(rest, [1 / math.factorial(place) for place in range(2, form.terms)])
        square = self("fmul", rest, rest)
        return power, self.multiply_add(series, square, rest)

    def power_of_two(self, power: str) -> str:
        form = self.format
        biased = self.code.emit(f"add {form.integer} {power}, {form.bias}")
        bits = self.code.emit(f"shl {form.integer} {biased}, {form.mantissa}")
        return self.code.emit(f"bitcast {form.integer} {bits} to {self.type}")


def exp(code: Function, dtype: str, value: str) -> str:
    real = Real(code, dtype)
    power, series = real.reduced(real.clamped(value))
    # In two steps, for the results near the ends of the range.
    half = code.emit(f"ashr {real.format.integer} {power}, 1")
    other = code.emit(f"sub {real.format.integer} {power}, {half}")
    result = real("fadd", series, real.number(1.0))
    return real("fmul", real("fmul", result, real.power_of_two(half)), real.power_of_two(other))


def _small_expm1(real: Real, value: str) -> str:
    """e^x - 1 for a number of which e^x has its exponent in range: 2^k (e^r - 1) + (2^k - 1)."""
    power, series = real.reduced(value)
    scale = real.power_of_two(power)
    return real.multiply_add(series, scale, real("fsub", scale, real.number(1.0)))


def tanh(code: Function, dtype: str, value: str) -> str:
    """(e^2|x| - 1) / (e^2|x| + 1), with the sign of x."""
    real = Real(code, dtype)
    absolute = real.absolute(value)
    most = 12.0 if dtype == "f32" else 22.0  # beyond, it is 1
    absolute = real.choose("ogt", absolute, real.number(most), real.number(most), absolute)
    grown = _small_expm1(real, real("fadd", absolute, absolute))
    result = real("fdiv", grown, real("fadd", grown, real.number(2.0)))
    suffix = real.format.intrinsic
    return code.call(real.type, f"llvm.copysign.{suffix}", (real.type, result), (real.type, value))


def sigmoid(code: Function, dtype: str, value: str) -> str:
    """1 / (1 + e^-|x|), or 1 less that: as e^-|x| / (1 + e^-|x|), which keeps small results exact."""
    real = Real(code, dtype)
    falling = exp(code, dtype, code.emit(f"fneg {real.type} {real.absolute(value)}"))
    above = real.choose("olt", value, real.number(0.0), falling, real.number(1.0))
    return real("fdiv", above, real("fadd", falling, real.number(1.0)))


def log(code: Function, dtype: str, value: str) -> str:
    """E ln 2 + 2 artanh s where x = 2^E m, √½ ≤ m < √2 and s = (m - 1) / (m + 1)."""
    real = Real(code, dtype)
    form = real.format
    kind = form.integer
    scaled = real("fmul", value, real.number(2.0 ** (form.mantissa + 2)))
    tiny = code.emit(f"fcmp olt {real.type} {value}, {real.number(form.smallest)}")
    normal = code.emit(f"select i1 {tiny}, {real.type} {scaled}, {real.type} {value}")
    correction = code.emit(f"select i1 {tiny}, {kind} {-form.mantissa - 2}, {kind} 0")
    bits = code.emit(f"bitcast {real.type} {normal} to {kind}")
    root = code.emit(f"bitcast {real.type} {real.number(math.sqrt(0.5))} to {kind}")
    above = code.emit(f"sub {kind} {bits}, {root}")
    exponent = code.emit(f"ashr {kind} {above}, {form.mantissa}")
    removed = code.emit(f"shl {kind} {exponent}, {form.mantissa}")
    mantissa = code.emit(f"bitcast {kind} {code.emit(f'sub {kind} {bits}, {removed}')} to {real.type}")
    exponent = code.emit(f"add {kind} {exponent}, {correction}")
    power = code.emit(f"sitofp {kind} {exponent} to {real.type}")
    less, more = real("fsub", mantissa, real.number(1.0)), real("fadd", mantissa, real.number(1.0))
    ratio = real("fdiv", less, more)
    square = real("fmul", ratio, ratio)
    # 2 artanh s = 2 s + 2 s^3/3 + …; the first term is (m - 1) - s (m - 1), of which m - 1 is exact
    series = real.polynomial(square, [2 / (2 * place + 1) for place in range(1, form.log_terms)])
    tail = real("fmul", real("fmul", series, square), ratio)
    correction_term = real("fsub", tail, real("fmul", ratio, less))
    low = real.multiply_add(power, real.number(_LN2_LOW[dtype]), correction_term)
    result = real.multiply_add(power, real.number(form.ln2_high), real("fadd", less, low))
    infinity = real.number(math.inf)
    result = real.choose("oeq", value, infinity, infinity, result)
    result = real.choose("oeq", value, real.number(0.0), real.number(-math.inf), result)
    return real.choose(
        "uge", value, real.number(0.0), real.choose("uno", value, value, value, result), real.number(math.nan)
    )
