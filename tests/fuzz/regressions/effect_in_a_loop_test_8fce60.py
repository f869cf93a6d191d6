"""converted program(-1, 0.5, True, [1], [0.5]): gave -1 instead of 1"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (-1, 0.5, True, [1], [0.5]),
    (3, 0.5, True, [1], [0.5]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    a = 1
    b = n

    def touch():
        nonlocal b
        b = 1
        return 1
    while a > 0 and touch() > 0:
        a -= 1
        if n < 0:
            continue
        b = 7
    return b
