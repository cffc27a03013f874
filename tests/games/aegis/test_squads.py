"""Squads, Combine Pools and the words of the cards."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gattai.games.aegis.cards import UnitCard
from gattai.games.aegis.checks import check_card
from gattai.games.aegis.keywords.registry import attributes
from gattai.games.aegis.ruleset import Aegis
from gattai.games.aegis.squads import find_cards, squad_refusals
from gattai.kernel.position import begin
from gattai.kernel.rulebook import Refused
from gattai.kernel.secrecy import view
from gattai.kernel.text.words import UnknownWord
from gattai.tabletop.card_check import complaints as faults_of
from gattai.tabletop.card_check import within_bounds
from tests.games.aegis.table import GUN, RULES, action, battle, robot

FIVE = ("ark-100", "espr-100", "gel-100", "ippl-100", "sno-100")


def broken(units: tuple[str, ...] = FIVE, pool: tuple[str, ...] = ()) -> list[str]:
    """The rules that a squad and its pool break."""
    against = squad_refusals(find_cards(units, RULES.units), find_cards(pool, RULES.units))
    return [refusal.rule for refusal in against]


def complaints(card: UnitCard) -> list[str]:
    """The fields with which something is wrong, as a pack with this card would be told."""
    written = msgspec.json.decode(msgspec.json.encode(card))
    bounds = [".".join(map(str, place)) for place, _ in faults_of(written, UnitCard)]
    nearest = msgspec.convert(within_bounds(written, UnitCard), UnitCard)
    return [*bounds, *(field for field, _ in check_card("unit", nearest) if field not in bounds)]


@pytest.mark.rule("AEGIS.SQUAD.SIZE")
@pytest.mark.parametrize(("count", "rules"), [(4, ["AEGIS.SQUAD.SIZE"]), (5, [])])
def test_a_squad_is_five_units_and_no_fewer(count: int, rules: list[str]) -> None:
    assert broken(FIVE[:count]) == rules


@pytest.mark.rule("AEGIS.SQUAD.SIZE")
def test_six_units_are_too_many_and_the_refusal_tells_the_figures() -> None:
    cards = find_cards((*FIVE, "sno-400"), RULES.units)
    assert [refusal.figures for refusal in squad_refusals(cards, ())] == [
        (("units", 6), ("wanted", 5))
    ]


@pytest.mark.rule("AEGIS.TERM.LEVELS")
def test_only_level_1_units_are_deployed() -> None:
    assert broken((*FIVE[:4], "ark-2500")) == ["AEGIS.TERM.LEVELS"]


@pytest.mark.rule("AEGIS.SQUAD.UNIQUE", "AEGIS.TERM.NAME")
def test_a_name_stands_once_in_a_squad_but_a_make_may_stand_twice() -> None:
    assert broken((*FIVE[:4], "sno-400")) == []
    assert broken((*FIVE[:4], "ippl-100")) == ["AEGIS.SQUAD.UNIQUE"]
    sno = RULES.units["sno-100"]
    assert (sno.make, sno.model, sno.name) == ("SNO", "100", "SNO-100")


@pytest.mark.rule("AEGIS.SQUAD.UNIQUE")
def test_a_name_stands_once_in_a_pool() -> None:
    assert broken(pool=("ark-2500", "ark-2500")) == ["AEGIS.SQUAD.UNIQUE"]


@pytest.mark.rule("AEGIS.SQUAD.FACTION", "AEGIS.AMB.POOL-LIMITS", "AEGIS.AMB.COMMANDER-COLOUR")
def test_one_colour_besides_grey_and_the_pool_keeps_to_it() -> None:
    assert broken(pool=("espr-4000", "ark-2500")) == []
    assert broken(pool=("abb-1000",)) == ["AEGIS.SQUAD.FACTION"]
    assert broken((*FIVE[:4], "ssm-100")) == ["AEGIS.SQUAD.FACTION"]
    assert {RULES.units[name].faction for name in ("exl-100", "ark-150")} == {"blue", "red"}


@pytest.mark.rule("AEGIS.SQUAD.COMMANDER")
def test_two_commanders_are_one_too_many_and_none_is_fine() -> None:
    assert broken() == []
    assert broken(("exl-100", *FIVE[1:])) == []
    assert broken(("exl-100", "arm-777", *FIVE[2:])) == ["AEGIS.SQUAD.COMMANDER"]


@pytest.mark.rule("AEGIS.SQUAD.COMMANDER")
def test_the_form_of_another_commander_may_lie_in_the_pool() -> None:
    assert broken(("exl-100", *FIVE[1:]), ("espr-iza", "exl-1000")) == []


@pytest.mark.rule("AEGIS.SQUAD.POOL")
def test_a_pool_has_at_most_five_cards_of_level_2_and_up() -> None:
    five = ("ark-2500", "sno-9200", "ark-9300", "ark-9400", "aegis-9500")
    assert broken(pool=five) == []
    assert broken(pool=(*five, "espr-4000")) == ["AEGIS.SQUAD.POOL"]
    assert broken(pool=("sno-400",)) == ["AEGIS.SQUAD.POOL"]


@pytest.mark.rule("AEGIS.SQUAD.POOL")
def test_a_card_that_the_squad_could_never_make_may_be_listed() -> None:
    assert broken(pool=("exl-gan", "gan-2000")) == []


@pytest.mark.rule("AEGIS.SQUAD.SIZE", "AEGIS.SQUAD.COMMANDER", "AEGIS.SQUAD.FACTION")
def test_every_broken_rule_of_a_list_is_named_at_once_and_such_a_squad_cannot_play() -> None:
    wrong = ("exl-100", "ark-150", "sno-100", "sno-100")
    rules = [f"AEGIS.SQUAD.{word}" for word in ("SIZE", "UNIQUE", "FACTION", "COMMANDER")]
    assert broken(wrong) == rules
    with pytest.raises(Refused, match=r"AEGIS\.SQUAD\.SIZE"):
        begin(RULES, {"red": ",".join(wrong)})


def test_a_misspelt_unit_is_named_with_the_nearest_known() -> None:
    with pytest.raises(UnknownWord, match="sno-100"):
        begin(RULES, {"red": "sno-10,ark-100,espr-100,gel-100,ippl-100"})


@pytest.mark.rule("AEGIS.TERM.CLASSES", "AEGIS.TERM.LEVELS", "AEGIS.AMB.MAKE-CLASS")
def test_a_card_of_level_n_shows_n_different_classes_of_the_five() -> None:
    assert complaints(robot("r", GUN)) == []
    assert complaints(robot("r", GUN, classes=("A", "E"))) == ["classes"]
    assert complaints(robot("r", GUN, level=2, classes=("A", "A"))) == ["classes"]
    assert complaints(robot("r", GUN, level=6, classes=("A",) * 6)) == ["level", "classes"]
    assert {letter for card in RULES.units.values() for letter in card.classes} == {*"AEGIS"}
    assert complaints(robot("r", GUN, make="XXX", classes=("S",))) == []


@pytest.mark.rule("AEGIS.TERM.ACTION-COUNT", "AEGIS.AMB.L2-ACTIONS")
@pytest.mark.parametrize(("level", "most"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 3)])
def test_how_many_actions_a_card_carries(level: int, most: int) -> None:
    guns = [action(f"Gun {n}", distance=2) for n in range(most + 1)]
    classes = tuple("AEGIS"[:level])
    assert complaints(robot("r", *guns[:most], level=level, classes=classes)) == []
    assert complaints(robot("r", *guns, level=level, classes=classes)) == ["action"]


@pytest.mark.rule("AEGIS.TERM.ACTION-FIELDS")
def test_an_action_is_checked_field_by_field() -> None:
    odd = action("Odd", attributes="CRTT")
    wrong = msgspec.structs.replace(odd, dice=0, accuracy=7, power=21)
    fields = [
        f"action.0.{name}" for name in ("dice", "accuracy", "power", "attributes", "distance")
    ]
    assert complaints(robot("r", wrong)) == fields
    assert complaints(robot("r", action("Odd", type="buff", radius=1))) == ["action.0.attributes"]
    assert complaints(robot("r", action("Blitz", radius=1))) == ["action.0.name"]


@pytest.mark.rule("AEGIS.TERM.CARD", "AEGIS.PASSIVE.GENERAL")
def test_abilities_are_known_and_carry_their_number() -> None:
    assert complaints(robot("r", GUN, passives=("Evade 1", "Flight"))) == []
    assert complaints(robot("r", GUN, passives=("Evade",))) == ["passives"]
    assert complaints(robot("r", GUN, passives=("Flight 2",))) == ["passives"]
    assert complaints(robot("r", GUN, combine_abilities=("Blits",))) == ["combine_abilities"]
    assert complaints(robot("r", GUN, commander_ability="Foo")) == ["commander_ability"]


@pytest.mark.rule("AEGIS.AMB.SLE-SPELLING", "AEGIS.MOD.SLF")
def test_the_misprint_sle_is_read_as_slf() -> None:
    one, two = (action("A", radius=1, attributes=code) for code in ("SLE", "SLF"))
    assert attributes(one) == attributes(two)


@pytest.mark.rule("AEGIS.TERM.TRACKING", "AEGIS.TERM.CARD")
def test_both_players_and_everybody_else_see_the_whole_table() -> None:
    game = battle().red("u", GUN, at=(0, 0)).blue("e", at=(3, 0)).prepares("ark-2500")
    assert all(view(game.state, seat) == game.state for seat in (None, 0, 1))


PACK = """
[pack]
id = "mine"
title = "Mine"
version = "1.0.0"
source = "a test"
licence = "none"

[[unit]]
id = "odd-1"
name = "ODD-1"
make = "ODD"
model = "1"
classes = ["A"]
level = 1
ep = 3
move = 4
integrity = 6
faction = "grey"
passives = ["Evad 1"]

[[unit.action]]
name = "Gun"
dice = 1
accuracy = 4
mode = "each"
power = 1
type = "damage"
distance = 3
"""


@pytest.mark.rule("AEGIS.TERM.CARD")
def test_a_pack_with_a_mistake_names_the_file_the_unit_and_the_nearest_word(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(PACK, "utf-8")
    with pytest.raises(ValueError, match=r"mine\.toml:.*odd-1.*did you mean 'Evade'"):
        Aegis([tmp_path])
    (tmp_path / "mine.toml").write_text(PACK.replace("Evad 1", "Evade 1"), "utf-8")
    assert "odd-1" in Aegis([tmp_path]).units
