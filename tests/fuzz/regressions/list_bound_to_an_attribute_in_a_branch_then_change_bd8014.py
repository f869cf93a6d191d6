"""staged program(3, 0.5, True, [6, 3], [0.5]): gave [5] instead of [5, 3]"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (3, 0.5, True, [6, 3], [0.5]),
    (-1, 0.5, True, [6, 3], [0.5]),
)
STATIC = ()
UNKNOWN = False

# program
class Box:
    def __init__(self):
        self.items = []


def program(n, x, flag, xs, ys):
    other = [5]
    d = {'k': []}
    if n > 0:
        d['k'] = other
    other.append(n)
    return d['k']
