"""The box: everything printed that one game uses, with precomputed tables."""

from __future__ import annotations

import msgspec

from gattai.games.aristeia.cards import (
    STANDARD,
    ActionCard,
    BoardCard,
    CharacterCard,
    DieCard,
    ScenarioCard,
    StateCard,
    TacticCard,
)
from gattai.kernel.lazy import lazy
from gattai.tabletop.corners import lines
from gattai.tabletop.hexes import Hex

Masks = tuple[tuple[int, ...], ...]


class Box(msgspec.Struct, frozen=True, dict=True, cache_hash=True):
    """ARISTEIA.SETUP.SCENARIO: one Scenario with its board, and all cards.

    It never changes in play, and saved states contain only its name.
    """

    id: str
    dice: tuple[DieCard, ...]
    common: tuple[ActionCard, ...]
    """ARISTEIA.MOVE.ALL: the Actions that every Character has."""
    characters: tuple[CharacterCard, ...]
    tactics: tuple[TacticCard, ...]
    states: tuple[StateCard, ...]
    board: BoardCard
    scenario: ScenarioCard

    @lazy
    def die(self) -> dict[str, DieCard]:
        return {card.id: card for card in self.dice}

    @lazy
    def state(self) -> dict[str, StateCard]:
        return {card.id: card for card in self.states}

    @lazy
    def standard(self) -> tuple[TacticCard, ...]:
        return self.tactics_of.get(STANDARD, ())

    @lazy
    def tactics_of(self) -> dict[str, tuple[TacticCard, ...]]:
        """The Tactics of each owner."""
        owners = dict.fromkeys(card.owner for card in self.tactics)
        return {o: tuple(card for card in self.tactics if card.owner == o) for o in owners}

    @lazy
    def zones(self) -> dict[str, tuple[Hex, ...]]:
        """The spaces of each Deployment Zone."""
        return self.board.hexes.zones

    @lazy
    def shut(self) -> dict[Hex, None]:
        """Spaces that no Character can enter: Blocked ones, and those with an Obstacle."""
        return {**self.board.walls, **self.scenario.obstacles}

    @lazy
    def open_neighbours(self) -> dict[Hex, tuple[Hex, ...]]:
        """The neighbours of each space that are neither Blocked nor hold an Obstacle."""
        around = self.board.hexes.neighbours
        return {at: tuple(h for h in near if h not in self.shut) for at, near in around.items()}

    @lazy
    def bit(self) -> dict[Hex, int]:
        """One bit for each space, so that a set of spaces is an integer."""
        return {at: 1 << number for number, at in enumerate(self.board.hexes.cells)}

    @lazy
    def wall_bits(self) -> int:
        return sum(self.bit[at] for at in self.board.walls)

    @lazy
    def obstacle_bits(self) -> int:
        """The spaces with an Obstacle."""
        return sum(self.bit[at] for at in self.scenario.obstacles)

    @lazy
    def around_bits(self) -> dict[Hex, int]:
        """The neighbours of each space."""
        around = self.board.hexes.neighbours
        return {at: sum(self.bit[h] for h in near) for at, near in around.items()}

    @lazy
    def _known_ways(self) -> dict[tuple[Hex, Hex], Masks]:
        return {}

    def ways(self, viewer: Hex, seen: Hex) -> Masks:
        """The spaces that each line from vertex to vertex crosses, for every pair of spaces."""
        known = self._known_ways.get((viewer, seen))
        if known is None:
            bit = self.bit
            known = self._known_ways[viewer, seen] = tuple(
                tuple([sum([bit.get(Hex(viewer + d), 0) for d in way]) for way in row])
                for row in lines(seen - viewer)
            )
        return known
