"""gave [1, 2] instead of [1, 2, 0, 1]"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (-2, 0.75, True, [3, 5, 3, 3], [-1.75]),
    (2, 0.75, True, [3, 5, 3, 3], [-1.75]),
)
STATIC = ()
UNKNOWN = False

# program
class Box:
    def __init__(self, n):
        pass

def program(n, x, flag, xs, ys):
    a = n
    items = [1, 2]
    box = Box(0)
    w1 = 1
    while w1 > 0 and n != 2:
        w1 -= 1
        box.items = items
    for i4 in range(a % 4):
        items.append(i4)
    return box
