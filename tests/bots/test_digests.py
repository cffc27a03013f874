"""Games with fixed seeds stay as they are, so that faster code and old studies can be trusted."""

from __future__ import annotations

import pytest

from bench.digests import LONG, GuardedGame, batch_digest, stored
from gattai import games


def _name(guarded: GuardedGame) -> str:
    return f"{guarded.player}-{guarded.game}-{guarded.count}"


@pytest.mark.parametrize("guarded", [*stored(long=False)], ids=_name)
def test_the_same_seeds_play_the_same_game(guarded: GuardedGame) -> None:
    assert guarded.digest_now() == guarded.digest, "python -m bench.digests --write"


@pytest.mark.long
@pytest.mark.parametrize("guarded", [each for each in stored() if each.when == LONG], ids=_name)
def test_the_same_seeds_play_the_same_longer_game(guarded: GuardedGame) -> None:
    assert guarded.digest_now() == guarded.digest, "python -m bench.digests --write"


@pytest.mark.parametrize("player", ["batch", "greedy", "veteran"])
def test_every_game_is_guarded(player: str) -> None:
    assert {each.game for each in stored() if each.player == player} == {*games.names()}


def test_another_player_or_another_game_has_another_digest() -> None:
    greedy = GuardedGame("greedy", "attack-chart", 30, "")
    hasty = GuardedGame("greedy:outcomes=1", "attack-chart", 30, "")
    assert greedy.digest_now() != hasty.digest_now()
    assert batch_digest("attack-chart", 1) != batch_digest("attack-chart", 2)
