"""The cost of each level of bots: CPU and tables per decision, and memory.

    python -m bench.levels [--game aegis ...] [--level rookie veteran ace] [--option red=arc-buster-defensive ...]
                           [--seed levels] [--games 1] [--seconds 0]

Each level plays a game against itself in its own process. Decisions are choices with more than one
option. Memory is the process's maximum minus that of another process in which the same answers are
replayed without a bot: so what a level adds, with its code. An ace is limited by rollouts, as in
the ladder. With `--seconds` a game is stopped after this much CPU time of bots. Memory is read from
`/proc`, so on Linux only.
"""

from __future__ import annotations

import argparse
import random
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from gattai import games
from gattai.kernel.position import Step, apply, begin, stand
from gattai.kernel.question import Roll, Seat, part_of
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded

LEVELS = ("rookie", "veteran", "ace")
LONGEST = 5_000
"""Maximum number of answers and throws of a game."""

Given = tuple[Any, Seat | None]
"""An answer and whose it was; None for a throw."""


class Table(msgspec.Struct, frozen=True):
    """A game to be played by one bot against itself."""

    game: str
    bot: str
    seed: str
    options: dict[str, str]
    seconds: float = 0.0
    """So much CPU is thought at most; 0 for a whole game."""


class Taken(msgspec.Struct):
    """The cost of a game."""

    milliseconds: list[float] = []
    tables: list[int] = []
    """Tables computed for each decision."""
    given: list[Given] = []
    peak: float = 0.0
    """Peak memory in MB."""
    is_over: bool = False


def peak() -> float:
    """Return the maximum memory of this process, in MB."""
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1_024
    raise LookupError("this system does not tell how much memory was in use")


def play(table: Table, to: Connection) -> None:
    """Play a game, and send its cost."""
    from gattai.bots import greedy, registry, search
    from gattai.bots.consider import Decision, consider

    thought_about: list[Any] = []

    def kept(*args: Any) -> Any:
        thought_about.append(consider(*args))
        return thought_about[-1]

    greedy.consider = search.consider = kept  # type: ignore[attr-defined]
    taken = Taken()
    rules, step = _opened(table)
    dice = Seeded(random.Random, table.seed)
    bots = [registry.make(table.bot, table.seed, rules=rules) for _ in rules.seats]
    for number in range(1, LONGEST):
        question: Any = step.question
        taken.is_over = isinstance(question, Outcome)
        if taken.is_over or 0 < table.seconds <= sum(taken.milliseconds) / 1_000:
            break
        if isinstance(question, Roll):
            value, seat = dice.faces(question, number), None
            step = apply(rules, step.position, value)
        else:
            seat = step.waiting[0]
            ask, seen = part_of(question, seat), step.seen(seat)
            thought_about.clear()
            began = process_time()
            value = bots[seat].answer(seen, ask, number)
            if len(getattr(ask, "options", ())) != 1:
                taken.milliseconds.append(1_000 * (process_time() - began))
                found = (each for each in thought_about if isinstance(each, Decision))
                taken.tables.append(sum(problem.work.tables for problem in found))
            step = apply(rules, step.position, value, seat=seat)
        taken.given.append((value, seat))
    taken.peak = peak()
    to.send(taken)


def give_again(table: Table, given: list[Given], to: Connection) -> None:
    """Replay the same game without a bot, and send its memory."""
    rules, step = _opened(table)
    for value, seat in given:
        if seat is None:
            step = apply(rules, step.position, value)
        else:
            step.seen(seat)
            step = apply(rules, step.position, value, seat=seat)
    to.send(peak())


def _opened(table: Table) -> tuple[Any, Step[Any]]:
    rules = games.load(table.game).seated(table.options)
    return rules, stand(rules, begin(rules, dict(table.options)))


def apart(work: Any, *args: Any) -> Any:
    """Return the result of a function run in its own process."""
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(*args, there))
    process.start()
    there.close()
    found = here.recv()
    process.join()
    return found


def main() -> None:
    from bench.ladder import GAMES, called
    from gattai.lab.match import even_tables, percentile

    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--game", nargs="+", default=GAMES)
    wanted.add_argument("--level", nargs="+", default=LEVELS)
    wanted.add_argument("--option", nargs="+", default=[], metavar="NAME=VALUE")
    wanted.add_argument("--seed", default="levels")
    wanted.add_argument("--games", type=int, default=1)
    wanted.add_argument("--seconds", type=float, default=0.0)
    said = wanted.parse_args()
    print("game            level      decisions  ms: half   of 95   of 99    most  tables  memory")
    for game in said.game:
        options = even_tables(games.load(game))[0]
        options |= dict(item.split("=", 1) for item in said.option)
        for level in said.level:
            all_of = Taken()
            added, itself, ended = 0.0, 0.0, True
            for number in range(said.games):
                seed = f"{said.seed}/{number}" if number else said.seed
                table = Table(game, called(level, game), seed, options, said.seconds)
                taken = apart(play, table)
                bare = apart(give_again, table, taken.given)
                added, itself = max(added, taken.peak - bare), max(itself, bare)
                all_of.milliseconds += taken.milliseconds
                all_of.tables += taken.tables
                ended = ended and taken.is_over
            shares = (percentile(all_of.milliseconds, share) for share in (0.5, 0.95, 0.99, 1))
            times = "".join(f"{each:8.0f}" for each in shares)
            line = f"{game:15} {level:10} {len(all_of.milliseconds):9}  {times}"
            line += f"{max(all_of.tables):8}  {added:+.1f} MB over {itself:.1f} MB"
            print(line + ("" if ended else ", stopped"), flush=True)


if __name__ == "__main__":
    main()
