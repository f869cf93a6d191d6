"""Says what kind of variable each name of a function is: local, declared `global` or `nonlocal`, captured."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from ag_notebook.staging.analyses.activity import Activity, declarations
from ag_notebook.staging.tree.nodes import all_parameters


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables of one function.

    Attributes:
        parameters: names of the parameters.
        local: parameters and every name that the function binds without declaring it.
        globals: names declared `global`.
        nonlocals: names declared `nonlocal`.
        captured: local names that nested functions read or write when they are called.
    """

    parameters: frozenset[str]
    local: frozenset[str]
    globals: frozenset[str]
    nonlocals: frozenset[str]
    captured: frozenset[str]


def scope_of(function: gast.AST, activity: Activity) -> Scope:
    declared = declarations(function.body)
    global_names = frozenset(name for n in declared if isinstance(n, gast.Global) for name in n.names)
    nonlocals = frozenset(name for n in declared if isinstance(n, gast.Nonlocal) for name in n.names)
    parameters = frozenset(p.id for p in all_parameters(function.args))
    use = activity.of_block(function.body)
    local = (parameters | use.binds) - global_names - nonlocals
    return Scope(parameters, local, global_names, nonlocals, frozenset(use.captures & local))
