"""`python -m tests.online.secrecy --pairs 500`: many pairs at a site of two nodes, with figures on the way."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter

from tests.online.secrecy.pairs import live, site
from tests.online.secrecy.twins import Told, shown
from tests.online.services import nats_address, ready_database

BATCH = 10
"""Pairs of each game between two lines of figures."""
BOTS = 0.3


def main() -> None:
    """Stop at the first pair that can be told apart; what a machine breaks off is counted apart."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--pairs", type=int, default=500)
    said.add_argument("--seed", default="pairs")
    wanted = said.parse_args()
    count, begun, batch = Counter[str](), time.monotonic(), 0
    with ready_database() as database, site(database, nats_address()) as nodes:
        origins = [node.address for node in nodes]
        while count["pairs"] < wanted.pairs:
            games = {"aristeia": BATCH, "robot-empire": BATCH}
            try:
                asyncio.run(live(origins, database, games, f"{wanted.seed} {batch}", BOTS, count))
            except ExceptionGroup as problems:
                told, others = problems.split(Told)
                if told is not None:
                    raise
                assert others is not None
                count["broken off"] += 1
                print(f"batch {batch} broke off: {others.exceptions[0]!r:.300}", flush=True)
            batch += 1
            print(f"{time.monotonic() - begun:.0f} s", shown(count), flush=True)


if __name__ == "__main__":
    main()
