"""The structured form of a scenario, laid as a table: cards, units, statuses, pools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gattai.games.aegis.cards import ActionCard, UnitCard
from gattai.games.aegis.state import BLUE, RED, Effect, State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.tabletop.hexes import hex_at
from tests.games.aegis.table import RULES, Battle, action, field
from tests.games.catalogued import Entry, load
from tests.games.scenarios import refuse_unknown

FOLDER = Path(__file__).parent / "catalogue"
NAMED = {card.name: card for card in RULES.units.values()}
LAID = {
    "dice",
    "dice_house",
    "active",
    "cards",
    "combine_pool",
    "combine_pool2",
    "destroyed",
    "map_radius",
    "marks",
    "pool",
    "terrain",
    "turns",
    "units",
}


DEFAULTS: dict[str, Entry] = load(FOLDER, "scenarios")["defaults"]


def seat_of(player: int) -> Seat:
    """The seat of player 1 or 2."""
    return (RED, BLUE)[player - 1]


def _ability(text: str | Mapping[str, Any]) -> str:
    return text if isinstance(text, str) else f"{text['name']} {text['x']}"


def make_action(form: Entry) -> ActionCard:
    """An Action from its form; what is missing comes from the defaults."""
    return action(**{**DEFAULTS["action"], **form})


def make_card(form: Entry, name: str) -> UnitCard:
    """A card: one of the packs, or one of the test."""
    if form.get("card") in NAMED:
        assert not {"integrity", "ep", "actions", "passives"} & {*form}
        return NAMED[form["card"]]
    whole = {**DEFAULTS["unit"], "commander_ability": "", "faction": "grey", "makes": [], **form}
    return UnitCard(
        id=name.lower(),
        name=name,
        make=whole["make"],
        model=name,
        classes=tuple(whole["classes"]),
        level=whole["level"],
        ep=whole["ep"],
        move=whole["move"],
        integrity=whole["integrity"],
        faction=whole["faction"],
        action=tuple(make_action(each) for each in whole["actions"]),
        makes=tuple(whole["makes"]),
        passives=tuple(map(_ability, whole["passives"])),
        combine_abilities=tuple(map(_ability, whole["combine_abilities"])),
        commander=name.lower() if whole["commander"] else "",
        commander_ability=whole["commander_ability"],
    )


ON_CARD = {*DEFAULTS["unit"], "commander_ability", "faction", "makes", "card", "name"}
ON_UNIT = {"id", "owner", "pos", "damage", "ep_mod", "acted", "status"}


def make_cards(forms: Iterable[Entry]) -> dict[str, UnitCard]:
    """Test cards by name, beside those of the packs."""
    found = dict(NAMED)
    for form in forms:
        refuse_unknown("a card", form, ON_CARD)
        found[form["name"]] = make_card(form, form["name"])
    return found


def make_unit(form: Entry) -> Unit:
    """A unit as it stands, waits or lies beside the field."""
    refuse_unknown("a unit", form, ON_CARD | ON_UNIT)
    of_card = {key: value for key, value in form.items() if key in ON_CARD}
    card = make_card(of_card, form["id"])
    waits = "pos" not in form and any(text.startswith("Combat Drop") for text in card.passives)
    return Unit(
        name=form["id"],
        card=card,
        seat=seat_of(form["owner"]),
        actions=card.action,
        under=(card,),
        at=hex_at(*form["pos"]) if "pos" in form else None,
        fate="waiting" if waits else "",
        damage=form.get("damage", 0),
        output_change=form.get("ep_mod", 0),
        acted=form.get("acted", False),
        effects=tuple(_effect(each) for each in form.get("status", ())),
    )


def _effect(form: Entry) -> Effect:
    refuse_unknown("a status", form, ("kind", "value", "until_start_of"))
    return Effect(form["kind"], seat_of(form["until_start_of"]), form.get("value", 0))


def lay(entry: Entry) -> Battle:
    """The table of a scenario before its first step."""
    units = tuple(make_unit(form) for form in entry.get("units", ()))
    active = seat_of(entry.get("active", 1))
    cards = make_cards(entry.get("cards", ()))
    ids = {unit.name: UnitId(number) for number, unit in enumerate(units)}
    red, blue = entry.get("turns", (2, 1))
    acted = [n for n, unit in enumerate(units) if unit.acted and unit.seat == active]
    nobody_stands = units and all(unit.at is None for unit in units)
    first_step = next(iter(entry["steps"]), {"do": ""})
    return Battle(
        State(
            field=field(
                *((q, r) for q, r in entry.get("terrain", ())), radius=entry.get("map_radius", 7)
            ),
            units=units,
            pools=(
                tuple(cards[name] for name in entry.get("combine_pool", ())),
                tuple(cards[name] for name in entry.get("combine_pool2", ())),
            ),
            phase="placing" if nobody_stands else "acting",
            turn=active,
            turns=(red, blue),
            energy=tuple(entry.get("pool", (20, 20))),
            first_actor=UnitId(acted[0]) if acted else None,
            destroyed=tuple(entry.get("destroyed", (0, 0))),
            marks=tuple(
                (seat_of(mark["owner"]), ids[mark["unit"]]) for mark in entry.get("marks", ())
            ),
            owed=(active,) if first_step["do"] == "mandate" else (),
        )
    )
