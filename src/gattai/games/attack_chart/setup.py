"""Setting the table: the field, the armies, and the options a game can have."""

from __future__ import annotations

from collections.abc import Mapping

from gattai.games.attack_chart.cards import FieldCard, UnitCard
from gattai.games.attack_chart.state import BLUE, RED, Rulings, State, Unit
from gattai.games.attack_chart.strike.needed import Method
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Option, chosen_readings
from gattai.kernel.text.words import UnknownWord

MAX_UNITS = 12

OPTIONS = (
    Option(
        "method", "where numbers come from: chosen once", "formula", ("formula", "chart", "ask")
    ),
    Option("field", "the field to fight on", "thickets", is_listed=True),
    Option("blue", "blue's army: unit ids with commas, or the sample army blue or red", "blue"),
    Option("red", "red's army: unit ids with commas, or the sample army blue or red", "red"),
    Option("rounds", "how many rounds are fought", "5"),
)


def set_table(
    options: Mapping[str, str],
    units: Mapping[str, UnitCard],
    fields: Mapping[str, FieldCard],
    samples: Mapping[str, tuple[str, ...]],
) -> State:
    """The table before anything has happened (ATTACK-CHART.HOUSE.ARMY, ATTACK-CHART.HOUSE.FIELD)."""
    if options["field"] not in fields:
        raise UnknownWord("field", options["field"], tuple(fields))
    armies = tuple(
        (card, seat)
        for side, seat in (("blue", BLUE), ("red", RED))
        for card in _army(side, options[side], units, samples)
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


def _army(
    side: str, wanted: str, units: Mapping[str, UnitCard], samples: Mapping[str, tuple[str, ...]]
) -> list[UnitCard]:
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    wanted = side if wanted == "sample" else wanted  # as older transcripts say it
    if wanted in samples:
        names = [*samples[wanted]]
    if not 1 <= len(names) <= MAX_UNITS:
        raise ValueError(f"{side}'s army needs 1 to {MAX_UNITS} units, not {len(names)}")
    for name in names:
        if name not in units:
            raise UnknownWord("unit", name, tuple(units))
    return [units[name] for name in names]


def _named(armies: tuple[tuple[UnitCard, Seat], ...]) -> tuple[Unit, ...]:
    """Units with names of their own: the second of a kind is `gunners-2`."""
    taken: dict[str, int] = {}
    units: list[Unit] = []
    for card, seat in armies:
        count = taken[card.id] = taken.get(card.id, 0) + 1
        name = card.id if count == 1 else f"{card.id}-{count}"
        units.append(Unit(name, card, seat, card.models * card.hp))
    return tuple(units)
