"""The course of a game: what is asked when, what follows, and how phase follows on phase."""

from __future__ import annotations

from functools import partial
from typing import Any

from gattai.games.robot_empire.actions import NEXT, AskMe, Charge, Next
from gattai.games.robot_empire.battle.fighting import battle
from gattai.games.robot_empire.candidates import attacking, blocking, candidates, mining, shooting
from gattai.games.robot_empire.course.drawing import HAND, deal, draw_owed, first_dice, shuffled
from gattai.games.robot_empire.course.windows import ask_again, close_window, open_window
from gattai.games.robot_empire.events.battle import BlockersAsked, BlockersChosen
from gattai.games.robot_empire.events.coins import CoinsTaken
from gattai.games.robot_empire.events.course import (
    GameEnded,
    InstantsCleared,
    Reactivated,
    SeatPassed,
    StepBegan,
    TurnBegan,
    TurnEnded,
    WatchSet,
)
from gattai.games.robot_empire.events.setup import (
    BatteriesCharged,
    DrawsDue,
    FirstMoonLaid,
    FirstPlayerFound,
)
from gattai.games.robot_empire.figures import of_all, thrown, would_fly
from gattai.games.robot_empire.legality import HIGHEST_BATTERY, LOWEST_BATTERY, refusals
from gattai.games.robot_empire.play import perform
from gattai.games.robot_empire.state import Moment, Phase, State, Unit
from gattai.games.robot_empire.victory import ended, leaders, outcome
from gattai.kernel.dice import Shuffle, one_of
from gattai.kernel.question import Choose, Options, Question, Roll, Seat, Steps, Together
from gattai.kernel.ruleset import Outcome, Table
from gattai.kernel.window import PASS, Pass

INCOME = 3
ANYTIME = "ROBOT-EMPIRE.AGENT.ANYTIME"
CHARGES = tuple(Charge(coins) for coins in range(HIGHEST_BATTERY, LOWEST_BATTERY - 1, -1))
QUESTIONS: dict[str, tuple[str, str]] = {
    "play": ("ROBOT-EMPIRE.PLAY.ANY-NUMBER", "play cards, or go on"),
    "mining": ("ROBOT-EMPIRE.MOON.LAND", "send Robots to Moons and call them home, or go on"),
    "long-range": ("ROBOT-EMPIRE.LR.FIRST", "shoot long range weapons, or go on"),
    "attackers": ("ROBOT-EMPIRE.ATT.CHOOSE", "say who attacks whom, or go on"),
    "blockers": ("ROBOT-EMPIRE.BLOCK.CHOOSE", "say who blocks whom, or go on"),
    "discard": ("ROBOT-EMPIRE.DRAW.DISCARD-FREE", "discard cards, or end the turn"),
}
REACT: dict[Moment, str] = {
    "turn": "a turn begins: react?",
    "play": "cards are played: react?",
    "mining": "Moon Mining is over: react?",
    "announced": "react before it happens?",
    "attackers": "attackers are declared: react?",
    "blockers": "blockers are declared: react?",
    "damage": "the battle is fought: react?",
}
GO_ON = Roll(thrown(0), "ROBOT-EMPIRE.TURN.ALL-PHASES", "the game goes on")
"""Asked of nobody: only to settle the table after something secret has come to light."""


def standing(state: State) -> Question | Outcome:
    """What is asked when the table is settled."""
    match state.phase:
        case "over":
            return outcome(state)
        case "batteries":
            rule = "ROBOT-EMPIRE.ADV.BATTERY-CHOICE"
            what = "how many coins on your Battery?"
            asks = [Choose(s, CHARGES, rule, what, otherwise=CHARGES[0]) for s in state.alive]
            return Together(tuple(asks), rule, what)
        case "moon":
            return Roll(one_of(len(state.bag)), "ROBOT-EMPIRE.SETUP.FIRST-MOON", "the first Moon")
        case "depot":
            deck = Shuffle(len(state.decks[state.unshuffled[0]]))
            return Roll(deck, "ROBOT-EMPIRE.SETUP.DEPOT", "the deck", known_to=())
        case "first":
            dice = first_dice(state.alive, len(state.players))
            return Roll(dice, "ROBOT-EMPIRE.SETUP.FIRST-PLAYER", "who begins")
        case _:
            return _asked_in_play(state)


def _asked_in_play(state: State) -> Question:
    if state.owed:
        pile = Shuffle(len(state.piles[state.deck_of(state.owed[0][0])]))
        return Roll(pile, "ROBOT-EMPIRE.DRAW.SEVEN", "the discards", known_to=())
    waits = bool(state.windows and state.windows[-1].waiting)
    if not waits and (state.windows or state.phase == "battle"):
        return GO_ON
    offer = Options(partial(candidates, state), partial(refusals, state), open_ended=True)
    if state.windows:
        what = REACT[state.windows[-1].moment]
        return Choose(state.asked, offer, ANYTIME, what, otherwise=PASS)
    rule, what = QUESTIONS[state.phase]
    return Choose(state.asked, offer, rule, what, otherwise=NEXT)


def resolve(table: Table[State], answer: Any) -> Steps[None]:
    """What follows from the answer to the standing question."""
    state = table.state
    match state.phase:
        case "batteries":
            coins = tuple(charge.coins for charge in answer)
            rule = "ROBOT-EMPIRE.ADV.BATTERY-CHOICE"
            table.happens(BatteriesCharged(rule=rule, batteries=coins))
        case "moon":
            rule = "ROBOT-EMPIRE.SETUP.FIRST-MOON"
            table.happens(FirstMoonLaid(rule=rule, moon=state.bag[answer]))
        case "depot":
            shuffled(table, state.unshuffled[0], answer)
            if not table.state.unshuffled:
                deal(table)
        case "first":
            yield from _who_begins(table, answer)
        case _ if state.owed:
            shuffled(table, state.deck_of(state.owed[0][0]), answer, from_pile=True)
        case _ if isinstance(answer, int):
            pass  # nothing was asked but to go on
        case _:
            yield from _answered(table, answer)
    yield from _advance(table)


def _who_begins(table: Table[State], throw: tuple[int, ...]) -> Steps[None]:
    """ROBOT-EMPIRE.SETUP.FIRST-PLAYER; ROBOT-EMPIRE.AMB.FIRST-ROLL-TIE: those who tie throw again."""
    rule = "ROBOT-EMPIRE.SETUP.FIRST-PLAYER"
    best = [Seat(seat) for seat, face in enumerate(throw) if face == max(throw)]
    while len(best) > 1:
        again = yield Roll(
            first_dice(tuple(best), len(throw)), rule, "who begins, of those who tie"
        )
        best = [Seat(seat) for seat, face in enumerate(again) if face == max(again)]
    table.happens(FirstPlayerFound(rule=rule, seat=best[0]))


def _answered(table: Table[State], answer: Any) -> Steps[None]:
    """An answer of a player, in a window or in a phase."""
    state = table.state
    seat = state.asked
    in_window = bool(state.windows)
    match answer:
        case Pass():
            table.happens(SeatPassed(rule=ANYTIME, seat=seat))
        case AskMe(when=when) if in_window:
            table.happens(SeatPassed(rule=ANYTIME, seat=seat, when=when))
        case AskMe(when=when):
            table.happens(WatchSet(rule=ANYTIME, seat=seat, when=when))
        case Next():
            _next(table, seat)
        case _:
            depth = len(state.windows)
            yield from perform(table, seat, answer)
            if in_window and len(table.state.windows) == depth:
                ask_again(table)


def _next(table: Table[State], seat: Seat) -> None:
    """A phase is over: on to the next, with a moment for those who want to react."""
    state = table.state
    match state.phase:
        case "play":
            _step(table, "mining")
            open_window(table, "play")
        case "mining":
            _step(table, "long-range")
            if state.mined:
                open_window(table, "mining")
        case "long-range":
            _step(table, "attackers")
        case "attackers" if state.onsets:
            _step(table, "attacked")
            open_window(table, "attackers")
        case "attackers":
            _step(table, "fought")
        case "blockers":
            table.happens(BlockersChosen(rule="ROBOT-EMPIRE.BLOCK.OPTIONAL", seat=seat))
        case _:
            _replace_discards(table, seat)


def _replace_discards(table: Table[State], seat: Seat) -> None:
    """ROBOT-EMPIRE.DRAW.REPLACE: as many cards as were discarded, up to a full hand."""
    state = table.state
    rule = "ROBOT-EMPIRE.DRAW.REPLACE"
    count = min(state.discarded, max(0, HAND - len(state.players[seat].hand)))
    table.happens(DrawsDue(rule=rule, seat=seat, count=count, phase="end"))


def _step(table: Table[State], phase: Phase) -> None:
    combat = phase not in ("mining", "discard", "end")
    rule = "ROBOT-EMPIRE.TURN.COMBAT-STEPS" if combat else "ROBOT-EMPIRE.TURN.ALL-PHASES"
    table.happens(StepBegan(rule=rule, phase=phase))


def _advance(table: Table[State]) -> Steps[None]:
    """On and on, until somebody is to be asked.

    What was secret (a card drawn, the hand of a player who is out) must not come to light in the
    midst of an action: then the table is settled before dice could be asked for.
    """
    came_to_light = False
    while table.state.phase not in ("over", "batteries", "moon", "depot", "first"):
        state = table.state
        over = ended(state)
        if over is not None:
            table.happens(GameEnded(rule=over[1], winners=over[0]))
        elif state.owed:
            came_to_light = True
            if not draw_owed(table):
                return
        elif state.windows:
            if state.windows[-1].waiting or came_to_light:
                return
            yield from close_window(table)
            came_to_light = table.state.alive != state.alive
        elif state.phase == "hands":
            table.happens(StepBegan(rule="ROBOT-EMPIRE.SETUP.FIRST-PLAYER", phase="first"))
        elif state.active not in state.alive and state.phase != "begin":
            _pass_turn(table)
        elif state.phase == "battle":
            if came_to_light:
                return
            yield from battle(table)
            came_to_light = table.state.alive != state.alive
            if ended(table.state) is None:
                _step(table, "fought")
                open_window(table, "damage")
        elif not _phase_goes_by(table):
            return


def _phase_goes_by(table: Table[State]) -> bool:
    """Whether a phase went by without a question; what nobody can do is not asked for."""
    state = table.state
    match state.phase:
        case "begin" | "end":
            _pass_turn(table)
        case "mining" if not _can_mine(state):
            _step(table, "long-range")
            if state.mined:
                open_window(table, "mining")
        case "long-range" if not _any(state, shooting(state, state.active)):
            _step(table, "attackers")
        case "attackers" if not state.onsets and not _any(state, attacking(state, state.active)):
            _step(table, "fought")
        case "attacked" | "blockers" if not state.onsets:  # nobody is left to fight
            _step(table, "fought")
        case "attacked":
            attacked = [seat for seat in state.in_order if any(o.at == seat for o in state.onsets)]
            rule = "ROBOT-EMPIRE.BLOCK.CHOOSE"
            table.happens(BlockersAsked(rule=rule, seats=tuple(attacked)))
        case "blockers" if state.blocking:
            if _any(state, blocking(state, state.blocking[0])):
                return False
            rule = "ROBOT-EMPIRE.BLOCK.OPTIONAL"
            table.happens(BlockersChosen(rule=rule, seat=state.blocking[0]))
        case "blockers":
            _step(table, "battle")
            open_window(table, "blockers")
        case "fought":
            _collect(table)
        case "discard" if not state.players[state.active].hand:  # nothing is left to discard
            _replace_discards(table, state.active)
        case _:
            return False
    return True


def _any(state: State, options: Any) -> bool:
    return any(next(refusals(state, option), None) is None for option in options)


def _can_mine(state: State) -> bool:
    """Whether the active player could land somebody or call somebody home, if need be by paying."""
    own = [unit for unit in state.own(state.active) if unit.is_robot and not unit.recharging]
    pads = any(
        face.ability is not None and face.ability.keyword
        for unit in state.own(state.active)
        for face in unit.faces
        if not unit.recharging
    )
    free = any(moon.card not in state.landed_on for moon in state.moons)
    return any(
        (pads or _may_fly(unit)) and (free if unit.moon is None else unit.landed < state.turn)
        for unit in own
    ) and bool([*mining(state, state.active)])


def _may_fly(unit: Unit) -> bool:
    return would_fly(unit) or any(
        upgrade.keyword for face in unit.faces for upgrade in face.instant
    )


def _collect(table: Table[State]) -> None:
    """ROBOT-EMPIRE.COLLECT.THREE, then ROBOT-EMPIRE.DRAW.SEVEN: income, and a full hand."""
    state = table.state
    seat = state.active
    due = INCOME + of_all(state, seat, "income")
    # ROBOT-EMPIRE.AMB.CHEST-EMPTY: as many as there are.
    rule = "ROBOT-EMPIRE.COLLECT.THREE"
    table.happens(CoinsTaken(rule=rule, seat=seat, coins=min(due, state.chest)))
    _step(table, "discard")
    # ROBOT-EMPIRE.AMB.HAND-OVER-SEVEN: who has more draws nothing.
    lacking = max(0, HAND - len(state.players[seat].hand))
    if lacking:
        table.happens(DrawsDue(rule="ROBOT-EMPIRE.DRAW.SEVEN", seat=seat, count=lacking))


def _pass_turn(table: Table[State]) -> None:
    """ROBOT-EMPIRE.SETUP.CLOCKWISE: the turn ends, and the next player's begins with two phases."""
    state = table.state
    seat = state.active
    if state.phase != "begin":
        table.happens(TurnEnded(rule="ROBOT-EMPIRE.DMG.UNTIL-END"))
        if state.box.turn_limit and state.turn >= state.box.turn_limit:
            rule = "ROBOT-EMPIRE.HOUSE.TURN-LIMIT"
            table.happens(GameEnded(rule=rule, winners=leaders(table.state)))
            return
        count = len(state.players)
        others = [Seat((seat + step) % count) for step in range(1, count + 1)]
        seat = next(other for other in others if other in state.alive)
    table.happens(TurnBegan(rule="ROBOT-EMPIRE.TURN.ALL-PHASES", seat=seat))
    instant = [c.coins for u in table.state.units for c in u.circles if c.kind == "instant"]
    if instant:
        rule = "ROBOT-EMPIRE.CLEAR.INSTANT"
        table.happens(InstantsCleared(rule=rule, coins=sum(instant)))
    resting = sum(unit.recharging for unit in table.state.own(seat))
    if resting:
        rule = "ROBOT-EMPIRE.REACT.STRAIGHTEN"
        table.happens(Reactivated(rule=rule, seat=seat, count=resting))
    open_window(table, "turn")
