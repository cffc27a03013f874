"""Check squads: every broken rule of a squad is reported at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gattai.games.aegis.cards import UnitCard
from gattai.kernel.rulebook import Refusal
from gattai.kernel.text.words import UnknownWord

SIZE = 5
MAX_IN_POOL = 5
NEUTRAL = "grey"


def squad_refusals(units: Sequence[UnitCard], pool: Sequence[UnitCard]) -> Iterator[Refusal]:
    """Return everything that is wrong with a squad and its Combine Pool; empty if it is legal."""
    if len(units) != SIZE:
        figures = (("units", len(units)), ("wanted", SIZE))
        yield Refusal("AEGIS.SQUAD.SIZE", "a squad has five Level 1 units", figures)
    for card in units:
        if card.level != 1:
            yield Refusal("AEGIS.TERM.LEVELS", f"{card.name} is Level {card.level}, not Level 1")
    if len(pool) > MAX_IN_POOL:
        figures = (("cards", len(pool)), ("most", MAX_IN_POOL))
        yield Refusal("AEGIS.SQUAD.POOL", "the Combine Pool has at most five cards", figures)
    for card in pool:
        if card.level < 2:
            yield Refusal("AEGIS.SQUAD.POOL", f"{card.name} is Level 1 and cannot be in the pool")
    yield from _twice(units, "squad")
    yield from _twice(pool, "Combine Pool")
    colours = dict.fromkeys(c.faction for c in (*units, *pool) if c.faction != NEUTRAL)
    if len(colours) > 1:
        rule = "AEGIS.SQUAD.FACTION"
        yield Refusal(rule, f"one faction besides grey, not {' and '.join(colours)}")
    commanders = [*dict.fromkeys(card.name for card in units if card.commander)]
    if len(commanders) > 1:
        rule = "AEGIS.SQUAD.COMMANDER"
        yield Refusal(rule, f"one Commander at most, not {' and '.join(commanders)}")


def _twice(cards: Sequence[UnitCard], where: str) -> Iterator[Refusal]:
    names = [card.name for card in cards]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield Refusal("AEGIS.SQUAD.UNIQUE", f"{name} is twice in the {where}")


def find_cards(names: Sequence[str], cards: Mapping[str, UnitCard]) -> list[UnitCard]:
    """Find cards by id or name, ignoring case. Raises UnknownWord with the nearest words."""
    by_name = {card.name.lower(): card.id for card in cards.values()}
    found: list[UnitCard] = []
    for name in names:
        wanted = name.strip().lower()
        wanted = by_name.get(wanted, wanted)
        if wanted not in cards:
            raise UnknownWord("unit", name.strip(), tuple(cards))
        found.append(cards[wanted])
    return found
