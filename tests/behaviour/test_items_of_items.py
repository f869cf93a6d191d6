"""Lists, dicts and objects inside lists and dicts, changed by a staged index, by an alias and in loops."""

from __future__ import annotations

import pytest


def nested_row_write(n):
    rows = [[0, 0], [0, 0]]
    for i in range(n):
        rows[i % 2][1] += i
    return rows


def matrix_list(n):
    m = [[0] * 3 for _ in range(3)]
    for i in range(n):
        m[i % 3][(i * 2) % 3] = i
    return m


def triangle(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(i + 1):
            row.append(j)
        rows.append(row)
    return rows


def pascal(n):
    row = [1]
    for _ in range(n):
        nxt = [1]
        for j in range(len(row) - 1):
            nxt.append(row[j] + row[j + 1])
        nxt.append(1)
        row = nxt
    return row


def rows_write(n):
    rows = []
    for i in range(n):
        rows.append([i, i + 1])
    for i in range(n):
        rows[i][0] = 7
    return rows


def rows_append_inner(n):
    rows = []
    for i in range(n):
        rows.append([i, i + 1])
    if n > 1:
        rows[0].reverse()
        rows[1].append(5)
    return rows


def rows_alias(n):
    rows = []
    for i in range(n):
        rows.append([i, i + 1])
    r = rows[0]
    r[1] = 50
    return rows


def rows_for_alias(n):
    rows = []
    for i in range(n):
        rows.append([i, i + 1])
    for r in rows:
        r[1] += 50
    return rows


def rows_last_append(n):
    rows = [[]]
    for i in range(n):
        rows[-1].append(i)
        if i % 2 == 1:
            rows.append([])
    return rows


def dict_rows(n):
    rows = []
    for i in range(n):
        rows.append({"a": i})
    for r in rows:
        r["a"] = 9
    return [r["a"] for r in rows]


class P:
    def __init__(self, x):
        self.x = x

    def move(self):
        self.x += 1


def obj_rows(n):
    ps = []
    for i in range(n):
        ps.append(P(i))
    for p in ps:
        p.move()
    return [p.x for p in ps]


def obj_index(n):
    ps = [P(0), P(10)]
    for i in range(n):
        ps[i % 2].move()
    return [p.x for p in ps]


def obj_index_attr(n):
    ps = [P(0), P(10)]
    for i in range(n):
        ps[i % 2].x += i
    return ps[0].x, ps[1].x


def obj_alias(n):
    ps = [P(0), P(10)]
    p = ps[n]
    p.x = 5
    return ps[0].x, ps[1].x


def buckets(xs):
    bs = [[], [], []]
    for v in xs:
        bs[v % 3].append(v)
    return bs


def adj_lists(edges):
    adj = [[] for _ in range(3)]
    for a, b in edges:
        adj[a].append(b)
        adj[b].append(a)
    return [len(x) for x in adj]


def dict_buckets(words):
    d = {"a": [], "b": []}
    for i, w in enumerate(words):
        d[w].append(i)
    return d


def dict_nested_write(keys):
    d = {"a": {"n": 0, "s": 0}, "b": {"n": 0, "s": 0}}
    for i, k in enumerate(keys):
        d[k]["n"] += 1
        d[k]["s"] += i
    return d["a"], d["b"]


def row_alias_table(n):
    m = [[0, 0], [0, 0]]
    row = m[n]
    row[0] = 5
    return m


def swap_rows(i, j):
    m = [[1, 2], [3, 4], [5, 6]]
    m[i], m[j] = m[j], m[i]
    return m


def row_assign(i):
    m = [[1, 2], [3, 4], [5, 6]]
    m[i] = [0, 0]
    m[0] = m[1]
    return m


def row_assign_then_write(i):
    m = [[1, 2], [3, 4], [5, 6]]
    m[i] = [0, 0]
    m[0][1] = 8
    return m


def gauss(m):
    n = len(m)
    rows = [[m[i][j] for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(k + 1, n):
            f = rows[i][k] / rows[k][k]
            for j in range(n):
                rows[i][j] -= f * rows[k][j]
    return rows


def spiral(n):
    m = [[0] * 3 for _ in range(3)]
    r, c, dr, dc = 0, 0, 0, 1
    for k in range(n):
        m[r][c] = k + 1
        nr, nc = r + dr, c + dc
        if not (0 <= nr < 3 and 0 <= nc < 3) or m[nr][nc] != 0:
            dr, dc = dc, -dr
        r += dr
        c += dc
    return m


def tic(moves):
    board = [[0] * 3 for _ in range(3)]
    player = 1
    for i, j in moves:
        if board[i][j] == 0:
            board[i][j] = player
            player = -player
    return board, any(sum(r) == 3 for r in board)


def dp_tab(n, m):
    dp = [[0] * 4 for _ in range(4)]
    for i in range(n):
        for j in range(m):
            if i == 0 or j == 0:
                dp[i][j] = 1
            else:
                dp[i][j] = dp[i - 1][j] + dp[i][j - 1]
    return dp[n - 1][m - 1]


def list_in_tuple_state(n):
    st = ([], 0)
    for i in range(n):
        st[0].append(i)
        st = (st[0], st[1] + i)
    return st


def shared_row(n):
    row = [0, 0]
    m = [row, row]
    for i in range(n):
        m[0][1] += i
    return m, row


def shared_row_idx(n):
    row = [0, 0]
    m = [row, row]
    for i in range(n):
        m[i % 2][1] += i
    return m, row


def alias_fixed(n):
    rows = []
    row = []
    for i in range(n):
        row.append(i)
        rows.append(list(row))
    return rows


def alias_sliced(n):
    rows = []
    row = []
    for i in range(n):
        row.append(i)
        rows.append(row[:])
        rows.append(row.copy())
    return rows, row


def chunks(xs):
    out = []
    cur = []
    for v in xs:
        cur.append(v)
        if len(cur) == 2:
            out.append(cur)
            cur = []
    if cur:
        out.append(cur)
    return out


def chunks_slice(xs):
    out = []
    for i in range(0, len(xs), 2):
        out.append(list(xs[i : i + 2]))
    return out


def runs(xs):
    out = []
    for v in xs:
        if out and out[-1][-1] == v:
            out[-1].append(v)
        else:
            out.append([v])
    return out


def runs_counts(xs):
    out = []
    for v in xs:
        if out and out[-1][0] == v:
            out[-1][1] += 1
        else:
            out.append([v, 1])
    return out


def merge_intervals(xs):
    out = []
    for a, b in xs:
        if out and a <= out[-1][1]:
            out[-1][1] = max(out[-1][1], b)
        else:
            out.append([a, b])
    return out


def merge_intervals_tuples(xs):
    out = []
    for a, b in xs:
        if out and a <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], b))
        else:
            out.append((a, b))
    return out


def outer_row(n, m):
    grid = [[0] * 3 for _ in range(3)]
    for i in range(n):
        row = grid[i]
        for j in range(m):
            row[j] = i + j
        row[0] = 9
    return grid


def two_names(i, j):
    m = [[1], [2], [3]]
    a = m[i]
    b = m[j]
    a[0] = 10
    b[0] += 1
    a[0] += 1
    return m, a, b


def stale_direct(i):
    m = [[1], [2], [3]]
    a = m[i]
    m[0][0] = 50
    return a[0], m


def stale_staged_list(n, i):
    m = []
    for k in range(n):
        m.append([k])
    a = m[i]
    m[0][0] = 50
    b = m[0]
    b[0] += 1
    return a[0], m


def pop_then_change(n):
    m = []
    for k in range(n):
        m.append([k])
    a = m.pop()
    a[0] = 77
    m.append(a)
    return m


def escaped_row_read(n):
    m = [[1], [2], [3]]
    row = m[0]
    for i in range(n):
        row = m[i]
    return row[0], m


def branch_row(x):
    m = [[1], [2], [3]]
    if x > 1:
        m[x][0] = 5
    else:
        m[x].append(4)
    return m


def row_in_helper(n):
    def bump(row, k):
        row[0] += k
        row.append(k)

    m = [[1], [2], [3]]
    for i in range(n):
        bump(m[i % 3], i)
    return m


def helper_get(n):
    m = [[1], [2], [3]]

    def at(i):
        return m[i]

    for i in range(n):
        at(i)[0] = 7
    return m


class Node:
    def __init__(self, v):
        self.v = v
        self.kids = []

    def add(self, w):
        self.kids.append(w)
        self.v += 1


def nodes_add(n):
    ns = [Node(0), Node(10)]
    for i in range(n):
        ns[i % 2].add(i)
    return ns[0].v, ns[1].v, ns[0].kids, ns[1].kids


def nodes_kids(n):
    ns = [Node(0), Node(10)]
    for i in range(n):
        ns[i % 2].kids.append(i)
    return ns[0].kids, ns[1].kids


def cube(n):
    c = [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]
    for i in range(n):
        c[i % 2][(i // 2) % 2][i % 2] = i + 1
    return c


def nested_staged(n):
    c = []
    for i in range(n):
        row = []
        for j in range(n):
            row.append(0)
        c.append(row)
    for i in range(n):
        c[i][n - 1 - i] = i + 1
    c[0].append(5)
    return c


def comp_matrix(n, m):
    g = [[0 for _ in range(m)] for _ in range(n)]
    for i in range(n):
        for j in range(m):
            g[i][j] = i * 10 + j
    return g


def adj_build(n, edges):
    adj = [[] for _ in range(n)]
    for a, b in edges:
        adj[a].append(b)
        adj[b].append(a)
    return adj


def adj_bfs(edges):
    adj = [[] for _ in range(4)]
    for a, b in edges:
        adj[a].append(b)
        adj[b].append(a)
    seen = [False] * 4
    order = []
    q = [0]
    seen[0] = True
    while q:
        u = q.pop(0)
        order.append(u)
        for v in adj[u]:
            if not seen[v]:
                seen[v] = True
                q.append(v)
    return order


def dict_graph(k, n):
    g = {0: [1, 2], 1: [2], 2: []}
    s = 0
    for _ in range(n):
        for v in g[k]:
            s += v
        k = (k + 1) % 3
    return s


def grow_forever(n):
    xs = []
    for i in range(n):
        xs.append(i)
    for v in xs:
        if v > 0 and len(xs) < 6:
            xs.append(v + 1)
    return xs


def remove_while(n):
    xs = []
    for i in range(n):
        xs.append(i)
    i = 0
    while i < len(xs):
        if xs[i] % 2 == 0:
            del xs[i]
        else:
            i += 1
    return xs


def stack_of_pairs(n):
    stack = [(n, 0)]
    s = 0
    while stack:
        v, d = stack.pop()
        s += d
        if v > 1:
            stack.append((v // 2, d + 1))
            stack.append((v - v // 2, d + 1))
    return s


def peg_moves(ms):
    pegs = [[3, 2, 1], [], []]
    for a, b in ms:
        pegs[b].append(pegs[a].pop())
    return pegs


def list_of_objs_append(n):
    ns = []
    for i in range(n):
        p = Node(i)
        p.v += 1
        ns.append(p)
    return [p.v for p in ns]


def weak_list_types(n):
    xs = [1]
    for i in range(n):
        xs.append(i / 2)
    return xs, xs[0] * 2


def weak_two_loops(n):
    xs = []
    for i in range(n):
        xs.append(i)
    for i in range(n):
        xs[i] = xs[i] / 2
    for i in range(n):
        xs.append(i * 0.5)
    return xs


def int_list_with_float_tensor(xs):
    out = []
    for i in range(3):
        out.append(0)
    for i, v in enumerate(xs):
        out[i % 3] += v
    return out


def bool_list_num(n):
    flags = [False] * 4
    for i in range(n):
        flags[i] = i % 2 == 0
    return sum(flags), flags


def list_of_lists_sum(n):
    rows = []
    for i in range(n):
        rows.append([i] * 2)
    return sum(sum(r) for r in rows), max(max(r) for r in rows), [len(r) for r in rows]


CASES = [
    (nested_row_write, [(4,), (0,)], {}),
    (matrix_list, [(4,), (0,), (9,)], {}),
    (triangle, [(3,), (1,), (0,)], {}),
    (pascal, [(4,), (0,), (1,)], {}),
    (rows_write, [(3,), (0,)], {}),
    (rows_append_inner, [(3,), (0,)], {}),
    (rows_alias, [(3,), (1,)], {}),
    (rows_for_alias, [(3,), (0,)], {}),
    (rows_last_append, [(3,), (0,), (4,)], {}),
    (dict_rows, [(3,), (0,)], {}),
    (obj_rows, [(3,), (0,)], {}),
    (obj_index, [(3,), (0,)], {}),
    (obj_index_attr, [(3,), (0,)], {}),
    (obj_alias, [(1,), (0,)], {}),
    (buckets, [([1, 2, 3, 4],), ([],)], {}),
    (adj_lists, [([[0, 1], [1, 2]],), ([[0, 0]],)], {}),
    (dict_buckets, [(["a", "b", "a"],), (["b"],)], {}),
    (dict_nested_write, [(["a", "b", "a"],), (["b"],)], {}),
    (row_alias_table, [(0,), (1,)], {}),
    (swap_rows, [(0, 2), (1, 1)], {}),
    (row_assign, [(0,), (2,)], {}),
    (row_assign_then_write, [(0,), (2,)], {}),
    (gauss, [([[2.0, 1], [4, 3]],), ([[5.0]],)], {}),
    (gauss, [([[2.0, 1], [4, 3]],), ([[5.0]],)], {"unknown": True}),
    (spiral, [(9,), (0,), (4,)], {}),
    (tic, [([[0, 0], [1, 1], [0, 1]],)], {}),
    (dp_tab, [(3, 4), (1, 1), (4, 4)], {}),
    (list_in_tuple_state, [(3,), (0,)], {}),
    (shared_row, [(3,), (0,)], {}),
    (shared_row_idx, [(3,), (0,)], {}),
    (alias_fixed, [(3,), (0,)], {}),
    (alias_sliced, [(3,), (0,)], {}),
    (chunks, [([1, 2, 3],), ([1, 2],), ([],), ([1],)], {}),
    (chunks_slice, [([1, 2, 3],), ([1, 2],)], {}),
    (chunks_slice, [([1, 2, 3],), ([1, 2],)], {"unknown": True}),
    (runs, [([1, 1, 2],), ([5],), ([],), ([1, 2, 1, 1],)], {}),
    (runs_counts, [([1, 1, 2],), ([5],), ([],), ([1, 2, 1, 1],)], {}),
    (merge_intervals, [([[1, 3], [2, 5], [7, 8]],), ([[1, 2]],)], {}),
    (merge_intervals_tuples, [([[1, 3], [2, 5], [7, 8]],), ([[1, 2]],)], {}),
    (outer_row, [(2, 3), (0, 0), (3, 1)], {}),
    (two_names, [(0, 0), (0, 2), (1, 2)], {}),
    (stale_direct, [(0,), (2,)], {}),
    (stale_staged_list, [(3, 0), (3, 2)], {}),
    (pop_then_change, [(3,), (1,)], {}),
    (escaped_row_read, [(0,), (2,)], {}),
    (branch_row, [(0,), (2,)], {}),
    (row_in_helper, [(0,), (4,)], {}),
    (helper_get, [(0,), (2,)], {}),
    (nodes_add, [(0,), (3,)], {}),
    (nodes_kids, [(0,), (3,)], {}),
    (cube, [(0,), (5,)], {}),
    (nested_staged, [(2,), (3,)], {}),
    (comp_matrix, [(2, 3), (1, 1), (0, 2)], {}),
    (adj_build, [(3, [[0, 1], [1, 2]])], {}),
    (adj_bfs, [([[0, 1], [1, 2], [0, 3]],), ([[1, 2]],)], {}),
    (dict_graph, [(0, 3), (2, 1), (1, 0)], {}),
    (grow_forever, [(3,), (0,)], {}),
    (remove_while, [(5,), (0,)], {}),
    (stack_of_pairs, [(4,), (1,), (0,)], {}),
    (peg_moves, [([[0, 2], [0, 1], [2, 1]],), ([[0, 0]],)], {}),
    (list_of_objs_append, [(0,), (3,)], {}),
    (weak_list_types, [(0,), (3,)], {}),
    (weak_two_loops, [(0,), (3,)], {}),
    (int_list_with_float_tensor, [([1.5, 2.5, 3.5, 4.5],), ([1, 2],)], {}),
    (bool_list_num, [(3,), (0,)], {}),
    (list_of_lists_sum, [(3,), (1,)], {}),
]


@pytest.mark.parametrize(
    ("run", "cases", "options"), CASES, ids=[f"{i}_{c[0].__name__}" for i, c in enumerate(CASES)]
)
def test_as_python(check, run, cases, options):
    if options.get("eager") and not check.staged:
        pytest.skip("eager TensorFlow is the original")
    check(run, *cases, callbacks=True, **options)


def test_a_list_put_twice_is_refused(check):
    def run(n):
        rows = []
        row = []
        for i in range(n):
            row.append(i)
            rows.append(row)
        return rows

    check.refuses(run, (3,), at="for i in range", code="AG233")


def test_an_item_that_has_moved_is_refused(check):
    def run(n):
        m = []
        for k in range(n):
            m.append([k])
        a = m[0]
        m.pop(0)
        a[0] = 5
        return m, a

    check.refuses(run, (3,), at="a.0. = 5", code="AG233")


def test_items_that_move_in_each_iteration_are_refused(check):
    def run(n):
        m = []
        for k in range(n):
            m.append([k])
        a = m[0]
        for _ in range(n - 1):
            a[0] += 1
            m.pop(0)
        return m, a

    check.refuses(run, (3,), at=r"a.0. \+= 1", code="AG233")


def test_what_stood_for_an_item_in_a_loop_is_refused_outside(check):
    def run(n):
        m = [[1], [2], [3]]
        row = m[0]
        for i in range(n):
            row = m[i]
        row[0] = 9
        return m

    check.refuses(run, (2,), at="row.0. = 9", code="AG233")
