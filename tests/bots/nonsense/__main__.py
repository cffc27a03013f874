"""`python -m tests.bots.nonsense GAME --games 200`: how often bots do each silly thing, by name."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from tests.bots.nonsense.aristeia import Bout
from tests.bots.nonsense.attack_chart import Firefight
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
    given = parser.parse_args()
    counts: dict[str, Counts] = {}
    for number in range(given.games):
        watch(given.game, given.bot, str(given.seed + number), WATCHERS[given.game](), counts)
    print(f"{given.game}, {given.bot}, {given.games} games from seed {given.seed}")
    for name, found in sorted(counts.items()):
        print(f"{found.done:7} of {found.chances:7}  {name}")


if __name__ == "__main__":
    main()
