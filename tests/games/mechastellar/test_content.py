"""The packs: 25 profiles with 75 weapons, traits, armies, maps; and what is wrong is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from gattai.games.mechastellar.content import FOLDER, load_content
from gattai.games.mechastellar.parameters import VER10_FINAL
from gattai.tabletop.hexes import hex_at
from gattai.tabletop.problem import PackError

CONTENT = load_content()
STANDARD = CONTENT.maps["standard-crossing"]


@pytest.mark.rule("MS.UNIT.PROFILE", "MS.WEAPON.PROFILE", "MS.AMB.PROFILE-CHART")
def test_there_are_twenty_five_profiles_with_seventy_five_weapons() -> None:
    assert len(CONTENT.units) == 25
    assert sum(len(card.weapon) for card in CONTENT.units.values()) == 75


@pytest.mark.rule("MS.UNIT.KINDS", "MS.UNIT.TIERS", "MS.UNIT.ROLES", "MS.WEAPON.CATEGORIES")
def test_the_profiles_show_every_kind_tier_role_and_category() -> None:
    cards = CONTENT.units.values()
    assert {card.kind for card in cards} == {"MS", "SR", "Kaiju", "Vehicle", "Warship"}
    assert {card.tier for card in cards} == {"basic", "battle_tested", "skilled", "ace"}
    assert len({card.role for card in cards}) == 10
    assert {w.category for card in cards for w in card.weapon} == {"K", "E", "X"}


@pytest.mark.rule("MS.WEAPON.TAGS", "MS.AMB.CC-TAG", "MS.AMB.AA-TAG")
def test_the_weapons_show_every_tag() -> None:
    tags = {tag for card in CONTENT.units.values() for w in card.weapon for tag in w.tags}
    assert tags == {"360", "AA", "AOE", "CC", "Crash", "Free", "IDF", "Pull", "Remote"}


@pytest.mark.rule("MS.UNIT.MECH-PLUS", "MS.AMB.BEAM-DMG", "MS.AMB.RF-HITS")
def test_printed_figures_are_as_printed() -> None:
    argonaut = CONTENT.units["argonaut"].find_weapon("machine-gun")
    assert argonaut is not None
    assert (argonaut.dice, argonaut.bonus_hits, argonaut.dmg) == (10, 5, 200)
    assert argonaut.rapid_fire_dice == 1 and argonaut.pen == 0
    dervish = CONTENT.units["dervish"]
    assert (dervish.evade_dice, dervish.evade_bonus) == (8, 3)
    rifle = CONTENT.units["white-asura"].find_weapon("beam-rifle")
    assert rifle is not None
    assert (rifle.range_in, rifle.rapid_fire_range_in, rifle.dice) == (24, 16, 6)
    assert (rifle.bonus_hits, rifle.dmg, rifle.finisher) == (5, 300, 2)
    sword = CONTENT.units["blue-djinn"].find_weapon("heat-sword")
    assert sword is not None
    assert (sword.dice, sword.bonus_hits, sword.pen, sword.dmg) == (7, 5, 5, 500)
    assert CONTENT.units["trident-drake"].havoc == 3 and CONTENT.units["iron-castle"].power == 1


def test_every_profile_is_marked_as_ours_except_what_it_lists_as_printed() -> None:
    for card in CONTENT.units.values():
        assert card.house
    printed = sum(len(w.printed) for c in CONTENT.units.values() for w in c.weapon)
    assert printed == 44
    assert CONTENT.catalogue.house


@pytest.mark.rule("MS.TIER.SKILLED", "MS.TIER.ACE")
def test_skilled_units_have_one_trait_of_level_one_and_aces_two_or_one_of_level_two() -> None:
    for card in CONTENT.units.values():
        levels = sorted(CONTENT.traits[name].level for name in card.pilot_traits)
        if card.tier == "ace":
            assert levels in (["I", "I"], ["II"]), card.name
        elif card.tier == "skilled":
            assert levels == ["I"] or card.kind in ("Kaiju", "SR", "Warship"), card.name
        else:
            assert levels == []


@pytest.mark.rule("MS.HEX.GRID", "MS.SETUP.BOARD")
def test_the_standard_map_has_201_hexes_and_is_the_same_from_both_edges() -> None:
    assert len(STANDARD.hexes.cells) == 201
    for at, piece in STANDARD.pieces.items():
        q, r = (at >> 8) - 64, (at & 255) - 64
        assert STANDARD.pieces[hex_at(-q, -r)] is piece
    assert len(STANDARD.pieces) == 34


@pytest.mark.rule("MS.SETUP.CP-PLACE", "MS.SETUP.CP-CLEAR", "MS.AMB.CP-ON-TERRAIN")
@pytest.mark.parametrize("name", sorted(CONTENT.maps))
def test_five_points_lie_in_a_cross_and_open(name: str) -> None:
    field, setup = CONTENT.maps[name], VER10_FINAL.setup
    points = [point.at for point in field.control_point]
    assert len(points) == setup.control_points
    assert points[0] == (0, 0)
    across = [2 * q + r for q, r in points]
    assert [r for _, r in points[:3]] == [0, 0, 0] and across[1] == -across[2]
    assert [abs(a) for a in across[3:]] == [0, 0] or points[3:] == [(2, -4), (-2, 4)]
    for _, r in points[3:]:
        inches = (field.half_rows - abs(r) + 1) * VER10_FINAL.hex.inches
        assert setup.home_cp_edge_min_in <= inches <= setup.home_cp_edge_max_in
    assert not any(at in field.pieces for at in field.points)


@pytest.mark.rule("MS.SETUP.TERRAIN")
def test_terrain_says_of_every_kind_what_it_is() -> None:
    kinds = {card.kind: card for card in STANDARD.terrain}
    assert [*kinds] == ["wall", "building", "tower", "mesa", "jungle", "overpass", "deep water"]
    assert (kinds["building"].level, kinds["tower"].level) == (1, 2)
    assert kinds["mesa"].obscuring and not kinds["mesa"].destructible
    assert kinds["jungle"].obscuring and kinds["jungle"].level == 0
    assert kinds["overpass"].overhead and kinds["deep water"].deep_water


@pytest.mark.rule("MS.DEPLOY.ZONE", "MS.AMB.HOME-CP")
def test_each_side_deploys_between_its_edge_and_its_point() -> None:
    south, north = STANDARD.zones
    assert len(south) == len(north) == 46
    assert hex_at(-2, 4) in south and hex_at(-1, 3) not in south
    assert hex_at(2, -4) in north


def test_the_packs_carry_the_licence_of_the_document() -> None:
    assert all("CC BY-NC-SA" in header.licence for header in CONTENT.catalogue.packs)
    text = (FOLDER / "packs" / "LICENSE").read_text("utf-8")
    assert "NonCommercial" in text and "ShareAlike" in text and "mechastellar.com" in text


UNIT = """\
[pack]
id = "mine"
version = "1"
title = "Mine"
licence = "mine"
source = "me"
house = true

[[unit]]
id = "tin"
name = "Tin"
kind = "MS"
tier = "basic"
frame = 1
performance = 3
role = "Versatile"
size = 0
hp = 2000
move_in = 8
sensors_shoot_in = 8
sensors_evade_in = 8
evade_dice = 6
evade_bonus = 2
melee_def_dice = 6
melee_def_bonus = 2
vp = 10
house = true

[[unit.weapon]]
id = "pipe"
name = "Pipe"
category = "K"
kind = "melee"
range_in = 4
dice = 6
bonus_hits = 2
dmg = 300
"""


def loads(folder: Path, text: str) -> None:
    (folder / "mine.toml").write_text(text, "utf-8")
    load_content([folder])


def test_a_few_lines_add_a_unit(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(UNIT, "utf-8")
    assert load_content([tmp_path]).units["tin"].weapon[0].name == "Pipe"


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('kind = "MS"', 'kind = "SM"', "known: Kaiju, MS, SR"),
        ('role = "Versatile"', 'role = "Versatil"', "did you mean 'Versatile'"),
        ("hp = 2000", "hp = 0", "'hp': is from 100"),
        ("evade_dice", "evade_die", "did you mean 'evade_dice'"),
        ("house = true\n\n[[unit.weapon]]", 'traits = ["fyl"]\n\n[[unit.weapon]]', "'fly'"),
        (
            "house = true\n\n[[unit.weapon]]",
            'pilot_traits = ["duelist"]\n\n[[unit.weapon]]',
            "only Skilled and Ace",
        ),
        (
            "house = true\n\n[[unit.weapon]]",
            'printed = ["hpp"]\n\n[[unit.weapon]]',
            "no figure 'hpp'; did you mean 'hp'",
        ),
        ("dmg = 300", 'dmg = 300\ntags = ["Frée"]', "did you mean 'Free'"),
        ("dmg = 300", 'dmg = 300\ntags = ["IDF"]', "cannot fire indirectly"),
        ("dmg = 300", 'dmg = 300\npen_suffix = "S"', "is needed by a weapon marked S"),
        ("dmg = 300", "dmg = 300\nuses = 0", "is -1 for no limit"),
        ("dmg = 300", "dmg = 300\nrapid_fire_range_in = 8", "reaches farther"),
        ("range_in = 4", "range_in = 2", "is from 4 to 200"),
    ],
)
def test_a_mistake_is_explained_with_its_line(
    before: str, after: str, complaint: str, tmp_path: Path
) -> None:
    assert before in UNIT
    with pytest.raises(PackError, match=complaint) as raised:
        loads(tmp_path, UNIT.replace(before, after))
    assert "mine.toml:" in str(raised.value)


ARMY = """\
[pack]
id = "mine"
version = "1"
title = "Mine"
licence = "mine"
source = "me"

[[army]]
id = "mine"
title = "Mine"
commander = "dervish"
units = [["argonaut", "argonaut"], ["dervish"]]
"""


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('commander = "dervish"', 'commander = "dervis"', "did you mean 'dervish'"),
        ('["argonaut", "argonaut"]', '["argonaut", "argonout"]', "did you mean 'argonaut'"),
        ('["argonaut", "argonaut"]', "[]", "at least one model"),
    ],
)
def test_a_mistake_in_an_army_is_explained(
    before: str, after: str, complaint: str, tmp_path: Path
) -> None:
    loads(tmp_path, ARMY)
    with pytest.raises(PackError, match=complaint):
        loads(tmp_path, ARMY.replace(before, after))


def test_terrain_off_the_map_and_two_pieces_on_one_hex_are_reported(tmp_path: Path) -> None:
    own = (FOLDER / "packs" / "maps.toml").read_text("utf-8").replace('"maps"', '"mine"')
    own = (
        own.replace('id = "', 'id = "my-')
        .replace("[-7, 3]", "[-70, 3]")
        .replace("[3, 1]", "[1, 2]")
    )
    with pytest.raises(PackError) as raised:
        loads(tmp_path, own)
    assert "[-70, 3] is not on the map" in str(raised.value)
    assert "[1, 2] already holds building" in str(raised.value)
