"""Builds reports by hand, as real runs give them, so that views are tested without any back end."""

from __future__ import annotations

from dataclasses import replace

from ag_notebook.report import (
    Event,
    FunctionReport,
    GeneratedCode,
    GraphEdge,
    GraphModel,
    GraphNode,
    MapEntry,
    Note,
    PassSnapshot,
    Port,
    Run,
    Span,
    StagingReport,
    Trace,
)

FILE = "Cell In[3]"
INT, BOOL = Port("int32", "[]"), Port("bool", "[]")

COLLATZ = """\
def collatz(n, verbose):
    steps = 0
    while n > 1:
        if verbose:
            tf.print(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1  # halve or grow
        steps += 1
    for name in ("a", "b"):
        steps = steps + len(name)
    return steps
"""

FIRST = 2
"""The line of the cell where `collatz` begins."""

# Text, line of the source it came from (counted in COLLATZ), whether it is scaffold.
_GENERATED = (
    ("def collatz(n, verbose):", 1, False),
    ("    steps = 0", 2, False),
    ("    def loop_test(n, steps):", 3, True),
    ("        return n > 1", 3, False),
    ("    def loop_body(n, steps):", 3, True),
    ("        def if_true():", 4, True),
    ("            ag.converted_call(tf.print, n)", 5, False),
    ("            return ()", 4, True),
    ("        def if_false():", 4, True),
    ("            return ()", 4, True),
    ("        ag.if_stmt(verbose, if_true, if_false, (), ())", 4, True),
    ("        n = ag.if_exp(ag.eq(n % 2, 0), lambda: n // 2, lambda: 3 * n + 1)", 6, False),
    ("        steps += 1", 7, False),
    ("        return n, steps", 3, True),
    ("    n, steps = ag.while_stmt(loop_test, loop_body, (n, steps), ('n', 'steps'))", 3, True),
    ("", None, True),
    ("    def loop_body_1(name, steps):", 8, True),
    ("        steps = steps + ag.converted_call(len, name)", 9, False),
    ("        return (steps,)", 8, True),
    ("    steps, = ag.for_stmt(('a', 'b'), loop_body_1, None, (steps,), ('steps',))", 8, True),
    ("    return steps", 10, False),
)


def span(line: int, column: int = 4, end_column: int = 40, end_line: int | None = None) -> Span:
    """A place in `collatz`, by its line in `COLLATZ`."""
    return Span(FILE, line + FIRST - 1, column, (end_line or line) + FIRST - 1, end_column)


def generated() -> GeneratedCode:
    """The generated code of `collatz` with a nested source map, outermost first."""
    entries = [MapEntry(1, 0, len(_GENERATED), 99, span(1, 0, end_line=10), False)]
    for number, (text, line, scaffold) in enumerate(_GENERATED, 1):
        if line is not None:
            start = len(text) - len(text.lstrip())
            entries.append(MapEntry(number, start, number, len(text), span(line), scaffold))
    return GeneratedCode("\n".join(text for text, _, _ in _GENERATED) + "\n", tuple(entries))


def node(name: str, op: str, line: int | None = None, *subgraphs: GraphModel, label: str = "",
         outputs: tuple[Port, ...] = (INT,), **attributes: str) -> GraphNode:  # fmt: skip
    """A node at a line of `COLLATZ`."""
    return GraphNode(
        name, op, outputs, span(line) if line else None, tuple(attributes.items()), subgraphs, label
    )


def graph(name: str, role: str, nodes: list[GraphNode], edges: str, inputs: str = "", outputs: str = "",
          carried: str = "") -> GraphModel:  # fmt: skip
    """A graph whose edges are written `source>target source:1>target`, operands counted in order."""
    counts: dict[str, int] = {}
    made = []
    for pair in edges.split():
        source, target = pair.split(">")
        source, _, output = source.partition(":")
        made.append(GraphEdge(source, target, int(output or 0), counts.get(target, 0)))
        counts[target] = counts.get(target, 0) + 1
    made += [GraphEdge(*pair.split(">"), carried=True) for pair in carried.split()]
    return GraphModel(name, role, tuple(nodes), tuple(made), tuple(inputs.split()), tuple(outputs.split()))


def recursive() -> GraphModel:
    """`f`, which calls itself in a branch, and there `g`, which calls both again."""

    def call(name: str, *inside: GraphModel, again: str = "") -> GraphNode:
        return replace(node(name, "call", None, *inside), again=again)

    in_g = graph("g", "call", [call("f2", again="f"), call("g2", again="g")], "f2>g2", "", "g2")
    then = graph("then", "then", [call("f1", again="f"), call("g1", in_g)], "f1>g1", "", "g1")
    in_f = graph("f", "call", [node("n", "Argument"), node("if", "if", None, then)], "n>if", "n", "if")
    return graph("main", "main", [node("x", "Argument"), call("f", in_f)], "x>f", "x", "f")


def collatz_graph() -> GraphModel:
    """The graph of `collatz`: a loop with a conditional in its body."""
    halve = graph(
        "if_true", "then",
        [node("arg", "Placeholder", label="n"), node("two", "Const", 6, value="2"), node("div", "FloorDiv", 6),
         node("Identity", "Identity", 6)],
        "arg>div two>div div>Identity", "arg", "Identity",
    )  # fmt: skip
    grow = graph(
        "if_false", "else",
        [node("arg", "Placeholder", label="n"), node("three", "Const", 6, value="3"), node("mul", "Mul", 6),
         node("one", "Const", 6, value="1"), node("add", "AddV2", 6), node("Identity", "Identity", 6)],
        "three>mul arg>mul mul>add one>add add>Identity", "arg", "Identity",
    )  # fmt: skip
    body = graph(
        "while_body", "body",
        [node("n", "Placeholder", label="n"), node("steps", "Placeholder", label="steps"),
         node("two", "Const", 6, value="2"), node("FloorMod", "FloorMod", 6), node("zero", "Const", 6, value="0"),
         node("Equal", "Equal", 6, outputs=(BOOL,)), node("cond", "StatelessIf", 6, halve, grow),
         node("Identity", "Identity", 6), node("one", "Const", 7, value="1"), node("add", "AddV2", 7),
         node("Identity_1", "Identity", 7)],
        "n>FloorMod two>FloorMod FloorMod>Equal zero>Equal Equal>cond n>cond cond>Identity steps>add one>add "
        "add>Identity_1", "n steps", "Identity Identity_1", "Identity>n Identity_1>steps",
    )  # fmt: skip
    test = graph(
        "while_cond", "cond",
        [node("n", "Placeholder", label="n"), node("steps", "Placeholder", label="steps"),
         node("one", "Const", 3, value="1"), node("Greater", "Greater", 3, outputs=(BOOL,)),
         node("Identity", "Identity", 3, outputs=(BOOL,))],
        "n>Greater one>Greater Greater>Identity", "n steps", "Identity",
    )  # fmt: skip
    return graph(
        "collatz", "main",
        [node("n", "Placeholder", label="n"), node("zero", "Const", 2, value="0"),
         node("while", "StatelessWhile", 3, body, test, outputs=(INT, INT), parallel_iterations="10"),
         node("a", "Const", 9, value="1"), node("add", "AddV2", 9), node("b", "Const", 9, value="1"),
         node("add_1", "AddV2", 9), node("Identity", "Identity", 10)],
        "n>while zero>while while:1>add a>add add>add_1 b>add_1 add_1>Identity", "n", "Identity",
    )  # fmt: skip


def lowered_graph(reads_iteration: bool = False) -> GraphModel:
    """A loop whose test is part of its body, with its counter, a value that nobody reads, and a captured weight."""
    read = "iteration" if reads_iteration else "x"
    body = graph(
        "while_body", "body",
        [node("iteration", "Placeholder", 3, label="iteration"), node("one", "Const", 3, value="1"),
         node("count", "AddV2", 3), node("most", "Placeholder", 3, label="most"),
         node("x", "Placeholder", 3, label="x"), node("EmptyTensorList", "EmptyTensorList", 3),
         node("b", "Placeholder", 3, label="b"), node("mul", "Mul", 7), node("sub", "Sub", 7),
         node("nine", "Const", 3, value="9"), node("Less", "Less", 3, outputs=(BOOL,)),
         node("go_on", "Placeholder", 3, label="go_on", outputs=(BOOL,))],
        f"iteration>count one>count {read}>mul b>mul mul>sub x>sub sub>Less nine>Less",
        "iteration most go_on x b", "count most Less sub b", "count>iteration Less>go_on sub>x",
    )  # fmt: skip
    test = graph(
        "while_cond", "cond",
        [*(node(name, "Placeholder", 3, label=name) for name in ("iteration", "most", "go_on", "x", "b")),
         node("Identity", "Identity", 3, outputs=(BOOL,))],
        "go_on>Identity", "iteration most go_on x b", "Identity",
    )  # fmt: skip
    return graph(
        "build", "main",
        [node("n", "Placeholder", label="n"), node("zero", "Const", 3, value="0"),
         node("limit", "Const", 3, value="-1"), node("first", "Less", 3, outputs=(BOOL,)), node("w", "Neg", 2),
         node("two", "Const", 2, value="2"),
         node("while", "StatelessWhile", 3, body, test, outputs=(INT, INT, BOOL, INT, INT)),
         node("Identity", "Identity", 10)],
        "n>first two>first n>w zero>while limit>while first>while two>while w>while while:3>Identity",
        "n", "Identity",
    )  # fmt: skip


def events() -> tuple[Event, ...]:
    """What was decided while `collatz` was traced."""
    return (
        Event(span(3), "while", "staged", "tensorflow", "the test is a Tensor bool[]"),
        Event(span(3), "while", "fitted", "tensorflow", "steps: the number 0 became int32[]"),
        Event(span(4, 8), "if", "python", "python", "the test is the Python bool False"),
        Event(span(5, 12), "call", "not reached", "python", "the branch was not taken while tracing"),
        Event(span(6, 12), "if expression", "staged", "tensorflow", "the test is a Tensor bool[]"),
        Event(span(6, 22, 32), "==", "staged", "tensorflow", "the left operand is a Tensor int32[]"),
        Event(span(8), "for", "unrolled", "python", "the iterable is a tuple of 2 items", 2),
        Event(span(9, 24), "call", "as is", "python", "len is a builtin and its argument is a str", 2),
    )


def notes() -> tuple[Note, ...]:
    """A warning at a line, and an information at none."""
    return (
        Note("AG101", "warning", span(4, 8), "`if verbose` was decided by a Python bool (False) while tracing; "
             "line 6 is not in the graph.", "Pass tf.constant(False) if it should be decided at run time."),
        Note("AG103", "info", None, "tf.print was called as it is.", ""),
    )  # fmt: skip


def passes() -> tuple[PassSnapshot, ...]:
    """Three passes, two of which changed the code."""
    first = COLLATZ.replace("steps = steps + len(name)", "steps = steps + ag.converted_call(len, name)")
    return (
        PassSnapshot("returns", "one return at the end", False, GeneratedCode(COLLATZ, ())),
        PassSnapshot("calls", "every call goes through the runtime", True, GeneratedCode(first, ())),
        PassSnapshot("loops", "loops become function forms", True, generated()),
    )


def collatz() -> StagingReport:
    """The report of the running example."""
    trace = Trace("(n: int32[], verbose=False)", "first call", events(), collatz_graph())
    function = FunctionReport("collatz", span(1, 0, end_line=10), COLLATZ, generated(), passes(), (trace,))
    run = Run("collatz(tf.constant(27), verbose=False)", "113", 0.0213)
    return StagingReport("collatz", "tensorflow", (function,), run, notes())


HOSTILE = '<lambda> & "x:0"\\'
BREAKOUT = "</style><script>alert(1)</script><img src=x onerror=alert(2)>"


def hostile() -> StagingReport:
    """A report all of whose texts try to break out of where they are put."""
    bad = f"{HOSTILE} {BREAKOUT} \x1b[31m\x00\u202e\ud800 &lt;b&gt;"
    place = Span(bad, 1, 0, 2, 9)
    inner = GraphModel(
        bad, "body", (GraphNode(bad, bad, (Port(bad, bad),), place, ((bad, bad),), (), bad),), ()
    )
    outer = GraphModel(
        bad,
        "main",
        (
            GraphNode(HOSTILE, HOSTILE, (Port(bad, bad),), place),
            GraphNode("w", bad, (Port(bad, bad),), place, ((bad, bad),), (inner,), bad),
        ),
        (GraphEdge(HOSTILE, "w"),),
    )
    source = f"def f(x):  # {bad}\n    return '''{bad}'''\n"
    code = GeneratedCode(source, (MapEntry(1, 0, 2, 99, place, False),))
    function = FunctionReport(
        bad, place, source, code, (PassSnapshot(bad, bad, True, GeneratedCode(source + f"# {bad}\n", ())),),
        (Trace(bad, bad, (Event(place, bad, "staged", bad, bad),), outer),),
    )  # fmt: skip
    return StagingReport(
        bad, bad, (function,), Run(bad, bad, 0.1), (Note("AG101", "error", place, bad, bad),)
    )


def chain(count: int, fan_out: int = 0, alike: bool = False) -> GraphModel:
    """A graph of `count` operations in a row; each `fan_out`-th also reads the first (a shared weight).

    If they are not alike, their kinds follow the sequence of Thue and Morse, in which nothing comes three times in a row.
    """
    nodes = [
        node(f"op_{index}", "MatMul" if alike or index.bit_count() % 2 else "AddV2", 1 + index % 10)
        for index in range(count)
    ]
    edges = [GraphEdge(f"op_{index}", f"op_{index + 1}") for index in range(count - 1)]
    if fan_out:
        edges += [GraphEdge("op_0", f"op_{index}", 0, 1) for index in range(fan_out, count, fan_out)]
    return GraphModel("chain", "main", tuple(nodes), tuple(edges))


def large(count: int = 5000) -> StagingReport:
    """The running example with a graph of `count` operations."""
    base = collatz().functions[0]
    trace = Trace("(x: float32[?, 8])", "first call", events(), chain(count, 3))
    function = FunctionReport(base.name, base.span, base.source, base.generated, base.passes, (trace,))
    return StagingReport("large", "tensorflow", (function,), None, ())
