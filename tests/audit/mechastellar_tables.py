"""The tables of MechaStellar's audit: two machines of one profile, each in any condition."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from gattai.games.mechastellar.cards import (
    BarrierCard,
    Category,
    ControlPointCard,
    MapCard,
    TerrainCard,
    TransformCard,
    UnitCard,
    WeaponCard,
)
from gattai.games.mechastellar.checks import broken
from gattai.games.mechastellar.ground import Ground
from gattai.games.mechastellar.parameters import Rulings
from gattai.games.mechastellar.ruleset import MechaStellar
from gattai.games.mechastellar.state import NORTH, SOUTH, State, Unit, UnitId, other
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import Hex, axial, hex_at
from tests.audit.grid import Condition
from tests.games.mechastellar.table import KINDS

RULES = MechaStellar()
RULINGS = Rulings()
"""Ours; a test puts others in their place."""
Offset = tuple[int, int]
"""Hexes ahead of the unit, and to its right."""


def _gun(name: str, category: Category, **more: Any) -> WeaponCard:
    figures = {"kind": "shooting", "range_in": 24, "dice": 6, "bonus_hits": 3, "dmg": 100}
    return WeaponCard(id=name, name=name.capitalize(), category=category, **{**figures, **more})


CARD = UnitCard(
    id="audited", name="Audited", kind="SR", tier="battle_tested", frame=3, performance=4,
    role="Versatile", size=1, hp=9000, move_in=12, sensors_shoot_in=24, sensors_evade_in=24,
    evade_dice=8, evade_bonus=3, melee_def_dice=8, melee_def_bonus=3, vp=10, power=2,
    transform=TransformCard("Runner", move_in=4),
    weapon=(
        _gun("gun", "K"),
        _gun("mortar", "X", tags=("IDF",), support_atk=1),
        _gun("beam", "E"),
        _gun("spray", "E", tags=("AOE",)),
        _gun("bits", "E", tags=("Remote", "IDF")),
        _gun("blade", "E", kind="melee", range_in=4),
        _gun("ram", "K", kind="melee", range_in=4, tags=("Crash",)),
    ),
)  # fmt: skip
"""One profile for both, with a weapon of every kind, so that nothing but the condition differs."""
SHIP = replace(
    CARD, id="ship", name="Ship", kind="Warship", size=3, power=0, transform=None, repair=500
)


class Laid(NamedTuple):
    """How a condition is laid around a unit: what differs from one that stands in the open."""

    card: dict[str, Any] = {}
    unit: dict[str, Any] = {}
    ground: tuple[tuple[Offset, str], ...] = ()
    friends: tuple[Offset, ...] = ()
    foes: tuple[Offset, ...] = ()
    squad: str = ""
    """`leader` or `member`: the friends are its squad."""
    ship: bool = False
    """A ship of its own stands behind it."""
    needs_room: bool = False
    """It cannot be laid where the two stand side by side."""


WATER = tuple((at, "water") for at in ((0, 0), (-1, 0), (-1, 1), (0, 1)))
SWIMS, FLIES = {"traits": ("amphibious",)}, {"traits": ("fly",)}
JET = TransformCard("Jet", move_in=8, gain=("fly",), aircraft=True)
GUNS = tuple(f"weapon:{each.id}" for each in CARD.weapon if each.kind == "shooting")

LAID: dict[Condition, Laid] = {
    Condition("open", "in the open"): Laid(),
    Condition("wall", "behind a wall that gives cover"): Laid(
        ground=(((1, 0), "wall"),), needs_room=True
    ),
    Condition("house", "behind a house that hides it"): Laid(
        ground=(((1, 0), "house"),), needs_room=True
    ),
    Condition("rock", "behind a rock that hides it"): Laid(
        ground=(((1, 0), "rock"),), needs_room=True
    ),
    Condition("jungle", "inside a jungle"): Laid(ground=(((0, 0), "jungle"),)),
    Condition("overhead", "under overhead cover"): Laid(ground=(((0, 0), "overpass"),)),
    Condition("high", "on High Ground"): Laid(ground=(((0, 0), "hill"),)),
    Condition("diving", "diving under water"): Laid(
        card=SWIMS, unit={"submerged": True}, ground=WATER
    ),
    Condition("sunk", "sunk under water"): Laid(unit={"submerged": True}, ground=WATER),
    Condition("swimming", "swimming on the water"): Laid(card=SWIMS, ground=WATER),
    Condition("flying", "that Flies"): Laid(card=FLIES),
    Condition("jet", "transformed into a flying aircraft"): Laid(
        card={"transform": JET}, unit={"transformed": True}
    ),
    Condition("runner", "transformed into a runner"): Laid(unit={"transformed": True}),
    Condition("warship", "that is a flying warship"): Laid(
        card={**FLIES, "kind": "Warship", "power": 0, "transform": None}, unit={"points": 0}
    ),
    Condition("large", "three Sizes larger"): Laid(card={"size": 4}),
    Condition("leader", "leading a squad"): Laid(friends=((-1, 0), (-1, 1)), squad="leader"),
    Condition("member", "following in a squad"): Laid(friends=((-1, 0), (-1, 1)), squad="member"),
    Condition("barrier", "behind its barrier"): Laid(
        card={"barrier": BarrierCard(5, 360, ("K", "E", "X", "melee"))}, unit={"barrier": 3}
    ),
    Condition("stunned", "with one stun token"): Laid(unit={"stun": 1}),
    Condition("shutdown", "that is shut down"): Laid(unit={"stun": 6}),
    Condition("engaged", "engaged by somebody else"): Laid(foes=((-1, 1),)),
    Condition("guarded", "with a friend in front"): Laid(friends=((2, -1),), needs_room=True),
    Condition("turned", "with its back turned"): Laid(unit={"facing": 3}),
    Condition("challenger", "Challenged by somebody else"): Laid(foes=((4, 2),)),
    Condition("attacked", "just attacked by somebody nearer"): Laid(foes=((1, 2),)),
    Condition("acted", "that has acted this Round"): Laid(unit={"activated": True}),
    Condition("arriving", "just arrived as a reinforcement"): Laid(),
    Condition("reserve", "in reserve"): Laid(unit={"fate": "reserve"}),
    Condition("aboard", "aboard a ship"): Laid(unit={"fate": "aboard"}, ship=True),
    Condition("basic", "with a Basic pilot"): Laid(card={"tier": "basic"}),
    Condition("ace", "with an Ace pilot"): Laid(card={"tier": "ace"}),
    Condition("disarmed", "that has lost its guns"): Laid(unit={"lost": GUNS}),
    Condition("headless", "that has lost its head"): Laid(unit={"lost": ("head",)}),
    Condition("lamed", "that has lost its legs twice"): Laid(unit={"lost": ("legs", "legs")}),
    Condition("fallen", "fallen with its building"): Laid(unit={"fell": True}),
    Condition("spent", "whose side has no Momentum"): Laid(),
}
BY_ID = {each.id: each for each in LAID}
OPEN = BY_ID["open"]


class Table(NamedTuple):
    """A table with both units on it."""

    state: State
    one: UnitId
    two: UnitId
    places: tuple[Hex, Hex]
    """Where the unit of each side stands, or would."""
    beside: UnitId
    """Somebody beside the second unit; the unit itself where there is nobody."""
    foes: tuple[UnitId, UnitId]
    """For each side the other enemy that its condition names; the unit itself where there is none."""


def _field(terrain: dict[Hex, str], points: tuple[Hex, ...]) -> MapCard:
    places: dict[str, list[tuple[int, int]]] = {}
    for at, kind in terrain.items():
        places.setdefault(kind, []).append(axial(at))
    cards = tuple(TerrainCard(kind, tuple(at), **KINDS[kind]) for kind, at in places.items())
    spots = tuple(ControlPointCard(f"point-{n}", axial(at)) for n, at in enumerate(points))
    return MapCard("audit", "Audit", "G", 6, 15, 3, spots, cards)


class _Layer:
    """Lays both sides, one as the mirror image of the other."""

    def __init__(self, far: int) -> None:
        gap = far // 2
        self.origins = ((-gap, 0), (far - gap, 0))
        self.units: list[Unit] = []
        self.ground: dict[Hex, str] = {}

    def place(self, seat: Seat, offset: Offset) -> Hex:
        (q, r), sign = self.origins[seat], 1 - 2 * seat
        return hex_at(q + sign * offset[0], r + sign * offset[1])

    def put(
        self, seat: Seat, at: Hex, card: UnitCard = CARD, *, facing: int = 0, **fields: Any
    ) -> UnitId:
        number = UnitId(len(self.units))
        known = {
            "leader": number,
            "hp": card.hp,
            "points": card.power,
            "at": at,
            "uses": tuple(weapon.uses for weapon in card.weapon),
            **fields,
        }
        name = f"{'AB'[seat]}{sum(each.seat == seat for each in self.units) + 1}"
        self.units.append(
            Unit(name=name, card=card, seat=seat, facing=(facing + 3 * seat) % 6, **known)
        )
        return number

    def side(self, seat: Seat, laid: Laid, *, bystander: bool, ship: bool) -> tuple[UnitId, ...]:
        """The unit that is asked about, somebody beside it, and the other enemy around it."""
        here = self.place(seat, (0, 0))
        own = self.put(seat, here, replace(CARD, **laid.card), **laid.unit)
        if laid.unit.get("fate"):
            self.units[own] = replace(self.units[own], at=None)
        if laid.ship or ship:
            carrier = self.put(seat, self.place(seat, (-2, 0)), SHIP, activated=True)
            if laid.ship:
                self.units[own] = replace(self.units[own], ship=carrier)
        mates = [
            self.put(seat, self.place(seat, offset), activated=not laid.squad)
            for offset in laid.friends
        ]
        if laid.squad:
            leader = own if laid.squad == "leader" else mates[0]
            for each in (own, *mates):
                self.units[each] = replace(self.units[each], leader=leader)
        beside = foe = own
        if bystander:
            beside = self.put(seat, self.place(seat, (1, -1)), activated=True)
        for offset in laid.foes:
            foe = self.put(other(seat), self.place(seat, offset), facing=3, activated=True)
        for offset, kind in laid.ground:
            self.ground[self.place(seat, offset)] = kind
        return own, beside, foe


def lay(
    one: Condition, two: Condition, far: int, *, bystander: bool = False, ship: bool = False
) -> Table:
    """Both units face each other, so many hexes apart."""
    layer = _Layer(far)
    (first, _, foe), (second, beside, other_foe) = (
        layer.side(seat, LAID[each], bystander=bystander, ship=ship and seat == SOUTH)
        for seat, each in ((SOUTH, one), (NORTH, two))
    )
    here, there = layer.place(SOUTH, (0, 0)), layer.place(NORTH, (0, 0))
    if far > 1:  # something to throw
        for seat in (SOUTH, NORTH):
            layer.ground.setdefault(layer.place(seat, (0, -1)), "wall")
    state = State(
        rules=RULES.content.rulesets["ver10-final"],
        ground=Ground.of(_field(layer.ground, (here, there, hex_at(0, 4), hex_at(0, -4)))),
        units=tuple(layer.units), phase="activating", round=2,
        momentum=(0 if one.id == "spent" else 10, 0 if two.id == "spent" else 10),
        owners=(SOUTH, NORTH, None, None), orders=(1, 1), rulings=RULINGS,
        challenge=tuple(
            (own, enemy)
            for each, own, enemy in ((one, first, foe), (two, second, other_foe))
            if each.id == "challenger"
        ),
    )  # fmt: skip
    faults = [*broken(state)]
    assert not faults, f"{one.id}, {two.id}: {faults[0]}"
    return Table(state, first, second, (here, there), beside, (foe, other_foe))
