"""A golden playthrough: a whole game as text, with every question, offer, answer and event.

Any change of any rule shows as a difference here. `make playthroughs` writes them anew.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gattai import games
from gattai.kernel.event import moments
from gattai.kernel.position import apply, asked, begin
from gattai.kernel.question import Choose, Question, Roll, Together
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.answers import answer_text, end_text
from gattai.kernel.text.snapshot import position_text
from gattai.testing.walk import answer_at_random
from tests.playthroughs.scripted import SCRIPTS, scripted
from tests.toy.parley import Parley

GOLDEN = Path(__file__).parent / "golden"

PLAYTHROUGHS: dict[str, tuple[str, dict[str, str]]] = {
    "aegis-starters": ("aegis", {"turn-limit": "12"}),
    "aegis-combining": (
        "aegis",
        {
            "red": "house-omni",
            "blue": "sky-guard-offensive",
            "field": "open-7",
            "turn-limit": "16",
        },
    ),
    "aristeia-custom": ("aristeia", {"teams": "custom"}),
    "aristeia-tutorial": ("aristeia", {"first-game": "yes"}),
    "attack-chart-formula": ("attack-chart", {"method": "formula"}),
    "attack-chart-chart": ("attack-chart", {"method": "ask", "rounds": "2"}),
    "robot-empire-two": ("robot-empire", {"seats": "2", "turn-limit": "16"}),
    "robot-empire-four": (
        "robot-empire",
        {"seats": "4", "decks": "own", "ask": "always", "ports": "yes", "turn-limit": "14"},
    ),
    "mechastellar-duel": (
        "mechastellar",
        {"south": "white-asura!,jack-knife-iii*3", "north": "crimson-gallant!,green-viking*3"},
    ),
    "mechastellar-giants": (
        "mechastellar",
        {
            "south": "voltlion!,mithridates-cruiser,maser-tank",
            "north": "trident-drake!,musarl-cruiser,dervish",
            "rules": "rev116",
        },
    ),
    "parley": ("parley", {}),
}
"""By name: the game and its options. One that has a script follows it, the others play at random."""


def rules_of(game: str) -> AnyRuleset:
    return Parley() if game == "parley" else games.load(game)


def playthrough(name: str) -> str:
    """The text of a playthrough; the name is its seed."""
    game, options = PLAYTHROUGHS[name]
    rules = rules_of(game).seated(options)
    script = SCRIPTS / f"{name}.txt"
    if script.exists():
        lines = scripted(rules, options, script.read_text("utf-8"))
    else:
        lines = _lines(rules, options, random.Random(name))
    return "\n".join(lines) + "\n"


def _lines(rules: AnyRuleset, options: dict[str, str], rng: random.Random) -> Iterator[str]:
    yield f"{rules.name} {rules.version}, {', '.join(f'{k} {v}' for k, v in options.items())}"
    position = begin(rules, options)
    question = asked(rules, position)
    table = position.state
    number = 0
    while not isinstance(question, Outcome):
        number += 1
        yield ""
        yield f"{number}. {_question(rules, question)}"
        seat, value = answer_at_random(rules, position, question, rng)
        yield f"   {rules.seat_name(seat)}: {answer_text(rules, position, question, value)}"
        step = apply(rules, position, value, seat=seat)
        for event, was, now in moments(table, step.events):
            yield f"   - {event.describe_change(was, now)} [{event.rule}]"
        if number % 40 == 0:
            yield position_text(rules, step.position).rstrip()
        position, question, table = step.position, step.question, step.table
    yield ""
    yield end_text(rules, question)


def _question(rules: AnyRuleset, question: Question) -> str:
    match question:
        case Roll(dice=dice):
            return f"{dice.name} [{question.rule}]"
        case Choose(seat=seat, options=options):
            return f"{rules.seat_name(seat)}: {_offer(options)} [{question.rule}]"
        case Together(asks=asks):
            offers = "; ".join(f"{rules.seat_name(a.seat)}: {_offer(a.options)}" for a in asks)
            return f"together {offers} [{question.rule}]"
        case _:
            return f"{rules.seat_name(question.seat)}: a point [{question.rule}]"


def _offer(options: Any) -> str:
    kinds: dict[str, int] = {}
    for option in options:
        kind = type(option).__name__
        kinds[kind] = kinds.get(kind, 0) + 1
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
