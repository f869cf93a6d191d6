"""Compares calls with Python's: arguments of all kinds, decorators, partials, recursion, what stays unconverted."""

import functools
import inspect
import typing


def double_if_positive(x):
    return x * 2 if x > 0 else x


def fused(f):
    @functools.wraps(f)
    def run(*args, **kwargs):
        result = f(*args, **kwargs)
        if result > 100:
            return 100
        return result

    return run


@fused
def cube(x):
    y = x
    for _ in range(2):
        y = y * x
    return y


@functools.lru_cache(maxsize=None)
def cached_steps(kind):
    return 3 if kind == "long" else 1


pair_of_lambdas = (lambda v: v + 1 if v > 0 else 0), (lambda v: v - 1 if v > 0 else 7)


def test_star_arguments_and_keywords(check):
    def run(a, b, c):
        def combine(first, *rest, scale=1, **named):
            total = first
            for v in rest:
                if v > named.get("floor", 0):
                    total += v * scale
            return total - named["minus"]

        some = (b, c)
        return combine(a, *some, minus=1) + combine(*some, a, scale=2, **{"floor": 3, "minus": 0})

    check(run, (1, 2, 3), (5, 4, -3))


def test_positional_only_and_keyword_only(check):
    def run(x):
        def clip(v, /, low=0, *, high=10):
            if v < low:
                return low
            return high if v > high else v

        return clip(x), clip(x, 3, high=5), clip(x, high=2)

    check(run, (-4,), (4,), (40,))


def test_nested_partials(check):
    def run(x):
        def score(a, b, c=0):
            if a > b:
                return a - b + c
            return b - a - c

        half = functools.partial(score, 5)
        full = functools.partial(half, c=100)
        return half(x) + full(b=x)

    check(run, (3,), (8,))


def test_stacked_decorators_with_arguments(check):
    def run(x):
        def repeat(n):
            def decorate(f):
                def wrapped(v):
                    for _ in range(n):
                        v = f(v)
                    return v

                return wrapped

            return decorate

        @fused
        @repeat(3)
        def grow(v):
            if v < 20:
                return v * 3
            return v + 1

        return grow(x)

    check(run, (1,), (30,), (200,))


def test_decorated_module_function(check):
    def run(x):
        return cube(x) + (cube(2) if x > 2 else 0)

    check(run, (2,), (3,), (9,))


def test_lambdas_on_one_line_picked_by_a_staged_branch(check):
    def run(x):
        up, down = pair_of_lambdas
        if x > 10:
            action = down
        else:
            action = up
        return action(x), (lambda v: -v)(x)

    check(run, (5,), (50,), (-5,))


def test_cached_function_with_a_python_argument(check):
    def run(x):
        total = 0
        for _ in range(cached_steps("long") + cached_steps("short")):
            if total < x:
                total += 2
        return total

    check(run, (3,), (100,))


def test_function_in_a_table(check):
    def run(x, name):
        actions = {"double": double_if_positive, "negate": lambda v: -v, "cube": cube}
        result = actions[name](x)
        for action in (double_if_positive, abs):
            result = action(result)
        return result

    check(run, (3, "double"), (3, "negate"), (-2, "cube"), static=(1,))


def test_recursion_over_a_python_depth(check):
    def power(x, depth):
        if depth == 0:
            return 1
        if x > 10:
            return x
        return x * power(x, depth - 1)

    check(power, (2, 5), (11, 5), (3, 0), static=(1,))


def test_recursion_over_a_python_tree(check):
    def fold(x):
        def walk(tree):
            if not isinstance(tree, tuple):
                return tree if x > tree else 0
            total = 0
            for branch in tree:
                total += walk(branch)
            return total

        return walk(((1, 2), 3, ((4,), 5)))

    check(fold, (0,), (3,), (9,))


def test_recursion_on_a_tensor_is_refused(check):
    def fibonacci(n):
        if n < 2:
            return n
        return fibonacci(n - 1) + fibonacci(n - 2)

    check.refuses(
        fibonacci,
        (7,),
        at="fibonacci",
        says='back end that has recursion: ag.function(f, backend="lantern")',
        code="AG301",
    )


def test_mutual_recursion_on_tensors_is_refused(check):
    def run(n):
        def down(k):
            if k <= 0:
                return 0
            return 1 + up(k - 3)

        def up(k):
            if k > 100:
                return k
            return down(k + 1)

        return down(n)

    check.refuses(
        run,
        (7,),
        at=r"(up|down)\(k",
        says='back end that has recursion: ag.function(f, backend="lantern")',
        code="AG301",
    )


def test_map_filter_and_functions_of_functions(check):
    def run(x):
        def twice(f, v):
            return f(f(v))

        def step(v):
            if v > 5:
                return v - 3
            return v + 4

        values = list(map(lambda k: twice(step, x + k), (0, 1, 2)))
        return values, functools.reduce(lambda a, b: a + b if a < b else a - b, values)

    check(run, (1,), (9,))


def test_call_result_is_unpacked_and_swapped(check):
    def run(a, b, n):
        def turn(p, q):
            if p > q:
                return q, p - q
            return p + 1, q

        for _ in range(n):
            b, a = turn(b, a)
        return a, b

    check(run, (9, 4, 0), (9, 4, 3), (1, 8, 5))


def test_default_argument_and_keyword_at_the_entry(check):
    def script(make, value):
        def scaled(x, by=2, *, shift=0):
            if x > shift:
                return x * by
            return x + shift

        f = make(scaled)
        return f(value(3)), f(value(3), value(5)), f(x=value(3), shift=value(10)), f(value(3), by=7)

    check.script(script)


def test_lambda_as_the_staged_function(check):
    check(lambda x, y: x - y if x > y else y - x, (5, 3), (3, 5))


def test_same_function_with_other_types(check):
    def script(make, value):
        f = make(double_if_positive)
        return f(value(2)), f(value(-1.5)), f(value(2.5)), f(3), f(-3)

    check.script(script)


def test_annotations_that_need_an_enclosing_import(check):
    def make_clip():
        from typing import Optional

        def clip(x: "Optional[int]", top: Optional[int] = None) -> Optional[int]:
            result: int
            if top is None:
                top = 10
            if x > top:
                result = top
            else:
                result = x
            return result

        return clip

    check(make_clip(), (3,), (30,), (7, 5))


def test_async_function_passes_through(check):
    def run(x):
        async def inner(v):
            return v + 1

        async def outer(v):
            return await inner(v) * 2

        coroutine = outer(x)
        try:
            coroutine.send(None)
        except StopIteration as stop:
            result = stop.value
        if result > 5:
            result -= 5
        return result

    check(run, (1,), (5,))


EVALUATED = []


def noted(kind):
    EVALUATED.append(kind)
    return kind


def test_annotations_of_nested_functions(check):
    def signature(x):
        def g(a: int, *b: str, k: "float" = 1, **z: list[int]) -> bool:
            return a > k

        return str(inspect.signature(g)), g.__annotations__, g(x)

    def hints(x):
        def typed(f):
            kinds = typing.get_type_hints(f)

            def run(a):
                return f(a) + (10 if kinds["a"] is int else 20)

            return run

        @typed
        def g(a: int):
            return a * 2 if a > 0 else a

        return g(x)

    def local_classes(x):
        class Unit:
            pass

        if x > 0:

            def g(a: Unit) -> Unit:
                return a + 1
        else:

            def g(a: Unit):
                return a - 1

        return g(x)

    def methods(x):
        class Cell:
            def double(self, a: int) -> "Cell":
                return 2 * a if a > 0 else 0

        return Cell.double.__annotations__, Cell().double(x)

    def coroutines(x):
        async def g(a: int) -> str:
            return a

        def rows(a: int) -> str:
            yield a

        return g.__annotations__, rows.__annotations__

    def taken_names(x):
        def g(a: (items := int)) -> int:
            return [i for i in range(2)][1] + a

        return g(x), items is int

    for function in (signature, hints, local_classes, methods, coroutines, taken_names):
        check(function, (3,), (-3,))


def test_annotations_are_evaluated_once_where_the_function_is_defined(check):
    def run(x):
        before = len(EVALUATED)
        kind = int
        for _ in range(3):

            def g(a: noted(kind)) -> noted(kind):
                return a + 1 if a > 0 else a

        kind = float
        return len(EVALUATED) - before, g.__annotations__, g(x)

    check(run, (3,), (-3,))


@functools.singledispatch
def shown(v):
    return v + 1 if v > 0 else v - 1


@shown.register
def _(v: list):
    return v[0] * 10 if v[0] > 1 else 2


@functools.lru_cache
def remembered(v):
    return v * 3 if v > 2 else 0


def test_functions_chosen_by_a_type(check):
    def outside(x):
        return shown(x), shown([x])

    def inside(x):
        @functools.singledispatch
        def size(v):
            return 1 if x > 0 else 2

        @size.register
        def _(v: list):
            return len(v) * 10 if x > 0 else 5

        return size(x) + size([1, 2])

    check(outside, (3,), (-3,))
    check(inside, (3,), (-3,))


def test_cached_function_with_a_staged_argument(check):
    def run(x):
        return remembered(x) + remembered(4)

    check(run, (3,), (1,))
