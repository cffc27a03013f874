"""The learnt eye judges units that it was not trained on: by what they can do."""

from __future__ import annotations

import random
from math import isfinite
from pathlib import Path

import pytest

from gattai import games
from gattai.bots import evaluations
from gattai.bots.evaluation import WON
from gattai.bots.learnt import trained
from gattai.bots.learnt.weights import shipped
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import AnyRuleset
from tests.bots.tables import random_asks

UNSEEN = Path(__file__).with_name("unseen")
ARMIES = (
    "longbow-nest,mortar-cart,picket-line,field-surgeon",
    "rat-tide,moth-riders,iron-nun,chain-brute",
    "hydra-tank,needle-guard,twin-duellists,dust-runners",
)


def rules_with(army: str) -> tuple[AnyRuleset, dict[str, str]]:
    options = {"blue": army, "red": army, "rounds": "2"}
    return games.load("attack-chart", (UNSEEN,)).seated(options), options


def test_the_pack_has_a_dozen_new_units_in_armies_of_equal_points() -> None:
    ours = games.load("attack-chart").units  # type: ignore[attr-defined]
    cards = games.load("attack-chart", (UNSEEN,)).units  # type: ignore[attr-defined]
    named = [name for army in ARMIES for name in army.split(",")]
    assert len({*named} - {*ours}) == 12 == len(named)
    assert {sum(cards[name].points for name in army.split(",")) for army in ARMIES} == {275}


@pytest.mark.parametrize("army", ARMIES)
def test_weights_are_used_for_units_they_were_not_trained_on(army: str) -> None:
    rules, options = rules_with(army)
    weights, plain = shipped("attack-chart"), evaluations.of("attack-chart")
    assert weights is not None and weights.packs != rules.packs
    learnt = trained.learnt("attack-chart", rules.version)
    assert learnt is not plain
    features, score, by_hand = plain.features, learnt.score, plain.score
    assert features is not None and score is not None and by_hand is not None
    corrected = 0
    for position, _ in random_asks(rules, random.Random(5), options, most=120):
        state = position.state
        if features.stage(state) < 0:
            continue
        seen = features.count(state, Seat(0))
        assert all(isfinite(each) for each in seen)
        found = score(state, Seat(0))
        assert isfinite(found) and abs(found) <= WON
        assert found == pytest.approx(-score(state, Seat(1)))
        corrected += any(seen) and abs(by_hand(state, Seat(0))) < WON
    assert corrected > 20
