"""Checks that a hang or a crash of one program does not end the run."""

import textwrap

import pytest
from judges import RENEW_AFTER, Judge
from program import Program

PROGRAM = Program("def program(n, x, flag, xs, ys):\n    return n\n", ((1, 0.5, True, [1], [0.5]),))
ANSWERS = """
    import json, os, sys, time
    for line in sys.stdin:
        source = json.loads(line)["source"]
        if "hang" in source:
            time.sleep(60)
        if "crash" in source:
            os._exit(1)
        print(json.dumps({"kind": "equal", "detail": str(os.getpid())}), flush=True)
"""


@pytest.fixture
def judge(tmp_path):
    server = tmp_path / "server.py"
    server.write_text(textwrap.dedent(ANSWERS))
    made = Judge(seconds=0.5, start_seconds=20, server=server)
    yield made
    made.close()


def test_the_process_is_kept_and_renewed(judge):
    first = {judge(PROGRAM).detail for _ in range(RENEW_AFTER)}
    assert len(first) == 1
    assert judge(PROGRAM).detail not in first


@pytest.mark.parametrize("what", ["hang", "crash"])
def test_a_lost_process_costs_one_program(judge, what):
    assert judge(PROGRAM).kind == "equal"
    lost = judge(Program(f"# {what}\n", PROGRAM.cases))
    assert (lost.kind, lost.cause) == ("mismatch", what)
    assert judge(PROGRAM).kind == "equal"


@pytest.mark.slow
def test_the_real_judge_answers():
    judge = Judge()
    try:
        assert judge(PROGRAM).kind == "equal"
        wrong = judge(Program(PROGRAM.source.replace("return n", "return locals()['n']"), PROGRAM.cases))
        assert (wrong.kind, wrong.code) == ("refused", "AG110")
    finally:
        judge.close()
