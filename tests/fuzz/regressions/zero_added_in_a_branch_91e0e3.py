"""raised ValueError: Tensor's shape (0,) is not compatible with supplied shape ()"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (3, 0.25, False, [-2, 5, 6, 0], [-2.0, 3.0]),
    (0, 0.25, False, [-2, 5, 6, 0], [-2.0, 3.0]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    u = 0
    if n:
        return x + u + x
