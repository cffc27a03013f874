"""What a bot costs: CPU-seconds of a game against itself, and what it does for one decision.

    python bench/bots.py [--bot greedy ...] [--game aegis ...] [--games 2] [--answers 200] [--count] [--profile 25]

Seeds are fixed, so two commits with the same answers play the same games, as the digest of their
transcripts shows. A clock-limited bot is not reproducible: limit its rollouts instead. Decisions
are choices with more than one option. Steps are values given to the rules while thinking, worths
are tables scored, ideas are lists of ideas made. With `--answers` only the beginning of each game
is played. With `--profile` the most expensive functions follow, by CPU time; profiling overstates
small ones.
"""

from __future__ import annotations

import argparse
import cProfile
import hashlib
import pstats
from collections import Counter
from collections.abc import Callable
from itertools import product
from time import process_time
from typing import Any
from unittest.mock import patch

import msgspec

from gattai import games
from gattai.bots import consider, evaluations
from gattai.bots.evaluation import AnyEvaluation
from gattai.bots.simulation import Live
from gattai.kernel.running.run import Run
from gattai.lab.match import pairings
from gattai.lab.sitting import Sitting


class Cost(msgspec.Struct):
    """The cost of some games of a bot against itself."""

    seconds: float = 0.0
    games: int = 0
    decisions: int = 0
    digest: str = ""


def played(
    bot: str, game: str, count: int, longest: int, profile: cProfile.Profile | None = None
) -> Cost:
    """Play games with fixed seeds."""
    cost, digest = Cost(), hashlib.sha256()
    for pairing in pairings(game, bot, bot, count, "bots-bench", {}):
        plan = msgspec.structs.replace(pairing.plan, longest=longest)
        sitting = Sitting(plan, plan.numbered(pairing.number))
        began = process_time()
        if profile is not None:
            profile.enable()
        row = sitting.play()
        if profile is not None:
            profile.disable()
        cost.seconds += process_time() - began
        cost.games += 1
        cost.decisions += int(sum(sitting.decisions))
        digest.update(row.digest.encode())
    cost.digest = digest.hexdigest()[:8]
    return cost


def counted(bot: str, game: str, count: int, longest: int) -> Counter[str]:
    """Play the same games again with counters."""
    found: Counter[str] = Counter()
    evaluation = evaluations.of(game)
    counting = msgspec.structs.replace(
        evaluation,
        score=_counting(evaluation.score, "worths", found),
        ideas=_counting(evaluation.ideas, "ideas", found),
    )
    give, of = Run.give, evaluations.of

    def stepped(self: Run[Any], value: Any) -> None:
        found["steps"] += isinstance(self, Live)
        give(self, value)

    def told(name: str) -> AnyEvaluation:
        return counting if name == game else of(name)

    with patch.object(Run, "give", stepped), patch.object(consider, "of", told):
        played(bot, game, count, longest)
    return found


def _counting(function: Callable[..., Any] | None, name: str, found: Counter[str]) -> Any:
    if function is None:
        return None

    def called(*args: Any) -> Any:
        found[name] += 1
        return function(*args)

    return called


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", nargs="+", default=["greedy"])
    parser.add_argument("--game", nargs="+", default=games.names())
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--answers", type=int, default=5_000, help="of each game at most")
    parser.add_argument("--count", action="store_true", help="count steps, worths and ideas too")
    parser.add_argument("--profile", type=int, default=0, metavar="FUNCTIONS")
    wants = parser.parse_args()
    for bot, game in product(wants.bot, wants.game):
        cost = played(bot, game, wants.games, wants.answers)
        each = cost.seconds / cost.decisions
        line = f"{bot:10} {game:14}{cost.seconds / cost.games:8.2f} s a game{1e3 * each:8.2f} ms a decision"
        line += f"{cost.decisions / cost.games:7.0f} decisions  {cost.digest}"
        if wants.count:
            found = counted(bot, game, wants.games, wants.answers)
            line += "".join(f"  {name} {found[name] / cost.decisions:.1f}" for name in found)
        print(line, flush=True)
        if wants.profile:
            profile = cProfile.Profile(process_time)
            played(bot, game, wants.games, wants.answers, profile)
            stats = pstats.Stats(profile).strip_dirs()
            stats.sort_stats("tottime").print_stats(wants.profile)


if __name__ == "__main__":
    main()
