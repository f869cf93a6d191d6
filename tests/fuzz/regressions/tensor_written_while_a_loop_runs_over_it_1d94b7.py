"""staged program(-2, 0.5, True, [6, 3], [0.5]): gave [6, 3] instead of [6, 6]"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (-2, 0.5, True, [6, 3], [0.5]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    b = 1
    for i, v in enumerate(xs):
        xs[b] = v
    return xs
