"""Movement: spending Movement Points space by space, and disengaging from enemies."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aristeia.events.play import CharacterMoved, MovementLost
from gattai.games.aristeia.events.roll import RollEnded
from gattai.games.aristeia.phases.acting import Act
from gattai.games.aristeia.phases.tactics import Occasion
from gattai.games.aristeia.roll.pools import crowd, side_of
from gattai.games.aristeia.roll.rolls import make_roll, result_of
from gattai.games.aristeia.state import CharacterId, Rolling, State, is_free, other
from gattai.kernel.action import Highlight, Option
from gattai.kernel.question import Seat, Steps, choose
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


class Walk(Act, frozen=True, tag="walk"):
    """Spend Movement Points to walk to a space."""

    says = "walk to {to}"
    to: Hex

    @classmethod
    def candidates(cls, state: State) -> Iterator[Walk]:
        if state.phase == "activation":
            yield from map(cls, state.box.board.hexes.cells)

    def price_in(self, view: State) -> str:
        steps = len(way_to(view, self.to))
        return f"{steps} MP" if steps else ""

    def highlight(self, view: State) -> Highlight | None:
        here = None if view.active is None else view.characters[view.active].at
        return None if here is None else Highlight(way=(here, *way_to(view, self.to)))

    def against(self, state: State, who: CharacterId) -> Iterator[Refusal]:
        """ARISTEIA.MOVE.STEP: adjacent Free spaces, one Movement Point each."""
        to = self.to
        if to in reach(state):
            return
        rule = "ARISTEIA.MOVE.STEP"
        if state.mp < 1:
            yield Refusal(rule, "no Movement Points", (("left", state.mp),))
        elif state.characters[who].is_rooted:
            yield Refusal("ARISTEIA.STATE.SIDES", "it cannot move")
        elif to in state.box.scenario.obstacles:
            yield Refusal("ARISTEIA.OBSTACLE.MOVEMENT", "an Obstacle stands there")
        elif to in state.box.board.walls:
            yield Refusal("ARISTEIA.SPACE.BLOCKED", f"{to_text(to)} is Blocked")
        elif to in state.standing:
            yield Refusal("ARISTEIA.SPACE.OCCUPIED", f"somebody stands on {to_text(to)}")
        elif not is_free(state, to):
            yield Refusal("ARISTEIA.SPACE.FREE", f"{to_text(to)} is not a Free space")
        elif state.foes_beside(who):
            yield Refusal("ARISTEIA.DISENGAGE.WHEN", "beside an enemy only one space can be tried")
        else:
            figures = (("Movement Points", state.mp),)
            yield Refusal(rule, f"{to_text(to)} is too far for one walk", figures)

    def resolve(self, table: Table[State]) -> Steps[None]:
        assert table.state.active is not None
        return walk(table, table.state.active, self.to)


def walks(state: State) -> Iterator[Walk]:
    """Every space to which the active Character can walk."""
    return map(Walk, reach(state)) if state.mp else iter(())


class Contest(Option, frozen=True, tag="contest"):
    """Name the Character that rolls to hold back the enemy."""

    says = "{who} holds it back"
    aim = "who"
    who: CharacterId


def reach(state: State) -> dict[Hex, Hex]:
    """The spaces in reach of the active Character's Movement Points, each with the space before it.

    ARISTEIA.MOVE.STEP: from adjacent Free space to adjacent Free space, never through another
    Character (AMB.MOVE-THROUGH-ALLY). ARISTEIA.DISENGAGE.WHEN: leaving a space next to an enemy
    needs a roll, so a walk ends on such a space, and only one step is possible from one.
    """
    if state.found_ways:
        return state.found_ways
    who = state.active
    start = None if who is None else state.characters[who].at
    if who is None or start is None or state.mp < 1 or state.characters[who].is_rooted:
        return {}
    near = state.box.open_neighbours
    held = _beside_foes(state, state.characters[who].seat)
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


def _beside_foes(state: State, seat: Seat) -> dict[Hex, None]:
    """ARISTEIA.DISENGAGE.WHEN: the spaces next to an enemy of this side."""
    near = state.box.open_neighbours
    return {h: None for _, c, at in state.on_board if c.seat != seat for h in near[at]}


def way_to(state: State, to: Hex) -> tuple[Hex, ...]:
    """The spaces of a walk in order; empty if it is not possible."""
    before = reach(state)
    way: list[Hex] = []
    while to in before:
        way.append(to)
        to = before[to]
    return tuple(reversed(way))


def walk(table: Table[State], who: CharacterId, to: Hex) -> Steps[None]:
    """ARISTEIA.MOVE.STEP: one Movement Point for each adjacent Free space.

    Each step away from a space next to an enemy needs a roll (AMB.DISENGAGE-EACH-STEP).
    """
    for space in way_to(table.state, to):
        if table.state.foes_beside(who) and not (yield from _disengage(table, who)):
            if table.state.characters[who].at is not None:
                table.emit(MovementLost(rule="ARISTEIA.DISENGAGE.FAIL", who=who))
            return
        here = table.state.characters[who].at
        if here is None or DISTANCE[space - here] != 1 or not is_free(table.state, space):
            return  # a Switch has moved a Character in the meantime
        table.emit(CharacterMoved(rule="ARISTEIA.MOVE.STEP", who=who, to=space))


def _disengage(table: Table[State], who: CharacterId) -> Steps[bool]:
    """ARISTEIA.DISENGAGE.ROLL: Agility against Brawn; won if one S is left after the enemy's B.

    It deals no Damage (AMB.DISENGAGE-DAMAGE). ARISTEIA.DISENGAGE.SEVERAL: the player of several
    enemies names one, which adds a die for each other one.
    """
    state = table.state
    foes = state.foes_beside(who)
    seat = state.characters[who].seat
    foe = foes[0]
    if len(foes) > 1:
        rule, what = "ARISTEIA.DISENGAGE.SEVERAL", "who holds the enemy back?"
        options = tuple(Contest(each) for each in foes)
        answer = yield from choose(other(seat), options, rule, what, otherwise=options[0])
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
    table.emit(RollEnded(rule=rule, who=(who, foe), left=left, counted=counted))
    return is_won
