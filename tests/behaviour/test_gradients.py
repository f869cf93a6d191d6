"""Compares gradients through and inside staged functions with eager TensorFlow's."""

import tensorflow as tf


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
