"""One file of cards: what loads, and what its author is told."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gattai.tabletop.content import PackError, load_pack
from tests.tabletop.robot_cards import (
    HEADER,
    KINDS,
    WORDS,
    Beam,
    Size,
    TermCard,
    UnitCard,
    Weapon,
    Write,
)


def told(path: Path, *, words: bool = False) -> list[str]:
    """What the author of a pack is told, without the folder."""
    with pytest.raises(PackError) as refusal:
        load_pack(path, KINDS, vocabulary=WORDS if words else None)
    return [
        str(problem).replace(f"{path.parent.as_posix()}/", "") for problem in refusal.value.problems
    ]


def test_a_pack_gives_cards_by_kind_and_id(write: Write) -> None:
    body = """
[[unit]]
id = "ox"
speed = 3
size = "large"
[[unit.weapon]]
name = "saw"
range = 1
effect = { type = "beam", length = 4 }
[[unit]]
id = "bee"
speed = 7
[[term]]
id = "reach"
text = "How far."
"""
    pack = load_pack(write("demo.toml", body), KINDS)
    weapon = Weapon("saw", 1, Beam(4))
    assert pack.header.id == "demo"
    assert not pack.header.house
    assert pack.cards("unit", UnitCard) == {
        "ox": UnitCard("ox", 3, size=Size.LARGE, weapon=(weapon,)),
        "bee": UnitCard("bee", 7),
    }
    assert pack.cards("term", TermCard) == {"reach": TermCard("How far.")}


def test_cards_are_not_given_as_what_they_are_not(write: Write) -> None:
    pack = load_pack(write("demo.toml", '[[term]]\nid = "a"\ntext = "b"\n'), KINDS)
    with pytest.raises(TypeError, match="cards of kind 'term' are TermCard, not UnitCard"):
        pack.cards("term", UnitCard)


def test_all_problems_are_reported_at_once(write: Write) -> None:
    body = """
[[unit]]
id = "ox"
sped = 3
armour = "thick"
size = "larg"
side = "green"
[[unit.weapon]]
name = "saw"
range = 0
[[unit.weapon]]
range = 2.5
effect = { type = "blats", radius = 1 }
[[unti]]
id = "bee"
"""
    assert told(write("demo.toml", body)) == [
        "demo.toml:10: unit 'ox', field 'sped': no such field; did you mean 'speed'?",
        "demo.toml:11: unit 'ox', field 'armour': expected a whole number, found text 'thick'",
        "demo.toml:12: unit 'ox', field 'size': no such word 'larg'; did you mean 'large'?",
        "demo.toml:13: unit 'ox', field 'side': no such word 'green'; known: blue, red",
        (
            "demo.toml:16: unit 'ox', field 'weapon.0.range': "
            "expected a whole number >= 1, found the number 0"
        ),
        "demo.toml:17: unit 'ox', field 'weapon.1': field 'name' is missing",
        (
            "demo.toml:18: unit 'ox', field 'weapon.1.range': "
            "expected a whole number, found the number 2.5"
        ),
        (
            "demo.toml:19: unit 'ox', field 'weapon.1.effect.type': "
            "no such word 'blats'; did you mean 'blast'?"
        ),
        "demo.toml:20: 'unti': no such kind of card; did you mean 'unit'?",
    ]


def test_the_error_counts_its_problems_and_survives_pickling(write: Write) -> None:
    path = write("demo.toml", '[[unit]]\nid = "ox"\n[[unit]]\nid = "bee"\n')
    with pytest.raises(PackError) as refusal:
        load_pack(path, KINDS)
    assert str(refusal.value) == (
        "2 problems in packs:\n"
        f"{path.as_posix()}:7: unit 'ox': field 'speed' is missing\n"
        f"{path.as_posix()}:9: unit 'bee': field 'speed' is missing"
    )
    assert pickle.loads(pickle.dumps(refusal.value)).problems == refusal.value.problems


def test_a_misspelt_keyword_is_reported_with_the_nearest(write: Write) -> None:
    body = '[[unit]]\nid = "ox"\nspeed = 1\nkeywords = ["Evade", "jmup", "Zzz"]\n'
    assert told(write("demo.toml", body), words=True) == [
        "demo.toml:10: unit 'ox', field 'keywords.1': no such word 'jmup'; did you mean 'Jump'?",
        (
            "demo.toml:10: unit 'ox', field 'keywords.2': "
            "no such word 'Zzz'; known: Evade, Jump, Shield"
        ),
    ]


def test_a_vocabulary_may_be_for_one_field_of_one_kind(write: Write) -> None:
    path = write("demo.toml", '[[term]]\nid = "a"\ntext = "b"\n[[unit]]\nid = "b"\nspeed = 1\n')
    load_pack(path, KINDS, vocabulary={"unit.text": []})
    with pytest.raises(PackError, match="no such word 'b'"):
        load_pack(path, KINDS, vocabulary={"term.text": []})


def test_a_game_may_check_its_cards_itself(write: Write) -> None:
    def check(kind: str, card: msgspec.Struct) -> Iterator[tuple[str, str]]:
        if isinstance(card, UnitCard) and card.speed > 9:
            yield "speed", f"a {kind} has at most speed 9"

    path = write("demo.toml", '[[unit]]\nid = "ox"\nspeed = 10\n')
    with pytest.raises(PackError) as refusal:
        load_pack(path, KINDS, check=check)
    text = f"{path.as_posix()}:9: unit 'ox', field 'speed': a unit has at most speed 9"
    assert str(refusal.value) == text


def test_what_a_card_itself_refuses_is_reported(write: Write) -> None:
    path = write("demo.toml", '[[unit]]\nid = "ox"\nspeed = 100\n')
    assert told(path) == ["demo.toml:7: unit 'ox': nothing is faster than 99"]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("speed = 1", "demo.toml:7: unit number 1: has no id"),
        (
            "id = 3\nspeed = 1",
            "demo.toml:8: unit number 1, field 'id': expected text, found the number 3",
        ),
        ("id = ''\nspeed = 1", "demo.toml:8: unit number 1, field 'id': is empty"),
        (
            "id = 'ox'\nspeed = true",
            "demo.toml:9: unit 'ox', field 'speed': expected a whole number, found true",
        ),
        (
            "id = 'ox'\nspeed = 1\nreplaces = 1",
            "demo.toml:10: unit 'ox', field 'replaces': expected true or false, found the number 1",
        ),
        (
            "id = 'ox'\nspeed = 1\nkeywords = 'Evade'",
            "demo.toml:10: unit 'ox', field 'keywords': expected a list, found text 'Evade'",
        ),
        (
            "id = 'ox'\nspeed = 0xffffffffffffffffffff",
            (
                "demo.toml:9: unit 'ox', field 'speed': "
                "a whole number must fit in 64 bits, found a huge number"
            ),
        ),
        (
            "id = 'ox'\nspeed = 1979-05-27",
            "demo.toml:9: unit 'ox', field 'speed': expected a whole number, found a date",
        ),
    ],
)
def test_a_wrong_field_is_reported_with_what_was_expected(
    write: Write, entry: str, problem: str
) -> None:
    assert told(write("demo.toml", f"[[unit]]\n{entry}\n")) == [problem]


def test_a_kind_must_be_an_array_of_tables(write: Write) -> None:
    assert told(write("demo.toml", '[unit]\nid = "ox"\n')) == [
        "demo.toml:7: 'unit': expected tables headed [[unit]], found a table"
    ]


@pytest.mark.parametrize(
    ("header", "problems"),
    [
        ("", ["demo.toml:1: no [pack] header with id, version, title, licence and source"]),
        ("pack = 3\n", ["demo.toml:1: pack: expected a table, found the number 3"]),
        (
            HEADER.replace("licence", "license").replace('"1"', "1"),
            [
                "demo.toml:5: pack, field 'license': no such field; did you mean 'licence'?",
                "demo.toml:3: pack, field 'version': expected text, found the number 1",
            ],
        ),
    ],
)
def test_a_header_must_be_whole(write: Write, header: str, problems: list[str]) -> None:
    assert told(write("demo.toml", "", header)) == problems


def test_syntax_errors_keep_line_and_column(write: Write) -> None:
    assert told(write("demo.toml", "[[unit]]\nid 3\n")) == [
        "demo.toml:8:4: not TOML: Expected '=' after a key in a key/value pair"
    ]


def test_syntax_errors_at_the_end_keep_the_line(write: Write) -> None:
    assert told(write("demo.toml", "[[unit]]\nid =")) == [
        "demo.toml:8: not TOML: Invalid value (at end of document)"
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'a = "\xff\xfe"\n', "demo.toml:1: is not a text file in UTF-8"),
        (b"[pack]\n\x89PNG\x00", "demo.toml:2: is not a text file in UTF-8"),
        (b"#" * 1_000_001, "demo.toml: is too large for a pack: more than 1,000,000 bytes"),
        (b"a = " + b"[" * 100_000, "demo.toml: is nested too deeply"),
        (b"a\x00 = 1", "demo.toml:1:2: not TOML: Expected '=' after a key in a key/value pair"),
    ],
)
def test_files_that_are_no_packs_are_refused_in_words(
    tmp_path: Path, content: bytes, problem: str
) -> None:
    path = tmp_path / "demo.toml"
    path.write_bytes(content)
    assert told(path) == [problem]


def test_keys_of_very_many_parts_are_refused_before_they_cost_time(write: Write) -> None:
    key = ".".join(["a"] * 50_000)
    assert told(write("demo.toml", f"{key} = 1\n")) == [
        "demo.toml:7: has more than 250 dots on one line"
    ]


def test_a_missing_file_and_a_folder_are_refused_in_words(tmp_path: Path) -> None:
    assert told(tmp_path / "none.toml") == ["none.toml: no such file"]
    (tmp_path / "dir.toml").mkdir()
    assert told(tmp_path / "dir.toml") == ["dir.toml: is not a file"]


@given(st.binary(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_file_whatever_makes_a_traceback(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "any.toml"
    path.write_bytes(content)
    with pytest.raises(PackError):
        load_pack(path, KINDS)


def test_files_of_windows_editors_are_read(tmp_path: Path) -> None:
    path = tmp_path / "demo.toml"
    body = HEADER.format(id="demo") + '[[unit]]\nid = "ox"\nspeed = 1\n'
    path.write_bytes(b"\xef\xbb\xbf" + body.replace("\n", "\r\n").encode())
    assert load_pack(path, KINDS).cards("unit", UnitCard) == {"ox": UnitCard("ox", 1)}


@pytest.mark.parametrize("written", ["'Jmup'", "['Jmup']", "{ Jmup = 1 }"])
def test_a_vocabulary_is_for_a_word_a_list_of_words_or_the_keys_of_a_table(
    write: Write, written: str
) -> None:
    class Loose(msgspec.Struct):
        keywords: str | list[str] | dict[str, int]

    path = write("demo.toml", f"[[unit]]\nid = 'ox'\nkeywords = {written}\n")
    with pytest.raises(PackError, match="no such word 'Jmup'; did you mean 'Jump'"):
        load_pack(path, {"unit": Loose}, vocabulary=WORDS)
