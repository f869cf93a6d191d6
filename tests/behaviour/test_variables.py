"""Compares `tf.Variable`s assigned in staged code with eager TensorFlow."""

import tensorflow as tf


def test_assign_in_both_branches_of_a_loop(check):
    def script(make, value):
        level = tf.Variable(10)

        def move(steps):
            for i in tf.range(steps):
                if i % 2 == 0:
                    level.assign_add(i)
                else:
                    level.assign(level - 3)
            return level.read_value()

        f = make(move)
        return f(value(3)), f(value(2)), level.read_value()

    check.script(script, eager=True)


def test_assign_only_on_the_taken_path(check):
    def script(make, value):
        hits = tf.Variable([0, 0])

        def count(x):
            if x > 0:
                hits.scatter_nd_add([[0]], [1])
                if x > 10:
                    hits.scatter_nd_add([[1]], [x])
            return x

        f = make(count)
        results = [f(value(x)) for x in (-1, 1, 20)]
        return results, hits.read_value()

    check.script(script, eager=True)


def test_variable_in_a_while_test(check):
    def script(make, value):
        fuel = tf.Variable(5.0)

        def burn(rate):
            trips = 0
            while fuel > rate:
                fuel.assign_sub(rate)
                trips += 1
            return trips

        f = make(burn)
        return f(value(2.0)), fuel.read_value(), f(value(0.25)), fuel.read_value()

    check.script(script, eager=True)


def test_read_before_and_after_a_write(check):
    def script(make, value):
        n = tf.Variable(1)

        def step(x):
            before = n.read_value()
            n.assign(before + x)
            if n > 3:
                n.assign_sub(3)
            return before, n.read_value()

        f = make(step)
        return [f(value(2)) for _ in range(4)]

    check.script(script, eager=True)


def test_assign_and_break(check):
    def script(make, value):
        total = tf.Variable(0)

        def fill(xs):
            for v in xs:
                if total + v > 10:
                    break
                total.assign_add(v)
            return total.read_value()

        f = make(fill)
        return f(value([3, 4, 9])), f(value([2, 2])), f(value([1]))

    check.script(script, eager=True)


def test_variables_of_a_module(check):
    def script(make, value):
        class Layer(tf.Module):
            def __init__(self):
                self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
                self.calls = tf.Variable(0)

            def __call__(self, x):
                self.calls.assign_add(1)
                y = tf.matmul(x, self.w)
                if tf.reduce_sum(y) > 10.0:
                    y = y / 2.0
                return y

        layer = Layer()
        f = make(layer)
        return f(value([[1.0, 1.0]])), f(value([[2.0, 2.0]])), layer.calls.read_value()

    check.script(script, eager=True)


def test_augmented_assignment_of_a_name_reads_the_variable(check):
    def script(make, value):
        v = tf.Variable(3)

        def grow(n):
            x = v + 0
            for _ in tf.range(n):
                x += v
                v.assign_add(1)
            return x

        f = make(grow)
        return f(value(2)), f(value(0)), v.read_value()

    check.script(script, eager=True)


def test_assign_in_a_callee_called_in_a_branch(check):
    def script(make, value):
        best = tf.Variable(0)

        def note(x):
            if x > best:
                best.assign(x)

        def run(xs):
            for v in xs:
                if v % 2 == 1:
                    note(v)
            return best.read_value()

        f = make(run)
        return f(value([4, 3, 8])), f(value([9, 5]))

    check.script(script, eager=True)


def test_sgd_in_one_loop(check):
    def script(make, value):
        w = tf.Variable([0.0, 0.0])
        x = tf.constant([[1.0, 2.0], [3.0, -1.0], [0.5, 1.0]])
        y = tf.linalg.matvec(x, tf.constant([2.0, -1.0]))

        def train(steps):
            loss = tf.constant(0.0)
            for _ in tf.range(steps):
                with tf.GradientTape() as tape:
                    loss = tf.reduce_mean((tf.linalg.matvec(x, w) - y) ** 2)
                w.assign_sub(0.1 * tape.gradient(loss, w))
                if loss < 0.01:
                    break
            return loss

        f = make(train)
        return f(value(5)), f(value(100)), w.read_value()

    check.script(script, eager=True)
