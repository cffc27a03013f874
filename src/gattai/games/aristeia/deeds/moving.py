"""Movement: spending Movement Points space by space, and getting away from enemies."""

from __future__ import annotations

import msgspec

from gattai.games.aristeia.course.tactics import Occasion
from gattai.games.aristeia.events.play import CharacterMoved, MovementLost
from gattai.games.aristeia.events.roll import RollEnded
from gattai.games.aristeia.roll.pools import crowd, side_of
from gattai.games.aristeia.roll.rolls import make_roll, result_of
from gattai.games.aristeia.state import CharacterId, Rolling, State, is_free, other
from gattai.kernel.question import Choose, Steps
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import DISTANCE, Hex


class Contest(msgspec.Struct, frozen=True, tag="contest"):
    """Name the Character that rolls to hold the enemy back."""

    who: CharacterId


def reach(state: State) -> dict[Hex, Hex]:
    """Where the active Character can walk with its Movement Points, each with the space before it.

    ARISTEIA.MOVE.STEP: from adjacent Free space to adjacent Free space, never through anybody
    (AMB.MOVE-THROUGH-ALLY). ARISTEIA.DISENGAGE.WHEN: to leave a space beside an enemy takes a roll,
    so a longer walk goes no farther than to such a space; from one, only the first step is made.
    """
    if state.found_ways:
        return state.found_ways
    who = state.active
    start = None if who is None else state.characters[who].at
    if who is None or start is None or state.mp < 1 or state.characters[who].is_rooted:
        return {}
    seat = state.characters[who].seat
    near = state.box.open_neighbours
    held = {h: None for _, c, at in state.on_board if c.seat != seat for h in near[at]}
    before = state.found_ways
    met = {**state.standing}
    rim = [start]
    for _ in range(1 if start in held else state.mp):
        rim_next: list[Hex] = []
        for at in rim:
            for space in near[at]:
                if space not in met:
                    met[space] = who
                    before[space] = at
                    if space not in held:
                        rim_next.append(space)
        rim = rim_next
    return before


def way_to(state: State, to: Hex) -> tuple[Hex, ...]:
    """The spaces of a walk, in order; none if it cannot be walked."""
    before = reach(state)
    way: list[Hex] = []
    while to in before:
        way.append(to)
        to = before[to]
    return tuple(reversed(way))


def walk(table: Table[State], who: CharacterId, to: Hex) -> Steps[None]:
    """ARISTEIA.MOVE.STEP: one Movement Point for each adjacent Free space.

    A roll is needed for each space that is left beside an enemy (AMB.DISENGAGE-EACH-STEP).
    """
    for space in way_to(table.state, to):
        if table.state.foes_beside(who) and not (yield from _disengage(table, who)):
            if table.state.characters[who].at is not None:
                table.happens(MovementLost(rule="ARISTEIA.DISENGAGE.FAIL", who=who))
            return
        here = table.state.characters[who].at
        if here is None or DISTANCE[space - here] != 1 or not is_free(table.state, space):
            return  # a Switch has moved somebody meanwhile
        table.happens(CharacterMoved(rule="ARISTEIA.MOVE.STEP", who=who, to=space))


def _disengage(table: Table[State], who: CharacterId) -> Steps[bool]:
    """ARISTEIA.DISENGAGE.ROLL: Agility against Brawn; won if one S is left after the enemy's B.

    No Damage comes of it (AMB.DISENGAGE-DAMAGE). ARISTEIA.DISENGAGE.SEVERAL: of several enemies their
    player names one; it adds a die for each other one.
    """
    state = table.state
    foes = state.foes_beside(who)
    seat = state.characters[who].seat
    foe = foes[0]
    if len(foes) > 1:
        rule, what = "ARISTEIA.DISENGAGE.SEVERAL", "who holds the enemy back?"
        options = tuple(Contest(each) for each in foes)
        answer = yield Choose(other(seat), options, rule, what, otherwise=options[0])
        foe = answer.who
    agility = side_of(state, who, state.characters[who].card.agility)
    brawn = side_of(state, foe, state.characters[foe].card.brawn, crowd(len(foes) - 1))
    rolling = Rolling("disengage", "Disengage", (agility, brawn), is_adjacent=True)
    before = (
        ((seat, Occasion("before-disengage", (who,), foe)),),
        (
            (seat, Occasion("before-other-roll", (who,), foe)),
            (other(seat), Occasion("before-other-roll", (foe,), who)),
        ),
    )
    yield from make_roll(table, rolling, before)
    made = table.state.rolling
    assert made is not None
    counted = result_of(made)
    is_won = made.is_won or counted[0] > 0
    rule, left = "ARISTEIA.DISENGAGE.ROLL", (int(is_won), counted[1])
    table.happens(RollEnded(rule=rule, who=(who, foe), left=left, counted=counted))
    return is_won
