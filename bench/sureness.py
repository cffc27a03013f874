"""How often studies are wrong, how often they find what is there, and how many games that takes.

python bench/sureness.py [STUDIES]: simulated pairs, no game is played. The page on the lab shows it.
"""

from __future__ import annotations

import sys

import numpy as np

from gattai.lab.statistics.simulation import MIRRORED, curve, fixed_number, simulate
from gattai.lab.statistics.stopping import parse

MEANS = [0.0, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05]


def main(studies: int) -> None:
    stop = parse("difference of 1 % in 'won' decided either way, error 5 %")
    print(f"{studies} studies each; a pair's difference deviates by {MIRRORED.deviation:.3f}")
    never = parse("difference of 0.1 % in 'won' decided either way, error 5 %")
    alarms = simulate(MIRRORED, never, studies, 10_000, 1).share("more", "less")
    print(f"equal rules, looked at after each of 10000 pairs: {alarms:.2%} claim a difference")
    print("once: the pairs of a study looked at once that finds 1 %, and excludes it, as surely")
    found = dict(curve(MIRRORED, stop, MEANS, studies, 60_000, 2))
    right = min(found[0.0].share("same"), found[0.01].share("more"))
    once = max(
        fixed_number(MIRRORED, stop, right), fixed_number(MIRRORED.tilted(0.01), stop, right)
    )
    print(f"power {right:.1%}: {once} pairs")
    print("truth    more   less   same   open    pairs  median  90 of 100  saved")
    for mean, each in found.items():
        middle, most = np.quantile(each.pairs, [0.5, 0.9])
        shares = "".join(f"{each.share(word):7.1%}" for word in ("more", "less", "same", ""))
        print(
            f"{mean:5.1%}  {shares} {each.pairs.mean():8.0f} {middle:7.0f} {most:10.0f}"
            f" {1 - each.pairs.mean() / once:6.0%}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
