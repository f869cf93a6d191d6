"""a tensor that was made in another branch, loop or function is used here"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (2, 1.75, False, [-3, 3, 2], [0.25, 1.0, 0.0, 0.75]),
    (0, 1.75, False, [-3, 3, 2], [0.25, 1.0, 0.0, 0.75]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    items = []
    for i in range(len(xs)):
        w = n
        while w == 0:
            w += 1
            items.insert(0, i)
        items = [n] + items
    return items
