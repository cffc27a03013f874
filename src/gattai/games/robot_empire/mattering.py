"""Whether a reaction would change the result of what is happening now.

A standing order "when it matters" asks a player only then. From a player's view all cards of the own hand count; from
the view of everybody, all Agents that the player could hold and pay for. The second reveals nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from gattai.games.robot_empire.actions.acting import Act, affordable
from gattai.games.robot_empire.actions.reacting import Employ, Spring, reactions
from gattai.games.robot_empire.battle.fighting import battle
from gattai.games.robot_empire.effects.register import carry_out
from gattai.games.robot_empire.figures import flies
from gattai.games.robot_empire.phases.windows import close_window
from gattai.games.robot_empire.state import CardId, State, Window
from gattai.kernel.question import Seat, Steps
from gattai.kernel.ruleset import QuietTable
from gattai.odds.distribution import Distribution
from gattai.odds.exact import CannotWalk, exact

Result = tuple[object, ...]
DICE_LIMIT = 5_000
"""More dice than this are not compared: then the player is asked."""


def matters(view: State, seat: Seat) -> bool:
    """Whether a legal reaction of the player who is asked changes the result, as far as this view shows."""
    window = view.windows[-1]
    shown = window.announced
    if window.moment in ("turn", "play", "mining"):
        return False  # nothing is happening that a reaction could change
    if shown is not None and shown.kind == "agent":
        return not view.players[seat].hand.is_open or bool([*_legal(view, seat)])
    units, seats = _involved(view, window)
    # Hands do not matter here, and those of others are hidden.
    players = tuple(replace(player, hand=player.hand.now(())) for player in view.players)
    acts = [*_legal(view, seat)]
    start = replace(view, players=players)
    try:
        now = _result(start, None, units, seats) if acts else None
        for act in acts:
            if isinstance(act, Employ) and shown and view.holder[act.card].id in units:
                return True  # perhaps the last opportunity to use it
            if _result(start, act, units, seats) != now:
                return True
    except CannotWalk:
        return True
    return False


def _legal(view: State, seat: Seat) -> Iterator[Act]:
    """The legal reactions, as far as this view shows; of a hidden hand, all that it could allow."""
    player = view.players[seat]
    for act in reactions(view, seat, affordable(view, seat)):
        if next(act.refusals(view), None) is None:
            yield act
    if player.hand.is_open or not player.hand:
        return
    agents = {face.id: card for card, face in enumerate(view.box.cards) if face.category == "agent"}
    for card in agents.values():
        face = view.box.cards[card]
        if face.effect is None or int(face.cost) > player.vault:
            continue
        for act in Spring.aims(view, seat, CardId(card), face.effect):
            if not any(act.aim_refusals(view, seat, face.effect, act.rule)):
                yield act


def _involved(state: State, window: Window) -> tuple[frozenset[CardId], frozenset[Seat]]:
    """The units and players that what is happening is about."""
    shown = window.announced
    if shown is None:
        gangs = [(declared.unit, *declared.blockers) for declared in state.onsets]
        return (
            frozenset(card for gang in gangs for card in gang),
            frozenset(declared.at for declared in state.onsets),
        )
    if shown.unit is not None:
        return frozenset((shown.unit,)), frozenset()
    seats = frozenset(state.alive if shown.at is None else (shown.at,))
    return frozenset(unit.id for unit in state.units if unit.seat in seats), seats


def _result(
    state: State, act: Act | None, units: frozenset[CardId], seats: frozenset[Seat]
) -> Distribution[Result]:
    """The result for those involved if this is the last reaction."""
    return exact(partial(_played, state, act, units, seats), most=DICE_LIMIT)


def _played(
    state: State, act: Act | None, units: frozenset[CardId], seats: frozenset[Seat]
) -> Steps[Result]:
    table: QuietTable[State] = QuietTable(state)
    if isinstance(act, Spring):
        effect = state.card(act.card).effect
        assert effect is not None
        yield from carry_out(table, state.asked, effect, (act.unit, act.at), act.rule)
    elif act is not None:
        yield from act.resolve(table)
    before = table.state
    window = before.windows[-1]
    table.state = replace(before, windows=(replace(window, waiting=()),))
    if window.moment == "attackers":
        # Blockers are chosen next, and players are asked again before the battle.
        return (*_possible_blocks(before),)
    if window.moment == "blockers":
        yield from battle(table)
    elif window.announced is not None:
        yield from close_window(table)
    after = table.state
    fates = [
        (unit.seat, unit.recharging) if (unit := after.by_id.get(card)) else None
        for card in sorted(units)
    ]
    lost = [
        after.players[seat].is_out or before.players[seat].battery - after.players[seat].battery
        for seat in sorted(seats)
    ]
    return (*fates, *lost)


def _possible_blocks(state: State) -> Iterator[tuple[CardId, CardId]]:
    """Each attacker with each fighter that could block it."""
    for declared in state.onsets:
        yield declared.unit, declared.unit
        attacker = state.by_id[declared.unit]
        for unit in state.own(declared.at):
            able = unit.is_fighter and not unit.recharging and unit.moon is None
            if able and (flies(unit) or not flies(attacker)):
                yield declared.unit, unit.id
