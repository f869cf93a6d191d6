"""Compares item reads and writes on tensors with those on lists."""

import numpy as np
import tensorflow as tf
from oracle import fails, stage


def test_swap_inside_a_branch_in_two_loops(check):
    def selection_sort(xs):
        for i in range(len(xs)):
            low = i
            for j in range(i + 1, len(xs)):
                if xs[j] < xs[low]:
                    low = j
            if low != i:
                xs[i], xs[low] = xs[low], xs[i]
        return xs

    check(selection_sort, ([5, 2, 9, 1],), ([1, 2],), ([7],))


def test_insertion_sort_moves_back_until_it_fits(check):
    def insertion_sort(xs):
        for i in range(1, len(xs)):
            v = xs[i]
            j = i - 1
            while j >= 0 and xs[j] > v:
                xs[j + 1] = xs[j]
                j -= 1
            xs[j + 1] = v
        return xs

    check(insertion_sort, ([3, 1, 2],), ([5, 4, 3, 2],))


def test_row_taken_and_put_back(check):
    def diagonal(m):
        for i in range(len(m)):
            row = m[i]
            if row[i] < 0:
                row[i] = 0
                m[i] = row
        return m

    check(diagonal, ([[-1, 2], [3, -4]],))


def test_write_into_an_item_of_an_item(check):
    def diagonal(m):
        for i in range(len(m)):
            if m[i][i] < 0:
                m[i][i] = 0
        return m

    check(diagonal, ([[-1, 2], [3, -4]],))


def test_tuple_index_as_on_an_array():
    def trace_and_lift(m):
        total = m[0, 0] + m[1, 1]
        if total > 0:
            m[0, 1] = total
        else:
            m[1, :] = 0
        m[..., 0] += 1
        return m

    lift = stage(trace_and_lift)
    for rows in ([[1, 2], [3, 4]], [[-1, -2], [-3, -4]]):
        want = trace_and_lift(np.array(rows)).tolist()
        assert lift(tf.constant(rows)).numpy().tolist() == want


def test_slice_written_in_a_loop(check):
    def blank(xs, n):
        for i in range(n):
            if xs[i] == 0:
                xs[i : i + 2] = [9, 9]
        return xs

    check(blank, ([0, 1, 0, 3, 4], 3), ([1, 1, 1], 2))


def test_augmented_items_with_staged_index(check):
    def cumulate(xs):
        i = 1
        while i < len(xs):
            xs[i] += xs[i - 1]
            i += 1
        return xs

    check(cumulate, ([1, 2, 3, 4],), ([5],))


def test_write_in_one_branch_keeps_the_argument_elsewhere(check):
    def capped(xs, limit):
        ys = [0, 0]
        for i in range(2):
            if xs[i] > limit:
                xs[i] = limit
                ys[i] = 1
        return xs, ys

    check(capped, ([3, 9], 5), ([1, 2], 5))


def test_negative_and_staged_indices(check):
    def ends(xs, i):
        if i > 0:
            return xs[-1] - xs[i]
        return xs[i] - xs[-2]

    check(ends, ([1, 5, 7], 1), ([1, 5, 7], 0), ([1, 5, 7], -1))


def test_lookup_in_a_python_tuple_and_dict(check):
    def decode(xs):
        names = {0: 100, 1: 200, 2: 50}
        weights = (1, 10, 100)
        total = 0
        for i, v in enumerate(xs):
            total += names[v] * weights[i]
        return total

    check(decode, ([2, 0, 1],), ([1],))


def test_staged_key_that_is_missing(check):
    def price(code):
        return {1: 10, 2: 20}[code] + 1

    check(price, (2,), fails(7, says=""))


def test_table_of_texts_by_staged_index(check):
    def weekday(n):
        names = ["mon", "tue", "wed"]
        name = names[n % 3]
        if name == "tue":
            name = names[0]
        return name

    check(weekday, (0,), (4,), (5,))


def test_slices_with_staged_bounds(check):
    def middle(xs, width):
        start = (len(xs) - width) // 2
        part = xs[start : start + width]
        return part, len(part)

    check(middle, ([1, 2, 3, 4, 5], 3), ([1, 2, 3, 4], 2))


def test_sieve(check):
    def primes_below(n):
        composite = [0] * 12
        count = 0
        for p in range(2, n):
            if composite[p] == 0:
                count += 1
                for multiple in range(p * p, n, p):
                    composite[multiple] = 1
        return count, composite[9], composite[11]

    check(primes_below, (12,), (3,))


def test_ellipsis_on_eager_tensors(check):
    def column_sums(m):
        total = tf.zeros([2], tf.int32)
        for j in range(3):
            total = total + m[..., j]
        return total, m[:, None, 0], m[1, ::-1]

    check(column_sums, ([[1, 2, 3], [4, 5, 6]],), eager=True)


def test_boolean_mask(check):
    def positives(x):
        kept = x[x > 0]
        return kept, tf.size(kept)

    check(positives, ([1, -2, 3],), eager=True)


def test_slice_set_to_numbers_that_a_loop_made(check):
    def fill(xs):
        count = 1
        for _ in xs:
            count = count + 1
        xs[1:] = [count, 7]
        xs[0] = count
        return xs, [count, 0]

    check(fill, ([1, 2, 3],))


def test_loop_sees_the_items_that_it_writes(check):
    def spread(xs):
        for v in xs:
            xs[-1] = xs[-1] + v
        for i, v in enumerate(xs):
            xs[(i + 1) % len(xs)] = v
        return xs

    check(spread, ([6, 3],), ([1, 2, 3, 4],))


def test_each_item_doubled_in_place(check):
    def doubled(xs, ys):
        for i, v in enumerate(xs):
            if v > 1:
                xs[i] = v * 2
        for i, (x, y) in enumerate(zip(xs, ys)):
            ys[i] = x + y
        return xs, ys

    check(doubled, ([1, 2, 3], [5, 5, 5]))


def test_augmented_item_of_a_row(check):
    def run(n, rows, xs):
        for v in xs:
            rows[v % len(rows)][0] += v
            rows[0][-1] *= 2
        if n > 0:
            rows[-1][n % 2] -= 1
        return rows

    check(run, (3, [[1, 2], [3, 4]], [3, 4, 5]), (-3, [[1, 2], [3, 4], [5, 6]], []))


def test_augmented_item_of_a_list_in_a_list(check):
    def run(n):
        grid = [[1, 2], [3]]
        held = {"a": [0, 1]}
        pair = (1, [2, 3])
        if n > 0:
            grid[0][1] += n
            held["a"][1] -= n
        pair[1][0] += 4
        grid[1] += [n]
        return grid, held, pair

    check(run, (3,), (-3,))


def test_augmented_item_keeps_the_order_of_evaluation(check):
    def run(n):
        seen = []

        def say(what, value):
            seen.append(what)
            return value

        grid = [[1, 2], [3, 4]]
        row = grid[1]
        grid[say(1, 1)][say(2, 0)] += say(3, n)
        grid[0][0] += grid.pop()[0]
        return grid, row, seen

    check(run, (3,), (-3,))


def test_row_that_the_operand_replaces(check):
    def run(n):
        grid = [[1, 2], [3, 4]]
        first = grid[0]

        def replaced():
            grid[0] = [7, 7]
            return n

        grid[0][1] += replaced()
        return grid, first

    check(run, (3,), (-3,))


def test_many_items_at_once(check):
    def ranked(xs):
        order = tf.argsort(xs)
        return tf.gather(xs, order), xs[0]

    check(ranked, ([3, 1, 2],), eager=True)


def test_index_that_is_a_vector():
    def run(xs):
        return xs[tf.constant([2, -1, 0])]

    assert stage(run)(tf.constant([5, 6, 7])).numpy().tolist() == [7, 7, 5]


class Board:
    """Rows of texts."""

    def __init__(self):
        self.cells = [[" "] * 3 for _ in range(3)]
        self.n = 0

    def play(self, i, who):
        if self.cells[i // 3][i % 3] == " ":
            self.cells[i // 3][i % 3] = who
            self.n += 1
            return True
        return False


def test_grid_of_python_lists_written_by_staged_indices(check):
    def life(moves):
        grid = [[0, 0, 0], [0, 0, 0]]
        for m in moves:
            r, c = m // 3, m % 3
            if grid[r][c] == 0:
                grid[r][c] = 1
            else:
                grid[r][c] += 10
        return grid, sum(grid[0])

    def board(moves):
        b = Board()
        for m in moves:
            b.play(m, "x")
        return b.cells[0], b.n

    check(life, ([0, 4, 4, 5],), ([],), fails([9], says="list index out of range"))
    check(board, ([0, 3, 0],), ([],))


def test_grid_filled_from_its_neighbours(check):
    def paths(n, m):
        t = [[0] * 3 for _ in range(3)]
        for i in range(n):
            for j in range(m):
                t[i][j] = 1 if i == 0 or j == 0 else t[i - 1][j] + t[i][j - 1]
        return t[n - 1][m - 1]

    check(paths, (3, 2), (1, 1), (3, 3))


def test_record_picked_by_a_staged_index(check):
    def birthday(k):
        people = [{"name": "ann", "age": 3}, {"name": "bob", "age": 7}]
        people[k]["age"] += 1
        if people[k]["age"] > 5:
            people[k]["name"] = "old"
        return people, people[k]["name"], people[-1]["age"]

    check(birthday, (0,), (1,), fails(2, says="list index out of range"))


def test_loop_over_rows_sees_augmented_items(check):
    def run(rows):
        total = 0
        for row in rows:
            total += row[0]
            rows[-1][0] += 5
        for i, row in enumerate(rows):
            total += row[1]
            rows[i % len(rows)][1] *= 2
        return total, rows

    check(run, ([[4, 3], [3, 3], [-2, -2]],), ([[1, 2]],))


def test_iterated_name_is_written_and_bound_anew(check):
    def run(n, xs):
        total = 0
        for v in xs:
            if n > 1:
                xs[1] = 1
            total += v
            xs = xs[1:]
        return total

    check.refuses(run, (1, [6, 3, 6]), at="for v in xs", says="'xs' is written and bound anew", code="AG213")


def test_iterated_name_is_bound_anew(check):
    def run(xs):
        total = 0
        for v in xs:
            xs = xs[1:]
            total += v * len(xs)
        return total

    check(run, ([6, 3, 6],), ([1],))


def test_keys_that_only_the_graph_knows(check):
    def f1(xs):
        m = {}
        for i, x in enumerate(xs):
            m[i] = x
        return max(m.values())

    def f2(xs):
        m = {}
        for i, x in enumerate(xs):
            m[i] = x
        return m[0]

    for f in (f1, f2):
        check.never_wrong(f, ([1, 2, 3],))
