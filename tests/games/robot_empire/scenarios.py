"""Tables, answers and expectations of the scenarios and examples of the catalogue."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gattai.games.robot_empire.actions import Attack, Block
from gattai.games.robot_empire.decks import deck_refusals
from gattai.games.robot_empire.figures import D6, attack, defense, flies
from gattai.games.robot_empire.setup import boxed, game_cards
from gattai.games.robot_empire.state import DeclaredAttack, State
from gattai.kernel.position import begin
from gattai.kernel.question import Choose, Roll, Seat, any_one
from gattai.kernel.ruleset import Outcome
from tests.games.catalogued import Entry
from tests.games.robot_empire.table import RULES, SEATS, Game, deck_of, lay, rules_of
from tests.games.scenarios import Scenarios

COURSE = {
    "InstantsCleared": "clear",
    "Reactivated": "reactivate",
    "CardBroughtOut": "play",
    "CoinsTaken": "collect",
    "CardsDrawn": "draw",
}
STEPS = {"attacked": "blockers"}


def _begun(options: Mapping[str, str]) -> Game:
    rules = RULES.seated(options)
    return Game(begin(rules, dict(options)).state, rules)


def play(game: Game, line: str) -> None:
    """One step."""
    verb, _, rest = line.partition(" ")
    if verb == "!":
        answer, _, rule = rest.rpartition(" [")
        assert rule.rstrip("]") in rules_of(game.refused(answer)), game.refused(answer)
    elif verb == "unoffered":
        answer, _, rule = rest.rpartition(" [")
        assert rule.rstrip("]") in rules_of(game.refused(answer, offered=False))
    elif verb == "expect":
        thing, _, value = rest.rpartition(" ")
        found = look(game, thing)
        assert str(found) == value, f"{thing}: {found}, not {value}"
    elif verb == "moon":
        cards = [game.state.card(card).id for card in game.state.bag]
        game.give((cards.index(rest),))
    elif verb == "shuffle":
        game.give(_order(game.state, rest.split()))
    else:
        game.do(line)


def _order(state: State, first: list[str]) -> tuple[int, ...]:
    """The named cards on top, then all that is no Moon, Moons last."""
    deck = state.decks[0].open()
    names = [state.name(card) for card in deck]
    top = [names.index(name) for name in first]
    rest = [n for n in range(len(deck)) if n not in top]
    return (*top, *sorted(rest, key=lambda n: state.card(deck[n]).category == "moon"))


def look(game: Game, thing: str) -> Any:
    """What is asked of a table in the end, or in between."""
    what, _, name = thing.partition(" ")
    state = game.state
    if what in ("vault", "battery"):
        return getattr(state.players[SEATS.index(name)], what)
    if what == "hand":
        return len(state.players[SEATS.index(name)].hand)
    if what == "pile":
        return len(state.piles[SEATS.index(name)])
    if what in ("damage", "recharging", "attack", "defense", "flies", "owner", "circle"):
        return _of_unit(game, what, name)
    if what in ("can-attack", "can-block"):
        return _can(game, what, name)
    match what:
        case "place":
            return game.place_of(name)
        case "moon":
            return next(m.coins for m in state.moons if m.card == game.card(name))
        case "chest" | "phase":
            return getattr(state, what)
        case "moons":
            return len(state.moons)
        case "deck":
            return len(state.decks[0])
        case "coins":
            assert not [*RULES.broken(state)]
            return state.box.supply
        case "active":
            return SEATS[state.active]
        case "order":
            return [SEATS[seat] for seat in state.in_order]
        case "out":
            return [SEATS[s] for s, player in enumerate(state.players) if player.is_out]
        case "winner":
            outcome = game.question
            assert isinstance(outcome, Outcome)
            return " ".join(SEATS[seat] for seat in outcome.winners)
        case "options":
            return [option for option in game.options() if not option.startswith("ask-me")]
        case "blocks":
            return sum(type(event).__name__ == "BlockDeclared" for event in game.events)
        case "course":
            return _flow(game)
    raise AssertionError(f"nobody knows how to look at {thing!r}")


def _of_unit(game: Game, what: str, name: str) -> Any:
    unit = game.unit(name)
    assert unit is not None, f"{name} is not on the table"
    match what:
        case "attack":
            return attack(unit).fixed
        case "defense":
            return defense(unit).fixed
        case "flies":
            return flies(unit)
        case "owner":
            return SEATS[unit.seat]
        case "circle":
            return unit.coins
    return getattr(unit, what)


def _can(game: Game, what: str, name: str) -> bool:
    """Whether a unit could attack or block, if it were the time for it."""
    unit = game.unit(name)
    assert unit is not None
    state = replace(game.state, windows=(), onsets=())
    foe = Seat((unit.seat + 1) % len(state.players))
    if what == "can-attack":
        state = replace(state, phase="attackers", active=unit.seat)
        return not [*Attack(unit.id, foe).refusals(state)]
    # It steps in the way of itself: only its own state matters.
    state = replace(
        state, phase="blockers", blocking=(unit.seat,), onsets=(DeclaredAttack(unit.id, unit.seat),)
    )
    return not [*Block(unit.id, unit.id).refusals(state)]


def _flow(game: Game) -> list[str]:
    """What the last turn consisted of, each phase once."""
    course: list[str] = []
    for event in game.events:
        kind = type(event).__name__
        if kind == "TurnBegan":
            course = []
        phase = getattr(event, "phase", "") if kind == "StepBegan" else COURSE.get(kind, "")
        phase = STEPS.get(phase, phase)
        if phase and phase not in ("fought", "discard", *course):
            course.append(phase)
    return course


def _check_deck(said: Mapping[str, Any]) -> None:
    cards = deck_of(said["size"], brax_the_strong=said.get("brax", 0))
    found = rules_of(deck_refusals(cards))
    assert found == ([said["rule"]] if "rule" in said else [])


def _check_box(said: Mapping[str, int]) -> None:
    cards = boxed(RULES.cards)
    setup = [card for card in cards if card.category == "setup"]
    found = {
        "cards": len(cards),
        "setup": sum(card.name != "War Chest" for card in setup),
        "war-chest": sum(card.name == "War Chest" for card in setup),
        "moons": sum(card.category == "moon" for card in cards),
        "game": len(game_cards(RULES.cards)),
        "faces": len(D6.faces),
    }
    assert found == said


def _play_random(count: int) -> Game:
    """Random games, the last one to look at: the coins are counted after every answer."""
    options = {"seats": "2", "battery": "20", "turn-limit": "60"}
    game = _begun(options)
    for number in range(count):
        rng = random.Random(f"coins {number}")
        game = _begun(options)
        while not isinstance(question := game.question, Outcome):
            if isinstance(question, Roll):
                game.give(question.dice.faces(rng))
            else:
                assert isinstance(question, Choose)
                game.give(any_one(question.options, rng), question.seat)
    return game


class RobotEmpireScenarios(Scenarios[Game | None]):
    """Tables in lines of text, and answers in the rules' words."""

    known = frozenset(("given",))

    def lay(self, entry: Entry) -> Game | None:
        given = entry["given"]
        for deck in given.get("decks", ()):
            _check_deck(deck)
        if "box" in given:
            _check_box(given["box"])
        if "random" in given:
            return _play_random(given["random"])
        if "decks" in given:
            return None
        return _begun(given["begin"]) if "begin" in given else Game(lay(given))

    def take(self, table: Game | None, step: str) -> None:
        assert table is not None
        play(table, step)

    def find(self, table: Game | None, wanted: Entry) -> Entry:
        return {} if table is None else {thing: look(table, thing) for thing in wanted}


SCENARIOS = RobotEmpireScenarios(Path(__file__).parent / "catalogue")
