"""How many of a person's decisions are none: one possible answer, and still a click.

    python bench/clicks.py [--games aegis ...] [--plays 4] [--bot rookie] [--json]

One seat is a person's, the others are bots'; the same bot answers for the person. Each question that the
person's page is sent counts as a decision. `before` is the share of those with one possible answer: each
asked for a click until pages gave such answers by themselves; `after` is the share that still asks for one,
by the very data that the page goes by (`Ask.obvious`, where `may_pass` lets it stand).
"""

from __future__ import annotations

import argparse
import json
import random

from gattai import games
from gattai.bots import registry
from gattai.bots.registry import PERSON
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import Outcome
from gattai.kernel.running.source import Seeded
from gattai.scene.stage import make_scene
from gattai.server.table.obvious import may_pass
from gattai.server.table.thinking import problem_of

MOST_ANSWERS = 3_000


def clicks(name: str, plays: int, bot: str) -> dict[str, float]:
    """Play games; a person's decisions, and how many of them had one answer, before and after."""
    decisions = single = clicked = 0
    for number in range(plays):
        for each, still in _play(name, bot, f"clicks/{name}/{number}"):
            decisions += 1
            single += each
            clicked += still
    return {
        "decisions": decisions,
        "before %": 100 * single / max(1, decisions),
        # What passes by itself is no decision any more.
        "after %": 100 * clicked / max(1, decisions - single + clicked),
    }


def _play(name: str, bot: str, seed: str) -> list[tuple[bool, bool]]:
    """For each question to the person: whether it had one answer, and whether that asks for a click."""
    rules, maker = games.load(name).seated({}), games.scene_maker(name)
    players = (PERSON, *(bot for _ in rules.seats[1:]))
    record, player = Record(rules, players=players), registry.make(bot, seed, rules=rules)
    dice, person = Seeded(random.Random, seed), Seat(0)
    found: list[tuple[bool, bool]] = []
    while not isinstance(question := record.question, Outcome) and len(found) < MOST_ANSWERS:
        number = len(record.entries) + 1
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number), None)
            continue
        seat = record.step.waiting[0]
        if seat == person:
            ask = make_scene(rules, maker, record.step, person, number=number).ask
            assert ask is not None
            single = len(ask.options) == 1
            passes = ask.obvious and may_pass(record, (person,), person)
            found.append((single, single and not passes))
        record.answer(player.answer(*problem_of(record.step, seat), number), seat)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=games.names())
    parser.add_argument("--plays", type=int, default=4)
    parser.add_argument("--bot", default="rookie")
    parser.add_argument("--json", action="store_true")
    wants = parser.parse_args()
    found = {name: clicks(name, wants.plays, wants.bot) for name in wants.games}
    if wants.json:
        print(json.dumps(found, indent=1))
        return
    for name, figures in found.items():
        print(name, *(f"{what} {figure:.1f}" for what, figure in figures.items()), sep="\n  ")


if __name__ == "__main__":
    main()
