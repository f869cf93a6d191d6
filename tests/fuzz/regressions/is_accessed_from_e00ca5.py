""""""

# ruff: noqa: E402
# fmt: off

CASES = (
    (0, 0.5, True, [1, 2, 3], [1.0], [[0, -2], [1, 1], [2, 2]]),
    (1, 0.5, True, [1, 2, 3], [1.0], [[0, -2], [1, 1], [2, 2]]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys, rows):

    def do4(v5):
        if b:
            pass
    for i19 in range(3):
        for i20 in range(len(rows)):
            if n:
                return 1
            b = 1
