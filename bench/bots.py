"""How many decisions a second the bots make, beside the random bot in the same run.

python bench/bots.py [games]
"""

from __future__ import annotations

import sys

from gattai import games
from gattai.lab.match import pairings, play

BOTS = ("greedy", "search:iterations=40:horizon=1", "search:iterations=40:horizon=2")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    print(f"{'game':14}{'bot':34}{'decisions/s':>12}{'ms each':>10}{'to random':>12}")
    for game in games.names():
        for bot in BOTS:
            results = [play(each) for each in pairings(game, bot, "random", count, "bench", {})]
            paces = [
                sum(r.decisions[who] for r in results) / sum(r.seconds[who] for r in results)
                for who in (0, 1)
            ]
            ratio = paces[0] / paces[1]
            print(f"{game:14}{bot:34}{paces[0]:12.0f}{1e3 / paces[0]:10.1f}{ratio:12.5f}")


if __name__ == "__main__":
    main()
