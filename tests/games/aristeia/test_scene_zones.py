"""The zones on the board: which one scores, with its state in words, and the numbers of the others."""

from __future__ import annotations

from gattai.games.aristeia.scene import MAKER
from gattai.games.aristeia.state import State, ZoneId
from gattai.scene.parts import Overlay
from gattai.tabletop.hexes import axial
from tests.games.aristeia.table import BOX, GREEN, ORANGE, laid, put

ZONE = ZoneId("zone4")
INSIDE = [axial(at) for at in BOX.zones[ZONE]]


def zones(state: State, seat: int | None) -> dict[str, list[Overlay]]:
    """The zones as a seat sees them, by their kind."""
    overlays = MAKER.layout(state, seat).overlays
    return {kind: [each for each in overlays if each.kind == kind] for kind in ("zone", "mark")}


def contested() -> State:
    """Two of orange's Characters and one of green's in the Scoring Zone."""
    state = put(laid(zone=ZONE), "gata", INSIDE[0])
    return put(put(state, "wild-bill", INSIDE[1]), "parvati", INSIDE[2])


def test_the_scoring_zone_says_who_leads_in_it_to_each_seat() -> None:
    told = {seat: zones(contested(), seat)["zone"] for seat in (GREEN, ORANGE, None)}
    assert [[each.about for each in found] for found in told.values()] == [
        ["Zone 4 scores now: Orange 2, you 1"],
        ["Zone 4 scores now: You 2, green 1"],
        ["Zone 4 scores now: Orange 2, green 1"],
    ]
    assert {each.owner for found in told.values() for each in found} == {ORANGE}


def test_a_tie_belongs_to_nobody_and_names_oneself_first() -> None:
    state = put(put(laid(zone=ZONE), "gata", INSIDE[0]), "parvati", INSIDE[2])
    (found,) = zones(state, ORANGE)["zone"]
    assert (found.about, found.owner) == ("Zone 4 scores now: You 1, green 1", None)


def test_an_empty_scoring_zone_says_so() -> None:
    (found,) = zones(laid(zone=ZONE), GREEN)["zone"]
    assert found.about == "Zone 4 scores now: nobody is in it"


def test_the_other_zones_have_their_number_alone() -> None:
    others = zones(contested(), GREEN)["mark"]
    assert sorted(each.text for each in others) == ["1", "2", "3", "5", "6", "C"]
    assert not any("scores" in each.about for each in others)
