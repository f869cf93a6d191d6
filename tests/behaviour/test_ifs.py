"""Compares `if` with Python's: nested, chained, with state that only some paths touch."""


def test_three_levels_write_different_names(check):
    def classify(x, y):
        a = b = c = 0
        if x > 0:
            a = x
            if y > 0:
                b = x + y
                if x > y:
                    c = a - y
                else:
                    c = b * 2
        elif y > 0:
            b = y
        return a, b, c

    check(classify, (3, 1), (1, 3), (2, -1), (-1, 4), (-1, -1))


def test_branches_swap_their_inputs(check):
    def ordered(a, b, c):
        if a > b:
            a, b = b, a
        if b > c:
            b, c = c, b
            if a > b:
                a, b = b, a
        return a, b, c

    check(ordered, (3, 2, 1), (1, 2, 3), (2, 3, 1), (1, 3, 2))


def test_elif_chain_gives_text(check):
    def season(month):
        if month < 3:
            name = "winter"
        elif month < 6:
            name = "spring"
        elif month < 9:
            name = "summer"
        else:
            name = "autumn"
        return name

    check(season, (1,), (4,), (8,), (12,))


def test_flag_computed_once_decides_twice(check):
    def clamp_report(x, lo, hi):
        inside = lo <= x and x <= hi
        if not inside:
            x = lo if x < lo else hi
        if inside:
            note = 1
        else:
            note = 2
        return x, note, inside

    check(clamp_report, (5, 0, 10), (-5, 0, 10), (50, 0, 10))


def test_python_if_around_and_inside_a_staged_one(check):
    def scaled(x, mode, strict):
        if mode == "double":
            if x > 0:
                x = x * 2
                if strict:
                    x = x - 1
            elif strict:
                x = 0
        else:
            x = x + 100
        return x

    check(
        scaled,
        (3, "double", True),
        (-3, "double", True),
        (-3, "double", False),
        (3, "", False),
        static=(1, 2),
    )


def test_branches_bind_nested_tuples(check):
    def corners(x, y):
        if x < y:
            box = ((x, x), (y, y))
            area = (y - x) * (y - x)
        else:
            box = ((y, y), (x, x))
            area = (x - y) * (x - y)
        (x0, _), (_, y1) = box
        return box, area, x0 + y1

    check(corners, (1, 4), (7, 5))


def test_temporaries_of_other_kinds_die_in_their_branch(check):
    def measure(x):
        if x > 0:
            part = "text"
            size = len(part)
        else:
            part = x * 2
            size = part - 1
        return size + x

    check(measure, (3,), (-3,))


def test_name_deleted_and_bound_again(check):
    def rebound(x):
        y = x + 1
        if y > 3:
            del y
            y = 100
        else:
            z = y
            del y
            y = z * 2
        return y

    check(rebound, (1,), (5,))


def test_import_inside_a_branch(check):
    def circle(r):
        if r > 0:
            import math

            area = math.pi * r * r
        else:
            area = 0.0
        return area

    check(circle, (2.0,), (-2.0,))


def test_early_returns_then_more_ifs(check):
    def fee(age, member):
        if age < 6:
            return 0
        price = 12
        if member:
            price = price - 3
            if age > 65:
                return price // 2
        if age < 18:
            price = price // 2
        return price

    check(fee, (3, True), (70, True), (70, False), (12, True), (12, False), (30, False))


def test_only_else_does_something(check):
    def floor_at_ten(x):
        if x >= 10:
            pass
        else:
            x = 10
        return x

    check(floor_at_ten, (3,), (30,))


def test_condition_reads_what_an_earlier_branch_changed(check):
    def cascade(x):
        if x % 2 == 0:
            x = x // 2
        if x % 3 == 0:
            x = x // 3
        else:
            x = x + 1
        if x > 4:
            x = -x
        return x

    check(cascade, (6,), (12,), (7,), (30,))


def test_branch_with_a_loop_and_branch_without(check):
    def sum_or_product(n, adding):
        result = 1
        if adding:
            result = 0
            for i in range(n):
                result = result + i
        elif n > 3:
            result = n * n
        return result

    check(sum_or_product, (5, True), (5, False), (2, False))
