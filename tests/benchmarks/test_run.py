"""Runs the benchmarks at small sizes: every implementation must give the same values."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.timeout(300)
def test_quick_run_agrees_and_reports_every_workload(tmp_path):
    report = tmp_path / "report.json"
    command = [sys.executable, str(HERE / "run.py"), "--quick", "--json", str(report)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    rows = json.loads(report.read_text())
    names = " ".join(row["name"] for row in rows)
    for word in (
        "RNN",
        "one loop",
        "tf.data",
        "while with break",
        "dataset, 10",
        "beam",
        "L-BFGS",
        "MAML",
        "10 lines",
        "primes",
        "operations",
    ):
        assert word in names, word
    for row in rows:
        if "ms" in row:
            assert set(row["ms"]) == {"hand-written", "eager", "tf.function", "ours"}
            assert all(ms > 0 for ms in row["ms"].values()), row
        elif "seconds" in row:
            assert row["seconds"] > 0, row
        else:
            assert row["gain"] > 0, row


def test_disagreement_ends_the_run(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    import measuring
    import tensorflow as tf

    workload = measuring.Workload(
        "two answers", {"eager": lambda: tf.constant(1.0), "ours": lambda: tf.constant(2.0)}
    )
    with pytest.raises(AssertionError, match="two answers: ours gives"):
        measuring.measure(workload, measuring.ENGINES, rounds=1, sample=0.0)


def test_bars_and_ratios(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    import measuring

    workload = measuring.Workload("w", {}, bar=1.05)
    slow = measuring.Measurement(workload, {"ours": [2.0, 2.2, None], "tf.function": [1.0, 2.0, 1.0]})
    assert slow.missed and slow.ratio("ours", "tf.function")[1] == pytest.approx(1.55)
    fast = measuring.Measurement(workload, {"ours": [1.0], "tf.function": [1.0]})
    assert not fast.missed


@pytest.mark.parametrize("lines", [2, 7, 10, 25, 50, 100, 170])
def test_generated_functions_have_their_length_and_run(monkeypatch, tmp_path, lines):
    monkeypatch.syspath_prepend(str(HERE))
    import generated_functions

    texts = []
    for seed in (7, 8, 9):
        source = generated_functions.source_of(lines, seed)
        assert len(source.splitlines()) == lines
        function = generated_functions.fresh_function(source, tmp_path / f"f{lines}_{seed}.py")
        assert function(4, [1, -2, 5]) == function(4, [1, -2, 5])
        texts.append(source)
    if lines >= 50:
        assert all(word in "".join(texts) for word in ("for ", "while ", "if ", "else:", "clip("))
