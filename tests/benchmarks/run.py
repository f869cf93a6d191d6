"""Measures staged functions against hand-written graphs, eager TensorFlow and `tf.function`, conversion, and views.

    python tests/benchmarks/run.py                    # everything: some minutes
    python tests/benchmarks/run.py --quick            # small sizes, to see that it works
    python tests/benchmarks/run.py --only 'RNN|break' --rounds 21
    python tests/benchmarks/run.py --only 'large graphs'
    python tests/benchmarks/run.py --enforce          # exit status 1 where a bar is missed

Implementations take turns in one process; every figure is a median over rounds, ratios are taken within a
round. Before anything is timed, the implementations' values are compared; where they differ, or one fails,
the workload is left out and the exit status is 2.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import sys
from pathlib import Path

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf

THREADS = 2


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small sizes and few rounds")
    parser.add_argument("--rounds", type=int, help="samples per implementation (default 11; quick 2)")
    parser.add_argument("--sample", type=float, help="seconds a sample lasts at least (default 0.1; quick 0)")
    parser.add_argument("--only", default="", help="regular expression on the names of workloads")
    parser.add_argument("--engines", default="hand-written,eager,tf.function,ours", help="comma-separated")
    parser.add_argument("--enforce", action="store_true", help="exit status 1 where a bar is missed")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    return parser.parse_args(arguments)


def milliseconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds * 1e3:.2f}" if seconds < 1 else f"{seconds * 1e3:.0f}"


def workload_table(options: argparse.Namespace, rounds: int, sample: float) -> list[dict[str, object]]:
    """Measures and prints the workloads one by one."""
    import beam_search
    import breaks
    import datasets
    import linear_layer
    import meta_learning
    import quasi_newton
    import recurrent
    from measuring import EAGER, ENGINES, HAND, OURS, PEER, measure

    modules = (recurrent, linear_layer, breaks, datasets, beam_search, quasi_newton, meta_learning)
    engines = options.engines.split(",")
    columns = " ".join(f"{name:>12}" for name in ENGINES)
    print(
        f"{'ms per call (threads: ' + str(THREADS) + ')':52} {columns}   ours/tf.function        bar   eager/ours  first call tf/ours"
    )
    rows = []
    for module in modules:
        for workload in module.workloads(options.quick):
            if not re.search(options.only, workload.name):
                continue
            try:
                m = measure(workload, engines, rounds, sample)
            except Exception as error:  # the others are still worth measuring
                print(f"{workload.name:52} FAILED: {type(error).__name__}: {str(error)[:300]}", flush=True)
                rows.append({"name": workload.name, "failed": str(error), "missed": False})
                continue
            ratio, gain = m.ratio(OURS, workload.baseline), m.ratio(EAGER, OURS)
            shown = f"{ratio[1]:.2f} [{ratio[0]:.2f}, {ratio[2]:.2f}]" if ratio else "-"
            verdict = "" if workload.bar is None else f"<={workload.bar}" + (" MISSED" if m.missed else "")
            times = " ".join(f"{milliseconds(m.median(name)):>12}" for name in ENGINES)
            first = "/".join(milliseconds(m.first_call.get(name)) for name in (PEER, OURS))
            eager = f"{gain[1]:.1f}" if gain else "-"
            print(f"{workload.name:52} {times}   {shown:20} {verdict:>14} {eager:>8}  {first}", flush=True)
            peer = m.ratio(PEER, HAND)
            rows.append(
                {
                    "name": workload.name,
                    "ms": {name: m.median(name) and m.median(name) * 1e3 for name in engines},
                    "first call ms": {name: seconds * 1e3 for name, seconds in m.first_call.items()},
                    "ours/tf.function": ratio,
                    "tf.function/hand-written": peer,
                    "bar": workload.bar,
                    "missed": m.missed,
                }
            )
    return rows


def conversion_table(options: argparse.Namespace, rounds: int) -> list[dict[str, object]]:
    """Measures and prints conversion, and converted code on plain values."""
    from conversion import GROWTH_BAR, MEAN_BAR, conversion_rows, geometric_mean, growth, plain_rows

    cold = conversion_rows(rounds, options.quick)
    plain = plain_rows(rounds, options.quick)
    print(f"\n{'ms':52} {'tf.autograph':>12} {'ours':>12}   times faster   bar")
    rows = []
    for row in [*cold, *plain]:
        peer, ours = statistics.median(row.peer), statistics.median(row.ours)
        verdict = "" if row.bar is None else f">={row.bar:g}" + (" MISSED" if row.missed else "")
        print(
            f"{row.name:52} {milliseconds(peer):>12} {milliseconds(ours):>12}   {row.gain:12.2f}   {verdict}"
        )
        rows.append({"name": row.name, "gain": row.gain, "bar": row.bar, "missed": row.missed})
    for name, value, bar in (
        ("cold conversion, geometric mean", geometric_mean(cold), MEAN_BAR),
        ("cold conversion, lines per second, 170 over 50 lines", growth(cold), GROWTH_BAR),
    ):
        missed = not options.quick and value < bar
        print(f"{name:52} {'':>12} {'':>12}   {value:12.2f}   >={bar:g}" + (" MISSED" if missed else ""))
        rows.append({"name": name, "gain": value, "bar": bar, "missed": missed})
    return rows


def view_table(options: argparse.Namespace, rounds: int) -> list[dict[str, object]]:
    """Measures and prints what it takes to show large graphs."""
    from large_graphs import BYTES, LINES, SECONDS, view_rows

    print(
        f"\n{'s, from a traced graph':52} {'report':>12} {'page':>12} {'text':>12}   {'page, KB':>12} {'lines':>7}"
    )
    rows = []
    for row in view_rows(rounds, options.quick):
        times = " ".join(f"{seconds:>12.2f}" for seconds in (row.report, row.html, row.text))
        verdict = "  MISSED" if row.missed else ""
        print(f"{row.name:52} {times}   {row.bytes / 1000:12.0f} {row.lines:>7}{verdict}")
        rows.append({"name": row.name, "seconds": row.seconds, "bar": row.bar, "missed": row.missed})
    print(f"{'at most':52} {SECONDS:>12g} together {'':>16}   {BYTES / 1000:12.0f} {LINES:>7}")
    return rows


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    rounds = options.rounds or (2 if options.quick else 11)
    sample = options.sample if options.sample is not None else (0.0 if options.quick else 0.1)
    tf.config.threading.set_intra_op_parallelism_threads(THREADS)
    tf.config.threading.set_inter_op_parallelism_threads(THREADS)
    rows = workload_table(options, rounds, sample)
    if "ours" in options.engines.split(",") and (not options.only or re.search(options.only, "conversion")):
        rows += conversion_table(options, max(3, min(rounds, 6)))
    if not options.only or re.search(options.only, "large graphs"):
        rows += view_table(options, max(3, min(rounds, 6)))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    missed = [str(row["name"]) for row in rows if row["missed"]]
    if missed:
        print("\nbars missed: " + ", ".join(missed))
    failed = [str(row["name"]) for row in rows if "failed" in row]
    if failed:
        print("\nfailed: " + ", ".join(failed))
    return 2 if failed else 1 if missed and options.enforce else 0


if __name__ == "__main__":
    sys.exit(main())
