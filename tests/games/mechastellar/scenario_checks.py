"""What a scenario can say about a table, and the scenarios that need none."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from gattai.games.mechastellar.attack.pools import Pool, counted
from gattai.games.mechastellar.attack.terms import cover_of
from gattai.games.mechastellar.content import load_content
from gattai.games.mechastellar.events.attack import AttackDeclared
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
from gattai.kernel.position import begin
from gattai.kernel.ruleset import Outcome
from gattai.tabletop.hexes import from_text, to_text
from tests.games.catalogued import Entry
from tests.games.mechastellar.table import RULES, Battle, battle, is_ahead

CONTENT = load_content()
RULESET = CONTENT.rulesets["ver10-final"]
Found = dict[str, Any]


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


# Scenarios about figures, without a battle: what they find, by the keys of their expectation.


def points(entry: Entry) -> Found:
    field = CONTENT.maps["standard-crossing"]
    assert not any(at in field.pieces for at in field.points)
    return {"points": [to_text(at) for at in field.points]}


def arcs(entry: Entry) -> Found:
    places = {side: entry["expect"][side] for side in ("front", "rear")}
    return {
        side: [
            at for at in hexes if is_ahead(from_text("0,0"), 0, from_text(at)) == (side == "front")
        ]
        for side, hexes in places.items()
    }


def start(entry: Entry) -> Found:
    if "levels" in entry:
        force = [["argonaut!", *["falconeye"] * level] for level in entry["levels"]]
        entry = {**entry, "south": ", ".join(force[0]), "north": ", ".join(force[1])}
    begun = begin(RULES, {"south": entry["south"], "north": entry["north"]})
    game = Battle(begun.state)
    if game.state.phase == "order":
        game.answers((1, 10))
    game.deploys_all().next_round()
    return {"momentum": list(game.state.momentum)}


def forces(entry: Entry) -> Found:
    rules = RULESET

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
    return {}


def tiers(entry: Entry) -> Found:
    names = ("basic", "battle_tested", "skilled", "ace")
    return {
        "morale": [getattr(RULESET.morale, name) for name in names],
        "elite": [getattr(RULESET.momentum.elite_level, name) for name in names],
        "orders": [getattr(RULESET.orders, name, 0) for name in names],
    }


def levels(entry: Entry) -> Found:
    return {"level": sum(getattr(RULESET.momentum.elite_level, tier) for tier in entry["tiers"])}


def orders(entry: Entry) -> Found:
    return {"orders": sum(getattr(RULESET.orders, tier) for tier in entry["tiers"])}


def pool(entry: Entry) -> Found:
    made = Pool.capped(entry["dice"], 0, cap=10, success=5, crit=10, crit_value=2, floor=0)
    return {"rolled": made.dice, "automatic": made.flat}


def count(entry: Entry) -> Found:
    if "faces" in (wanted := entry["expect"]):
        faces = wanted["faces"]
        return {"faces": faces, "successes": counted(len(faces), 5, 10, 2).read(faces)}
    found = {}
    success = entry.get("success", 5)
    thrown = {
        "hits": ("pool", "faces", 10),
        "def": ("against", "other", entry.get("other_crit", 10)),
    }
    for name, (made, faces, crit) in thrown.items():
        if made in entry:
            dice, flat = entry[made]
            read = counted(dice, success, crit, 2).read(entry[faces])
            assert isinstance(read, int)
            found[name] = read + flat
    if "def" in found:
        found["unblocked"] = found["hits"] - found["def"]
    return found


def printed_figures(entry: Entry) -> Found:
    return dict(figures(RULESET))


def card(entry: Entry) -> Found:
    found = CONTENT.units[entry["check"].split()[1]]
    return {path: _listed(attrgetter(path)(found)) for path in entry["expect"]}


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def printed(entry: Entry) -> Found:
    paths = {path: path.split("/") for path in entry["expect"]}
    return {
        path: getattr(CONTENT.units[unit].find_weapon(weapon), figure)
        for path, (unit, weapon, figure) in paths.items()
    }


def rows(entry: Entry) -> Found:
    field = CONTENT.maps["standard-crossing"]
    _, r = field.control_point[4].at
    return {"rows": field.deployment_rows, "point_in": (field.half_rows - r + 1) * 4}


def shield(entry: Entry) -> Found:
    shields = {name: CONTENT.units[name].shield_s for name in entry["expect"]}
    return {name: [-size, size] for name, size in shields.items()}


def terrain(entry: Entry) -> Found:
    kinds = {each.kind: each for each in CONTENT.maps["standard-crossing"].terrain}
    wanted = entry["expect"]
    return {k: getattr(kinds[k], what, False) and what for k, what in wanted.items()}


def squad_size(entry: Entry) -> Found:
    found = {}
    for text in entry["expect"]:
        name, _, count = text.partition("*")
        units = [f"A{n + 1} {name} {n},0 0" + " leader=A1" * bool(n) for n in range(int(count))]
        game = battle(*units)
        found[text] = size_of(game.state, game.id("A1"))
    return found


CHECKS: dict[str, Callable[[Entry], Found]] = {
    "control": points, "arcs": arcs, "start": start, "forces": forces, "tiers": tiers,
    "elite": levels, "orders": orders, "pool": pool, "count": count, "figures": printed_figures,
    "card": card, "printed": printed, "rows": rows, "shield": shield, "terrain": terrain, "squad": squad_size,
}  # fmt: skip
