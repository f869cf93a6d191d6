"""XLA's programs: both stages, lines by the operations that instructions name, and why there is none."""

from __future__ import annotations

import tensorflow as tf

from ag_notebook import staging
from ag_notebook.report import CompiledLine, GraphModel, GraphNode, Span
from ag_notebook.staging.backends.tensorflow import xla
from ag_notebook.staging.backends.tensorflow.xla import compiled_code, program_lines


def collatz(n):
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def printing(x):
    if x > 0:
        print(x)
    return x


def compiled(function, *args, **options):
    staged = staging.function(function, **options)
    graph = staged.graph(*args)
    return compiled_code(staged.entry.traces[-1].function, graph)


def span(line):
    return Span("cell", line, 0, line, 0)


def test_both_programs_with_the_lines_of_the_user() -> None:
    programs, notes = compiled(collatz, tf.constant(27))
    assert notes == ()
    assert [program.name for program in programs] == ["HLO", "optimized HLO for the CPU"]
    first = collatz.__code__.co_firstlineno
    for program in programs:
        assert program.lines[0].text.startswith("HloModule a_inference_")
        spans = {line.span for line in program.lines} - {None}
        assert {each.file for each in spans} == {__file__}
        assert {each.line - first for each in spans} == {2, 3, 4}
        assert not any("metadata=" in line.text or "site-packages" in line.text for line in program.lines)
    (loop,) = [line for line in programs[0].lines if " while(" in line.text]
    assert loop.span is not None and loop.span.line == first + 2
    assert any("divide(" in line.text and line.span.line == first + 3 for line in programs[0].lines)


def test_variables_are_compiled_too() -> None:
    variable = tf.Variable([1.0, 2.0])

    def adds(x):
        variable.assign_add(x)
        return variable * 2.0

    programs, notes = compiled(adds, tf.constant([1.0, 1.0]))
    assert (len(programs), notes) == (2, ())
    assert variable.numpy().tolist() == [1.0, 2.0]


def test_texts_are_refused_by_name() -> None:
    programs, (note,) = compiled(lambda s: s + "!", tf.constant("a"))
    assert programs == ()
    assert (note.code, note.level) == ("AG303", "info")
    assert note.message == "XLA has no texts, and the input `s` is one."


def test_unknown_shapes_are_refused_by_name() -> None:
    signature = [tf.TensorSpec([None, 3], tf.float32)]
    programs, (note,) = compiled(lambda x: x + 1.0, tf.zeros([2, 3]), input_signature=signature)
    assert programs == ()
    assert note.message == "XLA compiles for known shapes, and the input `x` is float32[?, 3]."


def test_what_xla_has_no_program_for_is_named_with_its_line() -> None:
    programs, (note,) = compiled(printing, tf.constant(1))
    assert programs == ()
    assert note.code == "AG303"
    assert note.message.startswith("XLA has no program for `") and note.message.endswith(
        "which the graph holds."
    )
    assert note.span is not None
    assert (note.span.file, note.span.line) == (__file__, printing.__code__.co_firstlineno + 2)


def test_probes_are_named_as_what_they_are() -> None:
    programs, (note,) = compiled(collatz, tf.constant(7), probes=("n",))
    assert programs == ()
    assert (note.code, note.message) == ("AG303", "XLA has no program for probes.")


def probe(value):
    return value


def test_an_operation_of_the_user_s_is_none_of_ours_whatever_its_name() -> None:
    def function(x):
        return tf.numpy_function(probe, [x], tf.int32, name="probe")

    _, (note,) = compiled(function, tf.constant(7))
    assert note.message == "XLA has no program for `PyFunc`, which the graph holds."


def test_any_other_refusal_says_what_xla_says() -> None:
    graph = GraphModel("f", "main", (), ())
    note = xla._refusal("first line\nsecond", graph)
    assert (note.message, note.span) == ("XLA did not compile the graph: first line", None)
    assert xla._refusal("", graph).message == "XLA did not compile the graph: it does not say why"


def test_large_graphs_are_not_compiled() -> None:
    def many(x, times):
        for _ in range(times):
            x = x + 1.0
        return x

    programs, (note,) = compiled(many, tf.constant(1.0), 250)
    assert [program.name for program in programs] == ["HLO"]
    size = staging.function(many).graph(tf.constant(1.0), 250).op_count
    assert note.message == (
        f"optimized HLO for the CPU is made of graphs of at most 400 operations, and this one has {size}."
    )


def test_long_programs_are_cut_with_a_count() -> None:
    text = "\n".join(f"%a.{i} = s32[] constant(1)" for i in range(xla.MOST_LINES + 7))
    lines = program_lines(text, GraphModel("f", "main", (), ()))
    assert len(lines) == xla.MOST_LINES + 1
    assert lines[-1] == CompiledLine("// 7 more lines")
    assert len(
        program_lines("\n".join(text.split("\n")[: xla.MOST_LINES]), GraphModel("f", "main", (), ()))
    ) == (xla.MOST_LINES)


BODY = GraphModel("loop_body_1", "body", (GraphNode("f/add", "AddV2", (), span(3)),), ())
OTHER = GraphModel("loop_body_12", "body", (GraphNode("f/add", "AddV2", (), span(4)),), ())
MAIN = GraphModel(
    "f",
    "main",
    (
        GraphNode("f/add", "AddV2", (), span(2)),
        GraphNode("f/while", "While", (), span(5), subgraphs=(BODY,)),
        GraphNode("f/while_1", "While", (), span(6), subgraphs=(OTHER,)),
        GraphNode("f/mul", "Mul", (), span(7)),
    ),
    (),
)


def lines_of(text):
    return [line.span.line if line.span else None for line in program_lines(text, MAIN)]


def instruction(name, op="AddV2"):
    return f'  %x = s32[] add(), metadata={{op_type="{op}" op_name="{name}" source_file="/a/b.py" source_line=9}}'


def test_a_name_is_looked_for_in_the_graph_of_its_computation() -> None:
    assert lines_of(f"%loop_body_1_const_0__.7 (a: s32[]) -> s32[] {{\n{instruction('f/add')}") == [None, 3]
    assert lines_of(f"%loop_body_12__.7.clone (a: s32[]) -> s32[] {{\n{instruction('f/add')}") == [None, 4]
    entry = f"ENTRY %a_f.1 (a: s32[]) -> s32[] {{\n{instruction('PartitionedCall/f/add')}"
    assert lines_of(entry) == [None, 2]


def test_a_name_that_may_be_of_several_lines_is_of_none() -> None:
    fused = "%fused (a: s32[]) -> s32[] {\n"
    assert lines_of(fused + instruction("f/add")) == [None, None]
    assert lines_of(fused + instruction("f/while/f/add")) == [None, 3]
    assert lines_of(fused + instruction("f/mul", "Mul")) == [None, 7]
    assert lines_of(fused + instruction("gone")) == [None, None]
    assert lines_of(fused + "  %x = s32[] add()") == [None, None]


def test_a_programs_text_is_that_of_xla_without_the_metadata() -> None:
    (line,) = program_lines(f"{instruction('f/mul', 'Mul')}, more={{1}}", MAIN)
    assert line == CompiledLine("  %x = s32[] add(), more={1}", span(7))
