"""Parameters and rulesets: every number the log changed can be changed back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gattai.games.mechastellar.cards import RulesetCard
from gattai.games.mechastellar.content import load_content
from gattai.games.mechastellar.parameters import VER10_FINAL, Parameters
from gattai.games.mechastellar.ruleset import MechaStellar
from gattai.games.mechastellar.rulesets import (
    Difference,
    Variant,
    changed,
    changed_by_name,
    diff,
    figures,
    find_ruleset,
    load_variants,
    parameters_of,
)
from gattai.kernel.position import begin
from gattai.kernel.text.words import UnknownWord
from gattai.tabletop.problem import PackError

VARIANTS = load_variants()
CONTENT = load_content()
TOPICS = 44
RULESETS = {
    "ver10-final": 0,
    "ver10-final-rev124": 1,
    "ver10-whats-new": 2,
    "rev116": 10,
    "rev101": 28,
    "rev78": 37,
    "aug-playtest": 39,
    "superseded-appendix": 5,
}
"""Each ruleset, and in how many numbers it differs from the default."""
SOURCE = Path(__file__).parents[3] / "src" / "gattai" / "games" / "mechastellar"


def each_value() -> list[Any]:
    return [
        pytest.param(variant, earlier.value, id=f"{variant.id}={earlier.value}")
        for variant in VARIANTS
        for earlier in variant.earlier
    ]


def leaves(parameter: str, value: Any) -> dict[str, Any]:
    """A variant of a whole topic changes several parameters."""
    if isinstance(value, dict):
        return {f"{parameter}.{name}": each for name, each in value.items()}
    return {parameter: value}


def plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@pytest.mark.parametrize(("variant", "value"), each_value())
def test_a_variant_overrides_its_parameter_and_nothing_else(variant: Variant, value: Any) -> None:
    wanted = leaves(variant.parameter, value)
    before, after = figures(VER10_FINAL), figures(changed_by_name(VER10_FINAL, wanted))
    assert {name: after[name] for name in wanted} == {n: plain(v) for n, v in wanted.items()}
    assert any(before[name] != after[name] for name in wanted)
    assert {n for n in before if before[n] != after[n]} <= {*wanted}


def test_there_are_sixty_nine_variants_each_with_an_id_of_its_own() -> None:
    assert len({variant.id for variant in VARIANTS}) == len(VARIANTS) == 69
    assert all(variant.id.startswith("MS.VAR.") and variant.earlier for variant in VARIANTS)


def test_there_are_forty_four_topics() -> None:
    topics = [name for name in VER10_FINAL.__struct_fields__ if name not in ("id", "title")]
    assert len(topics) == TOPICS


def test_the_rulesets_are_the_eight_of_the_log() -> None:
    found = {name: len(diff(VER10_FINAL, r)) for name, r in CONTENT.rulesets.items()}
    assert found == RULESETS


def test_a_ruleset_knows_its_name() -> None:
    assert [rules.id for rules in CONTENT.rulesets.values()] == [*CONTENT.rulesets]


def test_two_rulesets_differ_by_name_and_value() -> None:
    found = diff(CONTENT.rulesets["rev116"], CONTENT.rulesets["ver10-final"])
    assert Difference("armor_save.cap", 3, 5) in found
    assert Difference("barrier.recover", 99, 1) in found
    assert diff(VER10_FINAL, VER10_FINAL) == ()


def test_what_every_ruleset_changes_is_a_variant_or_goes_with_one() -> None:
    known = {name for v in VARIANTS for e in v.earlier for name in leaves(v.parameter, e.value)}
    known |= {name for v in VARIANTS for name in v.also}
    for rules in CONTENT.rulesets.values():
        assert {one.parameter for one in diff(VER10_FINAL, rules)} <= known


@pytest.mark.parametrize("first", sorted(RULESETS))
@pytest.mark.parametrize("second", sorted(RULESETS))
def test_what_differs_is_all_that_differs(first: str, second: str) -> None:
    one, other = CONTENT.rulesets[first], CONTENT.rulesets[second]
    made = changed_by_name(one, {d.parameter: d.second for d in diff(one, other)})
    assert figures(made) == figures(other)


def test_a_table_without_squads_is_set_the_same_under_every_ruleset() -> None:
    rules, armies = MechaStellar(), {"south": "guardian-task-force", "north": "deep-void-host"}
    tables = [begin(rules, {"rules": name, **armies}).state for name in sorted(RULESETS)]
    for table in tables:
        assert msgspec.structs.replace(table, rules=tables[0].rules) == tables[0]


def test_every_parameter_is_asked_for_by_some_rule() -> None:
    text = "".join(
        path.read_text("utf-8")
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name != "parameters.py" and path.parent.name != "rulesets"
    )
    by_tier = {"basic", "battle_tested", "skilled", "ace"}  # these are asked for by a unit's tier
    names = [name for name in figures(VER10_FINAL) if name.rpartition(".")[2] not in by_tier]
    unread = [n for n in names if not re.search(rf"\.{n.rpartition('.')[2]}\b", text)]
    assert unread == []
    for topic in ("morale", "elite_level", "orders"):
        assert re.search(rf"getattr\([\w.]*(by_tier|{topic})\b", text), topic


def test_parameters_can_stand_in_a_state() -> None:
    again = msgspec.json.decode(msgspec.json.encode(VER10_FINAL), type=Parameters)
    assert again == VER10_FINAL and hash(again) == hash(VER10_FINAL)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"armour_save": {"cap": 3}}, "did you mean 'armor_save'"),
        ({"armor_save": {"cup": 3}}, "armor_save.cup: no such field; did you mean 'cap'"),
        ({"armor_save": {"cap": "three"}}, "armor_save.cap: expected"),
        ({"armor_save": {"cap": 11}}, "armor_save.cap"),
        ({"hex": {"inches": 0}}, "hex.inches"),
        ({"counter": {"who": "elites"}}, "did you mean 'elite'"),
        ({"skill": {"flash": {"cots": 2}}}, "skill.flash.cots: no such field; did you mean 'cost'"),
        ({"targeting": {"exempt_tiers": ["aces"]}}, "did you mean 'ace'"),
        ({"armor_save": 3}, "armor_save"),
        ({"id": "mine"}, "is no parameter"),
    ],
)
def test_a_wrong_change_is_refused_with_its_place_and_the_nearest_name(
    changes: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        changed(VER10_FINAL, changes)


def test_everything_wrong_is_named_at_once() -> None:
    with pytest.raises(ValueError, match=r"dice\.crit.*; vp\.chalenger"):
        changed(VER10_FINAL, {"vp": {"chalenger": 1}, "dice": {"crit": 0}})


def test_an_unknown_ruleset_is_reported_with_the_nearest() -> None:
    with pytest.raises(UnknownWord, match="did you mean 'rev116'"):
        find_ruleset("rev161", CONTENT.rulesets)


OWN = """\
[pack]
id = "mine"
version = "1"
title = "Mine"
licence = "mine"
source = "me"

[[ruleset]]
id = "soft"
title = "Softer armour"
base = "{base}"

[ruleset.changes.armor_save]
{name} = 2
"""


def own(folder: Path, base: str = "rev116", name: str = "cap") -> Path:
    (folder / "mine.toml").write_text(OWN.format(base=base, name=name), "utf-8")
    return folder


def test_a_user_writes_a_ruleset_of_their_own_as_a_toml_file(tmp_path: Path) -> None:
    soft = load_content([own(tmp_path)]).rulesets["soft"]
    assert soft.armor_save.cap == 2
    assert soft.counter.rapid_fire is False  # from its base
    assert (soft.id, soft.title) == ("soft", "Softer armour")


def test_a_misspelt_parameter_of_a_user_is_reported_with_file_and_line(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"mine\.toml:14.*did you mean 'cap'"):
        load_content([own(tmp_path, name="capp")])


def test_a_base_that_there_is_not_is_reported_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="did you mean 'rev116'"):
        load_content([own(tmp_path, base="rev11")])


def test_rulesets_built_on_each_other_in_a_ring_are_refused() -> None:
    ring = {"a": RulesetCard("a", "A", "b"), "b": RulesetCard("b", "B", "a")}
    with pytest.raises(ValueError, match="a -> b -> a"):
        parameters_of(ring)


def test_no_rule_asks_for_a_version() -> None:
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text("utf-8")
        if path.parent.name == "rulesets" or path.name in ("parameters.py", "cards.py", "scene.py"):
            continue  # where rulesets are made, and where one is shown by its name
        for name in RULESETS:
            assert f'"{name}"' not in text or name == "ver10-final", f"{path.name} names {name}"
        assert not re.search(r"\.rules\.(id|title)\b", text), f"{path.name} asks for the version"
