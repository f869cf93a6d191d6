"""Compares `for` with Python's: over ranges, tensors, rows, and what wraps them."""


def test_range_with_start_and_step(check):
    def weave(lo, hi, step):
        last = -1
        total = 0
        for i in range(lo, hi, step):
            total = total * 3 + i
            last = i
        return total, last

    check(weave, (1, 10, 3), (10, 1, -2), (5, 5, 1), (3, 0, 1))


def test_rows_of_a_matrix(check):
    def row_peaks(rows):
        total = 0
        for row in rows:
            top = row[0]
            for v in row:
                if v > top:
                    top = v
            total += top
        return total

    check(row_peaks, ([[1, 5, 2], [7, 0, 3]],), ([[-1], [-2]],))


def test_rows_unpacked_in_the_target(check):
    def slopes(points):
        total = 0.0
        for x, y in points:
            if x != 0.0:
                total += y / x
        return total

    check(slopes, ([[1.0, 2.0], [0.0, 9.0], [2.0, 1.0]],))


def test_enumerate_with_nested_target(check):
    def weighted(pairs):
        total = 0
        for i, (a, b) in enumerate(pairs, start=1):
            total += i * (a - b)
        return total

    check(weighted, ([[5, 1], [2, 2], [0, 7]],))


def test_zip_of_three_of_unequal_length(check):
    def mixed(xs, ys, zs):
        total = 0
        count = 0
        for x, y, z in zip(xs, ys, zs):
            total += x * y - z
            count += 1
        return total, count

    check(mixed, ([1, 2, 3], [4, 5], [6, 7, 8, 9]), ([1], [1], [1]))


def test_zip_of_a_python_list_and_a_tensor(check):
    def priced(amounts):
        total = 0
        for price, amount in zip([3, 5, 7], amounts):
            if amount > 0:
                total += price * amount
        return total

    check(priced, ([1, 0, 2],))


def test_reversed_tensor(check):
    def number(digits):
        value = 0
        scale = 1
        for d in reversed(digits):
            value += d * scale
            scale *= 10
        return value

    check(number, ([4, 0, 7],), ([9],))


def test_range_of_len_with_neighbours(check):
    def local_peaks(xs):
        peaks = 0
        for i in range(1, len(xs) - 1):
            if xs[i - 1] < xs[i] and xs[i] > xs[i + 1]:
                peaks += 1
        return peaks

    check(local_peaks, ([1, 5, 2, 7, 7, 3, 9],), ([1, 2],))


def test_slice_of_a_tensor(check):
    def drops(xs):
        previous = xs[0]
        count = 0
        for v in xs[1:]:
            if v < previous:
                count += 1
            previous = v
        return count

    check(drops, ([3, 1, 2, 0],), ([5],))


def test_python_list_of_pairs_with_a_staged_branch(check):
    def change(amount):
        coins = 0
        for value, limit in [(50, 1), (20, 2), (5, 100)]:
            used = 0
            while amount >= value and used < limit:
                amount -= value
                used += 1
            coins += used
        return coins, amount

    check(change, (97,), (3,), (250,))


def test_tuple_of_tensors(check):
    def widest(a, b, c):
        best = a
        for v in (b, c):
            if v > best:
                best = v
        return best

    check(widest, (1, 2, 3), (3, 2, 1), (1, 3, 2))


def test_loop_variable_changed_in_the_body(check):
    def odd_steps(n):
        total = 0
        for i in range(n):
            i = i * 2
            if i > 4:
                i -= 1
            total += i
        return total, i

    check(odd_steps, (1,), (5,))


def test_tensor_changed_while_it_is_looped_over(check):
    def smear(xs):
        total = 0
        for v in xs:
            total += v
            xs[0] = 100
        return total, xs[0]

    check(smear, ([1, 2, 3],))


def test_for_else_with_and_without_break(check):
    def common(xs, ys):
        found = 0
        for x in xs:
            for y in ys:
                if x == y:
                    break
            else:
                continue
            found += x
        else:
            found += 1000
        return found

    check(common, ([1, 2, 3], [2, 3, 4]), ([1], [9]))


def test_characters_of_a_python_text(check):
    def roman(x):
        total = 0
        for letter in "XVI":
            if letter == "V":
                total += 5 * x
            elif x > 1:
                total += 1
        return total

    check(roman, (1,), (3,))


def test_items_of_a_python_dict(check):
    def bill(n):
        total = 0
        for name, price in {"tea": 3, "cake": 5}.items():
            if n > 1 and name == "cake":
                total += price
            total += price * n
        return total

    check(bill, (1,), (4,))


def test_empty_tensor_leaves_the_state(check):
    def count(xs):
        n = 7
        for _ in xs:
            n += 1
        return n

    check(count, ([],), ([1, 2],))


def test_tensor_of_unknown_length(check):
    def alternating(xs):
        sign = 1
        total = 0
        for v in xs:
            total += sign * v
            sign = -sign
        return total

    check(alternating, ([1, 2, 3],), ([],), ([9],), unknown=True)


def test_loop_variable_kept_after_two_loops(check):
    def corner(n, m):
        i = j = -1
        for i in range(n):
            for j in range(m):
                pass
        return i, j

    check(corner, (2, 3), (0, 3), (2, 0))


def test_texts_in_a_tensor(check):
    def count_word(words, wanted):
        n = 0
        for word in words:
            if word == wanted:
                n += 1
        return n

    check(count_word, (["a", "b", "a"], "a"), (["x"], "a"))


def test_triple_nesting_with_dependent_bounds(check):
    def tetrahedron(n):
        total = 0
        for i in range(n):
            for j in range(i + 1):
                for k in range(j, i):
                    total += k + 1
        return total

    check(tetrahedron, (0,), (2,), (5,))
