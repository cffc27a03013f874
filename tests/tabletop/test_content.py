"""Catalogues: which cards win, what authors are told and the fingerprint."""

from pathlib import Path

import pytest

from gattai.tabletop.content import Catalogue, PackError, load_packs
from tests.tabletop.robot_cards import HEADER, KINDS, UnitCard, Write


def told_of(tmp_path: Path, *folders: str) -> list[str]:
    with pytest.raises(PackError) as refusal:
        load_packs([tmp_path / folder for folder in folders], KINDS)
    problems = refusal.value.problems
    return [str(problem).replace(f"{tmp_path.as_posix()}/", "") for problem in problems]


OX = '[[unit]]\nid = "ox"\nspeed = 1\n'
FAST_OX = '[[unit]]\nid = "ox"\nspeed = 9\nreplaces = true\n'


def test_folders_are_loaded_in_turn_and_files_by_name(write: Write, tmp_path: Path) -> None:
    write("own/b.toml", '[[unit]]\nid = "bee"\nspeed = 1\n')
    write("own/a.toml", '[[unit]]\nid = "ant"\nspeed = 1\n')
    write("built_in/z.toml", OX)
    write("own/readme.md", "not a pack")
    catalogue = load_packs([tmp_path / "built_in", tmp_path / "own"], KINDS)
    assert list(catalogue.cards("unit", UnitCard)) == ["ox", "ant", "bee"]
    assert catalogue.versions == {"z": "1", "a": "1", "b": "1"}
    assert not catalogue.house


def test_a_house_pack_marks_the_catalogue(write: Write, tmp_path: Path) -> None:
    write("own/a.toml", OX, HEADER.format(id="a") + "house = true\n")
    assert load_packs([tmp_path / "own"], KINDS).house


def test_a_card_is_found_by_its_id_or_the_nearest_is_named(write: Write, tmp_path: Path) -> None:
    write("own/a.toml", '[[unit]]\nid = "argonaut"\nspeed = 1\n')
    catalogue = load_packs([tmp_path / "own"], KINDS)
    assert catalogue.card("unit", UnitCard, "argonaut").speed == 1
    with pytest.raises(LookupError, match="no unit 'argonaut2'; did you mean 'argonaut'"):
        catalogue.card("unit", UnitCard, "argonaut2")


def test_a_later_folder_replaces_a_card_when_it_says_so(write: Write, tmp_path: Path) -> None:
    write("built_in/a.toml", OX)
    write("own/b.toml", FAST_OX)
    catalogue = load_packs([tmp_path / "built_in", tmp_path / "own"], KINDS)
    assert catalogue.card("unit", UnitCard, "ox").speed == 9


def test_a_card_is_not_replaced_by_mistake(write: Write, tmp_path: Path) -> None:
    write("built_in/a.toml", OX)
    write("own/b.toml", OX)
    assert told_of(tmp_path, "built_in", "own") == [
        (
            "own/b.toml:7: unit 'ox': is already in built_in/a.toml:7; "
            "to replace it, say replaces = true"
        ),
    ]


def test_a_card_that_replaces_nothing_is_reported_with_the_nearest(
    write: Write, tmp_path: Path
) -> None:
    write("built_in/a.toml", OX.replace("ox", "argonaut"))
    write("own/b.toml", FAST_OX.replace("ox", "argonuat"))
    assert told_of(tmp_path, "built_in", "own") == [
        "own/b.toml:7: unit 'argonuat': replaces nothing; did you mean 'argonaut'?"
    ]


def test_within_a_folder_a_card_is_written_once(write: Write, tmp_path: Path) -> None:
    write("built_in/a.toml", OX)
    write("own/b.toml", FAST_OX)
    write("own/c.toml", FAST_OX)
    write("own/d.toml", "[[term]]\nid = 'x'\ntext = ''\n[[term]]\nid = 'x'\ntext = ''\n")
    assert told_of(tmp_path, "built_in", "own") == [
        "own/c.toml:7: unit 'ox': is also in own/b.toml:7",
        "own/d.toml:10: term 'x': is also in own/d.toml:7",
    ]


def test_two_packs_may_not_share_an_id(write: Write, tmp_path: Path) -> None:
    write("built_in/a.toml", OX)
    write("own/a.toml", "")
    assert told_of(tmp_path, "built_in", "own") == [
        "own/a.toml:2: pack, field 'id': pack 'a' is also in built_in/a.toml"
    ]


def test_problems_of_all_files_are_reported_at_once(write: Write, tmp_path: Path) -> None:
    write("built_in/a.toml", "[[unit]\n")
    write("built_in/b.toml", "[[unit]]\nid = 'ox'\n")
    assert told_of(tmp_path, "built_in", "nowhere") == [
        "built_in/a.toml:7:7: not TOML: Expected ']]' at the end of an array declaration",
        "built_in/b.toml:7: unit 'ox': field 'speed' is missing",
        "nowhere: no such folder",
    ]


def catalogue_of(write: Write, tmp_path: Path, folder: str, **bodies: str) -> Catalogue:
    for name, body in bodies.items():
        write(f"{folder}/{name}.toml", body)
    return load_packs([tmp_path / folder], KINDS)


def test_the_fingerprint_is_of_the_cards_and_of_nothing_else(write: Write, tmp_path: Path) -> None:
    bee = '[[unit]]\nid = "bee"\nspeed = 2\nkeywords = ["Jump"]\n'
    one = catalogue_of(write, tmp_path, "one", a=OX + bee)
    turned = '[[unit]]\nkeywords = ["Jump"]  # jumps\nspeed = 2\nid = "bee"\n'
    other = catalogue_of(write, tmp_path, "other", x=turned, y='[[unit]]\nspeed = 1\nid = "ox"\n')
    changed = catalogue_of(write, tmp_path, "changed", a=OX + bee.replace("2", "3"))
    assert one.fingerprint == other.fingerprint
    assert one.fingerprint != changed.fingerprint
    assert one.fingerprint == "069f380c39c549b7"
