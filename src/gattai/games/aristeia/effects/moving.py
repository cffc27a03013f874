"""Displacing and Placing: how effects move Characters about."""

from __future__ import annotations

from gattai.games.aristeia.course.tactics import Occasion, offer
from gattai.games.aristeia.effects.cards import Displace, Place
from gattai.games.aristeia.effects.kinds import Kind, kind_of
from gattai.games.aristeia.effects.source import Source, on_board
from gattai.games.aristeia.events.play import CharacterDisplaced, CharacterPlaced
from gattai.games.aristeia.state import CharacterId, State, free_beside
from gattai.kernel.deed import Said
from gattai.kernel.question import Choose, Steps
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import Hex


class To(Said, frozen=True, tag="to"):
    """Name the space a Character is Displaced to or Placed on."""

    says = "to {at}"
    at: Hex


class Stay(Said, frozen=True, tag="stay"):
    """Let it stand where it is."""

    says = "stay there"


STAY = Stay()


def can_be_displaced(state: State, who: CharacterId) -> bool:
    """ARISTEIA.DISPLACE.LIMITS: on the board, not rooted by a State, not held firm by a card."""
    character = state.characters[who]
    if character.at is None or character.is_firm or character.is_rooted:
        return False
    return state.rolling is None or who not in state.rolling.firm


def displacements(state: State, who: CharacterId) -> tuple[Hex, ...]:
    """ARISTEIA.DISPLACE.LIMITS: only adjacent Free spaces; perhaps none (AMB.DISPLACE-IMPOSSIBLE)."""
    at = state.characters[who].at
    return free_beside(state, at) if at is not None and can_be_displaced(state, who) else ()


def displace(table: Table[State], source: Source, who: CharacterId, up_to: int) -> Steps[None]:
    """ARISTEIA.DISPLACE.NO-DISENGAGE: space by space, without a roll.

    Whoever's effect it is chooses the spaces (AMB.DISPLACE-WHO-CHOOSES) and may stop.
    """
    for left in range(up_to, 0, -1):
        spaces = displacements(table.state, who)
        if not spaces:
            return
        name = table.state.characters[who].name
        what = f"Displace {name}{f' ({left} left)' if up_to > 1 else ''}"
        options = (*[To(at) for at in spaces], STAY)
        rule = "ARISTEIA.DISPLACE.LIMITS"
        answer = yield Choose(source.seat, options, rule, what, otherwise=STAY)
        if answer == STAY:
            return
        rule = "ARISTEIA.DISPLACE.NO-DISENGAGE"
        table.happens(CharacterDisplaced(rule=rule, who=who, to=answer.at))
        if source.owner is not None and table.state.characters[who].seat != source.seat:
            occasion = Occasion("after-displacement", (source.owner,), who)
            yield from offer(table, ((source.seat, occasion),), f"after Displacing {name}")


def place(
    table: Table[State], source: Source, who: CharacterId, spaces: tuple[Hex, ...]
) -> Steps[None]:
    """ARISTEIA.PLACE.RULE: on one of the spaces named, without regard to limits of movement."""
    if not spaces:
        return
    rule = "ARISTEIA.PLACE.RULE"
    what = f"Place {table.state.characters[who].name}"
    options = tuple([To(at) for at in spaces])
    answer = yield Choose(source.seat, options, rule, what, otherwise=options[0])
    table.happens(CharacterPlaced(rule=rule, who=who, to=answer.at))


@kind_of(Displace)
class Displacing(Kind[Displace]):
    """ARISTEIA.CHAR.VADE-RETRO, ARISTEIA.CHAR.HEXXER-SWITCH, ARISTEIA.CHAR.GATA-SWITCH,
    ARISTEIA.CHAR.IMPLACABLE: a Character is Displaced, up to so many times.

    ARISTEIA.CHAR.KAZE-TACHINU: as many times as the Damage just inflicted.
    """

    def is_possible(self, state: State, source: Source, effect: Displace) -> bool:
        """If it can go anywhere."""
        who = source.whom(effect.who)
        return (
            who is not None and bool(displacements(state, who)) and self._times(source, effect) > 0
        )

    def _times(self, source: Source, effect: Displace) -> int:
        return source.damage if effect.per_damage else effect.up_to

    def perform(self, table: Table[State], source: Source, effect: Displace) -> Steps[None]:
        """Space by space."""
        who = source.whom(effect.who)
        assert who is not None
        yield from displace(table, source, who, self._times(source, effect))


@kind_of(Place)
class Placing(Kind[Place]):
    """ARISTEIA.PLACE.RULE, ARISTEIA.FREERUN.RULE: beside somebody, an Obstacle, or a wall."""

    def is_possible(self, state: State, source: Source, effect: Place) -> bool:
        """If there is a Free space there."""
        who = source.whom(effect.who)
        return (
            on_board(state, who) and who is not None and bool(_spaces(state, source, effect, who))
        )

    def perform(self, table: Table[State], source: Source, effect: Place) -> Steps[None]:
        """Its player names the space."""
        who = source.whom(effect.who)
        assert who is not None
        yield from place(table, source, who, _spaces(table.state, source, effect, who))


def _spaces(state: State, source: Source, effect: Place, who: CharacterId) -> tuple[Hex, ...]:
    """Free spaces adjacent to what the card names."""
    if effect.beside == "wall":
        here = state.characters[who].at
        if here is None:
            return ()
        near = state.box.board.hexes.neighbours
        walls = [at for at in near[here] if at in state.box.board.walls]
        found = {space: None for wall in walls for space in free_beside(state, wall)}
        return tuple(found)
    beside = source.whom(effect.beside)
    at = state.characters[beside].at if beside is not None else source.spot
    return () if at is None else free_beside(state, at)
