"""Forces: their units, squads and Commander. Every broken rule is reported at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gattai.games.mechastellar.cards import ArmyCard, UnitCard
from gattai.games.mechastellar.parameters import Parameters
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.text.words import UnknownWord

HOW = (
    "an army id, or units with commas: name*3 is a squad of three, a+b one of two, ! the Commander"
)
MAX_MODELS = 30
"""The document mentions up to 20 or 30 models a side."""
MAX_COUNT = 9
"""The largest number after a `*`."""


class Force(msgspec.Struct, frozen=True):
    """A side's units, each a list of models with the leader first, and the units with Commanders."""

    units: tuple[tuple[UnitCard, ...], ...]
    commanders: tuple[int, ...] = ()

    @property
    def models(self) -> tuple[UnitCard, ...]:
        """All models in the order of the units."""
        return tuple(card for unit in self.units for card in unit)

    @property
    def vp(self) -> int:
        """The points that the other side scores for destroying all of it."""
        return sum(card.vp for card in self.models)


def force_refusals(force: Force, rules: Parameters) -> Iterator[Refusal]:
    """Return everything that is wrong with a force; empty if it is legal."""
    models = len(force.models)
    if not force.units:
        yield Refusal("MS.DEPLOY.RESERVE", "a force has at least one unit to deploy")
    elif len(force.commanders) != 1:
        figures = (("commanders", len(force.commanders)), ("wanted", 1))
        yield Refusal("MS.SETUP.COMMANDER", "a side has one Commander", figures)
    if models > MAX_MODELS:
        figures = (("models", models), ("most", MAX_MODELS))
        yield Refusal("MS.DEPLOY.ZONE", "there is no room to deploy so many", figures)
    for unit in force.units:
        yield from _squad_refusals(unit, rules)


def _squad_refusals(unit: Sequence[UnitCard], rules: Parameters) -> Iterator[Refusal]:
    """MS.SQUAD.FORM: two or three models of the same Role and Performance."""
    size, squad = len(unit), rules.squad
    if size < 2:
        return
    if squad.max < 2:
        reason = f"this version of the rules has no squads, such as that led by {unit[0].name}"
        yield Refusal("MS.SQUAD.FORM", reason)
        return
    if not squad.min <= size <= squad.max:
        figures = (("models", size), ("least", squad.min), ("most", squad.max))
        yield Refusal("MS.SQUAD.FORM", f"a squad led by {unit[0].name} has the wrong size", figures)
    for field in ("role", "performance"):
        found = [*dict.fromkeys(str(getattr(card, field)) for card in unit)]
        if len(found) > 1:
            reason = f"models of a squad have the same {field}, not {' and '.join(found)}"
            yield Refusal("MS.SQUAD.FORM", reason)


def force_remarks(forces: Sequence[Force], rules: Parameters) -> Iterator[Refusal]:
    """What the document advises against, for one force or for two opposing ones.

    MS.UNIT.PERFORMANCE: all units should be within a range of four Performance points.
    """
    marks = [card.performance for force in forces for card in force.models]
    if marks and max(marks) - min(marks) >= rules.army.performance_window:
        figures = (
            ("lowest", min(marks)),
            ("highest", max(marks)),
            ("range", rules.army.performance_window),
        )
        reason = "units should be of one range of Performance"
        yield Refusal("MS.UNIT.PERFORMANCE", reason, figures)


def elite_level(force: Force, rules: Parameters) -> int:
    """MS.MOM.ELITE-LEVEL: the Elite level of a force, for setting Momentum."""
    by_tier = rules.momentum.elite_level
    return sum(card.elite_level or int(getattr(by_tier, card.tier)) for card in force.models)


def force_of(
    wanted: str,
    units: Mapping[str, UnitCard],
    armies: Mapping[str, ArmyCard],
    rules: Parameters,
) -> Force:
    """A legal force by its id or its units. Raises ValueError with every rule that it breaks."""
    force = fielded_force(wanted, units, armies, rules)
    refusals = tuple(force_refusals(force, rules))
    if refusals:
        raise Refused(refusals)
    return force


def fielded_force(
    wanted: str,
    units: Mapping[str, UnitCard],
    armies: Mapping[str, ArmyCard],
    rules: Parameters,
) -> Force:
    """A force as this version of the rules uses it: where there are no squads, every model is a unit."""
    force = read_force(wanted, units, armies)
    if rules.squad.max > 1 or wanted.strip() not in armies:
        return force
    commanders = tuple(sum(map(len, force.units[:n])) for n in force.commanders)
    return Force(tuple((card,) for card in force.models), commanders)


def read_force(wanted: str, units: Mapping[str, UnitCard], armies: Mapping[str, ArmyCard]) -> Force:
    """Read a force, legal or not. Raises UnknownWord with the nearest army or unit."""
    if wanted.strip() in armies:
        army = armies[wanted.strip()]
        cards = tuple(tuple(units[name] for name in unit) for unit in army.units)
        leaders = [unit[0].id for unit in cards]
        return Force(cards, (leaders.index(army.commander),))
    if not re.search(r"[,!*+]", wanted) and _plain(wanted) not in _by_name(units):
        raise UnknownWord("army", wanted.strip(), (*armies, *units))
    names = [name.strip() for name in wanted.split(",") if name.strip()]
    found = tuple(tuple(read_unit(name, units)) for name in names)
    commanders = tuple(n for n, name in enumerate(names) if "!" in name)
    if not commanders and len(found) == 1:
        commanders = (0,)
    return Force(found, commanders)


def read_unit(text: str, units: Mapping[str, UnitCard]) -> Iterator[UnitCard]:
    """The models of one unit: `name`, `name*3` or `one+other`."""
    by_name = _by_name(units)
    for part in text.replace("!", "").split("+"):
        name, star, count = (piece.strip() for piece in part.partition("*"))
        if star and not re.fullmatch("[1-9]", count):
            raise ValueError(f"{part.strip()!r}: after the * stands a number from 1 to 9")
        if _plain(name) not in by_name:
            raise UnknownWord("unit", name, tuple(units))
        yield from [by_name[_plain(name)]] * (int(count) if star else 1)


def _by_name(units: Mapping[str, UnitCard]) -> dict[str, UnitCard]:
    return {key: card for card in units.values() for key in (_plain(card.name), _plain(card.id))}


def _plain(name: str) -> str:
    return name.strip().lower().replace(" ", "-").replace("_", "-")


def force_text(force: Force) -> str:
    """Write a force in the format that `read_force` reads.

    Equal neighbouring models are written with a count, and the Commander is marked.
    """
    return ", ".join(
        unit_text([card.id for card in unit]) + "!" * (number in force.commanders)
        for number, unit in enumerate(force.units)
    )


def unit_text(models: Sequence[str]) -> str:
    """Write the models of a unit: `name*3+other`.

    >>> unit_text(["ox"] * 10 + ["ant"])
    'ox*9+ox+ant'
    """
    parts: list[list[str]] = []
    for model in models:
        if parts and parts[-1][0] == model and len(parts[-1]) < MAX_COUNT:
            parts[-1].append(model)
        else:
            parts.append([model])
    return "+".join(p[0] if len(p) == 1 else f"{p[0]}*{len(p)}" for p in parts)
