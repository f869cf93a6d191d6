""""""

# ruff: noqa: E402
# fmt: off

CASES = (
    (-2, -1.25, True, [-1, 0], [2.75, 2.5, -0.5], [[0, -2]]),
)
STATIC = ()
UNKNOWN = False

# program
TOTAL = 0
SEEN = 0

def program(n, x, flag, xs, ys, rows):
    b = 0
    u = 0
    c = None

    def get1(v2):
        return xs

    def get11(v12):
        p13 = 2
        w14 = 3
        while w14:
            w14 -= 1

        def gen16(v17):
            yield b
        for i18 in gen16(p13):
            v12 += i18
        return v12
    for i25, j26 in zip(xs, ys):
        a = b
        w27 = i25 % 4
        while (w27 := (w27 - 1)) >= 0:
            xs[-1] = -b
            b = w27
        else:
            b += 3
        a = get11(2 or i25)
    a //= 2
    pass
    return a
