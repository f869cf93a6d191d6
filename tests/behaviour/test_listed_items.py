"""Compares items that are in a list of the graph and in another place too with Python: a change must reach both, or is refused."""


def test_filtered(check):
    def f(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        s = [r for r in rows if r[0] > n]
        for r in s:
            r[1] = 0
        return rows

    check.never_wrong(f, (2,), (0,))


def test_filtered2(check):
    def f(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        s = [r for r in rows if r[0] > n]
        s[0][1] = 9
        return rows, s

    check.never_wrong(f, (2,), (0,))


def test_filtered_then_rows(check):
    def f(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        s = [r for r in rows if r[0] > n]
        rows[2][1] = 9
        return rows, s

    check.never_wrong(f, (2,), (0,))


def test_filter(check):
    def f(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        s = list(filter(lambda r: r[0] > n, rows))
        s[-1].append(7)
        return rows

    check.never_wrong(f, (2,), (0,))


def test_append(check):
    def f(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        s = []
        for r in rows:
            if r[0] > n:
                s.append(r)
        s[0][1] = 9
        return rows, s

    check.never_wrong(f, (2,), (0,))


class P:
    def __init__(self, x):
        self.x = x


def test_objects(check):
    def f(n):
        ps = [P(1), P(3), P(5)]
        s = [p for p in ps if p.x > n]
        for p in s:
            p.x += 10
        return [p.x for p in ps]

    check.never_wrong(f, (2,), (0,))


def test_objects2(check):
    def f(n):
        ps = [P(1), P(3), P(5)]
        s = [p for p in ps if p.x > n]
        s[0].x = 100
        return [p.x for p in ps]

    check.never_wrong(f, (2,), (0,))


def test_objects3(check):
    def f(n):
        ps = [P(1), P(3), P(5)]
        s = [p for p in ps if p.x > n]
        ps[2].x = 100
        return s[-1].x

    check.never_wrong(f, (2,), (0,))


def test_dicts(check):
    def f(n):
        ps = [{"a": 1}, {"a": 3}, {"a": 5}]
        s = [p for p in ps if p["a"] > n]
        best = s[0]
        best["a"] = 7
        return ps

    check.never_wrong(f, (2,), (0,))


def test_max(check):
    def f(n):
        ps = [P(1), P(n), P(5)]
        m = max(ps, key=lambda p: p.x)
        m.x = 0
        return [p.x for p in ps]

    check.never_wrong(f, (2,), (7,))


def test_sorted(check):
    def f(n):
        ps = [[1, 0], [n, 0], [5, 0]]
        m = sorted(ps)
        m[0][1] = 8
        return ps

    check.never_wrong(f, (2,), (7,), (0,))


def test_next(check):
    def f(n):
        ps = [[1, 0], [3, 0], [5, 0]]
        m = next(p for p in ps if p[0] > n)
        m[1] = 8
        return ps

    check.never_wrong(f, (2,), (0,), (4,))


def test_next_default(check):
    def f(n):
        ps = [[1, 0], [3, 0], [5, 0]]
        m = next((p for p in ps if p[0] > n), None)
        if m is not None:
            m[1] = 8
        return ps

    check.never_wrong(f, (2,), (0,), (4,), (9,))


def test_loop_first(check):
    def f(n):
        ps = [[1, 0], [3, 0], [5, 0]]
        m = None
        for p in ps:
            if p[0] > n:
                m = p
                break
        if m is not None:
            m[1] = 8
        return ps

    check.never_wrong(f, (2,), (0,), (4,), (9,))


def test_dictcomp(check):
    def f(n):
        ps = [[1, 0], [3, 0], [5, 0]]
        d = {i: p for i, p in enumerate(ps)}
        q = [d[i] for i in range(3) if d[i][0] > n]
        q[0][1] = 4
        return ps

    check.never_wrong(f, (2,), (0,), (4,))


def test_insert(check):
    def f(n):
        row = [1, 2]
        out = []
        if n > 1:
            out.append(row)
        if out:
            out[0][0] = n
        return row, out

    check.never_wrong(f, (2,), (0,))


def test_queue(check):
    def f(n):
        a, b = [1], [2]
        q = [a]
        while n > 0:
            q.append(b)
            n -= 1
        q[-1].append(5)
        return a, b, q

    check.never_wrong(f, (2,), (0,), (1,))


def test_extend(check):
    def f(n):
        rows = [[1, 2], [3, 4]]
        out = [[0, 0]]
        if n > 1:
            out.extend(rows)
        out[-1][0] = 9
        return rows, out

    check.never_wrong(f, (2,), (0,))


def test_plus(check):
    def f(n):
        rows = [[1, 2], [3, 4]]
        out = [[0, 0]]
        if n > 1:
            out = out + rows
        out[-1][0] = 9
        return rows, out

    check.never_wrong(f, (2,), (0,))


def test_slice(check):
    def f(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        out = rows[:n]
        out[0][0] = 9
        return rows

    check.never_wrong(f, (2,), (1,))


def test_slice2(check):
    def f(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        out = rows[:n]
        rows[0][0] = 9
        return out

    check.never_wrong(f, (2,), (1,))


def test_pop(check):
    def f(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        r = rows.pop(n)
        r[0] = 9
        return rows, r

    check.never_wrong(f, (2,), (1,))


def test_held_outside(check):
    rows = [[1, 2], [3, 4], [5, 6]]

    def f(n):
        s = [r for r in rows if r[0] > n]
        s[0][1] = 9
        return s

    check.never_wrong(f, (2,), (0,))


def test_reversed(check):
    def f(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        s = [r for r in reversed(rows) if r[0] > n]
        for i in range(len(s)):
            s[i][1] = i
        return rows

    check.never_wrong(f, (2,), (0,))


def test_rows_that_only_the_list_holds(check):
    def built(n):
        grid = []
        for i in range(n):
            row = [0]
            for j in range(2):
                row.append(i + j)
            grid.append(row)
        grid[0][1] = 5
        for row in grid:
            row[0] += 1
        return grid

    def bound_anew(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        rows = [r for r in rows if r[0] > n]
        rows[0][1] = 9
        return rows

    def copied(n):
        rows = [[1, 2], [3, 4], [5, 6]]
        kept = [list(r) for r in rows if r[0] > n]
        kept[0][1] = 9
        return rows, kept

    check(built, (2,), (1,))
    check(bound_anew, (2,), (0,))
    check(copied, (2,), (0,))
