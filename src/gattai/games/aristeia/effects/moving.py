"""Displacing and Placing by cards."""

from __future__ import annotations

from gattai.games.aristeia.effects.cards import Displace, Place
from gattai.games.aristeia.effects.displacement import displace, displacements, place
from gattai.games.aristeia.effects.kinds import Kind, kind_of
from gattai.games.aristeia.effects.source import Source, on_board
from gattai.games.aristeia.state import CharacterId, State, free_beside
from gattai.kernel.question import Steps
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import Hex


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
