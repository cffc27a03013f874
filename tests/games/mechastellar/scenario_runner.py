"""Play the steps of a scenario through the public interface, and look at what came of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gattai.games.mechastellar.deeds import Attack
from gattai.games.mechastellar.events.strike import DamageTaken, FinishingBlowStruck, HitsLanded
from gattai.games.mechastellar.ground import Ground
from gattai.games.mechastellar.keywords.moments import Strike
from gattai.games.mechastellar.state import SIDES, UnitId
from gattai.games.mechastellar.strike.aiming import blindsides
from gattai.games.mechastellar.strike.terms import attack_dice, attack_hits, defence_bonus
from gattai.kernel.position import begin
from gattai.kernel.question import Choose, Seat
from gattai.kernel.tally import Tally
from tests.games.mechastellar.scenario_checks import CHECKS, check
from tests.games.mechastellar.table import RULES, Battle, battle, field, told

Entry = dict[str, Any]
CATALOGUE = Path(__file__).parent / "catalogue"
GIVEN = (
    "terrain", "space", "parameters", "momentum", "round", "orders", "owners", "challenge", "phase",
    "waiting", "scores",
)  # fmt: skip
"""What is said about a table besides its units."""
ABOUT = {"id", "title", "rules", "rulings", "ruleset", "units", "steps", "then", "again", "check",
         "start", "south", "north", "alternate"}  # fmt: skip
STEP = {"by", "seat", "do", "may", "refused", "dice", "answers", "offered", "lacks", "lacks_after",
        "unblocked", "damage", "finishing", "hits_flat", "def_flat", "dice_terms", "then",
        "next_round", "round", "fresh", "only", "case", "turn", "roll", "deploy"}  # fmt: skip


def load(name: str) -> list[Entry]:
    """The entries of a file of the catalogue."""
    found: list[Entry] = []
    for path in sorted(CATALOGUE.glob(f"{name}s*.toml")):
        found += tomllib.loads(path.read_text("utf-8"))[name]
    return found


def run(entry: Entry) -> None:
    """Play a scenario and each of its variations; AssertionError where something comes out otherwise."""
    if "check" in entry:
        CHECKS[entry["check"].split()[0]](entry)
        return
    unknown = {*entry} - ABOUT - {*GIVEN}
    assert not unknown, f"the runner does not handle {unknown}"
    for variation in ({}, *entry.get("again", ())):
        play({**entry, **variation})


def play(entry: Entry) -> None:
    """One table; a step that says `case` begins anew."""
    cases: list[list[Entry]] = [[]]
    for step in entry.get("steps", ()):
        assert not {*step} - STEP, f"the runner does not handle { ({*step} - STEP) }"
        if step.get("case"):
            cases.append([])
        cases[-1].append(step)
    for steps in cases:
        game = lay(entry, steps)
        for step in steps:
            take(game, step)
        if steps is cases[-1] or len(cases) == 1:
            for key, wanted in entry.get("then", {}).items():
                check(game, key, wanted)


def lay(entry: Entry, steps: list[Entry]) -> Battle:
    """The table of a scenario, as its first step sees it."""
    if entry.get("start"):
        return set_up(entry)
    first = steps[0] if steps else {}
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
    for key, wanted in step.get("then", {}).items():
        check(game, key, wanted)


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
