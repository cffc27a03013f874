"""The ladder of our bots: the levels against each other, and how long each thinks.

    python -m bench.ladder play [GAME ...] [--pairs 20] [--processes 1] [--out build/ladder]
        plays what is not played yet, sums it up in docs/lab/data/ladder, and makes the page
    python -m bench.ladder sum [GAME ...]: the same without playing, from what is there; what was not
        played again stays as it was summed up before
    python -m bench.ladder page: only the page, from the summaries

Everybody meets greedy, and an ace a veteran too. An ace plays by looks, not by the clock, so that the
same seeds give the same rows on any machine: about as many as a second buys on ours. What a decision
takes is CPU time, over choices with more than one option, in one game of a bot against itself.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import msgspec
import numpy as np

from gattai import games
from gattai.bots import registry
from gattai.bots.evaluations import of
from gattai.kernel.position import Seen, apply, begin, stand
from gattai.kernel.question import Roll, part_of
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded
from gattai.lab.asking.played import Make, values
from gattai.lab.asking.played import play as played
from gattai.lab.folder import Folder
from gattai.lab.match import asked, even_tables, percentile
from gattai.lab.runners.here import Here
from gattai.lab.runners.processes import Processes
from gattai.lab.statistics.betting import SHARE
from gattai.lab.statistics.figures import mean_of
from gattai.lab.statistics.pairs import Floats
from gattai.lab.statistics.ratings import ratings
from gattai.lab.study import Study

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "lab" / "ladder.md"
KEPT = ROOT / "docs" / "lab" / "data" / "ladder"
GAMES = ("attack-chart", "aegis", "aristeia", "mechastellar", "robot-empire")
LOOKS = {"attack-chart": 160, "aegis": 16, "aristeia": 24, "mechastellar": 24, "robot-empire": 24}
"""Of an ace, for an activation: no more than a second buys."""
LONGEST = 3_000
"""After so many answers and throws a game is given up."""
MEETINGS = (
    ("ace", "veteran"),
    ("veteran", "greedy"),
    ("ace", "greedy"),
    ("greedy", "random"),
    ("greedy", "rookie"),
)
"""The stronger first; what matters most is played first."""
AIMS = {
    ("greedy", "random"): 0.95,
    ("veteran", "greedy"): 0.65,
    ("ace", "veteran"): 0.6,
    ("ace", "greedy"): 0.75,
}
SEED = "ladder"
NO_OPENINGS = (
    "⚠ *Played without random openings: bots begin almost all these games in the same two or three ways. The intervals are"
    " those of these openings, and far too narrow for the game as a whole.*"
)
"""Stands under every table with games that were opened by the bots alone."""
PARTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What one may have of a pair of games."""


class Step(msgspec.Struct, frozen=True):
    """One bot on the ladder."""

    bot: str
    points: float
    low: float
    high: float
    milliseconds: tuple[float, float, float]
    """Of a decision: half of them take less than the first, 95 of 100 than the second, 99 than the third."""


class Met(msgspec.Struct, frozen=True):
    """What the first of two had of the points. The interval holds whenever one stops."""

    one: str
    other: str
    games: int
    share: float
    low: float
    high: float
    pairs: tuple[int, ...] = ()
    """In how many pairs the first had nothing, a quarter, a half, three quarters, all; nothing in a ladder that
    was kept before they were counted.
    """
    opening: int = 0
    """So many first answers of each game were drawn at random; 0 in what was played before that was usual."""

    @property
    def shares(self) -> Floats:
        """What the first had in each pair. Where pairs were not counted, each is taken as won or lost: that
        makes a rating less sure than it was, never surer.
        """
        won = round(self.share * self.games / 2)
        return np.repeat(PARTS, self.pairs or (self.games // 2 - won, 0, 0, 0, won))


class Ladder(msgspec.Struct, frozen=True):
    """The ladder of one game."""

    game: str
    title: str
    seed: str
    looks: int
    steps: tuple[Step, ...]
    met: tuple[Met, ...]
    note: str = ""
    """What else is to be said: where the bots have changed since, for instance."""


def called(bot: str, game: str) -> str:
    """The name of a level for a study: without a clock."""
    return f"ace:seconds=0:looks={LOOKS[game]}" if bot == "ace" else bot


def meeting(game: str, one: str, other: str, pairs: int) -> Study:
    """Two levels, at tables where both sides have the same."""
    tables = even_tables(games.load(game))
    return asked(game, called(one, game), called(other, game), pairs, SEED, {}, tables)


def play(game: str, pairs: int, out: Path, make: Make) -> None:
    """Play every meeting, as far as it is not there yet."""
    for one, other in MEETINGS:
        played(meeting(game, one, other, pairs), out / game / f"{one}-{other}", make)


def summed(game: str, out: Path, before: Ladder | None = None) -> Ladder | None:
    """What was played, and what is known from `before`; None where nothing is played."""
    known = {(met.one, met.other): met for met in before.met} if before else {}
    played_now: dict[tuple[str, str], Met] = {}
    for one, other in MEETINGS:
        path = out / game / f"{one}-{other}"
        if path.is_dir() and len(rows := Folder(path).frame()):
            opening = Folder(path).plan().opening
            played_now[one, other] = _met(one, other, values(rows, "versus", "won"), opening)
    if not played_now:
        return None
    known |= played_now
    met = {both: known[both] for both in MEETINGS if both in known}
    times = {step.bot: step.milliseconds for step in before.steps} if before else {}
    for bot in dict.fromkeys(bot for both in played_now for bot in both):
        times[bot] = thinking(game, called(bot, game))
    steps = [
        Step(
            each.name,
            round(each.points, 1),
            round(each.low, 1),
            round(each.high, 1),
            times[each.name],
        )
        for each in ratings({both: each.shares for both, each in met.items()})
    ]
    return Ladder(
        game,
        games.load(game).rulebook.game.title,
        SEED,
        int(LOOKS[game] * of(game).breadth),
        tuple(steps),
        tuple(met.values()),
        before.note if before else "",
    )


def _met(one: str, other: str, shares: Floats, opening: int) -> Met:
    found = mean_of(shares, SHARE, against=0.5)
    mean, low, high = (round(at, 4) for at in (found.mean, found.low, found.high))
    pairs = tuple(int(np.count_nonzero(shares == part)) for part in PARTS)
    return Met(one, other, 2 * found.pairs, mean, low, high, pairs, opening)


class Decision(NamedTuple):
    """A question that a bot has answered, and how long that took."""

    rules: AnyRuleset
    seen: Seen[Any]
    ask: Any
    milliseconds: float


def decisions(game: str, bot: str, seed: str, options: Mapping[str, str]) -> Iterator[Decision]:
    """What a bot decides in one game against itself, one answer after the other."""
    rules = games.load(game).seated(options)
    dice = Seeded(random.Random, seed)
    bots = [registry.make(bot, seed, rules=rules) for _ in rules.seats]
    step = stand(rules, begin(rules, dict(options)))
    for number in range(1, LONGEST):
        question: Any = step.question
        if isinstance(question, Outcome):
            break
        if isinstance(question, Roll):
            step = apply(rules, step.position, dice.faces(question, number))
            continue
        seat = step.waiting[0]
        ask, seen = part_of(question, seat), step.seen(seat)
        began = process_time()
        value = bots[seat].answer(seen, ask, number)
        yield Decision(rules, seen, ask, 1_000 * (process_time() - began))
        step = apply(rules, step.position, value, seat=seat)


def thinking(game: str, bot: str) -> tuple[float, float, float]:
    """Milliseconds of CPU for a decision of a bot, in one game against itself."""
    took = [
        each.milliseconds
        for each in decisions(game, bot, SEED, even_tables(games.load(game))[0])
        if len(getattr(each.ask, "options", ())) != 1
    ]
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
        "Every level has met greedy, and an ace a veteran too, in mirrored pairs, both sides with the same forces, on the same dice with seats swapped. Ratings are points of Elo around the mean of a game: 100 more is about 64 of 100 games. In brackets the interval that holds in 95 of 100 such ladders; those of shares hold whenever one stops to play. What a decision takes is CPU time: half of all decisions, 95 and 99 of 100 took less.",
        "",
        "An ace thinks by the clock at a table, a second at most; here it has a number of looks for an activation, so that the games can be played again. [How bots think](../explanation/bots.md).",
    ]
    lines += ["", *_aims(ladders)]
    for each in ladders:
        lines += ["", f"## {each.title}", ""]
        lines += [f"Seed `{each.seed}`; an ace has {each.looks} looks.", ""]
        lines += [each.note, ""] if each.note else []
        lines += [
            "| bot | rating | half | 95 of 100 | 99 of 100 |",
            "| --- | --- | --- | --- | --- |",
        ]
        for step in each.steps:
            half, most, nearly_all = step.milliseconds
            rating = f"{step.points:+.0f} ({step.low:+.0f} to {step.high:+.0f})"
            lines.append(
                f"| {step.bot} | {rating} | {half:g} ms | {most:g} ms | {nearly_all:g} ms |"
            )
        lines += _unopened(each.met)
        lines += [
            "",
            "| one against another | games | share of the points |",
            "| --- | --- | --- |",
        ]
        lines += [
            f"| {met.one} against {met.other} | {met.games} | {_share(met)} |" for met in each.met
        ]
        lines += _unopened(each.met)
    missing = [game for game in GAMES if game not in {each.game for each in ladders}]
    if missing:
        lines += ["", f"Not played yet: {', '.join(missing)}."]
    lines += ["", "*Made by `python -m bench.ladder page` from `data/ladder`.*", ""]
    return "\n".join(lines)


def _aims(ladders: Sequence[Ladder]) -> list[str]:
    """What each level should have against the one below, and what it has."""
    heads = [
        f"{one} over {other}, {aim:.0%}".replace("%", " %") for (one, other), aim in AIMS.items()
    ]
    lines = ["Our aims, and the shares that were reached:", "", f"| game | {' | '.join(heads)} |"]
    lines.append("| --- |" + " --- |" * len(heads))
    for each in ladders:
        found = {(met.one, met.other): met for met in each.met}
        cells = [_cell(found.get(both), aim) for both, aim in AIMS.items()]
        lines.append(f"| {each.title} | {' | '.join(cells)} |")
    return [
        *lines,
        *_unopened([met for each in ladders for met in each.met]),
        "",
        "**Bold** is below its aim; no share is sure to the point, see the intervals below.",
    ]


def _unopened(met: Sequence[Met]) -> list[str]:
    """The mark of a table some of whose games were opened by the bots alone."""
    return [] if all(each.opening for each in met) else ["", NO_OPENINGS]


def _cell(met: Met | None, aim: float) -> str:
    if met is None:
        return "not played"
    share = f"{met.share:.1%}".replace("%", " %")
    return f"{share} of {met.games}" if met.share >= aim else f"**{share}** of {met.games}"


def _share(met: Met) -> str:
    return f"{met.share:.1%} ({met.low:.1%} to {met.high:.1%})".replace("%", " %")


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("what", choices=("play", "sum", "page"))
    wanted.add_argument("games", nargs="*", default=GAMES)
    wanted.add_argument("--pairs", type=int, default=20)
    wanted.add_argument("--processes", type=int, default=1)
    wanted.add_argument("--out", type=Path, default=ROOT / "build" / "ladder")
    said = wanted.parse_args()
    make: Make = Here
    if said.processes > 1:
        make = lambda plan: Processes(plan, said.processes)  # noqa: E731
    for game in said.games if said.what != "page" else ():
        if said.what == "play":
            play(game, said.pairs, said.out, make)
        before = next((each for each in kept() if each.game == game), None)
        ladder = summed(game, said.out, before)
        if ladder is not None:
            KEPT.mkdir(parents=True, exist_ok=True)
            text = msgspec.json.format(msgspec.json.encode(ladder), indent=1)
            (KEPT / f"{game}.json").write_bytes(text + b"\n")
    PAGE.write_text(page(kept()), "utf-8")


if __name__ == "__main__":
    main()
