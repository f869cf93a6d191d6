"""gave [] instead of [4]: a list that a staged loop returned was no longer the list"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (2, 0.5, True, [], []),
)
STATIC = ()
UNKNOWN = False

# program
class Box:
    def __init__(self, n):
        self.n = n
        self.items = []


def program(n, x, flag, xs, ys):
    kid = Box(1)
    try:
        w = n
        while True:
            if w < 0:
                break
            return kid.items
    finally:
        kid.items.append(4)
