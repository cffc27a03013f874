"""The eye of the bots expects of an Action what the rules make of its dice."""

from __future__ import annotations

import pytest

from gattai.bots.eyes.aegis_worth import gain, pieces_of, standing_worth, successes
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.figures import integrity
from gattai.odds.exact import after
from gattai.odds.policy import NobodySpends
from tests.games.aegis.table import RULES, action, battle, effect

ACTIONS = (
    action("Gun", 3, 4, distance=6),
    action("Hammer", 2, 3, power=3, mode="all", distance=6),
    action("Needle", 3, 4, distance=6, attributes="CRT"),
    action("Ray", 2, 5, power=2, attributes="LSR"),
)


@pytest.mark.parametrize("used", ACTIONS, ids=lambda used: used.name)
@pytest.mark.parametrize("code", ["", "XPO", "EVA", "DEF"])
def test_what_is_expected_of_a_blow_are_its_exact_odds(used: ActionCard, code: str) -> None:
    effects = (effect(code, 0 if code == "XPO" else 1),) if code else ()
    game = battle().red("u", used, at=(0, 0))
    game.blue("e", at=(3, 0), integrity=5, effects=effects, passives=("Evade 1", "Vector Evade 6"))
    user, struck = pieces_of(game.state)
    left = after(
        RULES,
        game.position,
        game.use("u", used.name, "e"),
        lambda state: integrity(state, state.units[1]) if state.units[1].at is not None else 0,
        NobodySpends(),
    )
    lost = [chance * (1 - standing_worth(1.0, kept, struck.whole)) for kept, chance in left.items()]
    assert gain(user, used, struck) == pytest.approx(struck.value * float(sum(lost)))


def test_successes_are_counted_as_the_action_counts_them() -> None:
    game = battle().red("u", at=(0, 0)).blue("e", at=(3, 0), passives=("Evade 1",))
    plain, evading = (unit.card for unit in game.state.units)
    assert successes(action("Gun", 3, 4, distance=6), plain) == pytest.approx(3 / 2)
    assert successes(action("Gun", 3, 4, distance=6), evading) == pytest.approx(1)
    assert successes(action("All", 2, 4, mode="all", distance=6), plain) == pytest.approx(1 / 4)
