"""The ladder of our bots: every level against every other, and how long each thinks.

    python -m bench.ladder play [GAME ...] [--pairs 20] [--processes 1]
        plays leagues, sums them up in docs/lab/data/ladder, and makes the page
    python -m bench.ladder page: only the page, from what is there

An ace plays by looks, not by the clock, so that the same seeds give the same rows on any machine.
What a decision takes is CPU time, over choices with more than one option, in one game of a bot
against itself.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

import msgspec

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import apply, begin, stand
from gattai.kernel.question import Roll, part_of
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.lab.asking.league import league
from gattai.lab.asking.played import Make
from gattai.lab.match import even_tables, percentile
from gattai.lab.runners.here import Here
from gattai.lab.runners.processes import Processes

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "lab" / "ladder.md"
KEPT = ROOT / "docs" / "lab" / "data" / "ladder"
GAMES = ("attack-chart", "aegis", "aristeia", "mechastellar", "robot-empire")
LOOKS = 40
LEVELS = ("random", "rookie", "greedy", "veteran", f"ace:seconds=0:looks={LOOKS}")
SEED = "ladder"


class Step(msgspec.Struct, frozen=True):
    """One bot on the ladder."""

    bot: str
    points: float
    low: float
    high: float
    milliseconds: tuple[float, float, float]
    """Of a decision: half of them take less than the first, 95 of 100 than the second, 99 than the third."""


class Met(msgspec.Struct, frozen=True):
    """What the first of two had of the points."""

    names: str
    share: float
    low: float
    high: float


class Ladder(msgspec.Struct, frozen=True):
    """The ladder of one game."""

    game: str
    title: str
    pairs: int
    seed: str
    steps: tuple[Step, ...]
    met: tuple[Met, ...]


def played(game: str, pairs: int, make: Make) -> Ladder:
    """Play a league of all levels."""
    with tempfile.TemporaryDirectory() as folder:
        found = league(game, LEVELS, pairs, SEED, Path(folder), make)
    steps = [
        Step(
            each.name,
            round(each.points, 1),
            round(each.low, 1),
            round(each.high, 1),
            thinking(game, each.name),
        )
        for each in found.ratings
    ]
    met = [
        Met(names, round(each.mean, 4), round(each.low, 4), round(each.high, 4))
        for names, each in found.met.items()
    ]
    return Ladder(game, games.load(game).rulebook.game.title, pairs, SEED, tuple(steps), tuple(met))


def thinking(game: str, bot: str) -> tuple[float, float, float]:
    """Milliseconds of CPU for a decision of a bot, in one game against itself."""
    options = even_tables(games.load(game))[0]
    rules = games.load(game).seated(options)
    dice = Seeded(random.Random, SEED)
    bots = [registry.make(bot, SEED, rules=rules) for _ in rules.seats]
    step = stand(rules, begin(rules, dict(options)))
    took: list[float] = []
    for number in range(1, 3_000):
        question: Any = step.question
        if isinstance(question, Outcome):
            break
        if isinstance(question, Roll):
            step = apply(rules, step.position, dice.faces(question, number))
            continue
        seat = step.waiting[0]
        ask = part_of(question, seat)
        seen = step.seen(seat)
        began = process_time()
        value = bots[seat].answer(seen, ask, number)
        if len(getattr(ask, "options", ())) != 1:
            took.append(1_000 * (process_time() - began))
        step = apply(rules, step.position, value, seat=seat)
    half, most, nearly_all = (round(percentile(took, share), 1) for share in (0.5, 0.95, 0.99))
    return half, most, nearly_all


def kept() -> list[Ladder]:
    """The ladders that were played."""
    paths = [KEPT / f"{game}.json" for game in GAMES]
    return [msgspec.json.decode(path.read_bytes(), type=Ladder) for path in paths if path.is_file()]


def page(ladders: Sequence[Ladder]) -> str:
    """The page, from what was played and from nothing else."""
    lines = [
        "# The ladder of our bots",
        "",
        "Every level has played every other in mirrored pairs, both sides with the same forces, on the same dice with seats swapped. Ratings are points of Elo around the mean of a game's league: 100 more is about 64 of 100 games. In brackets the interval that holds in 95 of 100 such leagues. What a decision takes is CPU time: half of all decisions, 95 and 99 of 100 took less.",
        "",
        f"An ace thinks by the clock at a table, a second at most; here it has {LOOKS} looks for an activation, so that the games can be played again. [How bots think](../explanation/bots.md).",
    ]
    for each in ladders:
        lines += ["", f"## {each.title}", ""]
        lines += [f"{each.pairs} pairs of every two, seed `{each.seed}`.", ""]
        lines += [
            "| bot | rating | half | 95 of 100 | 99 of 100 |",
            "| --- | --- | --- | --- | --- |",
        ]
        for step in each.steps:
            half, most, nearly_all = step.milliseconds
            rating = f"{step.points:+.0f} ({step.low:+.0f} to {step.high:+.0f})"
            lines.append(
                f"| {_name(step.bot)} | {rating} | {half:g} ms | {most:g} ms | {nearly_all:g} ms |"
            )
        lines += ["", "| one against another | share of the points |", "| --- | --- |"]
        for met in each.met:
            one, _, other = met.names.partition(" against ")
            lines.append(f"| {_name(other)} against {_name(one)} | {_turned(met)} |")
    missing = [game for game in GAMES if game not in {each.game for each in ladders}]
    if missing:
        lines += ["", f"Not played yet: {', '.join(missing)}."]
    lines += ["", "*Made by `python -m bench.ladder page` from `data/ladder`.*", ""]
    return "\n".join(lines)


def _turned(met: Met) -> str:
    """The share of the second, who comes later in the list of levels and should be the stronger."""
    return f"{1 - met.share:.1%} ({1 - met.high:.1%} to {1 - met.low:.1%})".replace("%", " %")


def _name(bot: str) -> str:
    return bot.partition(":")[0]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("what", choices=("play", "page"))
    asked.add_argument("games", nargs="*", default=GAMES)
    asked.add_argument("--pairs", type=int, default=20)
    asked.add_argument("--processes", type=int, default=1)
    said = asked.parse_args()
    if said.what == "play":
        make: Make = Here
        if said.processes > 1:
            make = lambda plan: Processes(plan, said.processes)  # noqa: E731
        for game in said.games:
            ladder = played(game, said.pairs, make)
            KEPT.mkdir(parents=True, exist_ok=True)
            text = msgspec.json.format(msgspec.json.encode(ladder), indent=1)
            (KEPT / f"{game}.json").write_bytes(text + b"\n")
    PAGE.write_text(page(kept()), "utf-8")


if __name__ == "__main__":
    main()
