"""Effects that Displace or Place Characters."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from gattai.games.aristeia.effects.effect import Effect
from gattai.games.aristeia.effects.effect_card import Who
from gattai.games.aristeia.effects.source import EffectSource, on_board
from gattai.games.aristeia.effects.wording import NOBODY, Cast
from gattai.games.aristeia.events.play import CharacterDisplaced, CharacterPlaced
from gattai.games.aristeia.phases.tactics import Occasion, offer
from gattai.games.aristeia.state import CharacterId, State, free_beside
from gattai.kernel.action import Option
from gattai.kernel.question import Steps, choose, may_choose
from gattai.kernel.ruleset import Table
from gattai.tabletop.hexes import Hex


class To(Option, frozen=True, tag="to"):
    """Name the space to which a Character is Displaced or on which it is Placed."""

    says = "to {at}"
    at: Hex


class Stay(Option, frozen=True, tag="stay"):
    """Leave the Character where it is."""

    says = "stay there"


STAY = Stay()


def can_be_displaced(state: State, who: CharacterId) -> bool:
    """ARISTEIA.DISPLACE.LIMITS: on the board, not rooted by a State, not held in place by a card."""
    character = state.characters[who]
    if character.at is None or character.is_firm or character.is_rooted:
        return False
    return state.rolling is None or who not in state.rolling.firm


def displacements(state: State, who: CharacterId) -> tuple[Hex, ...]:
    """ARISTEIA.DISPLACE.LIMITS: only adjacent Free spaces; may be empty (AMB.DISPLACE-IMPOSSIBLE)."""
    at = state.characters[who].at
    return free_beside(state, at) if at is not None and can_be_displaced(state, who) else ()


def displace(
    table: Table[State], source: EffectSource, who: CharacterId, up_to: int
) -> Steps[None]:
    """ARISTEIA.DISPLACE.NO-DISENGAGE: space by space, without a roll.

    The player of the effect chooses the spaces (AMB.DISPLACE-WHO-CHOOSES) and may stop.
    """
    for left in range(up_to, 0, -1):
        spaces = displacements(table.state, who)
        if not spaces:
            return
        name = table.state.characters[who].name
        what = f"Displace {name}{f' ({left} left)' if up_to > 1 else ''}"
        options = [To(at) for at in spaces]
        rule = "ARISTEIA.DISPLACE.LIMITS"
        answer = yield from may_choose(source.seat, options, STAY, rule, what)
        if isinstance(answer, Stay):
            return
        rule = "ARISTEIA.DISPLACE.NO-DISENGAGE"
        table.emit(CharacterDisplaced(rule=rule, who=who, to=answer.at))
        if source.owner is not None and table.state.characters[who].seat != source.seat:
            occasion = Occasion("after-displacement", (source.owner,), who)
            yield from offer(table, ((source.seat, occasion),), f"after Displacing {name}")


def place(
    table: Table[State], source: EffectSource, who: CharacterId, spaces: tuple[Hex, ...]
) -> Steps[None]:
    """ARISTEIA.PLACE.RULE: on one of the named spaces, regardless of limits of movement."""
    if not spaces:
        return
    rule = "ARISTEIA.PLACE.RULE"
    what = f"Place {table.state.characters[who].name}"
    options = tuple([To(at) for at in spaces])
    answer = yield from choose(source.seat, options, rule, what, otherwise=options[0])
    table.emit(CharacterPlaced(rule=rule, who=who, to=answer.at))


class Displace(Effect, frozen=True, tag="displace", cache_hash=True):
    """ARISTEIA.DISPLACE.LIMITS: move `who` up to this many times to an adjacent Free space.

    With `per_damage` the Damage just inflicted is the number instead (ARISTEIA.CHAR.KAZE-TACHINU).
    Other cards with this effect: ARISTEIA.CHAR.VADE-RETRO, ARISTEIA.CHAR.HEXXER-SWITCH,
    ARISTEIA.CHAR.GATA-SWITCH, ARISTEIA.CHAR.IMPLACABLE.
    """

    may_be_declined: ClassVar[bool] = True

    who: Who
    """The Character that is moved."""
    up_to: Annotated[int, Meta(ge=0, le=12)] = 1
    """The highest number of steps."""
    per_damage: bool = False
    """Whether the Damage just inflicted is the number instead."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        """>>> Displace("target", up_to=2).in_words(Cast("Gata", "Maximus"))
        'Displace Maximus up to 2 times'
        """
        times = ", once for each Damage" if self.per_damage else f" up to {self.up_to} times"
        return f"Displace {cast.name(self.who)}{times if self.per_damage or self.up_to > 1 else ''}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only if a space is available."""
        who = source.whom(self.who)
        return who is not None and bool(displacements(state, who)) and self._times(source) > 0

    def _times(self, source: EffectSource) -> int:
        return source.damage if self.per_damage else self.up_to

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        who = source.whom(self.who)
        assert who is not None
        yield from displace(table, source, who, self._times(source))


class PlaceNear(Effect, frozen=True, tag="place", cache_hash=True):
    """ARISTEIA.PLACE.RULE: put `who` on a Free space adjacent to the other one, or to a wall.

    `beside` names the Character whose neighbours are meant; `wall` means a Blocked space next to
    `who` (ARISTEIA.FREERUN.RULE).
    """

    who: Who
    """The Character that is placed."""
    beside: Literal["self", "target", "wall"]
    """The Character whose neighbour spaces are meant; wall means a Blocked space next to who."""

    def in_words(self, cast: Cast = NOBODY) -> str:
        where = "a wall" if self.beside == "wall" else cast.name(self.beside)
        return f"Place {cast.name(self.who)} beside {where}"

    def is_possible(self, state: State, source: EffectSource) -> bool:
        """Only if there is a Free space."""
        who = source.whom(self.who)
        return on_board(state, who) and who is not None and bool(self._spaces(state, source, who))

    def perform(self, table: Table[State], source: EffectSource) -> Steps[None]:
        who = source.whom(self.who)
        assert who is not None
        yield from place(table, source, who, self._spaces(table.state, source, who))

    def _spaces(self, state: State, source: EffectSource, who: CharacterId) -> tuple[Hex, ...]:
        """Free spaces adjacent to what the card names."""
        if self.beside == "wall":
            here = state.characters[who].at
            if here is None:
                return ()
            near = state.box.board.hexes.neighbours
            walls = [at for at in near[here] if at in state.box.board.walls]
            found = {space: None for wall in walls for space in free_beside(state, wall)}
            return tuple(found)
        beside = source.whom(self.beside)
        at = state.characters[beside].at if beside is not None else source.spot
        return () if at is None else free_beside(state, at)
