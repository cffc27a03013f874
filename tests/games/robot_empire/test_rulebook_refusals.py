"""Everything that is not offered is refused with a rule of the rulebook, a reason, and figures."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gattai.games.robot_empire.actions import NEXT, BringOut, Discard
from gattai.kernel.position import apply
from gattai.kernel.question import Choose
from gattai.kernel.rulebook import Refused
from gattai.kernel.secrecy import view
from gattai.testing.walk import moments
from tests.games.robot_empire.table import RULES, Game, rules_of

RICH: dict[str, Any] = {
    "moons": ["rusty-moon", "crystal-moon"],
    "cobalt": {
        "vault": 2,
        "hand": [
            "brax-the-strong",
            "saboteur",
            "solar-lance",
            "jump-jets",
            "dice-golem",
            "tread-base",
        ],
        "units": [
            "glide-ace",
            "sky-talon moon=rusty-moon",
            "longbow-unit recharging",
            "cave-rat-pack",
            "ash-wolf new",
            "titan-torso",
            "missile-launcher",
            "jammer",
        ],
    },
    "crimson": {
        "vault": 3,
        "hand": ["double-agent", "bodyguard"],
        "units": ["bastion +force-field", "night-bat", "coin-mint", "wing-torso"],
        "ask": "always",
    },
}


@pytest.mark.parametrize("phase", ["play", "mining", "long-range", "attackers", "discard"])
def test_every_candidate_is_offered_or_explained(phase: str) -> None:
    game = Game.laid(phase=phase, **RICH)
    question = game.question
    assert isinstance(question, Choose)
    offered = {*question.options}
    explained = 0
    for action in game.rules.candidates(game.state):
        reasons = [*game.rules.refusals(game.state, action)]
        assert (action in offered) == (not reasons), action
        for reason in reasons:
            assert reason.rule in RULES.rulebook and reason.reason
            explained += 1
        if reasons:
            with pytest.raises(Refused):
                apply(game.rules, game.position, action)
    assert explained > 100 and NEXT in offered


def test_a_price_comes_with_its_figures() -> None:
    game = Game.laid(**RICH)
    (refusal,) = game.refused("bring-out brax-the-strong")
    assert str(refusal) == (
        "the Vault holds too few coins (price 5, Vault 2) [ROBOT-EMPIRE.PLAY.PAY]"
    )


def test_several_reasons_are_all_reported() -> None:
    game = Game.laid(phase="attackers", **RICH)
    assert rules_of(game.refused("unleash solar-lance night-bat")) == [
        "ROBOT-EMPIRE.SUPER.PLAY-PHASE",
        "ROBOT-EMPIRE.SUPER.PLAY-PHASE",
    ]
    assert rules_of(game.refused("attack sky-talon cobalt")) == [
        "ROBOT-EMPIRE.MOON.OUT-OF-COMBAT",
        "ROBOT-EMPIRE.ATT.CHOOSE",
    ]


def test_what_nobody_could_mean_is_refused_too() -> None:
    game = Game.laid(**RICH)
    for value in (7, "next", None, ("pass",), 2.5):
        with pytest.raises(Refused):
            apply(game.rules, game.position, value)


def test_a_view_can_be_asked_as_well() -> None:
    """Clients ask with what they see: a hidden hand has no cards to be refused."""
    game = Game.laid(**RICH)
    seen = view(game.state, 1)
    thoughts = [*RULES.candidates(seen)]
    assert not [thought for thought in thoughts if isinstance(thought, BringOut | Discard)]
    for thought in thoughts:
        told = " ".join(str(reason) for reason in RULES.refusals(seen, thought))
        assert "brax" not in told.casefold()


def test_random_games_never_offer_what_is_refused() -> None:
    for number in range(3):
        for moment in moments(RULES, random.Random(f"why {number}")):
            if isinstance(moment.question, Choose) and moment.before.is_settled:
                assert not [*moment.rules.refusals(moment.before.state, moment.value)]
