"""Displacing and Placing: how effects move Characters about."""

from __future__ import annotations

from gattai.games.aristeia.course.tactics import Occasion, offer
from gattai.games.aristeia.effects.source import Source
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
