"""Forces, as lists that players build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from gattai.games.building import (
    Buildable,
    BuildingKit,
    ListPart,
    ListRow,
    ListSetting,
    ListSum,
    ListVerdict,
    ReadList,
    ReadyList,
)
from gattai.games.mechastellar.forces import (
    MAX_MODELS,
    Force,
    elite_level,
    fielded_force,
    force_refusals,
    force_remarks,
    force_text,
    read_unit,
    unit_text,
)
from gattai.games.mechastellar.parameters import DEFAULT, Parameters
from gattai.games.mechastellar.ruleset import MechaStellar
from gattai.games.mechastellar.scene import card_of
from gattai.games.mechastellar.state import SIDES
from gattai.games.workshop import POINTS, limit_of, over_limit, read_pieces
from gattai.kernel.rulebook import RuleId
from gattai.kernel.ruleset import AnyRuleset

FORCE = "units"
KINDS = {
    "MS": "Mech Suits",
    "SR": "Super Robots",
    "Kaiju": "Kaiju",
    "Vehicle": "Vehicles",
    "Warship": "Warships",
}


class ForceWorkshop:
    """A force is written as its units with commas: `a!` has the Commander, `a*3` is a squad."""

    def kit(self, rules: AnyRuleset, settings: Mapping[str, str]) -> BuildingKit:
        """Every profile of the packs, and the ready-made armies under this version of the rules."""
        assert isinstance(rules, MechaStellar)
        return _kit(rules, settings.get("rules", DEFAULT))

    def read(self, rules: AnyRuleset, text: str, settings: Mapping[str, str]) -> ReadList:
        """Read a force, legal or not. A single unit has the Commander."""
        assert isinstance(rules, MechaStellar)
        content = rules.content
        if text.strip() in content.armies:
            version = content.rulesets[settings.get("rules", DEFAULT)]
            force = fielded_force(text.strip(), content.units, content.armies, version)
            return ReadList(_rows(force))

        def read(piece: str) -> ListRow:
            models = tuple(card.id for card in read_unit(piece, content.units))
            return ListRow(FORCE, models, "!" in piece)

        rows, faults = read_pieces(text, read)
        if len(rows) == 1 and not faults:
            rows = [ListRow(FORCE, rows[0].cards, is_leader=True)]
        return ReadList(tuple(rows), tuple(faults))

    def written(self, rows: Sequence[ListRow]) -> str:
        """Write a force as `forces.force_text` does."""
        return ", ".join(unit_text(row.cards) + "!" * row.is_leader for row in rows)

    def verdict(
        self, rules: AnyRuleset, rows: Sequence[ListRow], settings: Mapping[str, str]
    ) -> ListVerdict:
        """Every rule for forces, and their VP."""
        assert isinstance(rules, MechaStellar)
        version = rules.content.rulesets[settings.get("rules", DEFAULT)]
        force = Force(
            tuple(tuple(rules.content.units[card] for card in row.cards) for row in rows),
            tuple(number for number, row in enumerate(rows) if row.is_leader),
        )
        return ListVerdict(
            refusals=tuple(force_refusals(force, version)),
            kept=tuple(_kept(force, version)),
            sums=(
                ListSum("VP", force.vp, most=limit_of(settings)),
                ListSum("models", len(force.models), 1, MAX_MODELS, is_rule=True),
                ListSum("Elite level", elite_level(force, version)),
            ),
            advice=(*over_limit(force.vp, settings, "VP"), *force_remarks([force], version)),
        )

    def options(self, option: str, text: str) -> dict[str, str]:
        """Nothing else changes with a force."""
        return {option: text}


def _rows(force: Force) -> tuple[ListRow, ...]:
    return tuple(
        ListRow(FORCE, tuple(card.id for card in models), number in force.commanders)
        for number, models in enumerate(force.units)
    )


@cache
def _kit(rules: MechaStellar, version: str) -> BuildingKit:
    content = rules.content
    titles = rules.choices(next(each for each in rules.options if each.name == "rules"))
    return BuildingKit(
        noun="army",
        options=SIDES,
        settings=(
            ListSetting(
                "rules", "the version of the rules", DEFAULT, tuple(titles), tuple(titles.values())
            ),
            POINTS,
        ),
        parts=(ListPart(FORCE, "Units", "squad", 1, MAX_MODELS),),
        cards=tuple(
            Buildable(card.id, FORCE, KINDS[card.kind], card.vp, MAX_MODELS, card_of(card))
            for card in sorted(
                content.units.values(), key=lambda card: ([*KINDS].index(card.kind), -card.vp)
            )
        ),
        ready=tuple(_ready(rules, content.rulesets[version])),
        price="VP",
        has_leader=True,
    )


def _ready(rules: MechaStellar, version: Parameters) -> Iterator[ReadyList]:
    content = rules.content
    for army in content.armies.values():
        force = fielded_force(army.id, content.units, content.armies, version)
        yield ReadyList(army.id, army.title, force_text(force), _rows(force))


def _kept(force: Force, version: Parameters) -> Iterator[tuple[RuleId, str]]:
    squads = sum(len(unit) > 1 for unit in force.units)
    leaders = " and ".join(force.units[number][0].name for number in force.commanders)
    yield "MS.DEPLOY.RESERVE", f"at least one unit to deploy: {len(force.units)}"
    yield "MS.SETUP.COMMANDER", f"one Commander: {leaders}"
    yield "MS.DEPLOY.ZONE", f"{len(force.models)} of at most {MAX_MODELS} models"
    allowed = f"of {version.squad.min} to {version.squad.max} equal models"
    yield (
        "MS.SQUAD.FORM",
        f"squads {allowed if version.squad.max > 1 else 'do not exist'}: {squads}",
    )


WORKSHOP = ForceWorkshop()
