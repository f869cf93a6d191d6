"""staged program(2, 0.5, True, [6, 3], [0.5]): gave False instead of True"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (2, 0.5, True, [6, 3], [0.5]),
    (-1, 0.5, True, [6, 3], [0.5]),
)
STATIC = ()
UNKNOWN = False

# program
class Box:
    def __init__(self, n):
        self.n = n


def program(n, x, flag, xs, ys):
    box = Box(n)
    kid = Box(1)
    w = n
    while w > 0:
        w -= 1
        kid = box
    return box is kid
