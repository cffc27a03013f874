"""Movement: spending Movement Points space by space, and getting away from enemies."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.aristeia.course.acting import Act
from gattai.games.aristeia.course.tactics import Occasion
from gattai.games.aristeia.events.play import CharacterMoved, MovementLost
from gattai.games.aristeia.events.roll import RollEnded
from gattai.games.aristeia.roll.pools import crowd, side_of
from gattai.games.aristeia.roll.rolls import make_roll, result_of
from gattai.games.aristeia.state import CharacterId, Rolling, State, is_free, other
from gattai.kernel.deed import Said, Sketch
from gattai.kernel.question import Choose, Steps
from gattai.kernel.rulebook import Refusal
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import DISTANCE, Hex, to_text


class Walk(Act, frozen=True, tag="walk"):
    """Spend Movement Points on the way to a space."""

    says = "walk to {to}"
    to: Hex

    @classmethod
    def conceivable(cls, state: State) -> Iterator[Walk]:
        """To each space."""
        if state.phase == "activation":
            yield from map(cls, state.box.board.hexes.cells)

    def price_in(self, view: State) -> str:
        """A Movement Point for each step."""
        steps = len(way_to(view, self.to))
        return f"{steps} MP" if steps else ""

    def sketch(self, view: State) -> Sketch | None:
        """The way."""
        here = None if view.active is None else view.characters[view.active].at
        return None if here is None else Sketch(way=(here, *way_to(view, self.to)))

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
        """Space by space."""
        assert table.state.active is not None
        return walk(table, table.state.active, self.to)


def walks(state: State) -> Iterator[Walk]:
    """Wherever the active Character can go."""
    return map(Walk, reach(state)) if state.mp else iter(())


class Contest(Said, frozen=True, tag="contest"):
    """Name the Character that rolls to hold the enemy back."""

    says = "{who} holds it back"
    aim = "who"
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
