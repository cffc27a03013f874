"""The overhead of a study over its bare games, Ray against processes, and memory over time.

    python bench/lab.py rates                       games per CPU-second: bare loop, batch, processes
    python bench/lab.py rates --ray                 the same with a Ray cluster begun here
    python bench/lab.py memory --games 200000       memory of the driver and its workers on the way

CPU-seconds are those of whole process trees: the driver, the workers, and for Ray its own
processes, from the time all are ready.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from gattai.bots import registry
from gattai.kernel.position import apply, begin, stand
from gattai.kernel.question import Roll, Together
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.lab.batch import Span, play
from gattai.lab.folder import Folder
from gattai.lab.plan import BatchPlan, made
from gattai.lab.runners.here import Here
from gattai.lab.runners.processes import Processes
from gattai.lab.runners.runner import Runner
from gattai.lab.running import Progress, run
from gattai.lab.study import Study, StudyPlay, StudySide

SMALL = {"rounds": "1", "blue": "gunners", "red": "swarm"}
WARM = 3
"""Pairs that are played before anything is measured."""
TICKS = os.sysconf("SC_CLK_TCK")


def asked(bot: str, pairs: int, options: dict[str, str]) -> Study:
    """Return a study of attack-chart under two numbers."""
    return Study(
        game="attack-chart",
        b=StudySide(change={"unit.swarm.hp": 2}),
        play=StudyPlay(bot=bot, pairs=pairs, seed="1", options=options),
    )


def bare(plan: BatchPlan, pairs: range) -> int:
    """Play only the games of a plan: no record, no metrics, no rows."""
    played = 0
    for pair in pairs:
        for seating in plan.seatings(pair):
            rules = plan.rules_of(seating.arm, seating.options)
            dice = Seeded(random.Random, seating.seed)
            bots = [registry.make(name, seating.seed, rules=rules) for name in seating.players]
            step = stand(rules, begin(rules, seating.options))
            number = 0
            while not isinstance(question := step.question, Outcome):
                number += 1
                if isinstance(question, Roll):
                    step = apply(rules, step.position, dice.faces(question, number))
                    continue
                seat = step.waiting[0]
                ask = question.of(seat) if isinstance(question, Together) else question
                value = bots[seat].answer(step.seen(seat), ask, number)
                step = apply(rules, step.position, value, seat=seat)
            played += 1
    return played


def tree(root: int) -> Iterator[int]:
    """Return a process and its descendants."""
    below: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        below.setdefault(int(fields[1]), []).append(int(path.parent.name))
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        yield pid
        waiting += below.get(pid, [])


def cpu_seconds(root: int) -> float:
    """Return the CPU-seconds of a process tree, including ended processes."""
    ticks = 0
    for pid in tree(root):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def megabytes(pid: int) -> float:
    """Return the memory of a process."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def measured(
    plan: BatchPlan, study: Study, make: Callable[[BatchPlan], Runner]
) -> tuple[float, int]:
    """Return games per CPU-second of the whole tree, and the number of batches."""
    with tempfile.TemporaryDirectory() as home:
        folder = Folder.create(Path(home) / "study", study, plan)
        runner = make(plan)
        for at in range(WARM * runner.width):
            runner.submit(Span(at, at + 1))
        while runner.open:
            runner.finished()
        before = cpu_seconds(os.getpid())
        spent: list[float] = []

        def told(far: Progress) -> None:
            if far.pairs == far.wanted:
                spent.append(cpu_seconds(os.getpid()) - before)

        run(folder, lambda plan: runner, told)
        return plan.pairs * plan.games_a_pair / spent[0], len(folder.spans())


def rates(bot: str, pairs: int, *, ray: bool, rounds: int, options: dict[str, str]) -> None:
    """Print games per CPU-second of each way to play the same pairs."""
    study = asked(bot, pairs, options)
    plan = made(study)
    games = pairs * plan.games_a_pair
    bare(plan, range(WARM))
    before = time.process_time()
    assert bare(plan, range(pairs)) == games
    loop = games / (time.process_time() - before)
    before = time.process_time()
    play(plan, Span(0, pairs))
    batch = games / (time.process_time() - before)
    print(f"{games} games of attack-chart, {bot}, games per CPU-second:")
    print(f"  bare loop    {loop:9.1f}")
    print(f"  batch        {batch:9.1f}  {batch / loop:.3f} of the bare loop")
    outcomes: list[tuple[str, Callable[[BatchPlan], Runner]]] = [("here", Here)]
    outcomes += [(f"{count} process{'es' * (count > 1)}", _pool(count)) for count in (1, 2)]
    for name, make in outcomes:
        found, batches = measured(plan, study, make)
        print(f"  {name:<12} {found:9.1f}  {found / loop:.3f}, {batches} batches", flush=True)
    if ray:
        beside(plan, study, rounds)


def beside(plan: BatchPlan, study: Study, rounds: int) -> None:
    """Two processes and Ray in turn, so that what else the machine does falls on both; a cluster for each turn."""
    from gattai.lab.runners.on_ray import OnRay

    shares: list[float] = []
    for _ in range(rounds):
        two, few = measured(plan, study, _pool(2))
        on_ray, many = measured(plan, study, OnRay)
        shares.append(on_ray / two)
        print(
            f"  2 processes {two:9.1f} ({few} batches), Ray {on_ray:9.1f} ({many}): {shares[-1]:.3f}",
            flush=True,
        )
    print(f"Ray beside 2 processes: {statistics.median(shares):.3f}, the median of {rounds}")


def _pool(count: int) -> Callable[[BatchPlan], Runner]:
    return lambda plan: Processes(plan, count)


def memory(games: int, processes: int) -> None:
    """Play games and print the memory of driver and workers ten times on the way."""
    study = asked("random", games // 4, SMALL)
    plan = made(study)
    pools: list[Processes] = []
    next_at = 0

    def make(plan: BatchPlan) -> Processes:
        pools.append(Processes(plan, processes))
        return pools[0]

    def told(far: Progress) -> None:
        nonlocal next_at
        if far.games < next_at:
            return
        next_at = far.games + games // 10
        workers = [megabytes(pid) for pid in (pools[0].pids if pools else ())]
        largest = max(workers, default=0.0)
        own = megabytes(os.getpid())
        print(
            f"  {far.games:>8} games  driver {own:6.1f} MB  largest worker {largest:6.1f} MB  "
            f"{far.games / far.cpu_seconds if far.cpu_seconds else 0:6.1f} games per CPU-second",
            flush=True,
        )

    with tempfile.TemporaryDirectory() as home:
        folder = Folder.create(Path(home) / "study", study, plan)
        print(f"{games} games of attack-chart, {processes} processes:")
        run(folder, make, told)
        size = sum(path.stat().st_size for path in (folder.path / "rows").iterdir()) / 1e6
        print(f"  {len(folder.spans())} files of rows, {size:.1f} MB")


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("rates", "memory"))
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--bot", default="random")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--whole", action="store_true", help="whole armies and five rounds")
    parser.add_argument("--ray", action="store_true")
    parser.add_argument("--rounds", type=int, default=3, help="turns of processes and Ray")
    given = parser.parse_args()
    if given.what == "memory":
        memory(given.games, given.processes)
    else:
        options = {} if given.whole else SMALL
        rates(given.bot, given.pairs, ray=given.ray, rounds=given.rounds, options=options)


if __name__ == "__main__":
    main()
