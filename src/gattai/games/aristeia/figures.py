"""The current figures of a Character: the printed ones, changed by its States."""

from __future__ import annotations

from typing import Literal

from gattai.games.aristeia.state import Character, State
from gattai.kernel.tally import Tally

Figure = Literal["energy", "speed", "initiative"]
_PRINTED: dict[Figure, str] = {
    "energy": "ARISTEIA.ACT.ACTION-POINTS",
    "speed": "ARISTEIA.MOVE.POINTS",
    "initiative": "ARISTEIA.TURN.CHOOSE-FIRST",
}


def figure(character: Character, name: Figure) -> Tally:
    """ARISTEIA.STATE.SIDES: a figure with the changes of the tokens that are up, at least 0."""
    tally = Tally.of(getattr(character.card, name), "on the card", _PRINTED[name])
    for token in character.tokens:
        change = getattr(token.side, name)
        if change:
            tally = tally.plus(change, token.state.name, "ARISTEIA.STATE.SIDES")
    if tally.total < 0:
        tally = tally.plus(-tally.total, "never below 0", "ARISTEIA.STATE.SIDES")
    return tally


def _total(character: Character, name: Figure) -> int:
    printed: int = getattr(character.card, name)
    if not character.tokens:
        return printed
    changes: list[int] = [getattr(token.side, name) for token in character.tokens]
    return max(0, printed + sum(changes))


def energy(character: Character) -> int:
    """The Action Points at the start of its Activation."""
    return _total(character, "energy")


def speed(character: Character) -> int:
    """The Movement Points that a Move gives it."""
    return _total(character, "speed")


def initiative(character: Character) -> int:
    """The value compared when Initiative cards are revealed."""
    return _total(character, "initiative")


def farthest_sight(character: Character) -> int | None:
    """The farthest distance it can see; None if no State limits it."""
    limits = [token.side.sight for token in character.tokens if token.side.sight is not None]
    return min(limits) if limits else None


def hit_points_left(character: Character) -> int:
    """The Damage needed to send it to the Infirmary."""
    return character.card.hit_points - character.damage


def initiative_total(state: State, seat: int) -> int:
    """ARISTEIA.SETUP.UNDERDOG: the sum of the printed Initiative of a team."""
    return sum(c.card.initiative for c in state.characters if c.seat == seat)
