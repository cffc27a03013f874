"""How many answers and clicks a game takes a person, and how many of them decide nothing.

    python bench/clicks.py [--games aegis ...] [--plays 4] [--bot greedy] [--answers 3000] [--json]

One seat is a person's, the others are bots'; the same bot answers for the person. Each question that the person's page is sent counts,
unless the page answers it itself, by the very data that it goes by. `plain` counts with questions of one option answered automatically
(`Ask.obvious`, where `may_pass` lets it stand). `now` counts as the page does by default: also without reactions that matter to nothing
(`Ask.idle`) and without questions whose choices all come to the same (`Reaction.idle`). `passes` are answers that let a reaction pass.

A click each: the option; its unit, unless it was the last to act; each card that is picked; a second look where a mistake is likely.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import Any, NamedTuple

from gattai import games
from gattai.bots import registry
from gattai.bots.registry import PERSON
from gattai.kernel.question import Roll, Seat
from gattai.kernel.record import Record
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.running.source import Seeded
from gattai.kernel.text.answers import answer_text
from gattai.scene.advice import NoAdvice
from gattai.scene.maker import SceneMaker
from gattai.scene.parts import Ask, ListedOption, Scene
from gattai.scene.reaction import reaction_of
from gattai.scene.stage import make_scene
from gattai.server.table.obvious import may_pass
from gattai.server.table.thinking import problem_of

MAX_ANSWERS = 3_000


class Asked(NamedTuple):
    """A question to the person, and what its answer takes."""

    is_single: bool
    is_obvious: bool
    is_idle: bool
    """A reaction that matters to nothing, or a choice without a difference."""
    is_pass: bool
    clicks: int


def clicks(name: str, plays: int, bot: str, most: int = MAX_ANSWERS) -> dict[str, float]:
    """Play games; for each game what the person was asked, plainly and by default now."""
    asked = [one for n in range(plays) for one in _play(name, bot, f"clicks/{name}/{n}", most)]
    plain = [one for one in asked if not one.is_obvious]
    now = [one for one in plain if not one.is_idle]
    return {
        "questions": len(asked) / plays,
        "single": sum(one.is_single for one in asked) / plays,
        "answers plain": len(plain) / plays,
        "answers now": len(now) / plays,
        "clicks plain": sum(one.clicks for one in plain) / plays,
        "clicks now": sum(one.clicks for one in now) / plays,
        "passes plain": sum(one.is_pass for one in plain) / plays,
        "passes now": sum(one.is_pass for one in now) / plays,
    }


def _play(name: str, bot: str, seed: str, most: int) -> list[Asked]:
    rules, maker = games.load(name).seated({}), games.scene_maker(name)
    players = (PERSON, *(bot for _ in rules.seats[1:]))
    record, player = Record(rules, players=players), registry.make(bot, seed, rules=rules)
    dice, person = Seeded(random.Random, seed), Seat(0)
    found: list[Asked] = []
    last: str | None = None
    while not isinstance(question := record.question, Outcome) and len(record.entries) < most:
        number = len(record.entries) + 1
        if isinstance(question, Roll):
            record.answer(dice.faces(question, number), None)
            continue
        seat = record.step.waiting[0]
        if seat == person:
            scene = make_scene(rules, maker, record.step, person, number=number)
            ask = scene.ask
            assert ask is not None
        answer = player.answer(*problem_of(record.step, seat), number)
        if seat == person:
            text = answer_text(rules, record.position, question, answer, record.step.table)
            option = next((one for one in ask.options if one.text == text), None)
            idle = ask.idle or _comes_to_the_same(rules, maker, record, scene)
            found.append(
                Asked(
                    len(ask.options) == 1,
                    ask.obvious and may_pass(record, (person,), person),
                    idle,
                    text == ask.passes,
                    _clicks(ask, option, last),
                )
            )
            last = option.actor if option and option.actor else last
        record.answer(answer, seat)
    return found


def _clicks(ask: Ask, option: ListedOption | None, last: str | None) -> int:
    """Clicks for an option; of one that is not listed we know nothing, as of a set of cards that is not offered."""
    if option is None:
        return 1
    actors = {one.actor for one in ask.options if one.actor}
    selects = len(actors) > 1 and option.actor is not None and option.actor != last
    return 1 + selects + len(option.picks) + (option.caution != "")


def _comes_to_the_same(
    rules: AnyRuleset, maker: SceneMaker, record: Record[Any], scene: Scene
) -> bool:
    """Whether the page would answer by itself, because it does not matter which choice is taken."""
    options = scene.ask.options if scene.ask else ()
    plain = all(not one.cell and not one.zone and not one.picks for one in options)
    if scene.declared is None or scene.seat is None or len(options) < 2 or not plain:
        return False
    seen = record.step.seen(Seat(scene.seat))
    try:
        found = reaction_of(rules, maker, seen, games.measures(rules.name))
    except NoAdvice:
        return False
    return found.idle and found.nothing != ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=games.names())
    parser.add_argument("--plays", type=int, default=4)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--answers", type=int, default=MAX_ANSWERS, help="at most, of all seats")
    parser.add_argument("--json", action="store_true")
    wants = parser.parse_args()
    found = {name: clicks(name, wants.plays, wants.bot, wants.answers) for name in wants.games}
    if wants.json:
        print(json.dumps(found, indent=1))
        return
    for name, figures in found.items():
        print(name, *(f"{what} {figure:.1f}" for what, figure in figures.items()), sep="\n  ")


if __name__ == "__main__":
    main()
