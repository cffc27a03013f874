"""Where a unit gets, worked out again from the sentences of the document, on maps at random.

The search in the game is quick and has its shortcuts; this one follows each sentence by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from gattai.games.mechastellar.ground import WRECK
from gattai.games.mechastellar.phases.movement import accelerations, disengagements, reach
from gattai.games.mechastellar.state import State, UnitId
from gattai.tabletop.hexes import DISTANCE, Hex, axial, hex_at, to_text
from tests.games.mechastellar.table import Battle, battle

UNIT = UnitId(0)
KINDS = ("hill", "block", "jungle", "water", "fence", "wreck")
WALKERS = ("argonaut", "dervish", "turtle-robo", "iron-duke", "trident-drake grounded")
FLYERS = ("dervish transformed", "trident-drake")
FOES = ("argonaut", "iron-duke", "trident-drake")


def table(unit: str, seed: int) -> Battle:
    """A unit among friends, enemies and terrain, all within a few hexes of it."""
    dice = random.Random(f"{unit} {seed}")
    cells = [
        (q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4 and (q, r) != (0, 0)
    ]
    dice.shuffle(cells)
    name, *words = unit.split()
    units = [" ".join((f"A1 {name} 0,0 0", *words))]
    for number in range(dice.randint(0, 3)):
        q, r = cells.pop()
        units.append(f"A{number + 2} argonaut {q},{r} 0")
    for number in range(dice.randint(0, 3)):
        q, r = cells.pop()
        units.append(f"B{number + 1} {dice.choice(FOES)} {q},{r} 3")
    places = [(dice.choice(KINDS), *cells.pop()) for _ in range(dice.randint(4, 24))]
    if dice.random() < 0.5:
        places.append((dice.choice(("hill", "block")), 0, 0))
    standing = [f"{q},{r} {kind}" for kind, q, r in places if kind != "wreck"]
    units.append("B9 argonaut 7,-6 3")
    momentum = (dice.choice((0, 1, 10)), 10)
    game = battle(*units, terrain=standing, momentum=momentum)
    ground = game.state.ground
    for kind, q, r in places:
        if kind == "wreck":
            ground = ground.with_kind(hex_at(q, r), WRECK.kind)
    return Battle(replace(game.state, ground=ground))


class Document:
    """What the sentences say about one unit on one table."""

    def __init__(self, state: State) -> None:
        self.state, self.unit = state, state.units[UNIT]
        assert self.unit.at is not None
        self.start = self.unit.at
        card = self.unit.card
        self.flies = "fly" in card.traits or self.unit.transformed
        self.swims = self.flies or "amphibious" in card.traits
        self.move = card.move_in // 4 + (1 if self.unit.transformed else 0)

    def level(self, at: Hex) -> int:
        card = self.state.ground.terrain.get(at)
        return card.level if card else 0

    def kind(self, at: Hex) -> str:
        card = self.state.ground.terrain.get(at)
        return card.kind if card else ""

    def near(self, at: Hex) -> Iterator[Hex]:
        q, r = axial(at)
        for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)):
            if abs(r + dr) <= 6 and abs(2 * (q + dq) + r + dr) <= 15:
                yield hex_at(q + dq, r + dr)

    def holders(self, at: Hex) -> set[int]:
        """The enemies that would engage it there: no dwarfs, and across levels only if the lower is tall."""
        found = set()
        for number, foe in enumerate(self.state.units):
            if foe.seat == self.unit.seat or foe.at is None:
                continue
            if not 0 < DISTANCE[foe.at - at] <= self.state.rules.engage.range_in // 4:
                continue
            mine, theirs = self.unit.card.size, foe.card.size
            high, low = self.level(at), self.level(foe.at)
            lower = mine if high < low else theirs
            if mine - theirs < 2 and (high == low or lower >= 2):
                found.add(number)
        return found

    def may_step(self, here: Hex, there: Hex) -> bool:
        """Never away from those who engage it, never through enemies."""
        who = self.state.standing.get(there)
        if who is not None and self.state.units[who].seat != self.unit.seat:
            return False
        return self.holders(here) <= self.holders(there)

    def is_free(self, at: Hex) -> bool:
        return at not in self.state.standing and self.kind(at) != "wreck"

    def moves(self) -> dict[Hex, tuple[int, int]]:
        """By hex: the hexes of movement, and the Momentum."""
        high = self.level(self.start)
        fee = 0 if self.flies or not high else 1
        ends: dict[Hex, tuple[int, int]] = {}
        edge = seen = {(self.start, False)}  # and whether it is above a jungle, not inside
        for price in range(1, self.move + 1):
            after = set()
            for here, above in edge:
                for there in self.near(here):
                    if not self.may_step(here, there):
                        continue
                    paid, goes_on, cost = price, True, 0
                    level, kind = self.level(there), self.kind(there)
                    enters = kind == "jungle" and (above or self.kind(here) != "jungle")
                    if not self.flies and (kind == "wreck" or (kind == "water" and not self.swims)):
                        continue
                    if enters:  # a whole Move Action from the hex beside it
                        paid, goes_on = (self.move if here == self.start else 99), self.flies
                    elif self.flies and level > high:  # from anywhere, a hex a level
                        paid = price - 1 + level
                    elif not self.flies and level > self.level(
                        here
                    ):  # from beside it, and it ends there
                        goes_on = False
                        paid = level - high if here == self.start else 99
                    elif not self.flies and level < high and price > 1:
                        cost = fee
                    affordable = cost <= self.state.momentum[0]
                    if self.is_free(there) and paid <= self.move and affordable:
                        ends.setdefault(there, (paid, cost))
                    if goes_on and (there, enters) not in seen:
                        after.add((there, enters))
            seen = seen | after
            edge = after
        ends.pop(self.start, None)
        return ends

    def accelerates(self, hexes: int) -> dict[Hex, int]:
        """By hex: how many Accelerates of so many hexes it takes, levels included."""
        ends: dict[Hex, int] = {}
        edge, seen = {self.start}, {self.start}
        for price in range(1, hexes + 1):
            after = set()
            for here in edge:
                for there in self.near(here):
                    if there in seen or not self.may_step(here, there):
                        continue
                    after.add(there)
                    gained = max(1, self.level(there) - self.level(self.start))
                    if self.is_free(there):
                        ends.setdefault(there, -(-(price - 1 + gained) // hexes))
            seen |= after
            edge = after
        return ends

    def leaves(self, flying: bool) -> set[Hex]:
        """A hex away, where none of those who engage it would."""
        held = self.holders(self.start)
        found = set()
        for at in self.near(self.start) if held else ():
            rise = self.level(at) - self.level(self.start)
            over = flying or self.flies
            wet = self.kind(at) == "water" and not self.swims
            if (
                self.is_free(at)
                and not held & self.holders(at)
                and (over or (rise < 2 and not wet))
            ):
                found.add(at)
        return found


def shown(ends: dict[Hex, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    return {to_text(at): way for at, way in ends.items()}


@pytest.mark.rule(
    "MS.MOVE.DISTANCE", "MS.MOVE.DIRECTION", "MS.HIGH.CLIMB", "MS.HIGH.DROP", "MS.OBSCURE.INSIDE",
    "MS.ENGAGE.STRAFE", "MS.ENGAGE.ZONE", "MS.ENGAGE.SIZE", "MS.HEX.OCCUPANCY", "MS.WATER.MOVE",
)  # fmt: skip
@pytest.mark.parametrize("unit", [*WALKERS, *FLYERS])
def test_a_move_leads_where_the_document_says_and_at_its_price(unit: str) -> None:
    for seed in range(30):
        state = table(unit, seed).state
        assert shown(reach(state, UNIT)) == shown(Document(state).moves()), seed


@pytest.mark.rule(
    "MS.ACCEL.ACTION", "MS.HIGH.CLIMB", "MS.ENGAGE.STRAFE", "MS.HEX.OCCUPANCY", "MS.ENGAGE.ZONE"
)
@pytest.mark.parametrize("unit", ["argonaut", "dervish", "iron-duke", "trident-drake"])
@pytest.mark.parametrize("hexes", [1, 2, 3])
def test_an_accelerate_leads_where_the_document_says_and_at_its_price(
    unit: str, hexes: int
) -> None:
    for seed in range(12):
        game = table(unit, seed)
        rules = replace(
            game.state.rules, accelerate=replace(game.state.rules.accelerate, move_in=4 * hexes)
        )
        state = replace(game.state, rules=rules)
        assert accelerations(state, UNIT) == Document(state).accelerates(hexes), seed


@pytest.mark.rule("MS.ENGAGE.ZONE", "MS.ENGAGE.RANGE", "MS.ENGAGE.STRAFE")
@pytest.mark.parametrize("unit", ["argonaut", "iron-duke"])
def test_a_longer_reach_engages_from_farther_away(unit: str) -> None:
    for seed in range(20):
        game = table(unit, seed)
        rules = replace(game.state.rules, engage=replace(game.state.rules.engage, range_in=8))
        state = replace(game.state, rules=rules)
        assert shown(reach(state, UNIT)) == shown(Document(state).moves()), seed


@pytest.mark.rule(
    "MS.ENGAGE.DISENGAGE", "MS.ENGAGE.RANGE", "MS.ENGAGE.SIZE", "MS.HIGH.MELEE", "MS.HIGH.CLIMB"
)
@pytest.mark.parametrize("unit", ["argonaut", "turtle-robo", "trident-drake"])
@pytest.mark.parametrize("flying", [False, True])
def test_a_way_out_of_an_engagement_leads_where_the_document_says(unit: str, flying: bool) -> None:
    found = 0
    for seed in range(60):
        state = table(unit, seed).state
        ways = disengagements(state, UNIT, flying=flying)
        assert {*ways} == Document(state).leaves(flying) and len({*ways}) == len(ways), seed
        found += bool(ways)
    assert found > 3
