"""Where the time of random play goes: the share of each part of the program, by a profile.

    python bench/where.py [--games aegis ...] [--seconds 4] [--json]

Profiling overstates small functions, so the shares are for comparing parts and commits;
`bench/engine.py` measures speed.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import random
import sys
from collections import Counter
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))

from engine import batch_of, recorded

from gattai import games

WARM_UP = 0.5


def where(game: str, how: str, seconds: float) -> dict[str, float]:
    """Return the share of each part in the time of random play."""
    play = {"batch": batch_of, "recorded": recorded}[how](game)
    play(random.Random("warm"), process_time() + WARM_UP)
    profile = cProfile.Profile()
    profile.enable()
    play(random.Random("profile"), process_time() + seconds)
    profile.disable()
    parts: Counter[str] = Counter()
    for (file, _, _), row in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        parts[part_of(file)] += row[2]
    total = sum(parts.values())
    return {part: round(took / total, 3) for part, took in parts.most_common()}


def part_of(file: str) -> str:
    """Return the part of the program for a file: `kernel`, `game: actions`, `built in`.

    >>> part_of("/somewhere/src/gattai/games/aegis/actions/moving.py")
    'game: actions'
    >>> part_of("/somewhere/src/gattai/kernel/running/run.py")
    'kernel'
    >>> part_of("~")
    'built in'
    """
    _, found, rest = file.partition("/gattai/")
    if not found:
        return "built in" if file == "~" else "other"
    parts = rest.split("/")
    if parts[0] != "games" or len(parts) < 3:
        return parts[0]
    return f"game: {parts[2].removesuffix('.py')}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=games.names())
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--json", action="store_true")
    wants = parser.parse_args()
    found = {
        f"{game}, {how}": where(game, how, wants.seconds)
        for game in wants.games
        for how in ("batch", "recorded")
    }
    if wants.json:
        print(json.dumps(found, indent=1))
        return
    for what, shares in found.items():
        print(what, *(f"{part} {share:.0%}" for part, share in [*shares.items()][:8]), sep="  ")


if __name__ == "__main__":
    main()
