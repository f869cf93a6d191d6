"""Checks the diffs of passes."""

import re

import sample

from ag_notebook.views.diffs import diff_counts, pass_diff, passes_html


def test_diff_has_no_file_names():
    diff = pass_diff("a\nb\n", "a\nc\n")
    assert diff == ["@@ -1,2 +1,2 @@", " a", "-b", "+c"]
    assert diff_counts(diff) == (1, 1)


def test_changed_passes_fold_open_to_their_diff():
    html = passes_html(sample.collatz().functions[0])
    heads = [re.sub("<[^>]*>", "", head) for head in re.findall("<summary>(.*?)</summary>", html)]
    assert heads == [
        "2 calls +1 −1 every call goes through the runtime",
        "3 loops +16 −5 loops become function forms",
    ]
    assert "<ins" in html
    assert "<del" in html
    assert html.endswith("<div>Without change: returns</div>")
