"""`python -m tests.bots.nonsense GAME --games 200`: how often bots do each silly thing, by name.

With `--kept FILE` each game is written down as it ends, and games that stand there are not played again:
a long count can be stopped and taken up, and what it has found so far can be read meanwhile.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from tests.bots.nonsense.aristeia import Bout
from tests.bots.nonsense.attack_chart import Firefight
from tests.bots.nonsense.kept import Kept
from tests.bots.nonsense.mechastellar import Battle
from tests.bots.nonsense.robot_empire import War
from tests.bots.nonsense.watching import Counts, Watcher, watch

WATCHERS: dict[str, Callable[[], Watcher]] = {
    "aristeia": Bout,
    "attack-chart": Firefight,
    "mechastellar": Battle,
    "robot-empire": War,
}


def main() -> None:
    """Count, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.nonsense")
    parser.add_argument("game", choices=sorted(WATCHERS))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the first game; the next has the next"
    )
    parser.add_argument("--kept", type=Path, help="where games are kept, a line for each")
    given = parser.parse_args()
    kept = Kept(given.kept, given.game, given.bot)
    counts: dict[str, Counts] = {}
    for number in range(given.seed, given.seed + given.games):
        found = kept.of(number)
        if found is None:
            found = {}
            watch(given.game, given.bot, str(number), WATCHERS[given.game](), found)
            kept.add(number, found)
        for name, each in found.items():
            total = counts.setdefault(name, Counts())
            total.done += each.done
            total.chances += each.chances
    print(f"{given.game}, {given.bot}, {given.games} games from seed {given.seed}")
    for name, total in sorted(counts.items()):
        print(f"{total.done:7} of {total.chances:7}  {name}")


if __name__ == "__main__":
    main()
