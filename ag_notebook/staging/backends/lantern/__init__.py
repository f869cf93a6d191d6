"""Lantern: numeric programs with recursion, differentiated and compiled to machine code (Moldovan et al. 2019, §8).

import ag_notebook as ag
from ag_notebook import lantern

@ag.function(backend="lantern")
def fact(n): return 1 if n <= 1 else n * fact(n - 1)

value, gradient = lantern.value_and_grad(loss)(w)
"""

from __future__ import annotations

import importlib
from typing import Any

from ag_notebook.staging.backends.registry import Registration, register

REGISTRATION = Registration(
    "lantern",
    "ag_notebook.staging.backends.lantern.staging:BACKEND",
    "ag_notebook.staging.backends.lantern.staging",
)
"""Says where the back end is: values of it exist only where its package is loaded."""
register(REGISTRATION)  # whoever imports it has it, also where no entry point names it

_PUBLIC = {
    "Array": "hints",
    "Parameter": "parameters",
    "grad": "differentiation",
    "value_and_grad": "differentiation",
    "Adagrad": "optimizers",
    "Adam": "optimizers",
    "Momentum": "optimizers",
    "SGD": "optimizers",
    **dict.fromkeys(("sigmoid", "relu", "softmax", "log_softmax", "cross_entropy"), "numpy"),
}


def __getattr__(name: str) -> Any:
    if name in ("numpy", "optimizers"):
        return importlib.import_module(f"{__name__}.{name}")
    if name in _PUBLIC:
        return getattr(importlib.import_module(f"{__name__}.{_PUBLIC[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "REGISTRATION",
    "SGD",
    "Adagrad",
    "Adam",
    "Array",
    "Momentum",
    "Parameter",
    "cross_entropy",
    "grad",
    "log_softmax",
    "numpy",
    "optimizers",
    "relu",
    "sigmoid",
    "softmax",
    "value_and_grad",
]
