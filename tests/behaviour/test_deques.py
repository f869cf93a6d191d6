"""Compares with Python deques: changed under staged tests and in staged loops, at both ends."""

import collections
from collections import deque

from oracle import fails


def test_breadth_first_search(check):
    def distances(adjacency, source):
        n = len(adjacency)
        distance = [-1] * n
        distance[source] = 0
        waiting = deque([source])
        while waiting:
            u = waiting.popleft()
            for v in range(n):
                if adjacency[u][v] and distance[v] < 0:
                    distance[v] = distance[u] + 1
                    waiting.append(v)
        return distance

    graph = [[0, 1, 1, 0, 0], [1, 0, 0, 1, 0], [1, 0, 0, 1, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 0]]
    check(distances, (graph, 0), (graph, 3))


def test_both_ends_in_a_branch(check):
    def run(x):
        held = collections.deque([1, 2, 3])
        if x > 0:
            held.append(x)
            held.appendleft(0)
        elif x < -5:
            held.pop()
        else:
            held.popleft()
        return list(held), len(held)

    check(run, (3,), (-3,), (-8,))


def test_results_stay_deques(check):
    def run(x):
        held = deque([x])
        if x > 0:
            held.append(x + 1)
        return held

    for held in check(run, (3,), (-3,)):
        assert type(held) is deque


def test_rotated_reversed_and_extended(check):
    def run(xs, n):
        held = deque()
        for x in xs:
            if x != 0:
                held.append(x)
        held.rotate(n)
        held.extendleft([7, 8])
        held.extend(xs)
        held.reverse()
        return list(held), held[0], held[-1], held.count(2)

    check(run, ([1, 0, 2, 3], 1), ([5, 2, 2, 0], -1))


def test_inserted_removed_and_found(check):
    def run(xs, v):
        held = deque([4])
        for x in xs:
            held.appendleft(x)
        held.insert(1, v)
        held.remove(4)
        held[0] += 10
        del held[-1]
        return list(held), held.index(v), v in held, 99 in held

    check(run, ([1, 2, 3], 9), ([5, 6, 7], 8))


def test_sliding_maximum(check):
    def maxima(xs, k):
        window, found = deque(), []
        for i in range(len(xs)):
            while window and window[0] <= i - k:
                window.popleft()
            while window and xs[window[-1]] <= xs[i]:
                window.pop()
            window.append(i)
            if i >= k - 1:
                found.append(xs[window[0]])
        return found

    check(maxima, ([1, 3, -1, -3, 5, 3, 6, 7], 3), ([4, 3, 2, 1, 9, 0, 0, 1], 2))


def test_a_deque_of_pairs(check):
    def fill(grid, r, c):
        waiting, count = deque([(r, c)]), 0
        while waiting:
            i, j = waiting.popleft()
            if 0 <= i < 3 and 0 <= j < 3 and grid[i][j] == 1:
                grid[i][j] = 2
                count += 1
                waiting.extend([(i + 1, j), (i, j + 1), (i - 1, j), (i, j - 1)])
        return count

    check(fill, ([[1, 1, 0], [0, 1, 0], [1, 0, 1]], 0, 0), ([[1, 1, 0], [0, 1, 0], [1, 0, 1]], 2, 2))


def test_a_deque_of_an_object(check):
    class Queue:
        def __init__(self):
            self.items = deque()

        def put(self, item):
            self.items.append(item)

        def take(self, default):
            return self.items.popleft() if self.items else default

    def run(xs):
        queue = Queue()
        total = 0
        for x in xs:
            if x > 0:
                queue.put(x)
            else:
                total = total * 2 + queue.take(100)
        return total, len(queue.items)

    check(run, ([1, 2, 0, 3, 0, 0, 0],), ([0, 0, 4, 5, 6, 7, 0],))


def test_what_is_read_of_a_staged_deque(check):
    def run(xs):
        held = deque()
        for x in xs:
            if x > 1:
                held.append(x)
        total = 0
        for x in held:
            total = total * 10 + x
        for i, x in enumerate(reversed(held)):
            total += i * x
        return total, sum(held), max(held), sorted(held), [x + 1 for x in held], f"{len(held)}", bool(held)

    check(run, ([3, 1, 2, 0, 5],), ([2, 2, 2, 2, 4],))


def test_text_of_a_deque(check):
    def run(x):
        held, other = deque([1]), deque([x], maxlen=3)
        if x > 0:
            held.append(x)
        return str(held), f"{other}", repr(deque([x]))

    check(run, (3,), (-3,))


def test_compared(check):
    def run(x):
        a, b = deque([1]), deque([1])
        if x > 0:
            a.append(x)
        return a == b, a != b, a == [1], deque([x]) == deque([3])

    check.never_wrong(run, (3,), (-3,))


def test_copied_and_joined(check):
    def run(x):
        a = deque([1])
        if x > 0:
            a.append(x)
        b = a.copy()
        b.append(5)
        c = a + deque([x])
        a += [6, x]
        return list(a), list(b), list(c), type(c) is deque

    check(run, (3,), (-3,))


def test_taken_from_an_empty_deque(check):
    def run(x):
        held = deque([1])
        if x > 0:
            held.pop()
        return held.popleft()

    def last(x):
        held = deque()
        while x > 3:
            held.append(x)
            x -= 1
        return held.pop()

    check(run, (-3,), fails(3))
    check(last, (5,), fails(3))


def test_a_slice_of_a_deque_is_an_error(check):
    def run(x):
        held = deque([1, 2])
        if x > 0:
            held.append(x)
        return held[0:1]

    check(run, fails(3))


def test_a_deque_from_outside_keeps_its_changes(check):
    def script(make, value):
        recent = deque([1])

        def run(x):
            if x > 0:
                recent.append(x)
            return len(recent)

        f = make(run)
        return [f(value(3)), f(value(-3)), f(value(4)), list(recent)]

    check.script(script)


def test_a_full_deque_loses_items_at_the_other_end(check):
    def right(xs):
        recent = deque([0], maxlen=3)
        averages = []
        for x in xs:
            if x > 0:
                recent.append(x)
                averages.append(sum(recent) / len(recent))
        return list(recent), averages

    def left(xs):
        recent = deque(maxlen=2)
        for x in xs:
            if x > 0:
                recent.appendleft(x)
        recent.extendleft(xs)
        recent.extend([7])
        return list(recent), recent.maxlen

    def inserted(x):
        recent = deque([1], maxlen=2)
        if x > 0:
            recent.append(x)
        recent.insert(0, 5)
        return list(recent)

    check(right, ([1, 2, 0, 4, 5, 6],), ([0, 0, 0, 0, 0, 1],))
    check(left, ([1, 2, 0, 4, 5, 6],), ([0, 0, 0, 0, 0, 1],))
    check(inserted, (-3,), fails(3))


def test_a_full_deque_is_extended_at_the_left(check):
    def by_a_list(n):
        items = [1, 2]
        recent = deque([1, 2], maxlen=3)
        items.insert(0, n + 1)
        recent.extendleft(items)
        return recent

    def by_a_tensor(xs):
        recent = deque([1, 2], maxlen=3)
        recent.extendleft(xs)
        return recent

    def by_itself(n):
        recent = deque([n, 2], maxlen=3)
        while n > 0:
            recent.append(n)
            n -= 1
        recent += [7, 8]
        recent.extendleft([4, 5])
        return recent

    for held in (
        *check(by_a_list, (2,), (-1,)),
        *check(by_a_tensor, ([3, 4],), ([5, 6, 7, 8],)),
        *check(by_itself, (2,), (0,)),
    ):
        assert held.maxlen == 3


def test_a_deque_keeps_its_greatest_length(check):
    def changed(n):
        recent = deque([n, 2], maxlen=3)
        if n > 0:
            recent.append(n)
        other = recent.copy()
        other.append(5)
        other.append(6)
        return recent, other

    for held in check(changed, (2,), (-1,)):
        assert [each.maxlen for each in held] == [3, 3]


def test_a_deque_that_holds_nothing_takes_and_turns_nothing(check):
    def run(n):
        recent = deque(maxlen=0)
        recent.extendleft([n])
        recent.rotate(n)
        return len(recent)

    check(run, (2,))


def test_a_deque_that_can_hold_nothing_is_refused(check):
    def run(x):
        recent = deque([1], maxlen=0)
        if x > 0:
            recent.append(x)
        return len(recent)

    check.never_wrong(run, (3,), (-3,))


def test_deques_in_a_deque_and_in_a_list(check):
    def run(x):
        lanes = [deque([1]), deque([2])]
        if x > 0:
            lanes[0].append(x)
        else:
            lanes[1].appendleft(x)
        return [list(lane) for lane in lanes]

    def nested(x):
        lanes = deque([[1], [2]])
        if x > 0:
            lanes[0].append(x)
            lanes.rotate(1)
        return list(lanes)

    check(run, (3,), (-3,))
    check.never_wrong(nested, (3,), (-3,))


def test_a_deque_changed_while_it_is_looped_over_is_never_wrong(check):
    def run(x):
        held = deque([1, 2])
        for v in held:
            if x > v:
                held.append(v)
                break
        return list(held)

    check.never_wrong(run, (3,), (-3,))
