"""What is printed: dice, Characters, Tactics, States, teams, the HexaDome, Scenarios.

All of it is data; what the effects on cards mean is told in `effects.cards`. `content.py` loads it.
Figures that the booklet does not print say so: `house` is ours, `source` names public material, and
`house_fields` tells which parts of an otherwise public card are ours.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gattai.games.aristeia.effects.cards import AnyEffect, Colour, Moment, Symbol
from gattai.kernel.dice import Die
from gattai.kernel.lazy import lazy
from gattai.tabletop.hexes import Hex, HexField, hex_at

BLANK = "-"
"""How a face without symbols is written."""

TargetKind = Literal["none", "enemy", "ally-or-self", "any", "character-or-obstacle"]
"""`any` is every Character but the one that acts, unless the Range begins at 0."""


class DieCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """ARISTEIA.ROLL.SUCCESS: a die of symbols: its six faces, each a list of symbols."""

    id: Colour
    faces: tuple[tuple[Symbol, ...], ...]
    house: bool = False
    source: str = ""

    @lazy
    def die(self) -> Die:
        """As it is thrown: a face is its symbols in one word, such as SSX; blank is `-`."""
        return Die(self.id, tuple("".join(face) or BLANK for face in self.faces))

    @lazy
    def symbols(self) -> dict[str, tuple[Symbol, ...]]:
        """The symbols of each face, by the face's word."""
        return {"".join(face) or BLANK: face for face in self.faces}


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Dice to roll and the symbols printed beside them (ARISTEIA.ROLL.PRINTED-SYMBOL)."""

    dice: tuple[Colour, ...] = ()
    symbols: tuple[Symbol, ...] = ()


class SwitchCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.SWITCH.PAY: symbols to spend and what they buy.

    `adjacent`: only against a Character that was adjacent when the roll was called for.
    """

    cost: tuple[Literal["S", "B", "X"], ...]
    effects: tuple[AnyEffect, ...]
    adjacent: bool = False


class ActionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.ACTION.COST: one Action of a card. `ap` and `mp` are its price.

    `always` are Effects that must be applied, `on_success` those that may be if an S is left.
    An Action without dice and symbols makes no roll.
    """

    id: str
    name: str
    kind: Literal["attack", "action"]
    ap: int
    target: TargetKind
    range: tuple[int, int] = (0, 0)
    sight: bool = False
    mp: int = 0
    pool: Pool = Pool()
    switches: tuple[SwitchCard, ...] = ()
    always: tuple[AnyEffect, ...] = ()
    on_success: tuple[AnyEffect, ...] = ()

    @property
    def rolls(self) -> bool:
        """ARISTEIA.ACTION.SIMPLE: whether dice are thrown, or printed symbols stand for them."""
        return bool(self.pool.dice or self.pool.symbols)


class SkillCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.SKILL.AUTOMATIC: what a Character may do for nothing at a stated moment.

    Once for each time the moment comes. `discard` is how many Tactics it costs.
    """

    id: str
    name: str
    when: Moment
    effects: tuple[AnyEffect, ...]
    discard: int = 0


class CharacterCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.TEAM.UNVEIL: a Character's card. `switches` are its General Switches."""

    id: str
    name: str
    initiative: int
    speed: int
    energy: int
    hit_points: int
    defense: Pool
    brawn: Pool
    agility: Pool
    switches: tuple[SwitchCard, ...] = ()
    actions: tuple[ActionCard, ...] = ()
    skills: tuple[SkillCard, ...] = ()
    house: bool = False
    source: str = ""
    house_fields: tuple[str, ...] = ()


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Whom a Tactic's player chooses as `target`: within so many spaces of `self`, no sight needed."""

    who: Literal["enemy", "ally"]
    within: int


class TacticCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.TACTIC.TIMING: a Tactic: whose it is, when it may be played, what it does.

    `owner` is a Character's id or `standard`; the Tactic of a Character that is not on the board
    cannot be played, but for `recovery`. `one_of`: its player picks one of the effects; else all
    apply in order.
    """

    id: str
    number: str
    name: str
    owner: str
    when: Moment
    effects: tuple[AnyEffect, ...]
    text: str
    pick: Pick | None = None
    one_of: bool = False
    name_printed: bool = True
    house: bool = True


class StateSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.STATE.SIDES: what one side of a State token does while it shows.

    `sight` is the farthest distance seen; `rooted` forbids Movement and Displacement, not Placing;
    `attacks_cause` lets Attacks target only the Character that caused the State; `damage` is suffered
    once, when this side comes up.
    """

    energy: int = 0
    speed: int = 0
    initiative: int = 0
    sight: int | None = None
    rooted: bool = False
    attacks_cause: bool = False
    damage: int = 0


class StateCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.STATE.IMPOSE: a State and the two sides of its token. `recovery`: laid on the Bench."""

    id: str
    name: str
    red: StateSide = StateSide()
    blue: StateSide = StateSide()
    recovery: bool = False
    house: bool = False
    source: str = ""


class TeamCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """ARISTEIA.SETUP.FIRST-GAME-TEAMS: four Characters and eight Character Tactics, by id.

    `hand` is a fixed starting hand; `deployment` gives a space for each Character in their order.
    Both are empty for teams that draw and deploy by choice. `underdog`: starts as Underdog.
    """

    id: str
    title: str
    characters: tuple[str, ...]
    tactics: tuple[str, ...]
    hand: tuple[str, ...] = ()
    deployment: tuple[tuple[int, int], ...] = ()
    underdog: bool = False
    house: bool = False
    house_fields: tuple[str, ...] = ()


class ZoneCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A Deployment Zone; `opposite` is empty for the central one, where nobody starts."""

    id: str
    title: str
    spaces: tuple[tuple[int, int], ...]
    opposite: str = ""


class BoardCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """ARISTEIA.SPACE.BLOCKED: the HexaDome: a hexagon of spaces, Blocked ones, Deployment Zones."""

    id: str
    title: str
    radius: int
    blocked: tuple[tuple[int, int], ...]
    zones: tuple[ZoneCard, ...]
    house: bool = False
    source: str = ""
    house_fields: tuple[str, ...] = ()

    @lazy
    def walls(self) -> dict[Hex, None]:
        """The Blocked spaces."""
        return dict.fromkeys(hex_at(q, r) for q, r in self.blocked)

    @lazy
    def hexes(self) -> HexField:
        """The spaces, Blocked ones included, with the zones by id."""
        zones = {z.id: tuple(hex_at(q, r) for q, r in z.spaces) for z in self.zones}
        return HexField.hexagon(self.radius, dict.fromkeys(self.walls, "blocked"), zones)

    @lazy
    def zone_of(self) -> dict[Hex, str]:
        """The zone of each space that lies in one."""
        return {h: name for name, spaces in self.hexes.zones.items() for h in spaces}

    @lazy
    def opposites(self) -> dict[str, str]:
        """The zone across from each zone in which a team may start."""
        return {zone.id: zone.opposite for zone in self.zones if zone.opposite}


class ScenarioCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """ARISTEIA.SETUP.SCENARIO: the board, the Obstacles, the first Scoring Zone and its worth.

    `alone`, `more` and `equal` are Victory Points; `move_needs_score`: the zone moves only if somebody
    scored (ARISTEIA.AMB.ZONE-NO-SCORE).
    """

    id: str
    title: str
    board: str
    barriers: tuple[tuple[int, int], ...]
    first_zone: str
    alone: int
    more: int
    equal: int
    move_needs_score: bool = False
    house: bool = False
    source: str = ""
    house_fields: tuple[str, ...] = ()

    @lazy
    def obstacles(self) -> dict[Hex, None]:
        """The spaces Occupied by a Barrier."""
        return dict.fromkeys(hex_at(q, r) for q, r in self.barriers)
