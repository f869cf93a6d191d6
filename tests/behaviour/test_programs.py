"""Compares whole small programs with Python: constructs as they meet in real code."""

import dataclasses


def test_binary_search(check):
    def find(xs, wanted):
        low, high = 0, len(xs) - 1
        while low <= high:
            middle = (low + high) // 2
            v = xs[middle]
            if v == wanted:
                return middle
            elif v < wanted:
                low = middle + 1
            else:
                high = middle - 1
        return None

    check(find, ([1, 4, 6, 9], 6), ([1, 4, 6, 9], 1), ([1, 4, 6, 9], 5), ([], 1))


def test_run_length_encoding(check):
    def encode(xs):
        values = []
        lengths = []
        for v in xs:
            if len(values) > 0 and values[-1] == v:
                lengths[-1] += 1
            else:
                values.append(v)
                lengths.append(1)
        return values, lengths

    check(encode, ([3, 3, 1, 1, 1, 2],), ([5],))


def test_merge_of_sorted_lists(check):
    def merge(xs, ys):
        merged = []
        i = j = 0
        while i < len(xs) and j < len(ys):
            if xs[i] <= ys[j]:
                merged.append(xs[i])
                i += 1
            else:
                merged.append(ys[j])
                j += 1
        while i < len(xs):
            merged.append(xs[i])
            i += 1
        while j < len(ys):
            merged.append(ys[j])
            j += 1
        return merged

    check(merge, ([1, 4, 6], [2, 3, 9]), ([1], [2]), ([5, 6], [1]))


def test_edit_distance(check):
    def distance(a, b):
        previous = [0, 1, 2, 3]
        for i in range(len(a)):
            current = [i + 1]
            for j in range(len(b)):
                cost = 0 if a[i] == b[j] else 1
                current.append(min(previous[j + 1] + 1, current[j] + 1, previous[j] + cost))
            previous = current
        return previous[-1]

    check(distance, ([1, 2, 3], [1, 3, 3]), ([5, 1], [1, 2, 3]))


def test_shortest_path_over_a_matrix(check):
    def shortest(weights, goal):
        n = len(weights)
        known = [0, 1000, 1000, 1000]
        done = [False] * 4
        for _ in range(n):
            nearest = -1
            for v in range(n):
                if not done[v] and (nearest < 0 or known[v] < known[nearest]):
                    nearest = v
            if nearest == goal:
                break
            done[nearest] = True
            for v in range(n):
                w = weights[nearest][v]
                if w > 0 and known[nearest] + w < known[v]:
                    known[v] = known[nearest] + w
        return known[goal]

    matrix = [[0, 4, 1, 0], [4, 0, 2, 5], [1, 2, 0, 8], [0, 5, 8, 0]]
    check(shortest, (matrix, 3), (matrix, 1), (matrix, 0))


def test_state_machine_over_texts(check):
    def balance(tokens):
        depth = 0
        deepest = 0
        ok = True
        for token in tokens:
            if token == "(":
                depth += 1
                deepest = max(deepest, depth)
            elif token == ")":
                depth -= 1
                if depth < 0:
                    ok = False
                    break
        return ok and depth == 0, deepest

    check(balance, (["(", "x", "(", ")", ")"],), ([")", "("],), (["("],))


def test_bank_with_a_log(check):
    @dataclasses.dataclass
    class Bank:
        balance: int = 10
        fees: int = 0

        def move(self, amount, log):
            if amount < 0 and self.balance + amount < 0:
                self.fees += 1
                log.append(0)
                return False
            self.balance += amount
            log.append(amount)
            return True

    def run(moves):
        bank = Bank()
        log = []
        refused = 0
        for amount in moves:
            if not bank.move(amount, log):
                refused += 1
                if refused == 2:
                    break
        return bank, log, refused

    check(run, ([5, -20, -3],), ([-11, 1, -30, 7],), ([1],))


def test_game_of_life_on_a_ring(check):
    def evolve(ring, steps):
        cells = list(ring)
        for _ in range(steps):
            n = len(cells)
            fresh = []
            for i in range(n):
                alive = cells[i - 1] + cells[(i + 1) % n]
                if cells[i] == 1:
                    fresh.append(1 if alive == 1 else 0)
                else:
                    fresh.append(1 if alive == 2 else 0)
            if sum(fresh) == 0:
                return fresh, True
            cells = fresh
        return cells, False

    check(evolve, ([0, 1, 1, 0, 1], 2), ([1, 0, 0, 0, 0], 3))


def test_josephus(check):
    def survivor(n, k):
        position = 0
        for size in range(2, n + 1):
            position = (position + k) % size
        return position + 1

    check(survivor, (1, 3), (7, 3), (41, 3))


def test_knapsack(check):
    def best(weights, values, limit):
        table = [0] * 8
        for w, v in zip(weights, values):
            for room in range(limit, -1, -1):
                if room >= w:
                    taken = table[room - w] + v
                    if taken > table[room]:
                        table[room] = taken
        return table[limit]

    check(best, ([3, 2, 4], [5, 3, 7], 6), ([3, 2, 4], [5, 3, 7], 7), ([9], [1], 3))


def test_integer_to_words(check):
    def spell(n):
        units = ["zero", "one", "two", "three"]
        if n < 0:
            sign, n = "minus", -n
        else:
            sign = "plus"
        if n < len(units):
            word = units[n]
        else:
            word = "many"
        return sign, word

    check(spell, (2,), (-3,), (9,))


def test_moving_average_with_warm_up(check):
    def average(xs, width):
        window = 0.0
        out = []
        for i in range(len(xs)):
            window += xs[i]
            if i >= width:
                window -= xs[i - width]
                out.append(window / width)
            elif i == width - 1:
                out.append(window / width)
        return out

    check(average, ([1.0, 2.0, 6.0, 3.0], 2), ([1.0, 2.0], 1), static=(1,))


def test_peak_finding_with_optional_state(check):
    def peaks(xs, threshold):
        rising_from = None
        found = []
        previous = None
        for v in xs:
            if previous is not None:
                if v > previous and rising_from is None:
                    rising_from = previous
                elif v < previous and rising_from is not None:
                    if previous - rising_from >= threshold:
                        found.append(previous)
                    rising_from = None
            previous = v
        return found, rising_from is not None

    check(peaks, ([1, 5, 2, 3, 9, 4], 3), ([1, 2, 1, 2], 5), ([3, 4], 1))


def test_simulation_with_closures(check):
    def simulate(arrivals, capacity):
        queue = 0
        lost = 0
        served = 0

        def arrive(n):
            nonlocal queue, lost
            for _ in range(n):
                if queue < capacity:
                    queue += 1
                else:
                    lost += 1

        def serve():
            nonlocal queue, served
            if queue > 0:
                queue -= 1
                served += 1

        for n in arrivals:
            arrive(n)
            serve()
        while queue > 0:
            serve()
        return served, lost

    check(simulate, ([3, 0, 2], 2), ([1, 1], 5), ([9], 1))


def test_vector_class_in_a_physics_loop(check):
    class Vec:
        def __init__(self, x, y):
            self.x = x
            self.y = y

        def __add__(self, other):
            return Vec(self.x + other.x, self.y + other.y)

        def scaled(self, k):
            return Vec(self.x * k, self.y * k)

    def throw(speed, steps):
        place = Vec(0.0, 1.0)
        velocity = Vec(speed, speed)
        gravity = Vec(0.0, -1.0)
        bounces = 0
        for _ in range(steps):
            place = place + velocity.scaled(0.5)
            velocity = velocity + gravity.scaled(0.5)
            if place.y < 0.0:
                place.y = -place.y
                velocity = Vec(velocity.x, -velocity.y * 0.5)
                bounces += 1
        return place, bounces

    check(throw, (1.0, 3), (0.5, 9), (2.0, 0))


def test_newton_with_failure(check):
    def root(a, b):
        x = a
        for i in range(30):
            fx = x * x - b
            if abs(fx) < 1e-3:
                return x, i
            slope = 2 * x
            if slope == 0:
                break
            x = x - fx / slope
        return -1.0, -1

    check(root, (3.0, 2.0), (0.0, 2.0), (1.0, 1.0))


def test_text_scanner(check):
    def count_words(codes):
        inside = False
        words = 0
        longest = 0
        length = 0
        for c in codes:
            if 97 <= c <= 122:
                if not inside:
                    words += 1
                    length = 0
                inside = True
                length += 1
                longest = length if length > longest else longest
            else:
                inside = False
        return words, longest

    check(count_words, ([97, 98, 32, 99, 99, 99, 46],), ([32],))


def test_two_pointer_partition(check):
    def partition(xs, pivot):
        i, j = 0, len(xs) - 1
        swaps = 0
        while True:
            while i <= j and xs[i] < pivot:
                i += 1
            while i <= j and xs[j] >= pivot:
                j -= 1
            if i > j:
                break
            xs[i], xs[j] = xs[j], xs[i]
            swaps += 1
            i += 1
            j -= 1
        return xs, i, swaps

    check(partition, ([5, 1, 7, 2, 8], 4), ([1, 2], 9), ([9, 8], 1))


def test_zip_of_python_tuples_of_tensors_stays_python(check):
    def step(weights, gradient, rate):
        moves = [gradient * 2, gradient]
        names = ("a", "b")
        weights = tuple(w - rate * g for w, g in zip(weights, moves))
        return {name: w for name, w in zip(names, weights)}

    check(step, ((1.0, 2.0), 0.5, 0.1), ((0.0, 0.0), -1.0, 1.0))


def test_polynomial_horner_with_a_list_argument(check):
    def evaluate(coefficients, x):
        result = 0
        derivative = 0
        for c in coefficients:
            derivative = derivative * x + result
            result = result * x + c
        return result, derivative, result if result > derivative else derivative

    check(evaluate, ([2, 0, -1], 3), ([1.5, 2.0], 2.0))


def test_bounded_retry(check):
    def acquire(seed, tries):
        class Busy(Exception):
            pass

        def attempt(n):
            if n % 4 != 0:
                return None
            return n * 10

        result = None
        for used in range(1, tries + 1):
            seed = (seed * 5 + 3) % 16
            result = attempt(seed)
            if result is not None:
                break
        else:
            used = -1
        if result is None:
            result = 0
        return result, used

    check(acquire, (1, 5), (2, 1), (3, 9))


def test_matrix_power_by_squaring(check):
    def fibonacci(n):
        def multiply(p, q):
            (a, b), (c, d) = p
            (e, f), (g, h) = q
            return (a * e + b * g, a * f + b * h), (c * e + d * g, c * f + d * h)

        result = (1, 0), (0, 1)
        base = (1, 1), (1, 0)
        while n > 0:
            if n % 2 == 1:
                result = multiply(result, base)
            base = multiply(base, base)
            n //= 2
        return result[0][1]

    check(fibonacci, (0,), (1,), (10,), (30,))


def test_calendar(check):
    def day_of_year(month, day, year):
        lengths = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        total = day
        for m in range(1, month):
            total += lengths[m - 1]
            if m == 2 and leap:
                total += 1
        return total, leap

    check(day_of_year, (1, 5, 2023), (3, 1, 2024), (12, 31, 1900), (3, 1, 2000))


def test_checksum_with_early_exit(check):
    def verify(digits):
        total = 0
        double = False
        for d in reversed(digits):
            if d < 0 or d > 9:
                return "bad digit"
            if double:
                d *= 2
                if d > 9:
                    d -= 9
            total += d
            double = not double
        return "ok" if total % 10 == 0 else "wrong"

    check(verify, ([7, 9, 9, 2, 7, 3, 9, 8, 7, 1, 3],), ([1, 2],), ([1, 11],))
