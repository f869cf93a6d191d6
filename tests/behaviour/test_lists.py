"""Compares lists with Python's: appended, extended, popped and read in staged code."""


def test_append_under_two_ifs_in_a_loop(check):
    def pick(xs, lo, hi):
        kept = []
        for v in xs:
            if v > lo:
                if v < hi:
                    kept.append(v)
        return kept

    check(pick, ([1, 5, 9, 6], 2, 8), ([1], 2, 8))


def test_append_in_a_while_with_break(check):
    def orbit(x):
        seen = []
        while True:
            seen.append(x)
            if x == 1 or len(seen) > 9:
                break
            x = x // 2 if x % 2 == 0 else 3 * x + 1
        return seen

    check(orbit, (6,), (1,), (27,))


def test_two_lists_of_different_kinds(check):
    def partition(xs):
        small = []
        halves = []
        for v in xs:
            if v < 10:
                small.append(v)
            else:
                halves.append(v / 2)
        return small, halves

    check(partition, ([1, 20, 3, 41],))


def test_nested_loop_appends_to_the_outer_list(check):
    def products(n, m):
        table = []
        for i in range(n):
            for j in range(m):
                if i != j:
                    table.append(i * 10 + j)
        return table

    check(products, (3, 2), (1, 1), (0, 5))


def test_last_two_items_decide(check):
    def climb(n):
        path = [1, 2]
        for _ in range(n):
            if path[-1] > 2 * path[-2]:
                path.append(path[-1] - 1)
            else:
                path.append(path[-1] + path[-2])
        return path

    check(climb, (0,), (4,))


def test_append_then_sum_and_len(check):
    def summary(xs):
        squares = []
        for v in xs:
            squares.append(v * v)
        return sum(squares), len(squares), max(squares), squares[0]

    check(summary, ([3, -5, 1],))


def test_loop_over_a_list_grown_in_a_loop(check):
    def twice(xs):
        doubled = []
        for v in xs:
            doubled.append(v * 2)
        total = 0
        for i, d in enumerate(doubled):
            total += i * d
        return total

    check(twice, ([4, 5, 6],), ([1],))


def test_pop_as_a_stack(check):
    def depth_first(n):
        stack = [n]
        visited = 0
        while len(stack) > 0:
            top = stack.pop()
            visited = visited * 10 + top
            if top > 1:
                stack.append(top // 2)
                if top % 2 == 1:
                    stack.append(top - 2)
        return visited

    check(depth_first, (1,), (5,), (6,))


def test_extend_with_a_pair(check):
    def mirrored(xs):
        out = []
        for v in xs:
            if v != 0:
                out.extend([v, -v])
        return out

    check(mirrored, ([1, 0, 2],), ([3],))


def test_insert_at_the_front(check):
    def backwards(xs):
        out = []
        for v in xs:
            out.insert(0, v)
        return out

    check(backwards, ([1, 2, 3],))


def test_plus_on_lists_in_a_branch(check):
    def padded(x):
        row = [x]
        if x > 3:
            row = row + [0, 0]
        else:
            row = [7] + row
        return len(row), row[0]

    check(padded, (5,), (1,))


def test_fixed_list_written_in_a_loop(check):
    def histogram(xs):
        bins = [0, 0, 0]
        for v in xs:
            if v < 3:
                bins[0] += 1
            elif v < 6:
                bins[1] += 1
            else:
                bins[2] += v
        return bins

    check(histogram, ([1, 4, 9, 2, 7],), ([5],))


def test_list_item_written_at_a_staged_index(check):
    def counts(xs):
        bins = [0] * 4
        for v in xs:
            bins[v] += 1
        return bins

    check(counts, ([0, 3, 3, 1],))


def test_list_of_rows(check):
    def running(rows):
        out = []
        total = 0
        for row in rows:
            total += row[0]
            out.append([total, row[1]])
        return out

    check(running, ([[1, 2], [3, 4], [5, 6]],))


def test_list_passed_to_a_helper_that_appends(check):
    def collect(n):
        def note(items, v):
            if v % 2 == 0:
                items.append(v)
            else:
                items.append(-v)

        log = []
        for i in range(n):
            note(log, i)
        return log

    check(collect, (1,), (4,))


def test_list_emptied_in_a_branch(check):
    def sawtooth(xs, limit):
        window = []
        peaks = 0
        for v in xs:
            window.append(v)
            if len(window) == limit:
                peaks += window[0]
                window = []
        return peaks, len(window)

    check(sawtooth, ([1, 2, 3, 4, 5], 2), ([1, 2], 5))


def test_list_returned_from_one_of_two_branches(check):
    def digits(n, reverse):
        out = []
        while n > 0:
            out.append(n % 10)
            n //= 10
        if reverse:
            return out
        return out[::-1]

    check(digits, (123, True), (123, False))


def test_items_of_a_staged_list_summed_backwards(check):
    def convolve(n):
        c = [1]
        for i in range(1, n):
            total = 0
            for k in range(i):
                total += c[k] * c[i - 1 - k]
            c.append(total)
        return c

    check(convolve, (1,), (5,))


def test_membership_in_a_grown_list(check):
    def distinct(xs):
        seen = []
        for v in xs:
            if v not in seen:
                seen.append(v)
        return seen

    check(distinct, ([1, 2, 1, 3, 2],), ([4],))


def test_plus_on_lists_in_a_loop(check):
    def joined(n):
        items = []
        for i in range(n):
            items = items + [i * i]
        total = 0
        for v in items:
            if v > 0:
                total += v
        return items, total

    check(joined, (0,), (4,))


def test_list_of_an_object_appended_to_and_replaced_in_one_iteration(check):
    class Shelf:
        def __init__(self):
            self.items = []

    def refill(n):
        shelf = Shelf()
        longest = 0
        for i in range(n):
            shelf.items.append(i)
            longest = max(longest, len(shelf.items))
            shelf.items = [i]
        return shelf.items, longest

    check(refill, (0,), (1,), (3,))


def test_list_grows_and_shrinks_while_a_loop_runs_over_it(check):
    def run(xs):
        items = []
        for v in xs:
            items.append(v)
        total = 0
        for v in items:
            total += v
            if v == 4 and len(items) < 6:
                items.append(8)
                items.append(9)
            if v > 7:
                items.pop()
        return items, total

    check(run, ([3, 4, 5],), ([4],), ([9, 9, 9, 9],))


def test_list_is_emptied_by_a_loop_over_it_in_a_loop(check):
    def run(n):
        items = [1, 2, 3, 4]
        for _ in range(n):
            for v in items:
                items.pop()
                if v > 2:
                    break
        return items

    check(run, (0,), (1,), (2,), (4,))


def test_lists_meet_where_one_has_none_among_its_items(check):
    def run(xs, n):
        plain, holes = [], []
        for v in xs:
            plain.append(v)
            holes.append(v if v > 0 else None)
        if n > 0:
            plain = holes
        return plain

    check(run, ([3, -4], 1), ([3, -4], 0))


def test_none_appended_to_a_list_of_numbers(check):
    def run(xs, n):
        items = [(1, 0.5)]
        for v in xs:
            items.append((v, 1.5))
        if n > 0:
            items.append((n, None))
        return items

    check(run, ([3, -4], 1), ([3, -4], 0))


def test_reads_of_a_list_that_may_be_one_with_another(check):
    def run(n, xs):
        items, other = [], [n, 2]
        k = items.count(n)
        for v in xs:
            k += items.count(v) + other.count(2)
            items.append(v)
        both = other if n > 1 else items
        copied = both.copy()
        copied.append(3)
        held = {"k": other}
        return k, items.count(4), other.count(n), copied, len(both), held.get("k")

    check(run, (3, [3, 4, 5]), (-3, [4, 4]), (2, []))


def test_list_in_a_list_picked_by_a_staged_index(check):
    def neighbours(edges):
        near = [[] for _ in range(3)]
        for e in edges:
            near[e[0]].append(e[1])
            near[e[1]].append(e[0])
        return [len(n) for n in near], near[0]

    check(neighbours, ([[0, 1], [1, 2], [0, 2]],), ([[1, 2]],))


def test_sum_of_lists_is_first_looked_at_in_a_branch_or_loop(check):
    def run(n, xs, flag):
        items = []
        for v in xs:
            items.append(v)
        more = items + [n] + items
        k = 0
        if n > 0:
            k = len(more)
        else:
            for v in more:
                k += v
        if flag:
            more.append(9)
        twice = [n] + more
        for v in xs:
            k += len(twice) + twice[-1]
            third = twice + [v]
            k += len(third) if v > 2 else third[0]
        return items, more, k, twice

    check(run, (2, [-3, 3, 2], False), (0, [3, 2], True), (1, [], True))


def test_sum_of_lists_grows_in_an_inner_while(check):
    def run(n, xs):
        items = []
        for i in range(len(xs)):
            w = n
            while w == 0:
                w += 1
                items.append(i)
            items = [n] + items
        return items

    check(run, (2, [-3, 3, 2]), (0, [-3, 3, 2]))


def test_helper_inserts_until_a_staged_break(check):
    def fill(items, v):
        items.insert(0, v)

    def run(n, xs):
        items = []
        for i in range(len(xs)):
            w = n
            while True:
                if w:
                    break
                w += 1
                fill(items, i)
            items = [n] + items
        return items

    check(run, (2, [-3, 3, 2]), (0, [-3, 3, 2]))


def test_pairs_with_none_meet_pairs_without(check):
    def run(xs, n):
        pairs = []
        for v in xs:
            pairs.append((v, None))
        for v in xs:
            pairs.append((v * 0.5, v > 1))
        return pairs

    check.never_wrong(run, ([3, -4], 1), ([], 0))
