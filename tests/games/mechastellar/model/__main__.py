"""Compare many tables: `python -m tests.games.mechastellar.model --tables 100000 --seed 1`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.games.mechastellar.model.compare import described, differences


def main(arguments: Sequence[str] | None = None) -> int:
    """Print every difference, then how many there were; 1 if there was one."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.mechastellar.model")
    parser.add_argument("--tables", type=int, default=1_000, help="how many tables")
    parser.add_argument("--seed", default="1", help="what the tables are drawn from")
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    parser.add_argument("--show", type=int, default=20, help="print no more differences than this")
    wanted = parser.parse_args(arguments)
    found = 0
    for number in range(wanted.first, wanted.first + wanted.tables):
        for difference in differences(f"{wanted.seed} {number}"):
            found += 1
            if found <= wanted.show:
                print(f"table {number}: {difference}\n{described(difference.text)}")
                print(f"  the position: {difference.text}\n", flush=True)
    print(f"{wanted.tables} tables, {found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
