"""Lists whose contents are staged: comparison, slices, sorting, removal."""

from __future__ import annotations


def test_lists_are_compared_item_by_item(check):
    def same(n, m):
        items = []
        for i in range(n):
            items.append(i * m)
        return items == [0, m], items != [], items == [0, 1, 2], [0] == items

    check(same, (2, 5), (3, 1), (0, 0), (1, 1))


def test_slices_of_a_grown_list_are_assigned(check):
    def splice(n, x):
        items = []
        for i in range(n):
            items.append(i)
        items[1:3] = [x, x + 1, x + 2]
        items[:1] = []
        items[-1:] = [7]
        return items

    check(splice, (5, 10), (3, 0), (4, 1))


def test_a_python_list_of_staged_numbers_is_sorted(check):
    def ordered(a, b):
        items = [a, 3, b, -1]
        items.sort()
        most = list(items)
        most.sort(reverse=True)
        return items, most, items.count(3), items.index(a)

    check(ordered, (5, 2), (3, 3))


def test_any_and_all_of_conditions_over_a_python_list(check):
    def decide(a, b):
        xs = [1, b, 3]
        return any(v > a for v in xs), all(v > a for v in xs if v != b), sum(1 for v in xs if v != b)

    check(decide, (0, 0), (2, 3), (9, 1))


def test_generator_expressions_stay_lazy_in_python(check):
    def first(n):
        calls = []

        def seen(v):
            calls.append(v)
            return v > 1

        found = any(seen(v) for v in [1, 2, 3, 4])
        return found, len(calls), n

    check(first, (1,))
