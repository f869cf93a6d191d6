"""raised JoinError"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (3, 1.5, False, [-1, -3], [-1.75, 1.75, -1.5]),
    (1, 1.5, True, [-1, -3], [-1.75, 1.75, -1.5]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    a = n
    b = 2
    u = 0.0
    c = None
    items = [1, 2]
    for i1, j2 in enumerate(list(items)):
        match n:
            case 0:
                c = j2
                b = n
            case 1 | 2 if n>5:
                items = [c for v10 in items if b != 2]
