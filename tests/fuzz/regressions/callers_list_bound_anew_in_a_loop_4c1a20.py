"""staged program(1, 0.0, True, [-3, 4], [-0.75]): left argument [-3, 4] instead of [1, 4]"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (1, 0.0, True, [-3, 4], [-0.75]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    b = 1
    while x:
        xs = xs[1:]
    xs[:1] = [b]
