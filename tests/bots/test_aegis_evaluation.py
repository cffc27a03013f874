"""The eye of the bots expects of an Action what the rules make of its dice."""

from __future__ import annotations

import pytest

from gattai.bots.evaluations.aegis import promising
from gattai.bots.evaluations.aegis_values import (
    eagerness_to_close,
    gain,
    health_value,
    pieces_of,
    successes,
)
from gattai.games.aegis.actions import Move
from gattai.games.aegis.cards import ActionCard
from gattai.games.aegis.figures import integrity
from gattai.games.aegis.state import RED
from gattai.kernel.question import Choose
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
    lost = [chance * (1 - health_value(1.0, kept, struck.whole)) for kept, chance in left.items()]
    assert gain(user, used, struck) == pytest.approx(struck.value * float(sum(lost)))


def test_successes_are_counted_as_the_action_counts_them() -> None:
    game = battle().red("u", at=(0, 0)).blue("e", at=(3, 0), passives=("Evade 1",))
    plain, evading = (unit.card for unit in game.state.units)
    assert successes(action("Gun", 3, 4, distance=6), plain) == pytest.approx(3 / 2)
    assert successes(action("Gun", 3, 4, distance=6), evading) == pytest.approx(1)
    assert successes(action("All", 2, 4, mode="all", distance=6), plain) == pytest.approx(1 / 4)


@pytest.mark.parametrize(("turns", "closes"), [((40, 40), True), ((5, 5), False)])
def test_in_a_long_game_the_leader_goes_after_the_enemy(
    turns: tuple[int, int], closes: bool
) -> None:
    """Else both keep away from each other for ever: the enemy is not where it started."""
    game = battle().set(turns=turns)
    game.red("u", at=(0, 0)).red("v", at=(0, 1)).blue("e", at=(5, 0))
    pieces = pieces_of(game.state)
    own = [piece for piece in pieces if piece.unit.seat == RED]
    foes = [piece for piece in pieces if piece.unit.seat != RED]
    assert (eagerness_to_close(game.state, own, foes) > 0) is closes
    assert eagerness_to_close(game.state, foes, own) == 0
    question = game.question
    assert isinstance(question, Choose)
    ideas = promising(game.state, question)
    moves = [answer for _, answer, _ in ideas if isinstance(answer, Move)]
    gap = game.state.field.ground.gap
    enemy = foes[0].at
    nearest = min(gap(move.to, enemy) for move in moves)
    if closes:
        assert gap(moves[0].to, enemy) == nearest < gap(own[0].at, enemy)
