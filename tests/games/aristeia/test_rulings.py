"""Each reading of the rulings that a match can change: what it allows, and where it stops."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gattai.games.aristeia.actions import END
from gattai.games.aristeia.state import Rulings
from gattai.kernel.position import GamePosition
from tests.games.aristeia.driver import Driver, bout
from tests.games.aristeia.test_rounds import FAR, zone


def over(readings: dict[str, Any], table: dict[str, Any] = FAR, **fields: Any) -> Driver:
    """The last Activation of a Round has ended, with these readings."""
    game = bout(next(iter(table)), table, **{"round": 2, **fields})
    game = Driver(GamePosition(replace(game.state, rulings=Rulings(**readings))))
    game.answer(END)
    return game


@pytest.mark.rule("ARISTEIA.AMB.ZONE-SAME", "ARISTEIA.ASSAULT.MOVE-ZONE")
@pytest.mark.reading("same-zone=allowed")
def test_an_empty_scoring_zone_may_stay() -> None:
    assert zone("central") in over({"same_zone": "allowed"}).options


@pytest.mark.rule("ARISTEIA.AMB.ZONE-SAME", "ARISTEIA.ASSAULT.MOVE-ZONE")
@pytest.mark.reading("same-zone=refused")
def test_the_scoring_zone_moves_to_another() -> None:
    game = over({"same_zone": "refused"})
    game.refuses(zone("central"), "ARISTEIA.ASSAULT.MOVE-ZONE")
    game.refuses(zone("zone3"), "ARISTEIA.ASSAULT.MOVE-ZONE")  # a Character stands there
    game.answer(zone("zone4"))
    assert game.state.zone == "zone4"


@pytest.mark.rule("ARISTEIA.AMB.UNDERDOG-WHEN-VP-TIE", "ARISTEIA.OBJ.UNDERDOG")
@pytest.mark.reading("nil-tie=passes", "nil-tie=stays")
@pytest.mark.parametrize("underdog", ["green", "orange"])
@pytest.mark.parametrize("reading", ["passes", "stays"])
def test_the_underdog_at_nil_all(reading: str, underdog: str) -> None:
    game = over({"nil_tie": reading}, underdog=underdog)
    now = ("green", "orange")[game.state.underdog]
    assert (now == underdog) is (reading == "stays")


@pytest.mark.rule("ARISTEIA.AMB.UNDERDOG-WHEN-VP-TIE", "ARISTEIA.OBJ.UNDERDOG")
@pytest.mark.reading("nil-tie=stays")
def test_any_other_tie_passes_the_token_on_in_either_reading() -> None:
    game = over({"nil_tie": "stays"}, underdog="green", vp=[2, 2])
    assert ("green", "orange")[game.state.underdog] == "orange"
