"""Checks that no text can do anything but be shown."""

import sys
import unicodedata

from ag_notebook.views import literal as literal_module
from ag_notebook.views.literal import cells, escape, in_ascii, literal, literal_block, shorten


def test_control_characters_become_pictures():
    assert literal("a\x1b[31m\x00\tb\nc\x7f") == "a␛[31m␀    b␊c␡"
    assert literal_block("a\r\nb\x1bc\n") == "a\nb␛c\n"


def test_direction_marks_and_lone_surrogates_cannot_get_out():
    assert literal("x\u202ey\x85") == r"x\u202ey�"
    literal("\ud800").encode()


def test_what_takes_no_room_is_an_escape():
    assert (
        literal("a\u200bb\u2060\ufeff\u00ad\u2028\U000e0041") == r"a\u200bb\u2060\ufeff\xad\u2028\U000e0041"
    )
    assert literal_block("a\u200d\nb\u2029") == "a\\u200d\nb\\u2029"
    assert escape("\u200b<") == r"\u200b&lt;"
    assert shorten("a\u200bb", 5) == r"a\u2…"


def test_no_character_is_invisible():
    shown = (literal(chr(code)) for code in range(sys.maxunicode + 1))
    assert not {unicodedata.category(c) for text in shown for c in text} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_a_terminal_without_unicode():
    assert in_ascii("a → b · “c” › 漢") == 'a -> b - "c" > \\u6f22'


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
