"""What is said about words that are not known."""

from ag_notebook.notebook.words import (
    backend_problem,
    backends_of,
    codes_problem,
    nearest,
    parts,
    probes_problem,
    sections_problem,
)


def test_nearest_says_nothing_where_nothing_is_near():
    assert nearest("zzz", ["quiet"]) == ""
    assert nearest("nonsense", ["notes"]) == ""
    assert nearest("qiet", ["quiet"]) == " Did you mean `quiet`?"


def test_lists_of_words():
    assert parts(" a, ,b,") == ["a", "b"]
    assert sections_problem("code, graph") == ""
    assert sections_problem(" , ").startswith("no part is named. Choose of code, ")
    assert "`xla` is not one of" in sections_problem("code,xla")


def test_codes_and_back_ends():
    assert codes_problem("AG122, AG123") == codes_problem("") == ""
    assert codes_problem("AG122,AG12") == "`AG12` is not the code of a note: AG and three digits."
    assert backend_problem("python") == backend_problem("tf, lantern") == ""
    assert backend_problem("tf,tensorflow") == "The back end `tensorflow` is named twice."
    assert backend_problem(",").startswith("There is no back end `,`, only lantern, ")
    assert backends_of("tf, lantern") == ["tensorflow", "lantern"]
    assert backend_problem("pyton").endswith(" Did you mean `python`?")
    assert backend_problem("lisp").startswith("There is no back end `lisp`, only ")


def test_probes():
    assert probes_problem("n, steps@4,é") == ""
    assert probes_problem("n@x").startswith("`n@x` is no probe: write NAME")
    assert probes_problem(" , ").startswith("no variable is named")
