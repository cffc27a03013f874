"""The long run: python -m tests.online.nemesis [--games] [--seconds 3600] [--seed 1] [--pause 1] [--broken HOW]."""

import argparse
import asyncio
import signal
import sys

from tests.online.nemesis.broken import BROKEN
from tests.online.nemesis.run import run, run_games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=1.0, help="times so long between faults")
    parser.add_argument("--broken", choices=BROKEN, default="", help="a build that must be caught")
    parser.add_argument("--games", action="store_true", help="the nodes that ship, with real games")
    parser.add_argument("--hands", type=int, default=1, help="with --games: faults at once")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and everything is taken apart first
    patience = 5 if given.broken else 60
    said = (given.seconds, given.seed, given.pause, given.broken, patience)
    work = run_games(*said, given.hands) if given.games else run(*said)
    outcome = asyncio.run(work)
    print(outcome.text())
    sys.exit(not outcome.verdict.is_sound)


if __name__ == "__main__":
    main()
