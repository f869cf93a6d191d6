"""gave [1] instead of [1, 4, 5]"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (3, -2.0, False, [3, 4, 5], [-0.75, 1.5, 2.5]),
    (-3, -2.0, False, [], [-0.75, 1.5, 2.5]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    a = [1]
    b = [0]
    for v in xs:
        b.append(v)
        b = a
    return a, b
