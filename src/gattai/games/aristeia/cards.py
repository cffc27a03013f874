"""The printed cards and boards: dice, Characters, Tactics, States, teams, the HexaDome, Scenarios.

All of this is data; each effect on a card is a class in `effects`. `content.py` loads the cards.
Figures that the booklet does not print are marked: `house` means ours, `source` names public
material, and `house_fields` names the parts of a public card that are ours.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from gattai.games.aristeia.effects import effect_card
from gattai.games.aristeia.effects.effect_card import Colour, Symbol
from gattai.kernel.dice import Die
from gattai.kernel.lazy import lazy
from gattai.tabletop.hexes import Hex, HexField, hex_at

STANDARD = "standard"
"""The owner of the Tactics that belong to no Character."""
BLANK = "-"
"""The way to write a face without symbols."""

TargetKind = Literal["none", "enemy", "ally-or-self", "any", "character-or-obstacle"]
"""`any` is every Character except the one that acts, unless the Range begins at 0."""

Moment = Literal[
    "before-reveal",  # of an own Initiative card, before both are turned over
    "own-activation",  # between the steps of the activation of the card's owner (Standard: of any Character)
    "any-activation",  # between the steps of any Character's activation, own or enemy
    "tactic-played",  # a Tactic of the other player was played and has not taken effect yet
    "action-declared",  # an enemy has declared and paid an Action that is no Attack
    "ally-attacked",  # an Attack on another Character of the own team has been declared
    "before-attack-roll",  # the owner's Attack has been declared; its dice are not rolled yet
    "before-defense-roll",  # the same, seen from the Character attacked
    "before-other-roll",  # before a roll of the own side that is neither Attack nor Defense
    "before-disengage",  # the owner has to win a Disengage Roll to take a step
    "pools",  # while the dice of a Combat Roll are gathered
    "after-roll",  # the dice are rolled; none is nullified yet
    "attack-switches",  # the own part of the Switches step, in the owner's Attack
    "defense-switches",  # the same, in the owner's Defense
    "switches",  # the same, in any roll of the owner
    "after-attack",  # an Attack of the owner has been resolved and has inflicted Damage
    "after-damage",  # the owner has just inflicted Damage on a Character that is still on the board
    "after-displacement",  # the owner has just Displaced an enemy
    "end-of-activation",  # of the owner, before unspent points are lost
    "recovery",  # a Character of the own team goes from the Infirmary to the Bench
]


class DieCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """ARISTEIA.ROLL.SUCCESS: a die of symbols: its six faces, each a list of symbols."""

    id: Colour
    """Its colour, which is its id."""
    faces: tuple[tuple[Symbol, ...], ...]
    """Its six faces, each a list of symbols; an empty list is blank."""
    house: bool = False
    source: str = ""

    @lazy
    def die(self) -> Die:
        """The die as it is rolled: a face is written as its symbols, such as SSX; `-` is blank."""
        return Die(self.id, tuple("".join(face) or BLANK for face in self.faces))

    @lazy
    def symbols(self) -> dict[str, tuple[Symbol, ...]]:
        """The symbols of each face."""
        return {"".join(face) or BLANK: face for face in self.faces}


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The dice to roll and the printed symbols added to them (ARISTEIA.ROLL.PRINTED-SYMBOL)."""

    dice: tuple[Colour, ...] = ()
    """The dice to roll, by colour."""
    symbols: tuple[Symbol, ...] = ()
    """Symbols that count without a die."""


class SwitchCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.SWITCH.PAY: the symbols to spend and what they buy.

    `adjacent`: only against a Character that was adjacent when the roll was called for.
    """

    cost: tuple[Literal["S", "B", "X"], ...]
    """The symbols it takes from the result."""
    effects: tuple[effect_card.AnyEffect, ...]
    """The effects that they buy."""
    adjacent: bool = False
    """Only against a Character that was adjacent when the roll was called for."""


class ActionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.ACTION.COST: one Action of a card. `ap` and `mp` are its price.

    `always` are Effects that must be applied; `on_success` Effects may be applied if an S is left.
    An Action without dice and symbols makes no roll.
    """

    id: str
    name: str
    kind: Literal["attack", "action"]
    """An attack rolls against an enemy; everything else is an action."""
    ap: Annotated[int, Meta(ge=0, le=12)]
    """Its price in Action Points."""
    target: TargetKind
    """Its possible Targets; any is every Character except the one that acts, unless the Range
    begins at 0.
    """
    range: tuple[int, int] = (0, 0)
    """The shortest distance and the longest, in spaces."""
    sight: bool = False
    """Whether it needs a line of sight to its Target."""
    mp: Annotated[int, Meta(ge=0, le=12)] = 0
    """Its price in Movement Points."""
    pool: Pool = Pool()
    """The roll it makes; without dice and symbols it makes none."""
    switches: tuple[SwitchCard, ...] = ()
    """What the symbols of its roll can buy."""
    always: tuple[effect_card.AnyEffect, ...] = ()
    """Effects that must be applied."""
    on_success: tuple[effect_card.AnyEffect, ...] = ()
    """Effects that may be applied if an S is left."""

    @property
    def rolls(self) -> bool:
        """ARISTEIA.ACTION.SIMPLE: whether it makes a roll, of dice or printed symbols."""
        return bool(self.pool.dice or self.pool.symbols)


class SkillCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.SKILL.AUTOMATIC: something a Character may do for free at a certain moment.

    Usable once each time the moment occurs. `discard` is the number of Tactics it costs.
    """

    id: str
    name: str
    when: Moment
    """The moment at which it may be used, once each time."""
    effects: tuple[effect_card.AnyEffect, ...]
    """The effects of the skill."""
    discard: Annotated[int, Meta(ge=0, le=4)] = 0
    """The number of Tactics it costs."""


class CharacterCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.TEAM.UNVEIL: a Character's card. `switches` are its General Switches."""

    id: str
    name: str
    initiative: Annotated[int, Meta(ge=0, le=20)]
    """The Character with the higher Initiative goes first."""
    speed: Annotated[int, Meta(ge=0, le=12)]
    """The Movement Points that a Move gives."""
    energy: Annotated[int, Meta(ge=0, le=12)]
    """The Action Points of an Activation."""
    hit_points: Annotated[int, Meta(ge=1, le=30)]
    """The Damage that sends it to the Infirmary."""
    defense: Pool
    """Its roll when attacked."""
    brawn: Pool
    """Its roll for strength."""
    agility: Pool
    """Its roll for quickness."""
    switches: tuple[SwitchCard, ...] = ()
    """Its General Switches, usable in any of its rolls."""
    actions: tuple[ActionCard, ...] = ()
    """Its own Actions, in addition to those that every Character has."""
    skills: tuple[SkillCard, ...] = ()
    """What it may do for free at certain moments."""
    house: bool = False
    source: str = ""
    house_fields: tuple[str, ...] = ()


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """The possible `target` of a Tactic: within a distance of `self`; no sight is needed."""

    who: Literal["enemy", "ally"]
    """An enemy or an ally."""
    within: Annotated[int, Meta(ge=0, le=40)]
    """The highest distance in spaces; no sight is needed."""


class TacticCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.TACTIC.TIMING: a Tactic: its owner, its moment, its effects.

    `owner` is a Character's id or `standard`; a Tactic of a Character that is not on the board
    cannot be played, except at `recovery`. `one_of`: its player picks one of the effects; otherwise
    all apply in order.
    """

    id: str
    number: str
    """The number on the card."""
    name: str
    owner: str
    """The id of the Character it belongs to, or standard."""
    when: Moment
    """The moment at which it may be played."""
    effects: tuple[effect_card.AnyEffect, ...]
    """The effects: all in order, or one of them."""
    text: str
    """The text for players."""
    pick: Pick | None = None
    """The Characters that its player may choose as target."""
    one_of: bool = False
    """Whether its player picks one of the effects."""
    name_printed: bool = True
    """Whether its name is public; otherwise it is ours."""
    house: bool = True


class StateSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.STATE.SIDES: the effect of one side of a State token while it is up.

    `sight` is the farthest visible distance; `rooted` forbids Movement and Displacement, not
    Placing; `attacks_cause` lets Attacks target only the Character that caused the State; `damage`
    is suffered once, when this side is turned up.
    """

    energy: Annotated[int, Meta(ge=-12, le=12)] = 0
    """The change of Energy while it is up."""
    speed: Annotated[int, Meta(ge=-12, le=12)] = 0
    """The change of Speed while it is up."""
    initiative: Annotated[int, Meta(ge=-20, le=20)] = 0
    """The change of Initiative while it is up."""
    sight: Annotated[int, Meta(ge=0, le=40)] | None = None
    """The farthest visible distance."""
    rooted: bool = False
    """No Movement and no Displacement; Placing is allowed."""
    attacks_cause: bool = False
    """Attacks may target only the Character that caused the State."""
    damage: Annotated[int, Meta(ge=0, le=30)] = 0
    """Damage suffered once, when this side is turned up."""


class StateCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.STATE.IMPOSE: a State and the two sides of its token. `recovery`: placed on
    Characters that return from the Infirmary.
    """

    id: str
    name: str
    red: StateSide = StateSide()
    """The side that is up at first."""
    blue: StateSide = StateSide()
    """The other side of the token."""
    recovery: bool = False
    """Whether a Character that returns from the Infirmary gets it."""
    house: bool = False
    source: str = ""


class TeamCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """ARISTEIA.SETUP.FIRST-GAME-TEAMS: four Characters and eight Character Tactics, by id.

    `hand` is a fixed starting hand; `deployment` gives a space for each Character in their order.
    Both are empty for teams that draw and deploy by choice. `underdog`: the team starts as
    Underdog.
    """

    id: str
    title: str
    characters: tuple[str, ...]
    """The ids of its four Characters."""
    tactics: tuple[str, ...]
    """The ids of two Tactics for each Character."""
    hand: tuple[str, ...] = ()
    """A fixed starting hand of four Tactics; empty for teams that draw one."""
    deployment: tuple[tuple[int, int], ...] = ()
    """A space [q, r] for each Character in order; empty for teams that choose."""
    underdog: bool = False
    """Whether it starts as Underdog."""
    house: bool = False
    house_fields: tuple[str, ...] = ()


class ZoneCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A Deployment Zone; `opposite` is empty for the central one, where no team starts."""

    id: str
    title: str
    spaces: tuple[tuple[int, int], ...]
    """Its spaces [q, r]."""
    opposite: str = ""
    """The id of the opposite zone; empty for the central one, where no team starts."""


class BoardCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """ARISTEIA.SPACE.BLOCKED: the HexaDome: a hexagon of spaces, with Blocked spaces and Deployment
    Zones.
    """

    id: str
    title: str
    radius: Annotated[int, Meta(ge=2, le=20)]
    """Spaces from the middle to the rim."""
    blocked: tuple[tuple[int, int], ...]
    """Spaces [q, r] that no Character can enter."""
    zones: tuple[ZoneCard, ...]
    """The Deployment Zones of the board."""
    house: bool = False
    source: str = ""
    house_fields: tuple[str, ...] = ()

    @lazy
    def walls(self) -> dict[Hex, None]:
        return dict.fromkeys(hex_at(q, r) for q, r in self.blocked)

    @lazy
    def hexes(self) -> HexField:
        """The spaces, including Blocked ones, with the zones by id."""
        zones = {z.id: tuple(hex_at(q, r) for q, r in z.spaces) for z in self.zones}
        return HexField.hexagon(self.radius, dict.fromkeys(self.walls, "blocked"), zones)

    @lazy
    def zone_of(self) -> dict[Hex, str]:
        """The zone of each space that lies in one."""
        return {h: name for name, spaces in self.hexes.zones.items() for h in spaces}

    @lazy
    def opposites(self) -> dict[str, str]:
        """The opposite zone of each zone in which a team may start."""
        return {zone.id: zone.opposite for zone in self.zones if zone.opposite}


class ScenarioCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """ARISTEIA.SETUP.SCENARIO: the board, the Obstacles, the first Scoring Zone and its points.

    `alone`, `more` and `equal` are Victory Points; `move_needs_score`: the zone moves only if a
    player scored (ARISTEIA.AMB.ZONE-NO-SCORE).
    """

    id: str
    title: str
    board: str
    """The id of its board."""
    barriers: tuple[tuple[int, int], ...]
    """Spaces [q, r] with an Obstacle."""
    first_zone: str
    """The first Scoring Zone, by id."""
    alone: Annotated[int, Meta(ge=0, le=20)]
    """Victory Points for a team that is alone in the zone."""
    more: Annotated[int, Meta(ge=0, le=20)]
    """Victory Points for the team with more Characters in it."""
    equal: Annotated[int, Meta(ge=0, le=20)]
    """Victory Points for each team if both have equally many."""
    move_needs_score: bool = False
    """Whether the zone moves only if a player scored."""
    house: bool = False
    source: str = ""
    house_fields: tuple[str, ...] = ()

    @lazy
    def obstacles(self) -> dict[Hex, None]:
        """The spaces with a Barrier."""
        return dict.fromkeys(hex_at(q, r) for q, r in self.barriers)
