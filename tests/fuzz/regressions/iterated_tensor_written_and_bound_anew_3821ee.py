"""raised IndexError: index out of range instead of giving None"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (1, 3.0, False, [6, 3, 6], [1.75]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    for i3, j4 in enumerate(xs, 1):
        w5 = j4
        while i3:
            if w5:
                break
            xs[1] = 1
        xs = xs[1:]
