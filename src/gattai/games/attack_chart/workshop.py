"""Armies, as lists that players build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from gattai.games.attack_chart.ruleset import AttackChart
from gattai.games.attack_chart.scene import card_of
from gattai.games.attack_chart.setup import MAX_UNITS, army_refusals, find_unit
from gattai.games.building import (
    Buildable,
    BuildingKit,
    ListPart,
    ListRow,
    ListSum,
    ListVerdict,
    ReadList,
    ReadyList,
)
from gattai.games.workshop import (
    POINTS,
    cards_in,
    limit_of,
    over_limit,
    read_pieces,
    rows_of_copies,
)
from gattai.kernel.ruleset import AnyRuleset

ARMY = "units"


class ArmyWorkshop:
    """An army is written as its units with commas."""

    def kit(self, rules: AnyRuleset, settings: Mapping[str, str]) -> BuildingKit:
        """Every unit of the packs, and the sample armies."""
        assert isinstance(rules, AttackChart)
        return _kit(rules)

    def read(self, rules: AnyRuleset, text: str, settings: Mapping[str, str]) -> ReadList:
        """Read an army, legal or not."""
        assert isinstance(rules, AttackChart)
        if text.strip() in rules.samples:
            return ReadList(rows_of_copies(ARMY, rules.samples[text.strip()]))
        found, faults = read_pieces(text, lambda name: find_unit(name, rules.units).id)
        return ReadList(rows_of_copies(ARMY, found), tuple(faults))

    def written(self, rows: Sequence[ListRow]) -> str:
        """Write an army: several units of a kind are named several times."""
        return ",".join(cards_in(rows, ARMY))

    def verdict(
        self, rules: AnyRuleset, rows: Sequence[ListRow], settings: Mapping[str, str]
    ) -> ListVerdict:
        """The number of units, and their Points."""
        assert isinstance(rules, AttackChart)
        names = cards_in(rows, ARMY)
        points = sum(rules.units[name].points for name in names)
        return ListVerdict(
            refusals=tuple(army_refusals(names)),
            kept=(("ATTACK-CHART.HOUSE.ARMY", f"{len(names)} of 1 to {MAX_UNITS} units"),),
            sums=(
                ListSum("points", points, most=limit_of(settings)),
                ListSum("units", len(names), 1, MAX_UNITS, is_rule=True),
            ),
            advice=over_limit(points, settings, "points"),
        )

    def options(self, option: str, text: str) -> dict[str, str]:
        """Nothing else changes with an army."""
        return {option: text}


@cache
def _kit(rules: AttackChart) -> BuildingKit:
    titles = rules.choices(next(each for each in rules.options if each.name == rules.seats[0]))
    return BuildingKit(
        noun="army",
        options=rules.seats,
        settings=(POINTS,),
        parts=(ListPart(ARMY, "Army", "copies", 1, MAX_UNITS),),
        cards=tuple(
            Buildable(
                id=card.id,
                part=ARMY,
                group=titles.get(card.side, "Other units"),
                price=card.points,
                most=MAX_UNITS,
                card=card_of(card),
            )
            for card in sorted(rules.units.values(), key=lambda card: -card.points)
        ),
        ready=tuple(
            ReadyList(side, titles[side], ",".join(names), rows_of_copies(ARMY, names))
            for side, names in rules.samples.items()
        ),
        price="points",
    )


WORKSHOP = ArmyWorkshop()
