"""A table read from the text of a position, and the geometry of hexes.

This package is a second opinion on MechaStellar. It was written from the document, the hex rules and
the rulings, and it shares no code with the engine: all it knows of a game is the text of a position
and the packs. Places are (q, r), lengths are hexes.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import gattai.games.mechastellar

Place = tuple[int, int]
PACKS = Path(str(gattai.games.mechastellar.__file__)).parent / "packs"
AROUND: tuple[Place, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six facings, east first, then anticlockwise."""
INCHES = 4
WEAPON_DEFAULTS: dict[str, Any] = {
    "pen": 0, "pen_suffix": "", "rapid_fire_range_in": 0, "rapid_fire_dice": 0, "uses": -1,
    "tags": (), "support_atk": 0, "support_def": 0, "support_melee_atk": 0,
    "momentum_cost": 0, "power_cost": 0, "havoc_cost": 0, "option": None, "aoe_targets": 2,
}  # fmt: skip
UNIT_DEFAULTS: dict[str, Any] = {
    "aircraft": False, "boost": 0, "power": 0, "havoc": 0, "hangar": 0, "traits": (),
    "pilot_traits": (), "barrier": None, "transform": None,
}  # fmt: skip
REMAINS: dict[str, dict[str, Any]] = {"rubble": {}, "wreck": {"cover": True, "blocks_los": True}}


@cache
def profiles() -> dict[str, dict[str, Any]]:
    """Every printed unit by its id, with what a card leaves out filled in."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(PACKS.glob("*.toml")):
        for card in tomllib.loads(path.read_text("utf-8")).get("unit", ()):
            weapons = [WEAPON_DEFAULTS | weapon for weapon in card["weapon"]]
            found[card["id"]] = UNIT_DEFAULTS | card | {"weapon": weapons}
    return found


@cache
def maps() -> dict[str, dict[str, Any]]:
    """The maps by their ids."""
    return {card["id"]: card for card in tomllib.loads((PACKS / "maps.toml").read_text())["map"]}


def place(text: str) -> Place:
    """`2,-1` as two numbers."""
    q, r = text.split(",")
    return int(q), int(r)


def written(at: Place) -> str:
    """A place as the notation writes it."""
    return f"{at[0]},{at[1]}"


def step(at: Place, facing: int) -> Place:
    """The next hex in a direction."""
    return at[0] + AROUND[facing][0], at[1] + AROUND[facing][1]


def hexes(one: Place, two: Place) -> int:
    """MS.HEX.DISTANCE."""
    q, r = two[0] - one[0], two[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def is_ahead(at: Place, facing: int, other: Place) -> bool:
    """MS.HEX.ARC: what is exactly beside a model counts as ahead."""
    q, r = other[0] - at[0], other[1] - at[1]
    fq, fr = AROUND[facing]
    return 2 * q * fq + 2 * r * fr + q * fr + r * fq >= 0


@cache
def _offsets(way: Place) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """MS.HEX.LOS: what the two lines to a place cross on their way, without their ends.

    A line is pushed aside by a hair, along (1, 1/2). Of each point on it the hex is the one whose
    centre is nearest; coordinates are multiplied so that all of it is done in whole numbers.
    """
    count = hexes((0, 0), way)
    fine = 2_000_000
    lines = []
    for hair in (2, -2):
        crossed = []
        for part in range(1, count):
            q, r = way[0] * part * fine + hair * count, way[1] * part * fine + hair * count // 2
            unit = count * fine
            near = [
                (centre_q, centre_r)
                for centre_q in (q // unit, q // unit + 1)
                for centre_r in (r // unit, r // unit + 1)
            ]
            crossed.append(min(near, key=lambda at: _square(q - at[0] * unit, r - at[1] * unit)))
        lines.append(tuple(crossed))
    return lines[0], lines[1]


def _square(q: int, r: int) -> int:
    """The square of a length in axial coordinates."""
    return q * q + q * r + r * r


def lines(one: Place, two: Place) -> list[tuple[Place, ...]]:
    """The two lines between two places, without their ends."""
    both = _offsets((two[0] - one[0], two[1] - one[1]))
    return [tuple((one[0] + q, one[1] + r) for q, r in line) for line in both]


@dataclass
class Model:
    """A model as the position describes it."""

    said: dict[str, Any]
    card: dict[str, Any]
    name: str
    side: str
    at: Place | None
    leads: bool
    weapons: dict[str, dict[str, Any]]

    @property
    def is_elite(self) -> bool:
        return bool(self.card["tier"] != "basic")

    @property
    def picks_freely(self) -> bool:
        """MS.TARGET.EXEMPT: Skilled and Ace units, Snipers and Warships need not take the closest."""
        tiers = self.card["tier"] in ("skilled", "ace")
        return tiers or self.card["role"] == "Sniper" or self.card["kind"] == "Warship"

    @property
    def flies(self) -> bool:
        """By its profile, by the mode it is in, or by an Accelerate of this turn."""
        mode = self.card["transform"] if self.said["transformed"] else None
        traits = (*self.card["traits"], *(mode["gain"] if mode else ()))
        return "fly" in traits or any(name == "fly" for name, _ in self.said["effects"])

    @property
    def swims(self) -> bool:
        return "amphibious" in self.card["traits"]

    @property
    def is_craft(self) -> bool:
        """A Warship or an Aircraft."""
        mode = self.card["transform"] if self.said["transformed"] else None
        return bool(
            self.card["kind"] == "Warship"
            or self.card["aircraft"]
            or (mode and mode.get("aircraft"))
        )

    @property
    def flies_as_craft(self) -> bool:
        """MS.ENGAGE.FLY: a Warship or Aircraft that Flies."""
        return self.is_craft and self.flies

    @property
    def is_shutdown(self) -> bool:
        """MS.STUN.SHUTDOWN."""
        stat = self.card["boost"] or self.card["power"] or self.card["havoc"]
        return bool(self.said["stun"] > 3 + stat - ("core" in self.said["lost"]))

    def left(self, weapon: str) -> int:
        """Uses left of a weapon; -1 is without limit."""
        return int(self.said["uses"][[*self.weapons].index(weapon)])


def flies_enough(one: Model, two: Model) -> bool:
    """MS.ENGAGE.FLY, MS.AMB.FLY-PAIR: whoever fights a flying craft Flies too, and the craft nobody else."""
    return (one.flies or not two.flies_as_craft) and (two.flies or not one.flies_as_craft)


class Table:
    """A settled position: models, ground, and whose turn it is."""

    def __init__(self, text: str) -> None:
        whole = json.loads(text)
        assert whole["answers"] == [], "only a settled table can be judged"
        self.text = text
        self.state: dict[str, Any] = whole["state"]
        field = maps()[self.state["ground"]["field"]]
        self.map = field
        kinds = {each["kind"]: each for each in field.get("terrain", ())} | REMAINS
        self.terrain = {
            place(piece["at"]): kinds[piece["kind"]] | {"kind": piece["kind"]}
            for piece in self.state["ground"]["pieces"]
        }
        self.models = {each["name"]: self._model(each) for each in self.state["units"]}
        self.act: dict[str, Any] | None = self.state["act"]
        self.in_space = field["environment"] == "S"

    @staticmethod
    def _model(said: dict[str, Any]) -> Model:
        card = profiles()[said["card"]]
        return Model(
            said, card, said["name"], said["seat"],
            place(said["at"]) if said["at"] else None,
            said["leader"] == said["name"],
            {weapon["id"]: weapon for weapon in card["weapon"]},
        )  # fmt: skip

    # The ground

    def is_on_map(self, at: Place) -> bool:
        rows, width = int(self.map["half_rows"]), int(self.map["half_width"])
        return abs(at[1]) <= rows and abs(2 * at[0] + at[1]) <= width

    @cached_property
    def places(self) -> list[Place]:
        """Every hex of the map."""
        rows, width = self.map["half_rows"], self.map["half_width"]
        each = [(q, r) for r in range(-rows, rows + 1) for q in range(-width, width + 1)]
        return [at for at in each if self.is_on_map(at)]

    def level(self, at: Place) -> int:
        return int(self.terrain.get(at, {}).get("level", 0))

    def has(self, at: Place, what: str) -> bool:
        """Whether the terrain of a place is so: `cover`, `deep_water`, `overhead`."""
        return bool(self.terrain.get(at, {}).get(what))

    def is_thicket(self, at: Place) -> bool:
        """MS.OBSCURE.INSIDE: obscuring terrain that is entered, not climbed."""
        return self.has(at, "obscuring") and not self.level(at)

    def hides(self, at: Place, height: int) -> bool:
        """MS.HEX.LOS: whether a hex between stops a line of two whose higher end is so high."""
        return self.has(at, "blocks_los") and max(1, self.level(at)) > height

    def clear(self, one: Place, two: Place) -> bool:
        """Whether terrain leaves one of the two lines free."""
        height = max(self.level(one), self.level(two))
        return any(not any(self.hides(at, height) for at in line) for line in lines(one, two))

    # The models

    @cached_property
    def units(self) -> list[Model]:
        """The units on the table, each by its leader."""
        return [each for each in self.models.values() if each.leads and each.at is not None]

    @cached_property
    def standing(self) -> dict[Place, Model]:
        """Who stands where, members of squads too."""
        return {each.at: each for each in self.models.values() if each.at is not None}

    def squad(self, leader: Model) -> list[Model]:
        """The models of a unit that are not destroyed, the leader first."""
        others = [
            each
            for each in self.models.values()
            if each.said["leader"] == leader.name and each is not leader
        ]
        return [leader, *(each for each in others if each.said["fate"] != "destroyed")]

    def size(self, leader: Model) -> int:
        """MS.SQUAD.SIZE: of a squad the number of models, or the sum of their Sizes if greater."""
        models = self.squad(leader)
        own = int(leader.card["size"])
        return own if len(models) == 1 else max(len(models), sum(m.card["size"] for m in models))

    def stature(self, leader: Model) -> int:
        """MS.AMB.SQUAD-SIZE: the Size that counts for engagement and High Ground: the squad's."""
        by_squad = self.reading("squad_size", "squad") == "squad"
        return self.size(leader) if by_squad else int(leader.card["size"])

    def reading(self, ruling: str, default: str) -> str:
        """How a ruling is read at this table."""
        return str(self.state.get("rulings", {}).get(ruling, default))

    def foes(self, of: Model) -> list[Model]:
        """The other side's units on the table."""
        return [each for each in self.units if each.side != of.side]

    def momentum(self, side: str) -> int:
        return int(self.state["momentum"][("south", "north").index(side)])

    def sees(self, one: Model, two: Model) -> bool:
        """MS.LOS.NEED, MS.WATER.SUBMERGED."""
        assert one.at is not None and two.at is not None
        return one.said["submerged"] == two.said["submerged"] and self.clear(one.at, two.at)

    # Engagement

    def can_engage(self, one: Model, two: Model, here: Place | None = None) -> bool:
        """Whether two enemies are close enough and able to fight; the first perhaps somewhere else."""
        at = here or one.at
        assert at is not None and two.at is not None
        if one.side == two.side or hexes(at, two.at) > 1:
            return False
        if one.said["submerged"] != two.said["submerged"]:  # MS.AMB.ENGAGE-WATER
            return False
        return self.is_level(one, at, two) and flies_enough(one, two)

    def is_level(self, one: Model, at: Place, two: Model) -> bool:
        """MS.AMB.ENGAGE-ELEVATION: at different heights only if the lower one has Size 2 or more."""
        assert two.at is not None
        mine, other = self.level(at), self.level(two.at)
        return mine == other or self.stature(one if mine < other else two) >= 2

    def engagers(self, unit: Model, here: Place | None = None) -> list[Model]:
        """MS.ENGAGE.SIZE: the enemies that engage a unit; those two Sizes smaller do not."""
        return [
            each
            for each in self.foes(unit)
            if self.can_engage(unit, each, here) and self.stature(each) > self.stature(unit) - 2
        ]

    def fights(self, one: Model, two: Model) -> bool:
        """Whether two are engaged with each other, be it that only one of them minds."""
        return two in self.engagers(one) or one in self.engagers(two)

    def is_shielded(self, target: Model, attacker: Model) -> bool:
        """MS.ENGAGE.PROTECTED: it is engaged, and not with the attacker."""
        return bool(self.engagers(target)) and not self.fights(attacker, target)
