""""""

# ruff: noqa: E402
# fmt: off

CASES = (
    (2, -0.5, True, [1, -3, 4], [-0.5], [[2, 2], [0, -2], [3, 0]]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys, rows):
    a = 1
    for i18 in xs:
        try:
            if 1:
                xs[-1] = i18
        finally:
            n += a
    return xs
