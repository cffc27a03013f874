"""The next question of a game, what follows from its answer, and the order of phases."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from gattai.games.robot_empire.actions.acting import Act, affordable, can_any
from gattai.games.robot_empire.actions.fighting import attacking, blocking, shooting
from gattai.games.robot_empire.actions.going_on import CHARGES, NEXT, WATCHES, discarding
from gattai.games.robot_empire.actions.mining import can_mine, mining
from gattai.games.robot_empire.actions.playing import playing
from gattai.games.robot_empire.actions.reacting import reactions
from gattai.games.robot_empire.battle.fighting import battle
from gattai.games.robot_empire.events.battle import BlockersAsked, BlockersChosen
from gattai.games.robot_empire.events.flow import GameEnded, SeatPassed, StepBegan
from gattai.games.robot_empire.events.setup import (
    BatteriesCharged,
    FirstMoonLaid,
    FirstPlayerFound,
)
from gattai.games.robot_empire.figures import thrown
from gattai.games.robot_empire.phases.drawing import deal, draw_owed, first_dice, shuffled
from gattai.games.robot_empire.phases.steps import (
    collect,
    end_mining,
    pass_turn,
    replace_discards,
    step,
)
from gattai.games.robot_empire.phases.timing import is_own_time
from gattai.games.robot_empire.phases.windows import ask_again, close_window, open_window
from gattai.games.robot_empire.state import Moment, State
from gattai.games.robot_empire.victory import ended, outcome
from gattai.kernel.action import Action
from gattai.kernel.dice import Shuffle, one_of
from gattai.kernel.question import Choose, Options, Question, Roll, Seat, Steps, Together, roll
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Outcome, Table
from gattai.kernel.window import PASS

ANYTIME = "ROBOT-EMPIRE.AGENT.ANYTIME"
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
NOTHING = Refusal("ROBOT-EMPIRE.TURN.ALL-PHASES", "that is not possible now")
GO_ON = Roll(thrown(0), "ROBOT-EMPIRE.TURN.ALL-PHASES", "the game goes on")
"""A roll without dice: it only settles the state after secret information was revealed."""


def next_question(state: State) -> Question | Outcome:
    """Return the next question of a settled table."""
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
    offer = Options(partial(offered, state), partial(refusals, state), open_ended=True)
    if state.windows:
        what = REACT[state.windows[-1].moment]
        return Choose(state.asked, offer, ANYTIME, what, otherwise=PASS)
    rule, what = QUESTIONS[state.phase]
    return Choose(state.asked, offer, rule, what, otherwise=NEXT)


def offered(state: State) -> list[object]:
    """The candidates of the player who is asked, for the current question; some may be illegal."""
    seat = state.asked
    if state.windows:
        return [*reactions(state, seat, affordable(state, seat)), PASS, *WATCHES]
    match state.phase:
        case "play":
            hand = affordable(state, seat)
            return [*playing(state, seat, hand), *reactions(state, seat, hand), NEXT, *WATCHES]
        case "mining":
            acts: Iterator[Act] = mining(state, seat)
        case "long-range":
            acts = shooting(state, seat)
        case "attackers":
            acts = attacking(state, seat)
        case "blockers":
            acts = blocking(state, seat)
        case "discard":
            acts = discarding(state, seat)
        case _:
            return []
    if not is_own_time(state):
        return [*acts, NEXT]
    return [*acts, *reactions(state, seat, affordable(state, seat)), NEXT]


def refusals(state: State, answer: object) -> Iterator[Refusal]:
    """Every reason against an answer of the player who is asked."""
    if isinstance(answer, Action):
        return answer.refusals(state)
    return _refuse_to_pass(state) if answer == PASS else iter((NOTHING,))


def _refuse_to_pass(state: State) -> Iterator[Refusal]:
    if not state.windows:
        reason = "there is nothing to pass; say next"
        yield Refusal("ROBOT-EMPIRE.AMB.AGENT-WINDOWS", reason)


def resolve(table: Table[State], answer: Any) -> Steps[None]:
    """Resolve the answer to the next question."""
    state = table.state
    match state.phase:
        case "batteries":
            coins = tuple(charge.coins for charge in answer)
            rule = "ROBOT-EMPIRE.ADV.BATTERY-CHOICE"
            table.emit(BatteriesCharged(rule=rule, batteries=coins))
        case "moon":
            rule = "ROBOT-EMPIRE.SETUP.FIRST-MOON"
            table.emit(FirstMoonLaid(rule=rule, moon=state.bag[answer]))
        case "depot":
            shuffled(table, state.unshuffled[0], answer)
            if not table.state.unshuffled:
                deal(table)
        case "first":
            yield from _who_begins(table, answer)
        case _ if state.owed:
            shuffled(table, state.deck_of(state.owed[0][0]), answer, from_pile=True)
        case _ if isinstance(answer, int):
            pass  # the roll without dice
        case _:
            yield from _answered(table, answer)
    yield from _advance(table)


def _who_begins(table: Table[State], throw: tuple[int, ...]) -> Steps[None]:
    """ROBOT-EMPIRE.SETUP.FIRST-PLAYER; ROBOT-EMPIRE.AMB.FIRST-ROLL-TIE: tied players roll again."""
    rule = "ROBOT-EMPIRE.SETUP.FIRST-PLAYER"
    best = [Seat(seat) for seat, face in enumerate(throw) if face == max(throw)]
    while len(best) > 1:
        again = yield from roll(
            first_dice(tuple(best), len(throw)), rule, "who begins, of those who tie"
        )
        best = [Seat(seat) for seat, face in enumerate(again) if face == max(again)]
    table.emit(FirstPlayerFound(rule=rule, seat=best[0]))


def _answered(table: Table[State], answer: Any) -> Steps[None]:
    """Resolve an answer of a player, in a window or in a phase."""
    if answer == PASS:
        table.emit(SeatPassed(rule=ANYTIME, seat=table.state.asked))
        return
    act: Act = answer
    depth = len(table.state.windows)
    yield from act.resolve(table)
    if depth and act.asks_again and len(table.state.windows) == depth:
        ask_again(table)


def _advance(table: Table[State]) -> Steps[None]:
    """Advance until a player has to be asked.

    Secret information (a drawn card, the hand of an eliminated player) must not be revealed in the
    middle of an action, so the state is settled before any dice are rolled.
    """
    came_to_light = False
    while table.state.phase not in ("over", "batteries", "moon", "depot", "first"):
        state = table.state
        over = ended(state)
        if over is not None:
            table.emit(GameEnded(rule=over[1], winners=over[0]))
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
            table.emit(StepBegan(rule="ROBOT-EMPIRE.SETUP.FIRST-PLAYER", phase="first"))
        elif state.active not in state.alive and state.phase != "begin":
            pass_turn(table)
        elif state.phase == "battle":
            if came_to_light:
                return
            yield from battle(table)
            came_to_light = table.state.alive != state.alive
            if ended(table.state) is None:
                step(table, "fought")
                open_window(table, "damage")
        elif not _phase_goes_by(table):
            return


def _phase_goes_by(table: Table[State]) -> bool:
    """Whether a phase passed without a question, because no action was possible."""
    state = table.state
    match state.phase:
        case "begin" | "end":
            pass_turn(table)
        case "mining" if not can_mine(state):
            end_mining(table)
        case "long-range" if not can_any(state, shooting(state, state.active)):
            step(table, "attackers")
        case "attackers" if not state.onsets and not can_any(state, attacking(state, state.active)):
            step(table, "fought")
        case "attacked" | "blockers" if not state.onsets:  # no fighter is left
            step(table, "fought")
        case "attacked":
            rule = "ROBOT-EMPIRE.BLOCK.CHOOSE"
            table.emit(BlockersAsked(rule=rule, seats=_attacked(state)))
        case "blockers" if state.blocking:
            if can_any(state, blocking(state, state.blocking[0])):
                return False
            rule = "ROBOT-EMPIRE.BLOCK.OPTIONAL"
            table.emit(BlockersChosen(rule=rule, seat=state.blocking[0]))
        case "blockers":
            step(table, "battle")
            open_window(table, "blockers")
        case "fought":
            collect(table)
        case "discard" if not state.players[state.active].hand:  # no card is left to discard
            replace_discards(table, state.active)
        case _:
            return False
    return True


def _attacked(state: State) -> tuple[Seat, ...]:
    """ROBOT-EMPIRE.BLOCK.CHOOSE: who may block, in order of their turns."""
    return tuple(seat for seat in state.in_order if any(o.at == seat for o in state.onsets))
