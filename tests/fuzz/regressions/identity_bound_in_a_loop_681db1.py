"""gave False for `box is kid`, where the loop binds kid to box"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (2, 0.5, True, [6, 4], [0.5, 1.5]),
)
STATIC = ()
UNKNOWN = False

# program
class Box:
    def __init__(self, n):
        self.n = n
        self.items = []


def program(n, x, flag, xs, ys):
    box = Box(n)
    for v in ys:
        kid = box
    return box.n, kid.n, box is kid
