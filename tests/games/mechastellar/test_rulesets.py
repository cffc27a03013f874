"""The rulesets and the table of variants say the same, entry by entry, and all of it is played."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from gattai.games.mechastellar.cards import RulesetCard
from gattai.games.mechastellar.parameters import VER10_FINAL
from gattai.games.mechastellar.rulesets import Earlier, Variant, dated, diff, figures, load_variants
from tests.games.mechastellar.scenario_runner import was_offered
from tests.games.mechastellar.table import RULES, Battle, battle

VARIANTS = load_variants()
CARDS = RULES.catalogue.cards("ruleset", RulesetCard)
REVISIONS = {"rev116": 116, "rev101": 101, "rev78": 78, "aug-playtest": 65}
UNDATED = {
    "COUNTER-WHO=automatic", "SHIFT-THRESHOLD=6", "RF-TARGET=aggressor_first", "ACTIONS=2",
    "PUSH-TERRAIN=one_check_unless_momentum", "RF-HALF=True", "MELEE-FREE=True", "MOVE-ACTIONS=1",
}  # fmt: skip
"""Printed values that no numbered revision had: from before VER10, from April, or another reading."""


def plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def entries() -> list[Any]:
    return [
        pytest.param(variant, earlier, id=f"{variant.id}={earlier.value}")
        for variant in VARIANTS
        for earlier in variant.earlier
    ]


def entry_of(variant: Variant, earlier: Earlier) -> str:
    return f"{variant.id.removeprefix('MS.VAR.')}={earlier.value}"


@pytest.mark.parametrize(("variant", "earlier"), entries())
def test_an_entry_stands_in_the_rulesets_that_it_is_dated_to_and_in_no_other(
    variant: Variant, earlier: Earlier
) -> None:
    for name, card in CARDS.items():
        found = figures(RULES.content.rulesets[name])
        names = (variant.parameter, *variant.also)
        has = all(found.get(each) == plain(earlier.value) for each in names)
        assert has == earlier.belongs_to(name, card.revision), f"{name}: {variant.parameter}"


@pytest.mark.parametrize("name", sorted(CARDS))
def test_a_ruleset_changes_what_the_table_of_variants_dates_to_it_and_nothing_else(
    name: str,
) -> None:
    made = {each.parameter: each.second for each in diff(VER10_FINAL, RULES.content.rulesets[name])}
    wanted = {p: plain(value) for p, value in dated(VARIANTS, name, CARDS[name].revision).items()}
    assert made == wanted


def test_four_rulesets_play_a_revision_of_the_log() -> None:
    assert {card.id: card.revision for card in CARDS.values() if card.revision} == REVISIONS


@pytest.mark.parametrize(("variant", "earlier"), entries())
def test_the_dates_of_an_entry_are_those_that_its_words_tell(
    variant: Variant, earlier: Earlier
) -> None:
    words = earlier.revision
    told = (
        re.match(r"REV(\d+) to REV(\d+)", words)
        or re.match(r"()up to REV(\d+)", words)
        or re.match(r"REV(\d+)(?!.*REV)", words)
    )
    if not earlier.known:
        assert not earlier.since and not earlier.until and not earlier.rulesets
    elif told:
        first, last = int(told[1] or 0), int(told[told.lastindex or 1])
        assert (earlier.since, earlier.until) == (first, last)
    elif august := re.match(r"August to REV(\d+)", words):
        assert (earlier.since, earlier.until) == (65, int(august[1]))
    elif words == "before August":
        assert (earlier.since, earlier.until) == (0, 64)
    else:
        assert not earlier.until
        assert bool(earlier.rulesets) != (entry_of(variant, earlier) in UNDATED)


def test_no_revision_has_two_values_of_one_parameter() -> None:
    for variant in VARIANTS:
        for revision in range(1, 127):
            having = [e for e in variant.earlier if e.belongs_to("", revision)]
            assert len(having) < 2, f"{variant.id}: REV{revision}"


MELEE = ("A1 lunar-ravager 1,0 3", "B1 white-asura 0,0 0")
GOES_WITH: dict[str, tuple[int, Callable[[Battle], Any]]] = {
    "momentum.high": (3, lambda g: g.plays("A1", "move -1,0").state.momentum),
    "skill.iron_wall.cost2": (
        0, lambda g: was_offered(g.plays("A1", "attack beam-rifle B1"), "use great-iron-wall"),
    ),
    "lock_on.def_dice": (
        0,
        lambda g: [
            len(faces)
            for faces in g.plays("A1", "attack beam-rifle B1", answers=["brace lock"]).throws
        ],
    ),
    "warship.aa_uses_elite": (
        1,
        lambda g: was_offered(
            g.plays("A2", "attack missile-pod B2", answers=["north: use anti-air"]),
            "north: use anti-air", 1,
        ),
    ),
    "terrain.checks_aoe": (
        5, lambda g: [len(faces) for faces in g.plays("A3", "strike rust-hurricane -2,3").throws],
    ),
}  # fmt: skip


@pytest.mark.parametrize("parameter", sorted({each for v in VARIANTS for each in v.also}))
def test_what_goes_with_a_variant_acts_too(parameter: str) -> None:
    value, look = GOES_WITH[parameter]

    def seen(parameters: dict[str, Any]) -> Any:
        game = battle(
            "A1 white-asura 0,0 0", "A2 white-raven 0,5 0", "A3 iron-duke -4,3 0",
            "B1 white-raven 3,0 3", "B2 mithridates-cruiser 4,4 3",
            terrain=["-2,3 wall"], momentum=(4, 10), parameters=parameters,
        )  # fmt: skip
        return look(game)

    assert seen({}) != seen({parameter: value})
