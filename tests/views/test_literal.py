"""Checks that no text can do anything but be shown."""

from ag_notebook.views import literal as literal_module
from ag_notebook.views.literal import cells, escape, literal, literal_block, shorten


def test_control_characters_become_pictures():
    assert literal("a\x1b[31m\x00\tb\nc\x7f") == "a␛[31m␀    b␊c␡"
    assert literal_block("a\r\nb\x1bc\n") == "a\nb␛c\n"


def test_direction_marks_and_lone_surrogates_cannot_get_out():
    assert literal("x\u202ey\x85") == "x�y�"
    literal("\ud800").encode()


def test_escape_for_content_and_attributes():
    assert escape("<a b='\"'>&") == "&lt;a b=&#x27;&quot;&#x27;&gt;&amp;"


def test_cells_counts_columns():
    assert [cells(text) for text in ("abc", "漢字", "e\u0301", "é")] == [3, 4, 1, 1]


def test_shorten_keeps_to_the_width():
    assert shorten("one\n two   three", 40) == "one␊ two three"
    assert shorten("abcdef", 4) == "abc…"
    assert cells(shorten("漢" * 10, 6)) <= 6


def test_prose_marks_code_and_nothing_else():
    assert literal_module.prose("use `tf.range(<n>)`, not `range`") == (
        "use <code>tf.range(&lt;n&gt;)</code>, not <code>range</code>"
    )
    assert literal_module.prose("one ` alone & <b>") == "one ` alone &amp; &lt;b&gt;"
