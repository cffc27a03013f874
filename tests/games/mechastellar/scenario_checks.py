"""What a scenario can say about a table, and the scenarios that need none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gattai.games.mechastellar.content import load_content
from gattai.games.mechastellar.events.strike import AttackDeclared
from gattai.games.mechastellar.figures import (
    elevation,
    engaging,
    flies,
    is_shut_down,
    sees,
    size_of,
)
from gattai.games.mechastellar.forces import force_refusals, force_remarks, read_force
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.rulesets import changed_by_name, figures
from gattai.games.mechastellar.state import SIDES
from gattai.games.mechastellar.strike.pools import Pool, counted
from gattai.games.mechastellar.strike.terms import cover_of
from gattai.kernel.position import begin
from gattai.kernel.ruleset import Outcome
from gattai.tabletop.hexes import from_text, to_text
from tests.games.mechastellar.table import RULES, Battle, battle, is_ahead

CONTENT = load_content()
Entry = dict[str, Any]


def check(game: Battle, key: str, wanted: Any) -> None:
    """One expectation: `B1.hp = 300`, `A.momentum = 9`, `sees = ["A1 B1"]`."""
    found = look_up(game, key, wanted)
    assert found == wanted, f"{key} is {found}, not {wanted}"


def look_up(game: Battle, key: str, wanted: Any) -> Any:
    state = game.state
    name, _, what = key.partition(".")
    match name:
        case "momentum" | "orders":
            return list(getattr(state, name))
        case "A" | "B":
            return state.momentum["AB".index(name)]
        case "vp":
            return list(state.scores)
        case "act":
            return getattr(game.act, what)
        case "owner":
            owner = state.owners[[p.id for p in state.ground.field.control_point].index(what)]
            return "" if owner is None else SIDES[owner]
        case "terrain":
            card = state.ground.terrain.get(from_text(what))
            return "" if card is None else card.kind
        case "challenge" | "revenge":
            return [state.units[each].name for each in getattr(state, name)[-1]]
        case "over":
            return isinstance(game.question, Outcome)
        case "winner":
            assert isinstance(game.question, Outcome)
            winners = game.question.winners
            return SIDES[winners[0]] if len(winners) == 1 else "draw"
        case "squad":
            return len(state.squad(game.id(what)))
        case "attacked":
            return [state.units[e.target].name for e in game.happened(AttackDeclared)]
        case "engaged":
            pairs = [(game.id(u.name), u) for u in state.units]
            return [
                f"{u.name} {state.units[foe].name}" for n, u in pairs for foe in engaging(state, n)
            ]
        case "not_engaged":
            return [each for each in wanted if not engaging(state, game.id(each))]
        case "sees" | "hidden":
            pairs_of = [(each, *each.split()) for each in wanted]
            seen = name == "sees"
            return [e for e, a, b in pairs_of if sees(state, game.unit(a), game.unit(b)) is seen]
        case "cover":
            return [each for each in wanted if _cover(game, *each.split())]
        case "shutdown" | "not_shutdown":
            down = name == "shutdown"
            return [u for u in wanted if is_shut_down(state.rules, game.unit(u)) is down]
        case _:
            return _of_unit(game, name, what, wanted)


def _cover(game: Battle, one: str, other: str) -> int:
    weapon = game.unit(one).card.weapon[0]
    return cover_of(game.state, Strike(game.id(one), weapon, game.id(other)))[0]


def _of_unit(game: Battle, name: str, what: str, wanted: Any) -> Any:
    unit = game.unit(name)
    match what.split("."):
        case ["at"]:
            return "-" if unit.at is None else to_text(unit.at)
        case ["gone"]:
            return unit.fate == "destroyed"
        case ["uses", weapon]:
            return unit.left_of(weapon)
        case ["lost"]:
            return list(unit.lost)
        case ["bits"]:
            return sum(dice for _, dice in unit.bits)
        case ["elevation"]:
            return elevation(game.state, unit)
        case ["flies"]:
            return flies(unit)
        case _:
            return getattr(unit, what)


# Scenarios about figures, without a battle.


def points(entry: Entry) -> None:
    field = CONTENT.maps["standard-crossing"]
    assert [to_text(at) for at in field.points] == entry["then"]["points"]
    assert not any(at in field.pieces for at in field.points)


def arcs(entry: Entry) -> None:
    here = from_text("0,0")
    assert all(is_ahead(here, 0, from_text(at)) for at in entry["then"]["front"])
    assert not any(is_ahead(here, 0, from_text(at)) for at in entry["then"]["rear"])


def start(entry: Entry) -> None:
    if "levels" in entry:
        low, high = min(entry["levels"]), max(entry["levels"])
        force = [["argonaut!"], ["argonaut!"]]
        for seat, level in enumerate(entry["levels"]):
            force[seat] += ["falconeye"] * level
        entry = {**entry, "south": ", ".join(force[0]), "north": ", ".join(force[1])}
        assert (low, high) == (9, 13)
    begun = begin(RULES, {"south": entry["south"], "north": entry["north"]})
    game = Battle(begun.state)
    if game.state.phase == "order":
        game.answers((1, 10))
    game.deploys_all().next_round()
    assert list(game.state.momentum) == entry["then"]["momentum"]


def forces(entry: Entry) -> None:
    rules = CONTENT.rulesets["ver10-final"]

    def broken(text: str) -> list[str]:
        found = read_force(text, CONTENT.units, CONTENT.armies)
        return [refusal.rule for refusal in force_refusals(found, rules)]

    for text in entry.get("legal", ()):
        assert broken(text) == [], text
    for line in entry.get("illegal", ()):
        text, _, rule = line.rpartition(" ")
        assert rule in broken(text), text
    if "wide" in entry:
        narrow = changed_by_name(rules, {"army.performance_window": entry["wide"]["window"]})
        found = read_force(entry["wide"]["force"], CONTENT.units, CONTENT.armies)
        assert [r.rule for r in force_remarks([found], narrow)] == ["MS.UNIT.PERFORMANCE"]
        assert [*force_remarks([found], rules)] == []


def tiers(entry: Entry) -> None:
    rules, names = CONTENT.rulesets["ver10-final"], ("basic", "battle_tested", "skilled", "ace")
    then = entry["then"]
    assert [getattr(rules.morale, name) for name in names] == then["morale"]
    assert [getattr(rules.momentum.elite_level, name) for name in names] == then["elite"]
    assert [getattr(rules.orders, name, 0) for name in names] == then["orders"]


def levels(entry: Entry) -> None:
    rules = CONTENT.rulesets["ver10-final"]
    found = sum(getattr(rules.momentum.elite_level, tier) for tier in entry["tiers"])
    assert found == entry["then"]["level"]


def orders(entry: Entry) -> None:
    rules = CONTENT.rulesets["ver10-final"]
    assert sum(getattr(rules.orders, tier) for tier in entry["tiers"]) == entry["then"]["orders"]


def pool(entry: Entry) -> None:
    made = Pool.capped(entry["dice"], 0, cap=10, success=5, crit=10, crit_value=2, floor=0)
    assert (made.dice, made.flat) == (entry["then"]["rolled"], entry["then"]["automatic"])


def count(entry: Entry) -> None:
    then = entry["then"]
    if "faces" in then:
        faces = then["faces"]
        assert counted(len(faces), 5, 10, 2).read(faces) == then["successes"]
        return
    success = entry.get("success", 5)
    dice, flat = entry["pool"]
    hits = counted(dice, success, 10, 2).read(entry["faces"])
    assert isinstance(hits, int) and hits + flat == then["hits"]
    if "against" in entry:
        dice, bonus = entry["against"]
        back = counted(dice, success, entry.get("other_crit", 10), 2).read(entry["other"])
        assert isinstance(back, int) and back + bonus == then["def"]
        assert then["hits"] - then["def"] == then["unblocked"]


def printed_figures(entry: Entry) -> None:
    known = figures(CONTENT.rulesets["ver10-final"])
    assert {name: known[name] for name in entry["then"]} == entry["then"]


def card(entry: Entry) -> None:
    found = CONTENT.units[entry["check"].split()[1]]
    for path, wanted in entry["then"].items():
        value: Any = found
        for name in path.split("."):
            value = getattr(value, name)
        assert (list(value) if isinstance(value, tuple) else value) == wanted, path


def printed(entry: Entry) -> None:
    for path, wanted in entry["then"].items():
        unit, weapon, figure = path.split("/")
        found = CONTENT.units[unit].find_weapon(weapon)
        assert getattr(found, figure) == wanted, path


def rows(entry: Entry) -> None:
    field = CONTENT.maps["standard-crossing"]
    _, r = field.control_point[4].at
    assert field.deployment_rows == entry["then"]["rows"]
    assert (field.half_rows - r + 1) * 4 == entry["then"]["point_in"]


def shield(entry: Entry) -> None:
    for name, (bonus, dice) in entry["then"].items():
        assert (-CONTENT.units[name].shield_s, CONTENT.units[name].shield_s) == (bonus, dice)


def terrain(entry: Entry) -> None:
    kinds = {each.kind: each for each in CONTENT.maps["standard-crossing"].terrain}
    assert all(getattr(kinds[kind], what) for kind, what in entry["then"].items())


def squad_size(entry: Entry) -> None:
    for text, size in entry["then"].items():
        name, _, count = text.partition("*")
        units = [f"A{n + 1} {name} {n},0 0" + " leader=A1" * bool(n) for n in range(int(count))]
        game = battle(*units)
        assert size_of(game.state, game.id("A1")) == size


CHECKS: dict[str, Callable[[Entry], None]] = {
    "control": points, "arcs": arcs, "start": start, "forces": forces, "tiers": tiers,
    "elite": levels, "orders": orders, "pool": pool, "count": count, "figures": printed_figures,
    "card": card, "printed": printed, "rows": rows, "shield": shield, "terrain": terrain, "squad": squad_size,
}  # fmt: skip
