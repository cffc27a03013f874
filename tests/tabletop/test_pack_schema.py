"""The JSON Schema of packs: what is accepted, in the words of the structs."""

import json

import jsonschema
import msgspec
import pytest

from gattai.tabletop.field_notes import field_notes
from gattai.tabletop.pack_schema import PartialStruct, Words, pack_schema
from tests.tabletop.robot_cards import KINDS


def test_the_schema_describes_what_is_accepted() -> None:
    schema = pack_schema(KINDS)
    definitions = schema["$defs"]
    assert definitions["UnitCard"]["required"] == ["id", "speed"]
    assert definitions["TermCard"]["required"] == ["id", "text"]
    assert definitions["TermCard"]["properties"]["replaces"]["type"] == "boolean"
    assert definitions["Weapon"]["additionalProperties"] is False
    assert json.dumps(schema).count('"#/$defs/PackHeader"') == 1


class Legs(msgspec.Struct):
    many: int = 2
    long: int = 1
    """How long."""


class Beetle(msgspec.Struct):
    """Something that crawls."""

    name: str
    feats: tuple[str, ...] = ()
    """What it can do,
    in words."""
    mood: str = ""
    legs: dict[str, int] = {}


class Stag(Beetle):
    horns: int = 2
    """How many."""


def valid(schema: dict[str, object], **card: object) -> bool:
    header = dict.fromkeys(("id", "version", "title", "licence", "source"), "x")
    pack = {"pack": header, "beetle": [{"id": "b", "name": "B", **card}]}
    return bool(jsonschema.Draft202012Validator(schema).is_valid(pack))


def test_notes_are_read_below_the_fields_and_those_of_parents_too() -> None:
    assert field_notes(Beetle) == {"feats": "What it can do, in words."}
    assert field_notes(Stag) == {"feats": "What it can do, in words.", "horns": "How many."}
    hidden = msgspec.defstruct("Unwritten", ["a"])
    assert field_notes(hidden) == {}


def test_words_are_listed_with_what_they_mean_and_some_take_a_number() -> None:
    words = {
        "Beetle.feats": Words({"fly": "It flies."}, {"bite": "It bites so hard."}),
        "Beetle.mood": Words({"grim": "It frowns."}, may_be_empty=True),
    }
    schema = pack_schema({"beetle": Beetle}, words)
    assert valid(schema, feats=["fly", "bite 2", "bite 17"], mood="grim")
    for wrong in ("bite", "bite 0", "fly 1", "flee"):
        assert not valid(schema, feats=[wrong])
    assert valid(schema, mood="") and not valid(schema, mood="glad")
    fields = schema["$defs"]["Beetle"]["properties"]
    assert fields["feats"]["description"] == "What it can do, in words."
    listed = fields["feats"]["items"]["anyOf"][0]
    assert listed["enum"] == ["fly", "bite 1", "bite 2", "bite 3"]
    assert listed["x-taplo"]["docs"]["enumValues"][0] == "It flies."


def test_a_part_of_a_struct_may_leave_everything_out() -> None:
    part = PartialStruct(Legs, without=("long",), notes={"many": "How many it stands on."})
    schema = pack_schema({"beetle": Beetle}, {"Beetle.legs": part})
    assert valid(schema, legs={}) and valid(schema, legs={"many": 6})
    assert not valid(schema, legs={"long": 6}) and not valid(schema, legs={"many": "six"})
    assert schema["$defs"]["Legs"]["properties"]["many"]["description"] == "How many it stands on."


def test_a_word_of_a_field_that_is_not_there_is_noticed() -> None:
    with pytest.raises(KeyError):
        pack_schema({"beetle": Beetle}, {"Beetle.wings": Words({"fly": ""})})
