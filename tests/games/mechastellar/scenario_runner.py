"""Play the steps of a scenario through the public interface, and look at what came of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from gattai.games.mechastellar.actions import Attack
from gattai.games.mechastellar.attack.aiming import blindsides
from gattai.games.mechastellar.attack.terms import attack_dice, attack_hits, defence_bonus
from gattai.games.mechastellar.events.attack import DamageTaken, FinishingBlowStruck, HitsLanded
from gattai.games.mechastellar.ground import Ground
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.state import SIDES, UnitId
from gattai.kernel.position import begin
from gattai.kernel.question import Choose, Seat
from gattai.kernel.tally import Tally
from tests.games.catalogued import Entry
from tests.games.mechastellar.scenario_checks import CHECKS, Found, look_up
from tests.games.mechastellar.table import RULES, Battle, battle, field, told
from tests.games.scenarios import Scenarios, refuse_unknown

GIVEN = (
    "terrain", "space", "parameters", "momentum", "round", "orders", "owners", "challenge", "phase",
    "waiting", "scores",
)  # fmt: skip
"""What is said about a table besides its units."""
CHECKED = (
    "check", "tiers", "dice", "pool", "faces", "against", "other", "success", "other_crit", "levels",
    "legal", "illegal", "wide",
)  # fmt: skip
"""What is said about figures without a table."""
STEP = {"by", "seat", "do", "may", "refused", "dice", "answers", "offered", "lacks", "lacks_after",
        "unblocked", "damage", "finishing", "hits_flat", "def_flat", "dice_terms", "expect",
        "next_round", "round", "fresh", "only", "case", "turn", "roll", "deploy"}  # fmt: skip


class MechaStellarScenarios(Scenarios[Battle | Found]):
    """Battles; or figures that need none, found by a check."""

    known = frozenset(
        (*GIVEN, *CHECKED, "ruleset", "units", "start", "south", "north", "alternate")
    )

    def lay(self, entry: Entry) -> Battle | Found:
        if "check" in entry:
            return CHECKS[entry["check"].split()[0]](entry)
        return set_up(entry) if entry.get("start") else lay(entry)

    def take(self, table: Battle | Found, step: Entry) -> None:
        assert isinstance(table, Battle)
        take(table, step)

    def find(self, table: Battle | Found, wanted: Entry) -> Found:
        if isinstance(table, dict):
            return table
        return {key: look_up(table, key, value) for key, value in wanted.items()}


def lay(entry: Entry) -> Battle:
    """The table of a scenario, as its first step sees it."""
    first: Entry = next(iter(entry["steps"]), {})
    units = entry.get("units", [])
    if "only" in first:
        units = [text for text in units if text.split()[0] in first["only"]]
    for name in first.get("fresh", ()):
        units = [
            text.replace(" activated", "") if text.startswith(name) else text for text in units
        ]
    given = {key: entry[key] for key in GIVEN if key in entry}
    if "round" in first:
        given["round"] = first["round"]
    turn = first.get("seat") or (SIDES["AB".index(first["by"][0])] if first.get("by") else "south")
    return battle(*units, rules=entry.get("ruleset", "ver10-final"), turn=turn, **given)


def set_up(entry: Entry) -> Battle:
    """A game from its very beginning, with the forces named; units are called A1, B1 and so on."""
    options = {"south": entry["south"], "north": entry["north"], "map": "standard-crossing"}
    if entry.get("alternate"):
        options |= {"deployment": "alternate", "map": "open-crossing"}
    start = begin(RULES, options)
    counts = [0, 0]
    renamed = []
    for unit in start.state.units:
        counts[unit.seat] += 1
        renamed.append((unit, f"{'AB'[unit.seat]}{counts[unit.seat]}"))
    units = tuple(replace(unit, name=name) for unit, name in renamed)
    state = replace(start.state, units=units)
    if "terrain" in entry:
        state = replace(state, ground=Ground.of(field(entry["terrain"])))
    game = Battle(state)
    return game.answers((1, 10)) if game.state.phase == "order" else game


def take(game: Battle, step: Entry) -> None:
    """One step: a thing done, or refused, or only asked about."""
    refuse_unknown("a step", step, STEP)
    if "roll" in step:
        for faces in step["roll"]:
            game.answers(tuple(faces))
    elif "deploy" in step:
        game.deploys_all()
    elif "may" in step or "refused" in step:
        text = step.get("may") or step["do"]
        if step.get("by"):
            game.begins(step["by"])
        if "may" in step:
            assert game.may(text), f"{text} is not allowed"
        else:
            game.refuses(text, step["refused"])
    else:
        do(game, step)
    if "turn" in step:
        question = game.question
        assert isinstance(question, Choose) and question.seat == SIDES.index(step["turn"])
    SCENARIOS.check(game, step.get("expect", {}))


def do(game: Battle, step: Entry) -> None:
    """An action with its answers and dice, and what is to be seen of it."""
    if step.get("by") and "seat" not in step:
        game.begins(step["by"])
    for name, tally in (
        ("hits_flat", attack_hits), ("def_flat", defence_bonus), ("dice_terms", attack_dice)
    ):  # fmt: skip
        for term in step.get(name, ()):
            rule, amount = term.split()
            found = tally(game.state, strike_of(game, step["do"]))
            assert by_rule(found, rule) == int(amount), f"{name}: {found}"
    by = "" if "seat" in step else step.get("by", "")
    scripted = step.get("answers", ())
    game.plays(by, step["do"], dice=step.get("dice", ()), answers=scripted)
    for text in step.get("offered", ()):
        assert was_offered(game, text), f"{text} was not offered"
    for text in step.get("lacks", ()):
        assert not was_offered(game, text), f"{text} was offered"
    for text in step.get("lacks_after", ()):
        assert not was_offered(game, text, len(scripted)), f"{text} was offered afterwards"
    outcome(game, step)
    if step.get("next_round"):
        game.next_round()


def was_offered(game: Battle, text: str, given: int = 0) -> bool:
    """Whether somebody could have answered this, once so many scripted answers were given."""
    side, wanted = told(text)
    value = game.read(wanted)
    return any(
        value in options and side in ("", SIDES[seat]) and count >= given
        for count, seat, options in game.asked
    )


def outcome(game: Battle, step: Entry) -> None:
    """Unblocked Hits of the last attack, damage of it, and whether it was a Finishing Blow."""
    if "unblocked" in step:
        assert [e.unblocked for e in game.happened(HitsLanded)][-1:] == [step["unblocked"]]
    if "damage" in step:
        last = [e.target for e in game.happened(HitsLanded)][-1]
        taken = sum(e.damage for e in game.happened(DamageTaken) if e.unit in squad(game, last))
        assert taken == step["damage"]
    if "finishing" in step:
        assert bool(game.happened(FinishingBlowStruck)) == step["finishing"]


def squad(game: Battle, unit_id: UnitId) -> Iterator[UnitId]:
    """A unit's models; those that are gone too."""
    seat: Seat = game.state.units[unit_id].seat
    yield unit_id
    for number, unit in enumerate(game.state.units):
        if number != unit_id and unit.seat == seat and unit.leader == unit_id:
            yield UnitId(number)


def strike_of(game: Battle, text: str) -> Strike:
    """The attack that an action would be."""
    action = game.read(text)
    assert isinstance(action, Attack)
    unit_id = game.act.unit
    weapon = game.state.units[unit_id].find_weapon(action.weapon)
    assert weapon is not None
    blind = blindsides(game.state, unit_id, weapon, action.target, action.how)
    return Strike(unit_id, weapon, action.target, how=action.how, blindside=blind)


def by_rule(tally: Tally, rule: str) -> int:
    """What a rule contributes to a number."""
    return sum(term.amount for term in tally if term.rule == rule)


SCENARIOS = MechaStellarScenarios(Path(__file__).parent / "catalogue")
