"""raised IndexError: list index out of range"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (-1, -0.5, True, [-1, 5, -1], [-0.5, -0.75]),
    (1, -0.5, True, [-1, 5, -1], [-0.5, -0.75]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    a = 0
    items = [1, 2]
    for i1 in [a, a]:
        n = 3 + n
        for i3 in range(n):
            for i5 in items:
                b = items.pop()
