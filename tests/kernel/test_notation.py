"""Answers as text: they go both ways, and nonsense is a ValueError."""

import enum
from typing import Any, Literal, NewType

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gattai.kernel.secrecy import Hidden
from gattai.kernel.text.notation import quoted, read, tokens_of, unquoted, write
from gattai.kernel.text.words import UnknownWord, Word

UnitId = NewType("UnitId", int)
HexId = NewType("HexId", int)
NAMES = ("warden", "argonaut", "the gunners", "-", "yes", "[", "", 'a "b"', ";", "ß→界", "x\ny")


class Colour(enum.Enum):
    RED = "bright red"
    BLUE = "blue"


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2


class Aim(msgspec.Struct, frozen=True):
    """An untagged struct: it stands in parentheses."""

    unit: UnitId
    models: int


class Weapon(msgspec.Struct, frozen=True, tag="weapon"):
    """A tagged card, which is nevertheless written by its id."""

    id: str


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Ids, with one that may be missing."""

    unit: UnitId
    to: HexId
    along: tuple[HexId, ...] = ()
    beside: UnitId | None = None


class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """Nested structs in tuples."""

    weapon: Weapon
    aims: tuple[Aim, ...]
    best: Aim | None
    pair: tuple[UnitId, str, bool]
    nothing: tuple[()] = ()


class Say(msgspec.Struct, frozen=True, tag="say"):
    """Plain kinds of every sort."""

    text: str
    maybe: str | None
    number: int
    flag: bool
    flags: tuple[bool | None, ...]
    colour: Colour
    size: Size
    way: Literal["up", "down"]


class Both(msgspec.Struct, frozen=True, tag="both"):
    """Tagged structs inside a tagged struct, one of several kinds."""

    first: Move
    then: Move | Say | None
    rest: tuple[Move | Attack, ...]


KINDS: tuple[type[Any], ...] = (Move, Attack, Say, Both)
WEAPONS = {"axe": Weapon("axe"), "long bow": Weapon("long bow")}
WORDS = {
    UnitId: Word.of("unit", NAMES),
    HexId: Word(lambda at: f"{at // 100},{at % 100}", lambda text: _hex(text)),
    Weapon: Word.among("weapon", WEAPONS),
}


def _hex(text: str) -> HexId:
    column, _, row = text.partition(",")
    return HexId(int(column) * 100 + int(row))


awkward = st.text() | st.sampled_from(
    [*NAMES, "no", "]", "(", ")", '"', "\\", "a;b", " ", "go", "1"]
)
units = st.integers(0, len(NAMES) - 1).map(UnitId)
hexes = st.integers(0, 9999).map(HexId)
moves = st.builds(Move, units, hexes, st.lists(hexes, max_size=3).map(tuple), st.none() | units)
aims = st.builds(Aim, units, st.integers(-9, 9))
attacks = st.builds(
    Attack,
    st.sampled_from([*WEAPONS.values()]),
    st.lists(aims, max_size=3).map(tuple),
    st.none() | aims,
    st.tuples(units, awkward, st.booleans()),
)
says = st.builds(
    Say,
    awkward,
    st.none() | awkward,
    st.integers(),
    st.booleans(),
    st.lists(st.none() | st.booleans(), max_size=3).map(tuple),
    st.sampled_from(Colour),
    st.sampled_from(Size),
    st.sampled_from(("up", "down")),
)
both = st.builds(
    Both, moves, st.none() | moves | says, st.lists(moves | attacks, max_size=2).map(tuple)
)
actions = moves | attacks | says | both


@given(actions)
def test_an_action_survives_text(action: Any) -> None:
    text = write(action, WORDS)
    assert "\n" not in text
    assert "\r" not in text
    assert read(text, WORDS, KINDS) == action
    assert type(read(text, WORDS, KINDS)) is type(action)


@given(awkward)
def test_a_word_survives_its_quotes(word: str) -> None:
    assert unquoted(quoted(word)) == word
    assert tokens_of(quoted(word)) == [quoted(word)]
    assert tokens_of(f"a {quoted(word)} [b]") == ["a", quoted(word), "[", "b", "]"]


@given(awkward.filter(lambda word: word not in ("move", "attack", "say", "both")))
def test_a_plain_word_survives_text(word: str) -> None:
    assert read(write(word, WORDS), WORDS, KINDS) == word


@given(st.tuples(st.integers(), st.integers()))
def test_a_point_survives_text(point: tuple[int, int]) -> None:
    assert read(write(point, WORDS), WORDS, (), tuple[int, int]) == point


def test_the_text_is_words_in_the_order_of_the_fields() -> None:
    move = Move(UnitId(2), HexId(304), (HexId(303), HexId(304)))
    assert write(move, WORDS) == 'move "the gunners" 3,4 [3,3 3,4]'
    attack = Attack(WEAPONS["axe"], (Aim(UnitId(0), 3),), None, (UnitId(3), "-", True))
    assert write(attack, WORDS) == 'attack axe [(warden 3)] - ["-" "-" yes]'


def test_what_stands_last_and_is_as_usual_may_be_left_out() -> None:
    move = Move(UnitId(2), HexId(304), ())
    assert read('move "the gunners" 3,4', WORDS, (Move,)) == move
    assert read('move "the gunners" 3,4 [] -', WORDS, (Move,)) == move


def test_what_is_hidden_is_written_as_a_question_mark() -> None:
    assert write(Hidden(3), WORDS) == "?"


def test_nothing_yes_and_no_have_words_of_their_own() -> None:
    assert [write(value, {}) for value in (None, True, False, "-", "yes")] == [
        "-",
        "yes",
        "no",
        '"-"',
        "yes",
    ]


NONSENSE = [
    "",
    "  ",
    "move",
    "move warden",
    "move warden 3,4 [] - more",
    "move warden 3,4 [3,3",
    "move warden 3,4 [3,3)) -",
    "move wardn 3,4 [] -",
    "say a - - yes [] blue 1 up",
    "move warden - [] -",
    "move warden here [] -",
    "move warden 3,4 - -",
    'move "warden 3,4 [] -',
    'move warden" 3,4 [] -',
    'move "war\\den" 3,4 [] -',
    "attack axe [] - [warden x maybe] []",
    "attack axe [] - [warden x] []",
    "attack axe [] - [warden x yes no] []",
    "attack axe [] - [warden x yes] [1]",
    "attack axe [(warden)] - [warden x yes] []",
    "attack axe [(warden many)] - [warden x yes] []",
    "attack sword [] - [warden x yes] []",
    "say a - x yes [] blue 1 up",
    "say a - 1 yes [] green 1 up",
    "say a - 1 yes [] blue 3 up",
    "say a - 1 yes [] blue 1 left",
    "both wander warden 3,4 [] - - []",
    "both move warden 3,4 [] - jump 3 []",
    "both move warden 3,4 [] - - [say]",
    "two words",
    '"',
]


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        read(text, WORDS, KINDS)


def test_where_no_plain_word_is_wanted_the_nearest_action_is_named() -> None:
    with pytest.raises(UnknownWord, match="no action 'mvoe'; did you mean 'move'"):
        read("mvoe warden", WORDS, KINDS, None)


@given(st.text(alphabet='move atckxyz13,"\\[]()-;\n\u2028\ud7ff') | st.text())
@example("move " + "[" * 2000)
@example('say "\\ud800" - 1 yes [] blue 1 up')
def test_any_text_is_read_or_is_a_value_error(text: str) -> None:
    try:
        value = read(text, WORDS, KINDS)
    except ValueError:
        return
    assert read(write(value, WORDS), WORDS, KINDS) == value


@given(actions, st.data())
def test_a_damaged_action_is_read_as_another_or_is_a_value_error(
    action: Any, data: st.DataObject
) -> None:
    text = write(action, WORDS)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    put = data.draw(
        st.text(max_size=2) | st.sampled_from(["[", "]", "(", ")", '"', "-", " ", "\\"])
    )
    damaged = text[:at] + put + text[at + cut :]
    try:
        value = read(damaged, WORDS, KINDS)
    except ValueError:
        return
    assert read(write(value, WORDS), WORDS, KINDS) == value
