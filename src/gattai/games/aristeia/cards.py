"""What is printed: dice, Characters, Tactics, States, teams, the HexaDome, Scenarios.

All of it is data; what the effects on cards mean is told in `effects.cards`. `content.py` loads it.
Figures that the booklet does not print say so: `house` is ours, `source` names public material, and
`house_fields` tells which parts of an otherwise public card are ours.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

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
    """The colour of the die."""
    faces: tuple[tuple[Symbol, ...], ...]
    """Its six faces, each a list of symbols; an empty list is blank."""
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
    """The dice that are thrown, by colour."""
    symbols: tuple[Symbol, ...] = ()
    """Symbols that count without a die."""


class SwitchCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.SWITCH.PAY: symbols to spend and what they buy.

    `adjacent`: only against a Character that was adjacent when the roll was called for.
    """

    cost: tuple[Literal["S", "B", "X"], ...]
    """The symbols it takes out of the result."""
    effects: tuple[AnyEffect, ...]
    """What they buy."""
    adjacent: bool = False
    """Only against a Character that was adjacent when the roll was called for."""


class ActionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.ACTION.COST: one Action of a card. `ap` and `mp` are its price.

    `always` are Effects that must be applied, `on_success` those that may be if an S is left.
    An Action without dice and symbols makes no roll.
    """

    id: str
    name: str
    kind: Literal["attack", "action"]
    """An attack rolls against an enemy; all else is an action."""
    ap: Annotated[int, Meta(ge=0, le=12)]
    """Action Points it costs."""
    target: TargetKind
    """Whom it may be aimed at; any is every Character but the one that acts, unless the Range begins at 0."""
    range: tuple[int, int] = (0, 0)
    """The shortest distance and the longest, in spaces."""
    sight: bool = False
    """Whether its Target has to be seen."""
    mp: Annotated[int, Meta(ge=0, le=12)] = 0
    """Movement Points it costs."""
    pool: Pool = Pool()
    """What is rolled for it; without dice and symbols it makes no roll."""
    switches: tuple[SwitchCard, ...] = ()
    """What symbols of its roll can buy."""
    always: tuple[AnyEffect, ...] = ()
    """Effects that must be applied."""
    on_success: tuple[AnyEffect, ...] = ()
    """Effects that may be applied if an S is left."""

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
    """The moment at which it may be used, once each time."""
    effects: tuple[AnyEffect, ...]
    """What it does."""
    discard: Annotated[int, Meta(ge=0, le=4)] = 0
    """How many Tactics it costs."""


class CharacterCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.TEAM.UNVEIL: a Character's card. `switches` are its General Switches."""

    id: str
    name: str
    initiative: Annotated[int, Meta(ge=0, le=20)]
    """Who has more goes first."""
    speed: Annotated[int, Meta(ge=0, le=12)]
    """Movement Points of an Activation."""
    energy: Annotated[int, Meta(ge=0, le=12)]
    """Action Points of an Activation."""
    hit_points: Annotated[int, Meta(ge=1, le=30)]
    """How much Damage sends it to the Infirmary."""
    defense: Pool
    """What it rolls when it is attacked."""
    brawn: Pool
    """What it rolls for strength."""
    agility: Pool
    """What it rolls for quickness."""
    switches: tuple[SwitchCard, ...] = ()
    """Its General Switches, for any of its rolls."""
    actions: tuple[ActionCard, ...] = ()
    """The Actions of its own, besides those that everybody has."""
    skills: tuple[SkillCard, ...] = ()
    """What it may do for nothing at certain moments."""
    house: bool = False
    source: str = ""
    house_fields: tuple[str, ...] = ()


class Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """Whom a Tactic's player chooses as `target`: within so many spaces of `self`, no sight needed."""

    who: Literal["enemy", "ally"]
    """Whose Character it is."""
    within: Annotated[int, Meta(ge=0, le=40)]
    """How many spaces away it may be; no sight is needed."""


class TacticCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.TACTIC.TIMING: a Tactic: whose it is, when it may be played, what it does.

    `owner` is a Character's id or `standard`; the Tactic of a Character that is not on the board
    cannot be played, but for `recovery`. `one_of`: its player picks one of the effects; else all
    apply in order.
    """

    id: str
    number: str
    """The number on the card."""
    name: str
    owner: str
    """The Character it belongs to, by id, or standard."""
    when: Moment
    """The moment at which it may be played."""
    effects: tuple[AnyEffect, ...]
    """What it does: all in order, or one of them."""
    text: str
    """What the card says to people."""
    pick: Pick | None = None
    """Whom its player chooses as target."""
    one_of: bool = False
    """Whether its player picks one of the effects."""
    name_printed: bool = True
    """Whether its name is public, and not ours."""
    house: bool = True


class StateSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.STATE.SIDES: what one side of a State token does while it shows.

    `sight` is the farthest distance seen; `rooted` forbids Movement and Displacement, not Placing;
    `attacks_cause` lets Attacks target only the Character that caused the State; `damage` is suffered
    once, when this side comes up.
    """

    energy: Annotated[int, Meta(ge=-12, le=12)] = 0
    """Change of Energy."""
    speed: Annotated[int, Meta(ge=-12, le=12)] = 0
    """Change of Speed."""
    initiative: Annotated[int, Meta(ge=-20, le=20)] = 0
    """Change of Initiative."""
    sight: Annotated[int, Meta(ge=0, le=40)] | None = None
    """The farthest distance that is seen."""
    rooted: bool = False
    """No Movement and no Displacement; Placing is allowed."""
    attacks_cause: bool = False
    """Attacks may target only the Character that caused the State."""
    damage: Annotated[int, Meta(ge=0, le=30)] = 0
    """Damage suffered once, when this side comes up."""


class StateCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """ARISTEIA.STATE.IMPOSE: a State and the two sides of its token. `recovery`: laid on the Bench."""

    id: str
    name: str
    red: StateSide = StateSide()
    """The side that is laid up first."""
    blue: StateSide = StateSide()
    """The other side of the token."""
    recovery: bool = False
    """Whether it is laid on whoever comes back from the Infirmary."""
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
    """Its four Characters, by id."""
    tactics: tuple[str, ...]
    """Two Tactics of each Character, by id."""
    hand: tuple[str, ...] = ()
    """A fixed starting hand of four Tactics; empty for teams that draw."""
    deployment: tuple[tuple[int, int], ...] = ()
    """A space [q, r] for each Character in their order; empty for teams that choose."""
    underdog: bool = False
    """Whether it starts as Underdog."""
    house: bool = False
    house_fields: tuple[str, ...] = ()


class ZoneCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, cache_hash=True):
    """A Deployment Zone; `opposite` is empty for the central one, where nobody starts."""

    id: str
    title: str
    spaces: tuple[tuple[int, int], ...]
    """Its spaces [q, r]."""
    opposite: str = ""
    """The zone across, by id; empty for the central one, where nobody starts."""


class BoardCard(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True
):
    """ARISTEIA.SPACE.BLOCKED: the HexaDome: a hexagon of spaces, Blocked ones, Deployment Zones."""

    id: str
    title: str
    radius: Annotated[int, Meta(ge=2, le=20)]
    """Spaces from the middle to the rim."""
    blocked: tuple[tuple[int, int], ...]
    """Spaces [q, r] where nobody can be."""
    zones: tuple[ZoneCard, ...]
    """Its Deployment Zones."""
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
    """The board it is played on, by id."""
    barriers: tuple[tuple[int, int], ...]
    """Spaces [q, r] with an Obstacle."""
    first_zone: str
    """The first Scoring Zone, by id."""
    alone: Annotated[int, Meta(ge=0, le=20)]
    """Victory Points for whoever is alone in the zone."""
    more: Annotated[int, Meta(ge=0, le=20)]
    """Victory Points for more Characters in it."""
    equal: Annotated[int, Meta(ge=0, le=20)]
    """Victory Points for each side, where both have as many."""
    move_needs_score: bool = False
    """Whether the zone moves only if somebody scored."""
    house: bool = False
    source: str = ""
    house_fields: tuple[str, ...] = ()

    @lazy
    def obstacles(self) -> dict[Hex, None]:
        """The spaces Occupied by a Barrier."""
        return dict.fromkeys(hex_at(q, r) for q, r in self.barriers)
