"""Checks what the command prints, saves and returns."""

import run
from judging import Verdict
from program import Program

SOURCE = 'def program(n, x, flag, xs, ys):\n    return f"{n}\\n"\n'
PROGRAM = Program(SOURCE, ((1, 0.5, True, [], [0.5]), (2, -0.25, False, [3], [])), (1, 3), False)
WRONG = Verdict("mismatch", "", "staged: gave", 'gave \'a\\n\' instead of """b"""\nand more')


class Answers:
    """A judge that knows its answers."""

    def __init__(self, *verdicts):
        self.verdicts = list(verdicts)

    def __call__(self, program):
        return self.verdicts.pop(0) if self.verdicts else Verdict("equal", staged=True)

    def close(self):
        pass


def test_a_saved_program_is_loaded_as_it_was(tmp_path):
    path = run.save(PROGRAM, WRONG, tmp_path)
    assert path.name.startswith("staged_gave_")
    assert run.load_saved(path) == PROGRAM
    compile(path.read_text(), str(path), "exec")


def test_counts(monkeypatch, capsys):
    refused = Verdict("refused", "AG233", detail="no: AG233")
    monkeypatch.setattr(
        run, "Judge", lambda: Answers(refused, refused, Verdict("refused", "AG201", detail="no"))
    )
    assert run.main(["8", "--jobs", "1", "--no-save"]) == 0
    out = capsys.readouterr().out
    assert "tried       8" in out
    assert "staged      5 (62.5 %)" in out
    assert "refused     3 (37.5 %)" in out
    assert out.index("AG233      2") < out.index("AG201      1")
    assert "mismatches  0" in out


def test_a_mismatch_is_saved_and_fails(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(run, "Judge", lambda: Answers(WRONG))
    monkeypatch.setattr(run, "shrunk", lambda program, goes_wrong, seconds: PROGRAM)
    monkeypatch.setattr(run, "save", lambda program, verdict, save=run.save: save(program, verdict, tmp_path))
    assert run.main(["3", "--jobs", "1"]) == 1
    (path,) = tmp_path.iterdir()
    assert run.load_saved(path) == PROGRAM
    assert "mismatches  1" in capsys.readouterr().out
