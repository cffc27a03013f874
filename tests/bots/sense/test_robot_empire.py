"""Robot Empire: bots use Super Weapons, link chains where that helps, and keep good cards."""

from __future__ import annotations

from typing import Any

import pytest

from gattai.bots.evaluations import of
from gattai.games.robot_empire.actions import AskMe, Attack, Discard, Link, Unleash
from gattai.kernel.question import Choose
from tests.bots.sense.levels import answers, every_level, thinking_levels
from tests.games.robot_empire.table import Game

HOLDING: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a Core Drill that wins at once": ({"vault": 7, "hand": ["core-drill"]}, {"battery": 5}),
    "a Solar Lance and an Old General to aim at": (
        {"vault": 4, "hand": ["solar-lance"]},
        {"units": ["old-general"]},
    ),
    "a Scrap Magnet and an Old General to take": (
        {"vault": 6, "hand": ["scrap-magnet"]},
        {"units": ["old-general"]},
    ),
    "a Meteor Strike and four fighters under it": (
        {"vault": 6, "hand": ["meteor-strike"]},
        {"units": ["brax-the-strong", "stone-ogre", "iron-duelist", "glide-ace"]},
    ),
}
ASKED: dict[str, dict[str, Any]] = {
    "nobody is asked first": {},
    "the other may react": {"ask": "attacked", "vault": 3},
}


@thinking_levels
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("holding", HOLDING)
def test_the_bot_must_not_keep(holding: str, asked: str, level: str) -> None:
    """What is announced and not yet carried out is no loss."""
    own, foe = HOLDING[holding]
    game = Game.laid(cobalt=own, crimson={**foe, **ASKED[asked]})
    assert all(isinstance(each, Unleash) for each in answers(game.rules, game.position, level))


CHAINS: dict[str, Any] = {
    "vault": 0,
    "hand": [],
    "units": ["cave-rat-pack", "swamp-biter", "ash-wolf"],
}


@thinking_levels
def test_the_bot_must_not_leave_alone_what_one_blow_destroys_and_a_chain_survives(
    level: str,
) -> None:
    game = Game.laid(cobalt=CHAINS, crimson={"units": ["volt-runner", "stone-ogre"]})
    assert all(isinstance(each, Link) for each in answers(game.rules, game.position, level))


@thinking_levels
def test_the_bot_must_not_link_where_nobody_is_to_be_feared(level: str) -> None:
    game = Game.laid(cobalt=CHAINS, crimson={})
    assert not any(isinstance(each, Link) for each in answers(game.rules, game.position, level))


@thinking_levels
@pytest.mark.parametrize("good", ["brax-the-strong", "bog-titan", "old-general", "solar-lance"])
def test_the_bot_must_not_discard_a_good_card_before_a_poor_one(good: str, level: str) -> None:
    hand = [good, "repair-bay", "stone-ogre", "tusk-charger"]
    game = Game.laid(cobalt={"vault": 4, "hand": hand}, phase="discard")
    for answer in answers(game.rules, game.position, level):
        if isinstance(answer, Discard):
            assert game.state.card(answer.card).id == "repair-bay"


@thinking_levels
def test_the_bot_must_not_discard_from_a_hand_of_good_cards(level: str) -> None:
    hand = ["brax-the-strong", "old-general", "stone-ogre", "bog-titan"]
    game = Game.laid(cobalt={"vault": 6, "hand": hand}, phase="discard")
    assert not any(isinstance(each, Discard) for each in answers(game.rules, game.position, level))


def offered_and_looked_at(game: Game, kind: type) -> tuple[int, int]:
    """How many answers of a kind are offered, and how many of them are worth a look."""
    ideas, question = of("robot-empire").ideas, game.question
    assert ideas is not None and isinstance(question, Choose)
    looked_at = [answer for _, answer, _ in ideas(game.state, question)]
    offers = sum(isinstance(each, kind) for each in question.options)
    return offers, sum(isinstance(each, kind) for each in looked_at)


@every_level
@pytest.mark.parametrize("when", ["attacked", "always"])
def test_the_bot_must_not_fiddle_with_when_it_is_asked(when: str, level: str) -> None:
    """Veterans used to, several times a game, and could not react then; nor is it a hint for people."""
    own = {"vault": 0, "hand": ["brax-the-strong"], "units": ["iron-duelist"], "ask": when}
    game = Game.laid(cobalt=own, crimson={"units": ["stone-ogre"]})
    assert offered_and_looked_at(game, AskMe) == (2, 0)
    assert not any(isinstance(each, AskMe) for each in answers(game.rules, game.position, level))


@pytest.mark.parametrize(
    ("phase", "kind", "looked_at"), [("attackers", Attack, 2), ("discard", Discard, 1)]
)
def test_of_cards_and_units_that_are_alike_one_is_looked_at(
    phase: str, kind: type, looked_at: int
) -> None:
    """And of cards none that is better than what will be drawn."""
    own = {
        "hand": ["repair-bay", "repair-bay", "tusk-charger"],
        "units": ["iron-duelist", "iron-duelist as=second", "iron-duelist damage=1 as=third"],
    }
    game = Game.laid(cobalt=own, phase=phase)
    assert offered_and_looked_at(game, kind) == (3, looked_at)
