"""How long a page waits for the next scene after an answer, at a table of this machine.

    python -m bench.latency [--games aegis ...] [--answers 200] [--seed 1]

A person against random bots, with random answers, over a real connection. To compare two versions, run the script of each from its own
folder, in turns.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from gattai import games
from tests.server.table import Table, opened


def waits(table: Table, game: str, answers: int, seed: int) -> list[float]:
    """Milliseconds from an answer to the scene that follows."""
    chance, found = random.Random(seed), list[float]()
    bots = ("random",) * (len(games.load(game).seated({}).seats) - 1)
    while len(found) < answers:
        seed += 1
        match = table.begin(game, "person", *bots, seed=str(seed))["id"]
        with table.page(match) as page:
            while len(found) < answers and not page.until_asked()["ending"]:
                began = perf_counter()
                page.answer(chance.randrange(1_000))
                page.hears("scene")
                found.append(1e3 * (perf_counter() - began))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=games.names())
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    wants = parser.parse_args()
    with TemporaryDirectory() as data, opened(Path(data) / "data") as table:
        for game in wants.games:
            found = waits(table, game, wants.answers, wants.seed)
            p95 = quantiles(found, n=20)[-1]
            print(f"{game:14} median {median(found):6.1f} ms   p95 {p95:6.1f} ms", flush=True)


if __name__ == "__main__":
    main()
