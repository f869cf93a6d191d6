"""gave [3] instead of [3, 5]"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (3, -2.0, False, [3], [-0.75, 1.5, 2.5]),
    (-3, -2.0, False, [], [-0.75, 1.5, 2.5]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    a = [1]
    b = [2]
    if n > 0:
        a = [n]
        b = a
    a.append(5)
    return a, b
