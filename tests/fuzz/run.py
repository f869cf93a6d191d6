"""Tries random programs: Python, converted and staged must agree.

    python tests/fuzz/run.py 1000                  # or: make fuzz N=1000
    python tests/fuzz/run.py 200 --seed 7 --jobs 1 --no-save
    python tests/fuzz/run.py --replay tests/fuzz/regressions/<name>.py

Prints programs tried, really staged, refused by code, and mismatches. A program that goes wrong is shrunk and
saved as a test in `regressions/`. The exit status is 1 where anything went wrong.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import queue
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from judges import Judge
from judging import Verdict, judge
from program import Program
from programs import programs
from shrinking import shrunk

FEW = 4
REGRESSIONS = Path(__file__).parent / "regressions"


class Tally:
    """What was found so far; shared by the workers."""

    def __init__(self, wanted: int, quiet: bool = False) -> None:
        self.wanted, self.quiet = wanted, quiet
        self.start = self.spoke = time.monotonic()
        self.tried = self.staged = 0
        self.refused: collections.Counter[str] = collections.Counter()
        self.refusals: dict[str, str] = {}
        self.mismatches: collections.Counter[str] = collections.Counter()
        self.lock = threading.Lock()

    def add(self, verdict: Verdict) -> bool:
        """Counts a verdict; tells whether few of its cause were met yet."""
        with self.lock:
            self.tried += 1
            self.staged += verdict.staged
            if verdict.kind == "refused":
                self.refused[verdict.code] += 1
                self.refusals.setdefault(verdict.code, verdict.detail)
            new = verdict.kind == "mismatch" and self.mismatches[verdict.cause] < FEW
            if verdict.kind == "mismatch":
                self.mismatches[verdict.cause] += 1
            if time.monotonic() - self.spoke > 10:
                self.spoke = time.monotonic()
                print(f"  … {self.summary()}", flush=True)
            return new

    def summary(self) -> str:
        seconds = time.monotonic() - self.start
        return (
            f"{self.tried}/{self.wanted} programs, {self.staged} staged, {self.refused.total()} refused, "
            f"{self.mismatches.total()} mismatches, {seconds:.0f} s"
        )

    def report(self) -> str:
        share = lambda count: f"{100 * count / max(1, self.tried):.1f} %"  # noqa: E731
        lines = [
            f"tried       {self.tried}",
            f"staged      {self.staged} ({share(self.staged)}) have a loop or branch in the graph",
            f"refused     {self.refused.total()} ({share(self.refused.total())})",
            *(
                f"  {code}  {count:5}  {self.refusals[code].splitlines()[0][:150]}"
                for code, count in self.refused.most_common()
            ),
            f"mismatches  {self.mismatches.total()}",
            *(f"  {count:5}  {cause}" for cause, count in self.mismatches.most_common()),
        ]
        return "\n".join(lines)


def generate(wanted: int, number: int, take: Callable[[Program], None]) -> None:
    """Hands different programs to `take`; hypothesis draws them."""
    seen: set[str] = set()

    @settings(
        max_examples=100,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
        database=None,
    )
    @given(programs())
    def each(program: Program) -> None:
        if len(seen) < wanted and program.source not in seen:  # hypothesis likes to vary the arguments only
            seen.add(program.source)
            take(program)

    while len(seen) < wanted:
        seed(number)(each)()
        number += 1_000_003


def save(program: Program, verdict: Verdict, folder: Path = REGRESSIONS) -> Path:
    """Writes the program as a regression test; gives its path."""
    name = re.sub(r"\W+", "_", verdict.cause).strip("_").lower()[:50]
    path = folder / f"{name}_{hashlib.sha256(program.source.encode()).hexdigest()[:6]}.py"
    detail = verdict.detail.replace("\\", "").replace('"""', "'''").split("\n")[0][:400]
    cases = "\n".join(f"    {case!r}," for case in program.cases)
    path.write_text(
        f'"""{detail}"""\n\n# ruff: noqa: E402\n# fmt: off\n\nCASES = (\n{cases}\n)\nSTATIC = {program.static!r}\n'
        f"UNKNOWN = {program.unknown!r}\n\n# program\n{program.source}",
        encoding="utf-8",
    )
    return path


def load_saved(path: Path) -> Program:
    """The program of a saved file."""
    text = path.read_text(encoding="utf-8")
    head, _, source = text.partition("\n# program\n")
    names: dict[str, object] = {}
    exec(head, names)
    return Program(source, names["CASES"], names["STATIC"], names["UNKNOWN"])  # type: ignore[arg-type]


def work(todo: queue.Queue[Program | None], tally: Tally, options: argparse.Namespace) -> None:
    """Judges programs until there are no more."""
    judge = Judge()
    while (program := todo.get()) is not None:
        try:
            verdict = judge(program)
            new = tally.add(verdict)
            if verdict.kind == "refused" and options.refusals:
                write(options.refusals, f"{verdict.detail}\n", tally)
            if verdict.code and verdict.code == options.refusal:
                program = shrunk(program, lambda p: judge(p).code == options.refusal, options.shrink)
                print(f"REFUSED {judge(program).detail}\n{program.source}", flush=True)
            if verdict.kind == "mismatch" and (new or not options.distinct):
                settle(program, verdict, judge, tally, options)
        except Exception:  # a fault of this command's own must not let the others wait for ever
            traceback.print_exc()
            tally.mismatches["the fuzzer itself failed"] += 1
    judge.close()


def settle(
    program: Program, verdict: Verdict, judge: Judge, tally: Tally, options: argparse.Namespace
) -> None:
    """Shrinks, saves and shows a mismatch."""
    cause = verdict.cause
    if cause != "hang":
        program = shrunk(program, lambda p: judge(p).cause == cause, options.shrink)
        again = judge(program)
        verdict = again if again.cause == cause else verdict
    path = "" if options.no_save else save(program, verdict)
    with tally.lock:
        print(f"MISMATCH {verdict.detail}\n{path}\n{program.source}", flush=True)
    if options.failures:
        how = f"static={program.static} unknown={program.unknown} cases={program.cases}"
        code = f"```python\n{program.source}```\n\n```\n{verdict.trace[-3500:]}\n```\n"
        write(options.failures, f"\n\n## {cause}\n\n{verdict.detail}\n\n{path} {how}\n\n{code}", tally)


def write(path: Path, text: str, tally: Tally) -> None:
    with tally.lock, path.open("a", encoding="utf-8") as out:
        out.write(text)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", type=int, nargs="?", default=200, help="how many programs to try")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other programs")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--shrink", type=float, default=60, help="seconds for making a mismatch small")
    parser.add_argument("--no-save", action="store_true", help="do not write regression tests")
    parser.add_argument(
        "--distinct", action="store_true", help=f"shrink and save only the first {FEW} mismatches of a cause"
    )
    parser.add_argument("--failures", type=Path, help="add mismatches with tracebacks to this file")
    parser.add_argument("--refusals", type=Path, help="add all refusals to this file")
    parser.add_argument("--refusal", default="", help="shrink and print programs refused with this code")
    parser.add_argument("--replay", type=Path, help="judge a saved program")
    options = parser.parse_args(arguments)
    if options.replay:
        verdict = judge(load_saved(options.replay))
        print(f"{verdict.kind} {verdict.code} {verdict.detail}\n{verdict.trace}")
        return int(verdict.kind == "mismatch")
    tally = Tally(options.programs)
    todo: queue.Queue[Program | None] = queue.Queue(maxsize=4 * options.jobs)
    workers = [
        threading.Thread(target=work, args=(todo, tally, options), daemon=True) for _ in range(options.jobs)
    ]
    for worker in workers:
        worker.start()
    generate(options.programs, options.seed, todo.put)
    for _ in workers:
        todo.put(None)
    for worker in workers:
        worker.join()
    print(tally.report())
    return int(tally.mismatches.total() > 0)


if __name__ == "__main__":
    sys.exit(main())
