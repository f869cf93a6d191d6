"""Compares gradients through and inside staged functions with eager TensorFlow's."""

import tensorflow as tf
from oracle import fails


def test_tape_outside_a_branch_and_a_loop(check):
    def script(make, value):
        def power(x, n):
            y = x
            for _ in range(n):
                if y > 10.0:
                    y = y * 0.5
                else:
                    y = y * x
            return y

        f = make(power)
        gradients = []
        for x, n in ((3.0, 2), (1.5, 4), (4.0, 1)):
            point = tf.constant(x)
            with tf.GradientTape() as tape:
                tape.watch(point)
                y = f(point, value(n))
            gradients.append(tape.gradient(y, point))
        return gradients

    gradients = check.script(script, eager=True)
    assert [g.numpy() for g in gradients] == [27.0, 25.3125, 8.0]


def test_tape_inside_a_staged_function(check):
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            if x > 1.0:
                y = x * x * x
            else:
                y = -x
            while y > 20.0:
                y = y / 2.0
        return tape.gradient(y, x), y

    check(slope, (2.0,), (0.5,), (3.0,), eager=True)


def test_tape_inside_a_staged_loop(check):
    def descend(x):
        steps = 0
        for _ in tf.range(20):
            with tf.GradientTape() as tape:
                tape.watch(x)
                loss = (x - 3.0) ** 2
            gradient = tape.gradient(loss, x)
            if tf.abs(gradient) < 0.1:
                break
            x = x - 0.2 * gradient
            steps += 1
        return x, steps

    check(descend, (0.0,), (3.0,), eager=True)


def test_gradient_of_variables(check):
    def script(make, value):
        w = tf.Variable(2.0)

        def loss(xs):
            total = tf.constant(0.0)
            for x in xs:
                if x > 0.0:
                    total += w * w * x
            return total

        f = make(loss)
        with tf.GradientTape() as tape:
            y = f(value([1.0, -5.0, 2.0]))
        return y, tape.gradient(y, w)

    check.script(script, eager=True)


def test_second_derivative(check):
    def script(make, value):
        def curve(x):
            y = x
            if x > 0.0:
                y = x**3 + 2.0 * x
            return y

        f = make(curve)
        x = tf.constant(2.0)
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = f(x)
            slope = inner.gradient(y, x)
        return slope, outer.gradient(slope, x)

    check.script(script, eager=True)


def test_gradient_through_a_list_grown_in_a_loop(check):
    def script(make, value):
        def run(x, n):
            outputs = []
            h = x
            for _ in range(n):
                h = h * 0.5 + x
                outputs.append(h)
            return sum(outputs)

        f = make(run)
        x = tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, value(3))
        return y, tape.gradient(y, x)

    check.script(script, eager=True)


def test_gradient_through_break_and_optional_state(check):
    def script(make, value):
        def first_big(xs):
            chosen = None
            for x in xs:
                if x > 1.0:
                    chosen = x * x
                    break
            if chosen is None:
                return tf.reduce_sum(xs)
            return chosen

        f = make(first_big)
        gradients = []
        for items in ([0.5, 2.0, 3.0], [0.5, 0.25, 0.0]):
            xs = tf.constant(items)
            with tf.GradientTape() as tape:
                tape.watch(xs)
                y = f(xs)
            gradients.append(tf.convert_to_tensor(tape.gradient(y, xs)))
        return gradients

    check.script(script, eager=True)


def test_custom_gradient_in_a_branch(check):
    def script(make, value):
        @tf.custom_gradient
        def clipped(x):
            def gradient(upstream):
                return upstream * 7.0

            return x * 1.0, gradient

        def run(x):
            if x > 0.0:
                return clipped(x) * 2.0
            return x

        f = make(run)
        x = tf.constant(3.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return y, tape.gradient(y, x)

    check.script(script, eager=True)


def test_tape_in_a_loop_that_grows_a_list(check):
    w = tf.Variable(2.0)

    def slopes(x, n):
        found = []
        for k in range(n):
            with tf.GradientTape() as tape:
                loss = w * w * x
            found.append(tape.gradient(loss, w) + tf.cast(k, tf.float32))
        return found[0]

    check(slopes, (3.0, 2), (0.5, 1), eager=True)


def test_list_that_reads_its_own_last_item(check):
    def run(xs):
        with tf.GradientTape() as tape:
            tape.watch(xs)
            out = [xs[0]]
            for v in xs:
                out.append(out[-1] * v + out[0])
            y = out[-1] + out[-2]
        return tape.gradient(y, xs)

    check(run, ([1.0, 2.0, 3.0],), ([2.0],), eager=True)


def test_list_used_as_a_stack_while_it_grows(check):
    def run(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            held = [x]
            for _ in tf.range(3):
                top = held.pop()
                held.append(tf.sin(top))
                held.append(top * held[0])
            y = held[-1]
        return tape.gradient(y, x)

    check(run, (2.0,), eager=True)


def test_tapes_in_tapes_around_an_if(check):
    def curved(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = x * x * x
                if x > 0.0:
                    y = y * x
            slope = inner.gradient(y, x)
        return y, slope, outer.gradient(slope, x)

    check(curved, (3.0,), (-2.0,), eager=True)


def test_tapes_in_tapes_around_a_raise(check):
    def curved(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                if x < 0.0:
                    raise ValueError("negative")
                y = x * x * x
            slope = inner.gradient(y, x)
        return slope, outer.gradient(slope, x)

    check(curved, (3.0,), fails(-2.0), eager=True)


def test_tapes_in_tapes_around_loops_that_grow_lists(check):
    def grown(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                found = [x]
                for _ in tf.range(3):
                    found.append(found[-1] * x)
                if x > 0.0:
                    found.append(x * x)
                else:
                    found.append(x)
                y = tf.reduce_sum(tf.stack(found))  # which asks how many there are
            slope = inner.gradient(y, x)
        return y, slope, outer.gradient(slope, x), len(found)

    check(grown, (3.0,), (-2.0,), eager=True)


def test_a_tape_around_a_function_with_a_tape_in_it(check):
    def script(make, value):
        w = tf.Variable(2.0)

        def slope(x):
            with tf.GradientTape() as tape:
                y = w * w * x
                if y > 1.0:
                    y = y * y
                for _ in tf.range(2):
                    y = y * x
            return tape.gradient(y, w)

        f = make(slope)
        x = tf.constant(3.0)
        found = []
        for _ in range(2):
            with tf.GradientTape() as tape:
                tape.watch(x)
                first = f(x)
            found += [first, tape.gradient(first, x)]
        return found

    check.script(script, eager=True)


def test_what_a_loop_hands_on_between_tapes_may_be_what_was_there(check):
    def run(x, y):
        with tf.GradientTape() as outer, tf.GradientTape() as inner:
            outer.watch([x, y])
            inner.watch([x, y])
            z = x
            for i in tf.range(3):
                if i > 5:
                    z = y
            same = z is x
        return same

    check.refuses(run, (1.0, 2.0), at="z is x", says="identity", code="AG233", eager=True)
