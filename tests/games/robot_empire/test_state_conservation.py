"""Whole random games for two to six: no coin and no card is made or lost, and all limits are kept."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from gattai.games.robot_empire.phases.drawing import HAND
from gattai.games.robot_empire.state import State
from gattai.kernel.position import begin
from gattai.kernel.question import Choose, any_one
from gattai.kernel.running.batch import play_out
from gattai.testing.tables import random_options
from tests.games.robot_empire.table import RULES, Game

GAMES = 15
LONG = 3_000


def check_hand(before: State, now: State) -> None:
    """ROBOT-EMPIRE.DRAW.SEVEN, ROBOT-EMPIRE.DRAW.REPLACE: a turn ends with a full hand."""
    seat = before.active
    if now.turn == before.turn or before.turn == 0 or now.players[seat].is_out:
        return
    deck = now.deck_of(seat)
    is_full = len(now.players[seat].hand) >= HAND
    assert is_full or not (len(now.decks[deck]) or now.piles[deck]), "a turn ends without 7 cards"


def play_one(number: int, refill: str = "seven") -> Counter[str]:
    """One random game, every table on which somebody is asked looked at closely."""
    rng = random.Random(f"conservation {number}")
    options = {**random_options(RULES, rng), "seats": str(2 + number % 5), "refill": refill}
    rules = RULES.seated(options)
    last = [begin(rules, options).state]
    asked: Counter[str] = Counter()

    def choose(state: State, question: Choose) -> Any:
        wrong = next(rules.broken(state), None)
        assert wrong is None, wrong
        check_hand(last[0], state)
        last[0] = state
        answer = any_one(question.options, rng)
        asked[type(answer).__name__] += 1
        return answer

    played = play_out(rules, begin(rules, options).state, [choose] * len(rules.seats), rng)
    assert played.outcome is not None
    return asked


@pytest.mark.rule("ROBOT-EMPIRE.INV.COINS")
def test_nothing_is_made_or_lost_in_random_games(request: pytest.FixtureRequest) -> None:
    asked: Counter[str] = Counter()
    games = LONG if request.config.getoption("--long") else GAMES
    for number in range(games):
        asked += play_one(number)
    print(
        f"\n  {games} games for two to six, {asked.total():,} answers, none of which broke anything"
    )
    assert {"BringOut", "Spring", "Attack", "Block", "Land", "ComeHome", "Link", "Shoot"} <= {
        *asked
    }


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda state: {"chest": state.chest + 1}, "coins, not"),
        (lambda state: {"piles": ((state.units[0].id,),)}, "in two places"),
        (lambda state: {"units": state.units[1:]}, "cards, not"),
        (lambda state: {"units": state.units[:1], "decks": state.decks}, "cards, not"),
    ],
)
def test_what_is_wrong_with_a_table_is_noticed(change: Any, told: str) -> None:
    from msgspec.structs import replace

    state = Game.laid(cobalt={"units": ["rivet-pup", "bastion"]}).state
    assert any(told in wrong for wrong in RULES.broken(replace(state, **change(state))))
