"""Set up the table: the field, the armies and the settings of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gattai.games.attack_chart.attack.needed import Method
from gattai.games.attack_chart.cards import FieldCard, UnitCard
from gattai.games.attack_chart.state import BLUE, RED, Rulings, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import Setting, chosen_readings
from gattai.kernel.text.words import UnknownWord

MAX_UNITS = 12

OPTIONS = (
    Setting(
        "method", "where numbers come from: chosen once", "formula", ("formula", "chart", "ask")
    ),
    Setting("field", "the field to fight on", "thickets", is_listed=True),
    Setting("blue", "blue's army: unit ids with commas, or the sample army blue or red", "blue"),
    Setting("red", "red's army: unit ids with commas, or the sample army blue or red", "red"),
    Setting("rounds", "how many rounds are fought", "5"),
)


def set_table(
    options: Mapping[str, str],
    units: Mapping[str, UnitCard],
    fields: Mapping[str, FieldCard],
    samples: Mapping[str, tuple[str, ...]],
) -> State:
    """Return the table before the first action (ATTACK-CHART.HOUSE.ARMY, ATTACK-CHART.HOUSE.FIELD)."""
    if options["field"] not in fields:
        raise UnknownWord("field", options["field"], tuple(fields))
    armies = tuple(
        (card, seat)
        for side, seat in (("blue", BLUE), ("red", RED))
        for card in army_of(side, options[side], units, samples)
    )
    field = fields[options["field"]]
    for seat, zone in zip((BLUE, RED), field.zones, strict=True):
        if sum(owner == seat for _, owner in armies) > len(zone):
            raise ValueError("an army does not fit into its deployment rows")
    rounds = options["rounds"]
    if not rounds.isascii() or not rounds.isdigit() or not 1 <= int(rounds) <= 50:
        raise ValueError(f"option rounds cannot be {rounds!r}; it is a number from 1 to 50")
    methods: dict[str, Method | None] = {"formula": "formula", "chart": "chart", "ask": None}
    method = methods[options["method"]]
    return State(
        field=field,
        units=_named(armies),
        rounds=int(rounds),
        method=method,
        phase="method" if method is None else "roll-off",
        rulings=chosen_readings(Rulings, options),
    )


def army_of(
    side: str, wanted: str, units: Mapping[str, UnitCard], samples: Mapping[str, tuple[str, ...]]
) -> list[UnitCard]:
    """The units of an army. Raises ValueError if it cannot be read or is not allowed."""
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    wanted = side if wanted == "sample" else wanted  # older transcripts use this word
    if wanted in samples:
        names = [*samples[wanted]]
    against = tuple(army_refusals(names, f"{side}'s army"))
    if against:
        raise Refused(against)
    return [find_unit(name, units) for name in names]


def army_refusals(names: Sequence[str], army: str = "an army") -> Iterator[Refusal]:
    """ATTACK-CHART.HOUSE.ARMY: an army is a list of units; this many fit into every field."""
    if not 1 <= len(names) <= MAX_UNITS:
        reason = f"{army} needs 1 to {MAX_UNITS} units, not {len(names)}"
        yield Refusal("ATTACK-CHART.HOUSE.ARMY", reason)


def find_unit(name: str, units: Mapping[str, UnitCard]) -> UnitCard:
    """Return a unit by its id. Raises UnknownWord with the nearest one."""
    if name not in units:
        raise UnknownWord("unit", name, tuple(units))
    return units[name]


def _named(armies: tuple[tuple[UnitCard, Seat], ...]) -> tuple[Unit, ...]:
    """Give every unit a unique name: the second gunners are `gunners-2`."""
    taken: dict[str, int] = {}
    units: list[Unit] = []
    for card, seat in armies:
        count = taken[card.id] = taken.get(card.id, 0) + 1
        name = card.id if count == 1 else f"{card.id}-{count}"
        units.append(Unit(name, card, seat, card.models * card.hp))
    return tuple(units)
