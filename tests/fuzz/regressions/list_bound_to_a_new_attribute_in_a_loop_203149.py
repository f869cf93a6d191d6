"""gave {'items': []} instead of {'items': [1]}"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (3, -2.0, False, [3], [-0.75, 1.5, 2.5]),
)
STATIC = ()
UNKNOWN = False

# program
class Box:
    def __init__(self, n):
        pass

def program(n, x, flag, xs, ys):
    items = []
    box = Box(0)
    for i3 in xs:
        box.items = items
    items.append(1)
    return box
