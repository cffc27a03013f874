"""Words for ids, and values as plain data by their declared types."""

import pickle
from typing import Any, Generic, NewType, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gattai.kernel.secrecy import Hidden, Secret
from gattai.kernel.text.words import UnknownWord, Word, from_plain, item_kinds, tag_of, to_plain

UnitId = NewType("UnitId", int)
T = TypeVar("T")
NAMES = ("warden", "argonaut", "the gunners", "-")


class Weapon(msgspec.Struct, frozen=True):
    """A card of a catalogue, written by its id."""

    id: str
    power: int


class Near(msgspec.Struct, frozen=True, tag="near"):
    """A tagged kind of aim."""

    unit: UnitId


class Far(msgspec.Struct, frozen=True, tag="far"):
    """Another one."""

    away: int
    unit: UnitId | None = None


class Pair(msgspec.Struct, Generic[T], frozen=True):
    """Two of something."""

    one: T
    two: T


class Everything(msgspec.Struct, frozen=True):
    """One field of each kind."""

    unit: UnitId
    units: tuple[UnitId, ...]
    weapon: Weapon | None
    aim: Near | Far | None
    fixed: tuple[UnitId, int, str]
    pair: Pair[UnitId]
    deck: Secret[tuple[UnitId, ...]]
    face_down: Secret[UnitId | None]
    flag: bool = False


WEAPONS = {"axe": Weapon("axe", 3), "a bow": Weapon("a bow", 5)}
WORDS = {UnitId: Word.of("unit", NAMES), Weapon: Word.among("weapon", WEAPONS)}

units = st.integers(0, len(NAMES) - 1).map(UnitId)
some_units = st.lists(units, max_size=3).map(tuple)
aims = st.builds(Near, units) | st.builds(Far, st.integers(), st.none() | units)
knowers = st.none() | st.just((0,)) | st.just(())
everything = st.builds(
    Everything,
    units,
    some_units,
    st.none() | st.sampled_from([*WEAPONS.values()]),
    st.none() | aims,
    st.tuples(units, st.integers(-9, 9), st.text()),
    st.builds(Pair, units, units),
    st.builds(Secret, some_units | st.builds(Hidden, st.integers(0, 9)), knowers),
    st.builds(Secret, st.none() | units | st.just(Hidden(1)), knowers),
    st.booleans(),
)


@given(everything)
def test_a_value_survives_plain_data_and_json(value: Everything) -> None:
    plain = to_plain(value, Everything, WORDS)
    assert from_plain(plain, Everything, WORDS) == value
    again = msgspec.json.decode(msgspec.json.encode(plain))
    assert from_plain(again, Everything, WORDS) == value


FIRST = Everything(
    UnitId(1),
    (UnitId(0), UnitId(3)),
    WEAPONS["axe"],
    Far(7, UnitId(2)),
    (UnitId(1), 5, "x"),
    Pair(UnitId(0), UnitId(1)),
    Secret.of((UnitId(2),), (0,)),
    Secret(Hidden(1), ()),
)


def test_ids_and_cards_stand_as_words_wherever_they_are() -> None:
    assert to_plain(FIRST, Everything, WORDS) == {
        "unit": "argonaut",
        "units": ["warden", "-"],
        "weapon": "axe",
        "aim": {"type": "far", "away": 7, "unit": "the gunners"},
        "fixed": ["argonaut", 5, "x"],
        "pair": {"one": "warden", "two": "argonaut"},
        "deck": {"type": "secret", "content": ["the gunners"], "known_to": [0]},
        "face_down": {
            "type": "secret",
            "content": {"type": "hidden", "count": 1},
            "known_to": [],
        },
        "flag": False,
    }


@pytest.mark.parametrize(
    ("field", "damaged"),
    [
        ("unit", "wardn"),
        ("unit", 1),
        ("unit", None),
        ("unit", ["warden"]),
        ("units", "warden"),
        ("units", {"warden": 1}),
        ("units", [0]),
        ("weapon", {"id": "axe", "power": 99}),
        ("weapon", "sword"),
        ("aim", {"type": "beside", "unit": "warden"}),
        ("aim", {"unit": "warden"}),
        ("aim", {"type": [], "unit": "warden"}),
        ("aim", "warden"),
        ("fixed", ["argonaut", 5]),
        ("fixed", ["argonaut", 5, "x", "y"]),
        ("fixed", ["argonaut", "5", "x"]),
        ("pair", {"one": "warden"}),
        ("pair", {"one": "warden", "two": "warden", "three": "warden"}),
        ("pair", {"one": "warden", "two": 1}),
        ("deck", {"type": "secret", "content": {"type": "hidden"}, "known_to": [0]}),
        ("face_down", {"type": "secret", "content": "nobody", "known_to": None}),
        ("flag", 1),
    ],
)
def test_plain_data_that_does_not_fit_is_a_value_error(field: str, damaged: Any) -> None:
    plain = {**to_plain(FIRST, Everything, WORDS), field: damaged}
    with pytest.raises(ValueError):
        from_plain(plain, Everything, WORDS)


def test_no_field_may_be_left_out_even_where_it_has_a_default() -> None:
    plain = to_plain(FIRST, Everything, WORDS)
    del plain["flag"]
    with pytest.raises(ValueError, match="Everything needs 'flag'"):
        from_plain(plain, Everything, WORDS)


def test_a_field_that_is_not_known_is_named() -> None:
    plain = {**to_plain(FIRST, Everything, WORDS), "hat": 1}
    with pytest.raises(ValueError, match="Everything has no 'hat'"):
        from_plain(plain, Everything, WORDS)


@pytest.mark.parametrize("number", [-1, 4, 99])
def test_an_id_without_a_name_cannot_be_written(number: int) -> None:
    with pytest.raises(UnknownWord, match="no unit"):
        WORDS[UnitId].write(number)


@given(units)
def test_what_a_word_writes_it_reads(unit: UnitId) -> None:
    word = WORDS[UnitId]
    assert word.read(word.write(unit)) == unit


def test_an_unknown_word_is_reported_with_the_nearest_or_all() -> None:
    with pytest.raises(UnknownWord, match="no unit 'wardn'; did you mean 'warden'"):
        WORDS[UnitId].read("wardn")
    with pytest.raises(UnknownWord, match="no weapon 'xyzzy'; known are axe, a bow"):
        WORDS[Weapon].read("xyzzy")
    assert str(UnknownWord("thing", "x")) == "no thing 'x'"
    many = UnknownWord("thing", "x", [f"name{number}" for number in range(13)])
    assert str(many).endswith("name11, ...")


def test_an_unknown_word_travels_between_processes() -> None:
    problem = UnknownWord("unit", "wardn", NAMES)
    assert str(pickle.loads(pickle.dumps(problem))) == str(problem)


def test_the_kinds_of_a_tuple_are_as_declared() -> None:
    assert item_kinds(tuple[int, str], 2) == [int, str]
    assert item_kinds(tuple[int, ...], 3) == [int, int, int]
    assert item_kinds(tuple[int, str], 3) == [None, None, None]
    assert item_kinds(None, 1) == [None]


def test_only_tagged_structs_have_a_tag() -> None:
    assert tag_of(Far) == "far"
    assert tag_of(Secret[int]) == "secret"
    assert tag_of(Weapon) is None
    assert tag_of(int) is None
