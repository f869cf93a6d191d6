""""""

# ruff: noqa: E402
# fmt: off

CASES = (
    (0, 0.5, True, [1, 2], [1.0], [[0, -2]]),
    (0, 0.5, True, [1, 2, 3], [1.0], [[0, -2], [1, 1]]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys, rows):

    def scale1(v2):
        a = n
    for i4 in (1, 2):
        for i6 in range(len(xs)):
            while n:
                if 0:
                    return 1
                n = a
