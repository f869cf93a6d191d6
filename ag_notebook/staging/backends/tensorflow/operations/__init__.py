"""Stages operations as Python means them: operators, comparisons, items, builtins, `math` and NumPy."""
