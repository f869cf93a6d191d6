"""gave [3, 0] instead of [3, 9]"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (3, -2.0, False, [3, 4, 5], [-0.75, 1.5, 2.5]),
    (-3, -2.0, False, [], [-0.75, 1.5, 2.5]),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    rows = []
    for v in xs:
        rows.append([v, 0])
    for r in rows:
        r[1] = 9
    return rows
