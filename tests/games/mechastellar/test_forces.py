"""Building a force: every broken rule is named at once."""

from __future__ import annotations

import pytest

from gattai.games.mechastellar.content import load_content
from gattai.games.mechastellar.forces import (
    Force,
    elite_level,
    force_of,
    force_refusals,
    force_remarks,
    force_text,
    read_force,
)
from gattai.games.mechastellar.parameters import VER10_FINAL
from gattai.games.mechastellar.rulesets import changed_by_name
from gattai.kernel.rulebook import Refused
from gattai.kernel.text.words import UnknownWord

CONTENT = load_content()


def force(text: str) -> Force:
    return read_force(text, CONTENT.units, CONTENT.armies)


def broken(text: str) -> list[str]:
    return [refusal.rule for refusal in force_refusals(force(text), VER10_FINAL)]


@pytest.mark.parametrize("name", sorted(CONTENT.armies))
def test_the_armies_of_the_packs_are_legal(name: str) -> None:
    assert broken(name) == []
    assert [*force_remarks([force(name)], VER10_FINAL)] == []


@pytest.mark.rule("MS.SETUP.COMMANDER")
def test_a_side_has_one_commander() -> None:
    assert broken("argonaut!, dervish") == []
    assert broken("argonaut, dervish") == ["MS.SETUP.COMMANDER"]
    assert broken("argonaut!, dervish!") == ["MS.SETUP.COMMANDER"]
    assert broken("argonaut") == []  # who is alone commands


@pytest.mark.rule("MS.SQUAD.FORM")
def test_a_squad_has_two_or_three_models_of_one_role_and_performance() -> None:
    assert broken("green-viking*3!") == broken("green-viking+argonaut!") == []
    assert broken("green-viking*4!") == ["MS.SQUAD.FORM"]
    assert broken("argonaut+dervish!") == ["MS.SQUAD.FORM", "MS.SQUAD.FORM"]
    assert broken("argonaut+white-raven!") == ["MS.SQUAD.FORM"]


@pytest.mark.rule("MS.SQUAD.FORM")
def test_where_there_are_no_squads_nothing_else_is_said_of_one() -> None:
    def said(text: str, most: int) -> list[str]:
        rules = changed_by_name(VER10_FINAL, {"squad.max": most})
        return [refusal.reason for refusal in force_refusals(force(text), rules)]

    (reason,) = said("argonaut+dervish!", 1)
    assert "no squads" in reason and said("argonaut!", 1) == []
    assert said("green-viking*2!", 2) == [] and len(said("green-viking*3!", 2)) == 1


@pytest.mark.rule("MS.DEPLOY.RESERVE", "MS.DEPLOY.ZONE")
def test_somebody_must_be_deployed_and_not_more_than_fit() -> None:
    assert broken(",") == ["MS.DEPLOY.RESERVE"]
    assert broken(", ".join(["argonaut!", *["green-viking*3"] * 10])) == ["MS.DEPLOY.ZONE"]


def test_every_broken_rule_is_named_at_once() -> None:
    found = broken("green-viking*4, argonaut+dervish")
    assert found == ["MS.SETUP.COMMANDER", "MS.SQUAD.FORM", "MS.SQUAD.FORM", "MS.SQUAD.FORM"]
    with pytest.raises(Refused, match=r"one Commander.*wrong size.*same role"):
        force_of("green-viking*4, argonaut+dervish", CONTENT.units, CONTENT.armies, VER10_FINAL)


@pytest.mark.rule("MS.UNIT.PERFORMANCE")
def test_units_should_come_from_one_range_of_performance() -> None:
    narrow = changed_by_name(VER10_FINAL, {"army.performance_window": 1})
    both = [force("argonaut"), force("dervish")]  # Performance 3 and 4
    assert [*force_remarks(both, VER10_FINAL)] == []
    (remark,) = force_remarks(both, narrow)
    assert remark.rule == "MS.UNIT.PERFORMANCE"
    assert dict(remark.figures) == {"lowest": 3, "highest": 4, "range": 1}


@pytest.mark.rule("MS.MOM.ELITE-LEVEL", "MS.AMB.ELITE-SUM", "MS.AMB.SKILLED-LEVEL")
def test_the_elite_level_is_the_sum_of_the_tiers_or_what_a_profile_prints() -> None:
    text = "white-asura!, blue-djinn, falconeye, laughing-joker, crimson-gallant"
    tiers = [card.tier for card in force(text).models]
    worth = {"basic": 0, "battle_tested": 1, "skilled": 1, "ace": 3}
    assert elite_level(force(text), VER10_FINAL) == sum(worth[tier] for tier in tiers)
    assert elite_level(force("voltlion"), VER10_FINAL) == 5
    older = changed_by_name(VER10_FINAL, {"momentum.elite_level.ace": 5})
    assert elite_level(force("white-asura"), older) == 5


def test_names_are_read_with_blanks_hyphens_and_in_any_case() -> None:
    assert force("White Asura!, jack knife iii*3") == force("white-asura!, JACK-KNIFE-III*3")


@pytest.mark.parametrize("name", sorted(CONTENT.armies))
def test_a_force_is_written_as_it_is_read(name: str) -> None:
    assert force(force_text(force(name))) == force(name)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("aurora-colition", "no army 'aurora-colition'; did you mean 'aurora-coalition'"),
        ("argonot!, dervish", "no unit 'argonot'; did you mean 'argonaut'"),
        ("argonaut*0", "a number from 1 to 9"),
        ("argonaut*99999", "a number from 1 to 9"),
        ("argonaut*", "a number from 1 to 9"),
        ("", "no army ''"),
        ("+", "no unit ''"),
    ],
)
def test_what_cannot_be_read_is_explained(text: str, complaint: str) -> None:
    with pytest.raises((UnknownWord, ValueError), match=complaint.replace("*", r"\*")):
        force_of(text, CONTENT.units, CONTENT.armies, VER10_FINAL)


@pytest.mark.rule("MS.DEPLOY.ZONE", "MS.UNIT.PERFORMANCE")
def test_thirty_models_find_room_and_no_more_and_nobody_has_no_performance() -> None:
    for count, refused in ((30, []), (31, ["MS.DEPLOY.ZONE"])):
        assert broken(", ".join(["argonaut!", *["argonaut"] * (count - 1)])) == refused
    assert [*force_remarks([], VER10_FINAL)] == []
