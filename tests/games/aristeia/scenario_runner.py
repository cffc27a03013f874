"""Play the steps of a scenario through the public interface, and look at what came of them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gattai.games.aristeia.actions import (
    APPLY,
    DECLINE,
    END,
    STAY,
    ActFirst,
    Activate,
    ChooseZone,
    Contest,
    GoFirst,
    NullifyDie,
    Perform,
    SwapDie,
    To,
    UseSkill,
    Walk,
)
from gattai.games.aristeia.actions import Play as PlayTactic
from gattai.games.aristeia.roll.switches import switches_of
from gattai.games.aristeia.state import State, ZoneId
from gattai.kernel.position import GamePosition, begin
from gattai.kernel.question import Choose
from gattai.kernel.secrecy import Secret
from gattai.tabletop.hexes import hex_at
from tests.games.aristeia.driver import Driver, NotOffered, Wanted
from tests.games.aristeia.scenario_expectations import found
from tests.games.aristeia.scenario_setup import SETUP_STEPS, shuffle
from tests.games.aristeia.scenario_tables import FOLDER, LAID, lay
from tests.games.aristeia.table import CONTENT, RULES, find, seat_of
from tests.games.catalogued import Entry
from tests.games.scenarios import Scenarios, refuse_unknown


def _start(entry: Entry) -> GamePosition[State]:
    if "setup" in entry:
        return begin(RULES, entry["setup"])
    state = lay(entry)
    if "reveal" not in entry:
        return GamePosition(state)
    # Somebody's Activation ends, and these two cards are turned over.
    orders = tuple(
        Secret.of((find(state, who),), (seat,)) for seat, who in enumerate(entry["reveal"])
    )
    active, character, _ = state.on_board[0]
    state = replace(state, orders=orders, turn=3)
    state = replace(state, phase="activation", active=active, to_act=character.seat)
    game = Driver(GamePosition(state))
    game.answer(END)
    return game.position


def _step(game: Driver, step: Entry) -> None:
    do = step.pop("do")
    refused = step.pop("refused", None)
    if do in SETUP_STEPS:
        SETUP_STEPS[do](game, step, refused)
        return
    if do in STANDING:
        game.settle()
        value = STANDING[do](game, step)
        if refused is None:
            for each in value:
                game.answer(each)
        else:
            assert not _is_offered(game, value[0]), f"offered and should not be: {value}"
            game.refuses(value[0], *([refused] if isinstance(refused, str) else []))
        return
    if do in WHOLE:
        WHOLE[do](game, step)
        return
    wanted = WANTED[do](game, step)
    seat = seat_of(step["by"]) if "by" in step else None
    if refused is not None:
        assert not game.is_offered(wanted, seat), f"offered and should not be: {do} {step}"
        return
    if do == "apply" and not _asks_to_apply(game):
        return  # a Displacement asks for its space at once
    for _ in range(step.get("times", 1) if do == "switch" and "critical" not in step else 1):
        try:
            game.takes(wanted, seat)
        except NotOffered as problem:
            raise AssertionError(f"{do} {step} is not offered: {problem}") from problem
        if do == "switch" and _twice(game, step):
            break


def _is_offered(game: Driver, value: Any) -> bool:
    return isinstance(game.question, Choose) and value in game.question.options


def _twice(game: Driver, step: Entry) -> bool:
    """Whether the Switch was just paid twice at once, as with a critical."""
    from gattai.games.aristeia.events.roll import SwitchActivated

    told = [event for event in game.told if isinstance(event, SwitchActivated)]
    return bool(told[-1].times == step.get("times", 1))


def _asks_to_apply(game: Driver) -> bool:
    return game.is_offered(lambda option: option in (APPLY, DECLINE))


# Steps that answer the question of a settled table.


def _perform(game: Driver, step: Entry) -> list[Any]:
    refuse_unknown("perform", step, {"action", "target"})
    target = step.get("target")
    if isinstance(target, list):
        return [Perform(step["action"], None, hex_at(*target))]
    return [Perform(step["action"], None if target is None else game.id(target))]


def _walk(game: Driver, step: Entry) -> list[Any]:
    refuse_unknown("walk", step, {"path"})
    return [Walk(hex_at(*place)) for place in step["path"]]


def _zone(game: Driver, step: Entry) -> list[Any]:
    assert game.state.to_act == seat_of(step["by"])
    return [ChooseZone(ZoneId(step["id"]))]


STANDING: dict[str, Any] = {
    "perform": _perform,
    "walk": _walk,
    "zone": _zone,
    "end": lambda game, step: [END],
    "first": lambda game, step: [ActFirst(game.id(step["who"]))],
}


# Steps that answer a question on the way.


def _tactic(game: Driver, step: Entry) -> Wanted:
    refuse_unknown("tactic", step, {"card", "by"})
    return lambda option: option == PlayTactic(CONTENT.tactics[step["card"]])


def _switch(game: Driver, step: Entry) -> Wanted:
    refuse_unknown("switch", step, {"cost", "by", "times", "critical"})

    def is_it(option: Any) -> bool:
        rolling = game.state.rolling
        if not isinstance(option, Activate) or rolling is None:
            return False
        number = [side.seat for side in rolling.sides].index(seat_of(step["by"]))
        switch, _ = switches_of(game.state, number)[option.switch]
        if "critical" in step and "C" not in option.paid:
            return False
        paid_twice = option.times == step.get("times", 1) and option.times > 1
        is_plain = "C" not in option.paid
        fits = paid_twice or (option.times == 1 and (is_plain or step.get("times", 1) == 1))
        return list(switch.cost) == step["cost"] and fits

    return is_it


def _skill(game: Driver, step: Entry) -> Wanted:
    refuse_unknown("skill", step, {"name", "by"})
    name = step["name"]

    def is_it(option: Any) -> bool:
        if name == "veteran-sniper":
            return isinstance(option, SwapDie)
        return isinstance(option, UseSkill) and option.skill == name

    return is_it


def _space(game: Driver, step: Entry) -> Wanted:
    refuse_unknown("displace", step, {"who", "to"})
    name = CONTENT.characters[step["who"]].name
    wanted = To(hex_at(*step["to"]))

    def is_it(option: Any) -> bool:
        question = game.question
        assert isinstance(question, Choose)
        named = step["who"] in question.what or name in question.what
        back = getattr(option, "at", None) == wanted.at and question.rule == "ARISTEIA.BENCH.RETURN"
        return (named and option == wanted) or back

    return is_it


WANTED: dict[str, Any] = {
    "tactic": _tactic,
    "switch": _switch,
    "skill": _skill,
    "displace": _space,
    "place": _space,
    "apply": lambda game, step: (
        lambda option: (
            option == (APPLY if step["yes"] else DECLINE) or (not step["yes"] and option == STAY)
        )
    ),
    "nullify": lambda game, step: lambda option: option == NullifyDie(step["die"]),
    "order": lambda game, step: lambda option: _first(game, "ARISTEIA.SWITCH.ORDER", option, step),
    "critical": lambda game, step: (
        lambda option: _first(game, "ARISTEIA.UNDERDOG.DECIDES", option, step)
    ),
    "contest": lambda game, step: lambda option: option == Contest(game.id(step["who"])),
}


def _first(game: Driver, rule: str, option: Any, step: Entry) -> bool:
    assert isinstance(game.question, Choose)
    return game.question.rule == rule and option == GoFirst(seat_of(step["first"]))


# Steps that are more than an answer.


def _check(game: Driver, step: Entry) -> None:
    refuse_unknown("check", step, {"settle", "expect"})
    if step.get("settle"):
        game.settle()
    SCENARIOS.check(game, step["expect"])


def _roll(game: Driver, step: Entry) -> None:
    refuse_unknown("roll", step, {"dice", "against"})
    game.rolls(step["dice"], step.get("against", ()))


def _activate(game: Driver, step: Entry) -> None:
    activate(game, step["who"])


def activate(game: Driver, name: str) -> None:
    """Its card and one of the other side lie open; it goes first."""
    game.settle()
    state = game.state
    who = find(state, name)
    pairs = [(team[0],) for team in (state.team(seat) for seat in (0, 1))]  # type: ignore[arg-type]
    pairs[state.characters[who].seat] = (who,)
    ready = replace(state, phase="first", revealed=tuple(pairs), turn=4, active=None, waiting=())
    other = Driver(GamePosition(ready))
    other.answer(ActFirst(who))
    game.position, game.question = other.position, other.question


def _objectives(game: Driver, step: Entry) -> None:
    """The last Activation of the Round ends."""
    state = game.state
    active, character, _ = state.on_board[0]
    ready = replace(state, phase="activation", active=active, to_act=character.seat)
    other = Driver(GamePosition(ready))
    other.answer(END)
    game.position, game.question, game.told = other.position, other.question, other.told


WHOLE: dict[str, Any] = {
    "check": _check,
    "roll": _roll,
    "activate": _activate,
    "objectives": _objectives,
}


class AristeiaScenarios(Scenarios[Driver]):
    """A HexaDome in the middle of a Round, or a game from its beginning."""

    known = frozenset(LAID)

    def lay(self, entry: Entry) -> Driver:
        game = Driver(_start(entry))
        if entry.get("setup", {}).get("first-game") == "yes":
            shuffle(game)
        return game

    def take(self, table: Driver, step: Entry) -> None:
        _step(table, dict(step))

    def finish(self, table: Driver, entry: Entry) -> None:
        table.settle()

    def find(self, table: Driver, wanted: Entry) -> Entry:
        return found(table, wanted)


SCENARIOS = AristeiaScenarios(FOLDER)
