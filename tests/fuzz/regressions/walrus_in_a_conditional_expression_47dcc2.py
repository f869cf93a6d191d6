"""gave 2 instead of 0"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (2, -2.0, True, [5], []),
    (-2, -2.0, True, [5], []),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    a = 0
    a = 3 if n < a else (n := a)
    return n
