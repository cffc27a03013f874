"""Squads of five robots with their Combine Pools, as lists that players build."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from gattai.games.aegis.actions.combining import fits
from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.scene import card_of
from gattai.games.aegis.squads import MAX_IN_POOL, NEUTRAL, SIZE, find_cards, squad_refusals
from gattai.games.aegis.state import SIDES
from gattai.games.building import (
    Buildable,
    BuildingKit,
    Combination,
    ListPart,
    ListRow,
    ListSum,
    ListVerdict,
    ReadList,
    ReadyList,
)
from gattai.games.workshop import cards_in, read_pieces
from gattai.kernel.rulebook import Refusal, RuleId
from gattai.kernel.ruleset import AnyRuleset

SQUAD, POOL = "units", "pool"
CLASSES = {"A": "Assault", "E": "Evasive", "G": "Guard", "I": "Intel", "S": "Support"}
ENOUGH_ENERGY = 5
"""AEGIS.VICTORY.ENERGY: who produces less loses."""
MAX_COMBINED = 12
"""Longer lists are illegal; only so many of their robots are combined."""

Form = tuple[UnitCard, tuple[UnitCard, ...]]
"""A robot, and the Level 1 robots that it consists of."""


class SquadWorkshop:
    """A squad is written as `a,b,c,d,e+x,y`: five robots, then the Combine Pool."""

    def kit(self, rules: AnyRuleset, settings: Mapping[str, str]) -> BuildingKit:
        """Every card of the packs, and the ready-made squads."""
        assert isinstance(rules, Aegis)
        return _kit(rules)

    def read(self, rules: AnyRuleset, text: str, settings: Mapping[str, str]) -> ReadList:
        """Read a squad, legal or not; a single robot needs no comma."""
        assert isinstance(rules, Aegis)
        if text.strip() in rules.squads:
            squad = rules.squads[text.strip()]
            return ReadList((*_rows(SQUAD, squad.units), *_rows(POOL, squad.pool)))
        units, plus, pool = text.partition("+")

        def read(name: str) -> str:
            return find_cards([name], rules.units)[0].id

        mine, faults = read_pieces(units, read)
        cards, more = read_pieces(pool, read, len(units) + len(plus))
        return ReadList((*_rows(SQUAD, mine), *_rows(POOL, cards)), (*faults, *more))

    def written(self, rows: Sequence[ListRow]) -> str:
        """Write a squad; the `+` says that it is no name of a ready-made one."""
        return f"{','.join(cards_in(rows, SQUAD))}+{','.join(cards_in(rows, POOL))}"

    def verdict(
        self, rules: AnyRuleset, rows: Sequence[ListRow], settings: Mapping[str, str]
    ) -> ListVerdict:
        """Every rule for squads, the energy of a turn, and what the robots can become."""
        assert isinstance(rules, Aegis)
        units = [rules.units[card] for card in cards_in(rows, SQUAD)]
        pool = [rules.units[card] for card in cards_in(rows, POOL)]
        energy = sum(card.ep for card in units)
        made = tuple(_combinations(units, pool, rules.units.values()))
        return ListVerdict(
            refusals=tuple(squad_refusals(units, pool)),
            kept=tuple(_kept(units, pool)),
            sums=(
                ListSum("Robots", len(units), SIZE, SIZE, is_rule=True),
                ListSum("Combine Pool", len(pool), 0, MAX_IN_POOL, is_rule=True),
                ListSum("Energy a turn", energy, ENOUGH_ENERGY),
            ),
            advice=tuple(_advice(units, pool, energy, made)),
            combinations=made,
        )

    def options(self, option: str, text: str) -> dict[str, str]:
        """Nothing else changes with a squad."""
        return {option: text}


def _rows(part: str, cards: Sequence[str]) -> tuple[ListRow, ...]:
    return tuple(ListRow(part, (card,)) for card in cards)


@cache
def _kit(rules: Aegis) -> BuildingKit:
    return BuildingKit(
        noun="squad",
        options=SIDES,
        settings=(),
        parts=(
            ListPart(SQUAD, "Squad", "single", SIZE, SIZE),
            ListPart(POOL, "Combine Pool", "single", 0, MAX_IN_POOL),
        ),
        cards=tuple(
            Buildable(
                id=card.id,
                part=SQUAD if card.level == 1 else POOL,
                group=CLASSES[card.classes[0]] if card.level == 1 else f"Level {card.level}",
                price=0,
                most=1,
                card=card_of(card),
            )
            for card in sorted(rules.units.values(), key=lambda card: (card.level, card.classes))
        ),
        ready=tuple(
            ReadyList(
                squad.id,
                squad.title,
                f"{','.join(squad.units)}+{','.join(squad.pool)}",
                (*_rows(SQUAD, squad.units), *_rows(POOL, squad.pool)),
            )
            for squad in rules.squads.values()
        ),
    )


def _kept(units: Sequence[UnitCard], pool: Sequence[UnitCard]) -> Iterator[tuple[RuleId, str]]:
    colours = sorted({card.faction for card in (*units, *pool) if card.faction != NEUTRAL})
    commanders = [*dict.fromkeys(card.name for card in units if card.commander)]
    yield "AEGIS.SQUAD.SIZE", f"{SIZE} robots"
    yield "AEGIS.TERM.LEVELS", "all robots of the squad are Level 1"
    yield "AEGIS.SQUAD.UNIQUE", "no name twice"
    yield "AEGIS.SQUAD.FACTION", f"one colour besides grey: {', '.join(colours) or 'all are grey'}"
    yield "AEGIS.SQUAD.COMMANDER", f"at most one Commander: {', '.join(commanders) or 'none'}"
    yield "AEGIS.SQUAD.POOL", f"{len(pool)} of at most {MAX_IN_POOL} cards in the Combine Pool"


def _advice(
    units: Sequence[UnitCard],
    pool: Sequence[UnitCard],
    energy: int,
    made: Sequence[Combination],
) -> Iterator[Refusal]:
    if len(units) == SIZE and energy < ENOUGH_ENERGY:
        figures = (("energy", energy), ("needed", ENOUGH_ENERGY))
        yield Refusal("AEGIS.VICTORY.ENERGY", "the squad loses as its first turn begins", figures)
    reachable = {each.card for each in made}
    for card in pool if len(units) == SIZE else ():
        if card.level > 1 and card.id not in reachable:
            yield Refusal("AEGIS.SQUAD.POOL", f"this squad can never make {card.name}")


def _combinations(
    units: Sequence[UnitCard], pool: Sequence[UnitCard], cards: Iterable[UnitCard]
) -> Iterator[Combination]:
    """Every card that two robots make. Robots beyond Level 1 have to be in the Combine Pool."""
    allowed = _in_colours_of((*units, *pool), cards)
    basic = [card for card in units if card.level == 1][:MAX_COMBINED]
    forms: list[Form] = []
    forms += ((card, (card,)) for card in basic)
    seen: dict[Combination, None] = {}
    for level in range(2, SIZE + 1):
        grown: dict[Form, None] = {}
        higher = [card for card in allowed if card.level == level]
        for (one, under), (two, below) in _pairs(forms, level):
            for card in higher:
                if fits(one, under, two, below, card):
                    seen[Combination(card.id, (one.id, two.id), card in pool)] = None
                    if card in pool:
                        grown[card, (*under, *below)] = None
        forms.extend(grown)
    yield from seen


def _in_colours_of(squad: Sequence[UnitCard], cards: Iterable[UnitCard]) -> list[UnitCard]:
    """The cards that a squad may have; if it is grey altogether, it may still take any colour."""
    colours = {card.faction for card in squad if card.faction != NEUTRAL}
    return [card for card in cards if not colours or card.faction in {NEUTRAL, *colours}]


def _pairs(forms: Sequence[Form], level: int) -> Iterator[tuple[Form, Form]]:
    """Two robots that share none of the Level 1 robots under them, and have as many as the level."""
    for one, two in combinations(forms, 2):
        if len(one[1]) + len(two[1]) == level and not {*one[1]} & {*two[1]}:
            yield one, two


WORKSHOP = SquadWorkshop()
