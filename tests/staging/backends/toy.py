"""Stages to S-expressions: a back end of a third party, small enough to be read in one sitting.

    (define (f n) (if (<= n 1) 1 (* n (call f (- n 1)))))

A statement's new state is a function of the old one, so an `if` is an expression for each variable that the branches
bind differently, and a `while` is one expression whose results are taken with `get`.
"""

from __future__ import annotations

import inspect
import operator

from ag_notebook.report import GraphModel, GraphNode, Trace
from ag_notebook.staging.backends.carriers import NO_VALUE, Undefined
from ag_notebook.staging.backends.python import PythonBackend
from ag_notebook.staging.backends.registry import Registration
from ag_notebook.staging.converter import default_converter
from ag_notebook.staging.runtime.calls import converted_call
from ag_notebook.staging.runtime.context import Context, current, tracing
from ag_notebook.staging.runtime.effects import kept_effects, touch, trace


class Sym:
    """A value that only the S-expression has."""

    def __init__(self, text):
        self.text = text

    def __bool__(self):
        raise TypeError("Python cannot decide a symbol")

    __hash__ = object.__hash__


def show(value):
    """A symbol's text, or that of a Python constant."""
    if isinstance(value, Sym):
        return value.text
    return {True: "#t", False: "#f"}[value] if type(value) is bool else repr(value)


def form(*parts):
    return Sym(f"({' '.join(p if type(p) is str else show(p) for p in parts)})")


def install(name, symbol):
    setattr(Sym, f"__{name}__", lambda self, other: form(symbol, self, other))
    if hasattr(operator, name) and name not in ("lt", "le", "gt", "ge"):
        setattr(Sym, f"__r{name}__", lambda self, other: form(symbol, other, self))


for _name, _symbol in {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "floordiv": "//",
    "mod": "%",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
}.items():
    install(_name, _symbol)


def either(test, a, b):
    """A variable that is `a` on one path and `b` on the other."""
    if a is NO_VALUE or isinstance(a, Undefined):
        return b
    return a if b is NO_VALUE or isinstance(b, Undefined) or show(a) == show(b) else form("if", test, a, b)


class ToyBackend(PythonBackend):
    name = "toy"

    def __init__(self):
        self.definitions = {}

    def owns_type(self, kind):
        return kind is Sym

    def describe(self, value):
        return f"the symbol {show(value)}"

    def entry(self, function, options):
        return ToyEntry(self, function, options)

    def define(self, function, args, kwargs):
        name = function.__name__
        if name not in self.definitions:
            parameters = list(inspect.signature(function).parameters)
            self.definitions[name] = ""  # known from here on: it may call itself
            body = default_converter().convert(function)
            traced = trace(current(), lambda: body(*map(Sym, parameters)), root=function)
            self.definitions[name] = f"(define ({' '.join([name, *parameters])}) {show(traced.result)})"
        return form("call", name, *args, *kwargs.values())

    def if_stmt(self, test, if_true, if_false, state, names):
        then, orelse = (trace(current(), lambda b=b: b(*state)) for b in (if_true, if_false))
        effects = kept_effects({**orelse.effects, **then.effects}, [if_true, if_false])
        for key, effect in effects.items():
            sides = [t.effects[key].after if key in t.effects else effect.before for t in (then, orelse)]
            touch(current(), effect.location)
            effect.location.set(either(test, *sides))
        return tuple(either(test, a, b) for a, b in zip(then.result, orelse.result, strict=True))

    def while_stmt(self, test, loop_test, loop_body, state, names, options):
        inner = tuple(map(Sym, names))
        body = trace(current(), lambda: loop_body(*inner)).result
        start = " ".join(f"({n} {show(s)})" for n, s in zip(names, state, strict=True))
        loop = form("while", f"({start})", loop_test(*inner), form(*body))
        return tuple(form("get", n, loop) for n in names)

    def if_exp(self, test, if_true, if_false):
        return self.if_stmt(test, lambda: (if_true(),), lambda: (if_false(),), (), ())[0]

    def compare(self, name, left, right):
        return form({"==": "=", "!=": "/="}.get(name, name), left, right)

    def graph_model(self, graph):
        return GraphModel(graph, "main", tuple(GraphNode(n, t, ()) for n, t in self.definitions.items()), ())


class ToyEntry:
    def __init__(self, backend, function, options):
        self.backend, self.function, self.options, self.traces = backend, function, options, []

    def __call__(self, *args, **kwargs):
        """The S-expression of the call: there is nothing that could run it."""
        with tracing(Context(default_converter(), self.options)) as context:
            result = trace(context, lambda: converted_call(self.function, *args, **kwargs)).result
        model = self.backend.graph_model(self.function.__name__)
        self.traces.append(Trace(", ".join(map(show, args)), "called", tuple(context.events), model))
        return result

    def trace(self, *args, **kwargs):
        self(*args, **kwargs)
        return self.traces[-1]

    def all_traces(self):
        return list(self.traces)


BACKEND = ToyBackend()
REGISTRATION = Registration("toy", "toy:BACKEND", "toy")
