"""The theme of a puzzle, derived from what its solution does."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gattai import games
from gattai.bots.puzzles.rollouts import Played
from gattai.kernel.position import Step
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset, Outcome
from gattai.kernel.text.answers import answer_text
from gattai.scene.advice import odds_card, weigh

FINISHING = 0.25
"""The share of games that end at once if the solution is a finishing blow."""
WORDS = {
    "combine": "combine",
    "block": "block",
    "brace": "react",
    "counter": "react",
    "spring": "react",
    "move": "position",
    "walk": "position",
    "accelerate": "position",
    "contest": "objective",
    "zone": "objective",
    "activate": "order",
    "select": "order",
    "finish": "hold back",
    "end-turn": "hold back",
    "done": "hold back",
    "pass": "hold back",
    "next": "hold back",
    "end": "hold back",
    "attack": "attack",
    "shoot": "attack",
    "unleash": "attack",
    "charge": "attack",
    "perform": "attack",
    "use": "attack",
}
"""The theme by the first word of the solution, if it neither ends the game nor destroys."""
OTHER = "action"
DESTROYS = "destroys"


def theme_of(
    rules: AnyRuleset,
    step: Step[msgspec.Struct],
    seat: Seat,
    solution: object,
    played: Sequence[Played],
) -> str:
    """Return the theme of a solution, from games that went on with it."""
    won = sum(game.at_once and game.share > 0.5 for game in played)
    if won >= FINISHING * len(played):
        return "finishing blow"
    assert not isinstance(step.question, Outcome), "the game goes on"
    text = answer_text(rules, step.position, step.question, solution, step.table)
    if _destroys(rules, step, seat, text, solution):
        return "destroy"
    return WORDS.get(text.partition(" ")[0], OTHER)


def _destroys(
    rules: AnyRuleset, step: Step[msgspec.Struct], seat: Seat, text: str, solution: object
) -> bool:
    """Return whether the exact odds of the solution name a chance to destroy."""
    maker, seen = games.scene_maker(rules.name), step.seen(seat)
    try:
        found = weigh(rules, maker, seen, solution, floats=True)
        card = odds_card(rules, maker, seen, text, solution, found)
    except (ValueError, LookupError):  # an action without dice has no odds
        return False
    return any(name == DESTROYS for name, _ in card.headline)
