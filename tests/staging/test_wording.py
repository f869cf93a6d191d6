from __future__ import annotations

from ag_notebook.staging.wording import kind_of, with_article


def test_the_article_fits_the_word() -> None:
    assert [with_article(n) for n in ("int", "list", "Option", "")] == ["an int", "a list", "an Option", "a "]
    assert kind_of(3) == "an int"
    assert kind_of([]) == "a list"
