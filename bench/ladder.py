"""The ladder of our bots: matches between the levels, and how long each thinks.

    python -m bench.ladder play [GAME ...] [--pairs 20] [--processes 1] [--out build/ladder]
        play the missing matches, summarize them in docs/lab/data/ladder and write the page
    python -m bench.ladder sum [GAME ...]: the same without playing; matches that were not
        played again keep their old summary
    python -m bench.ladder page: write only the page, from the summaries

Every level plays greedy, and the ace also plays the veteran. The ace has a number of rollouts instead of a
clock, so that the same seeds give the same rows on any machine: about as many as one second allows on ours.
Decision times are CPU times of choices with more than one option, in one game of a bot against itself.
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
ROLLOUTS = {
    "attack-chart": 160,
    "aegis": 16,
    "aristeia": 24,
    "mechastellar": 24,
    "robot-empire": 24,
}
"""Rollouts of an ace per activation: at most what one second allows."""
LONGEST = 3_000
"""Maximum number of answers and throws of a game."""
MEETINGS = (
    ("ace", "veteran"),
    ("veteran", "greedy"),
    ("ace", "greedy"),
    ("greedy", "random"),
    ("greedy", "rookie"),
)
"""Stronger bot first; the most important matches are played first."""
AIMS = {
    ("greedy", "random"): 0.95,
    ("veteran", "greedy"): 0.65,
    ("ace", "veteran"): 0.6,
    ("ace", "greedy"): 0.75,
}
SEED = "ladder"
NO_OPENINGS = (
    "⚠ *Played without random openings: almost all games begin in the same two or three ways, so the intervals are far"
    " too narrow for the game as a whole.*"
)
"""The warning under every table with games without random openings."""
PARTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Possible shares of a pair of games."""


class Step(msgspec.Struct, frozen=True):
    """One bot on the ladder."""

    bot: str
    points: float
    low: float
    high: float
    milliseconds: tuple[float, float, float]
    """Median, 95th and 99th percentile of the time of a decision."""


class Met(msgspec.Struct, frozen=True):
    """The share of the points that the first of two bots won. The interval is valid whenever play is stopped."""

    one: str
    other: str
    games: int
    share: float
    low: float
    high: float
    pairs: tuple[int, ...] = ()
    """Number of pairs in which the first bot won 0, 1/4, 1/2, 3/4 and all of the points; empty in old ladders."""
    opening: int = 0
    """Number of random first answers in each game; 0 in old matches."""

    @property
    def shares(self) -> Floats:
        """The first bot's share of each pair. Without counts each pair is taken as won or lost, which
        can only widen the interval of a rating.
        """
        won = round(self.share * self.games / 2)
        return np.repeat(PARTS, self.pairs or (self.games // 2 - won, 0, 0, 0, won))


class Ladder(msgspec.Struct, frozen=True):
    """The ladder of one game."""

    game: str
    title: str
    seed: str
    rollouts: int = msgspec.field(name="looks")
    steps: tuple[Step, ...]
    met: tuple[Met, ...]
    note: str = ""
    """A remark, for instance that the bots have changed since."""


def called(bot: str, game: str) -> str:
    """Return the name of a level for a study, without a clock."""
    return f"ace:seconds=0:looks={ROLLOUTS[game]}" if bot == "ace" else bot


def meeting(game: str, one: str, other: str, pairs: int) -> Study:
    """Return the study of two levels, at tables with equal sides."""
    tables = even_tables(games.load(game))
    return asked(game, called(one, game), called(other, game), pairs, SEED, {}, tables)


def play(game: str, pairs: int, out: Path, make: Make) -> None:
    """Play the missing games of every meeting."""
    for one, other in MEETINGS:
        played(meeting(game, one, other, pairs), out / game / f"{one}-{other}", make)


def summed(game: str, out: Path, before: Ladder | None = None) -> Ladder | None:
    """Return the ladder from the games played and from `before`; None if no game was played."""
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
        int(ROLLOUTS[game] * of(game).breadth),
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
    """A question that a bot has answered, and its thinking time."""

    rules: AnyRuleset
    seen: Seen[Any]
    ask: Any
    milliseconds: float


def decisions(game: str, bot: str, seed: str, options: Mapping[str, str]) -> Iterator[Decision]:
    """Yield the decisions of a bot in one game against itself."""
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
    """Return the CPU milliseconds of a bot's decisions (median, 95th, 99th percentile), in one game against itself."""
    took = [
        each.milliseconds
        for each in decisions(game, bot, SEED, even_tables(games.load(game))[0])
        if len(getattr(each.ask, "options", ())) != 1
    ]
    half, most, nearly_all = (round(percentile(took, share), 1) for share in (0.5, 0.95, 0.99))
    return half, most, nearly_all


def kept() -> list[Ladder]:
    """Return the stored ladders."""
    paths = [KEPT / f"{game}.json" for game in GAMES]
    return [msgspec.json.decode(path.read_bytes(), type=Ladder) for path in paths if path.is_file()]


def page(ladders: Sequence[Ladder]) -> str:
    """Return the page, made only from the stored ladders."""
    lines = [
        "# The ladder of our bots",
        "",
        "How strong is each bot level, and how long does it think? Every level played against greedy, and the ace also against the veteran, in mirrored pairs: equal forces and the same dice, with seats swapped. Ratings are Elo points around the mean of a game; 100 more is about 64 of 100 games. Brackets hold 95 % intervals; those of shares are valid whenever play is stopped. Times are CPU times of a decision.",
        "",
        "At a table an ace thinks for up to a second. Here it has a number of rollouts per activation instead, so that the games can be repeated. [How bots think](../explanation/bots.md).",
    ]
    lines += ["", *_aims(ladders)]
    for each in ladders:
        lines += ["", f"## {each.title}", ""]
        lines += [f"Seed `{each.seed}`; an ace has {each.rollouts} rollouts per activation.", ""]
        lines += [each.note, ""] if each.note else []
        lines += [
            "| bot | rating | median time | 95th percentile | 99th percentile |",
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
            "| match | games | share of the points for the first |",
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
    """Return the table of target shares and the shares reached."""
    heads = [
        f"{one} over {other}, {aim:.0%}".replace("%", " %") for (one, other), aim in AIMS.items()
    ]
    lines = ["Our targets, and the shares reached:", "", f"| game | {' | '.join(heads)} |"]
    lines.append("| --- |" + " --- |" * len(heads))
    for each in ladders:
        found = {(met.one, met.other): met for met in each.met}
        cells = [_cell(found.get(both), aim) for both, aim in AIMS.items()]
        lines.append(f"| {each.title} | {' | '.join(cells)} |")
    return [
        *lines,
        *_unopened([met for each in ladders for met in each.met]),
        "",
        "**Bold** is below its target. The intervals below show how uncertain each share is.",
    ]


def _unopened(met: Sequence[Met]) -> list[str]:
    """Return the warning if some games of a table had no random opening."""
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
