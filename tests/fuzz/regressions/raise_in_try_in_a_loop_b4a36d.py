"""raised ValueError: boo: a raise in a `try` that catches it, in a staged loop"""

# ruff: noqa: E402
# fmt: off

CASES = (
    (-1, 0.5, True, [], []),
)
STATIC = ()
UNKNOWN = False

# program
def program(n, x, flag, xs, ys):
    w = n % 4
    while w:
        w -= 1
        try:
            raise ValueError('boo')
        except ValueError:
            pass
    return w
