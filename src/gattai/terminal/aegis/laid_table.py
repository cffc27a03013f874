"""Two units on an open field, laid so that the Action in question can be asked about.

It is a table like any other, so what is told about it comes from the rules that play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from gattai.games.aegis.cards import ActionCard, FieldCard, UnitCard
from gattai.games.aegis.deeds import Use
from gattai.games.aegis.keywords.registry import reach_of, voices
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.state import BLUE, RED, Effect, State, Unit, UnitId
from gattai.games.aegis.strike.aiming import targets_somebody
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import Hex, hex_at
from gattai.terminal.aegis.terms import Given
from gattai.terminal.complaint import Complaint
from gattai.terminal.pages.odds import Laid

USER, TARGET, ALLY = UnitId(0), UnitId(1), UnitId(2)
HELPFUL = ("repair", "boost", "buff")
LASER_DISTANCE = 4
"""How far away the target of an Action is laid that reaches everywhere."""
FARTHEST = 30
ENERGY = 30


@cache
def open_field(radius: int) -> FieldCard:
    """A hexagon without terrain; nobody starts on it, so it needs no zones."""
    return FieldCard("open", "an open field", radius, (), ())


def usual_distance(action: ActionCard) -> int:
    """One for melee and for what is only round the user; else as far as the card says."""
    reach = reach_of(action)
    if reach > FARTHEST:
        return LASER_DISTANCE
    return max(1, reach)


def lay(
    user: UnitCard,
    action: ActionCard,
    target: UnitCard,
    rules: Aegis,
    *,
    distance: int | None = None,
    given: Sequence[Given] = (),
) -> Laid:
    """The user in the middle of a row, the target so many hexes to its right, and nothing else."""
    apart = usual_distance(action) if distance is None else distance
    if not 1 <= apart <= FARTHEST:
        raise Complaint(f"the target can be 1 to {FARTHEST} hexes away, not {apart}")
    radius = max(10, apart + 6)
    start = -(apart // 2)
    notes: list[str] = []
    friendly = action.type in HELPFUL
    for term in given:
        if term.kind == "flag" and term.word in ("ally", "enemy"):
            friendly = term.word == "ally"
    hurt = 0
    if action.type == "repair" and not _figure(given, "target", "lost"):
        hurt = target.integrity - 1
        notes.append(
            f"{target.name} is taken to have 1 Integrity left, or nothing could be repaired."
        )
    units = [
        _unit(user, RED, hex_at(start, 0), "user", given),
        _unit(target, RED if friendly else BLUE, hex_at(start + apart, 0), "target", given),
    ]
    units[TARGET] = replace(units[TARGET], damage=units[TARGET].damage + hurt)
    if units[USER].name == units[TARGET].name:
        units[TARGET] = replace(units[TARGET], name=f"{units[TARGET].name}-2")
    if voices(units[USER].card, "tolls") and not friendly:
        ally = next(
            c for c in rules.units.values() if c.level == 1 and c.id not in (user.id, target.id)
        )
        units.append(Unit(ally.id, ally, RED, ally.action, (ally,), at=hex_at(0, -radius)))
        notes.append(f"{ally.name} stands far away, an ally whose output {user.name} can draw on.")
    energy = _figure(given, "user", "energy") if _has(given, "user", "energy") else ENERGY
    state = State(
        field=open_field(radius),
        units=tuple(units),
        pools=((), ()),
        phase="acting",
        turns=(2, 2),
        energy=(energy, ENERGY),
    )
    whom = TARGET if targets_somebody(action) else None
    return Laid(rules, state, Use(USER, action.name, whom), tuple(notes))


def _unit(card: UnitCard, seat: Seat, at: Hex, who: str, given: Sequence[Given]) -> Unit:
    own = [term for term in given if term.who == who]
    added = [f"{t.word} {t.amount}" if t.amount else t.word for t in own if t.kind == "ability"]
    if added:
        card = replace(card, passives=(*card.passives, *added))
    effects = tuple(Effect(t.word, BLUE, t.amount) for t in own if t.kind == "state")
    damage = _figure(given, who, "lost")
    if damage >= card.integrity:
        raise Complaint(f"{card.name} has {card.integrity} Integrity and cannot have lost {damage}")
    return Unit(
        name=card.id,
        card=card,
        seat=seat,
        actions=card.action,
        under=(card,),
        at=at,
        damage=damage,
        moved=_has(given, who, "moved"),
        effects=effects,
    )


def _figure(given: Sequence[Given], who: str, word: str) -> int:
    return sum(t.amount for t in given if (t.who, t.kind, t.word) == (who, "figure", word))


def _has(given: Sequence[Given], who: str, word: str) -> bool:
    return any((t.who, t.word) == (who, word) for t in given)
