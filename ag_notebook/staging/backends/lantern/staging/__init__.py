"""Stages Python functions to Lantern's programs: staged values, control flow, definitions, records, entry.

Read `session` (what is being built), `values`, `structure` (what a variable can be), `conditionals`, `loops`,
`definitions` (recursion), then `entry` (a call).
"""

from ag_notebook.staging.backends.lantern.staging.backend import BACKEND

__all__ = ["BACKEND"]
