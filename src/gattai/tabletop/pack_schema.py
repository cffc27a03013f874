"""A JSON Schema of pack files, for editors that complete, explain and check.

It is derived from the code that loads packs: types and bounds from the structs, explanations from
their field docstrings, and the words of a game from its keywords.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from gattai.tabletop.field_notes import field_notes
from gattai.tabletop.pack_file import Kinds, PackHeader

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
USUAL: Final = {
    "id": "What it is called in files: small letters, digits and hyphens, once in all packs.",
    "name": "What stands on the card.",
    "title": "What people call it.",
    "house": "Whether the figures are of no publisher; the screen says so too.",
    "source": "The public material that the figures come from.",
    "house_fields": "Which fields of an otherwise public card are of no publisher.",
}
"""Descriptions of fields that every game has, unless a card has its own."""
REPLACES: Final = {
    "type": "boolean",
    "default": False,
    "description": "This card replaces the one of the same id in an earlier folder.",
}
SHOWN: Final = 3
"""A word with a number is offered with the first few numbers; larger ones are valid too."""

Schema = dict[str, Any]


class Words(msgspec.Struct, frozen=True):
    """The words that a field may hold, each with its meaning; some are followed by a number."""

    plain: Mapping[str, str] = {}
    numbered: Mapping[str, str] = {}
    may_be_empty: bool = False


class PartialStruct(msgspec.Struct, frozen=True):
    """A field that holds some fields of a struct; all are optional."""

    of: type[msgspec.Struct]
    without: tuple[str, ...] = ()
    notes: Mapping[str, str] = {}
    """Extra descriptions of fields by their dotted names."""


Vocabulary = Mapping[str, Words | PartialStruct]
"""Maps struct and field, such as `UnitCard.traits`, to its words."""


def pack_schema(kinds: Kinds, vocabulary: Vocabulary | None = None, title: str = "") -> Schema:
    """Return the schema of files with these kinds of card."""
    words = dict(vocabulary or {})
    parts = {field: part for field, part in words.items() if isinstance(part, PartialStruct)}
    types: list[type[msgspec.Struct]] = [
        PackHeader,
        *kinds.values(),
        *(part.of for part in parts.values()),
    ]
    found, definitions = msgspec.json.schema_components(types)
    named = {_name_of(one["$ref"]): kind for one, kind in zip(found, types, strict=True)}
    for name, kind in {**named, **_inner(types, definitions)}.items():
        _explain(definitions[name], kind)
    for field, part in parts.items():
        _tell_parts(definitions, part.of, part.notes)
        definition = definitions[part.of.__name__]
        definition["properties"] = {
            name: one for name, one in definition["properties"].items() if name not in part.without
        }
        _replace(definitions, field, {"$ref": f"#/$defs/{part.of.__name__}"})
    for field, one in words.items():
        if isinstance(one, Words):
            _replace(definitions, field, _among(one))
    cards = found[1 : 1 + len(kinds)]
    for card in cards:
        _add_own_fields(definitions[_name_of(card["$ref"])])
    arrays = {
        kind: {
            "type": "array",
            "items": card,
            "description": definitions[_name_of(card["$ref"])]["description"],
        }
        for kind, card in zip(kinds, cards, strict=True)
    }
    header = {**found[0], "description": definitions["PackHeader"]["description"]}
    return {
        "$schema": DIALECT,
        **({"title": title} if title else {}),
        "type": "object",
        "properties": {"pack": header, **arrays},
        "required": ["pack"],
        "additionalProperties": False,
        "$defs": definitions,
    }


def meanings(words: Mapping[str, object]) -> dict[str, str]:
    """Return the meanings of keywords: the docstrings of their classes."""
    kinds = {word: each if isinstance(each, type) else type(each) for word, each in words.items()}
    return {word: " ".join((kind.__doc__ or "").split()) for word, kind in kinds.items()}


def _name_of(reference: str) -> str:
    return reference.rpartition("/")[2]


def _inner(types: list[type[msgspec.Struct]], definitions: Schema) -> dict[str, type]:
    """Return the structs inside of these, by the names of their definitions."""
    found: dict[str, type] = {}
    waiting: list[object] = [*types]
    while waiting:
        one = waiting.pop()
        if isinstance(one, type) and issubclass(one, msgspec.Struct):
            if one.__name__ not in found:
                found[one.__name__] = one
                waiting += [field.type for field in msgspec.structs.fields(one)]
        else:
            waiting += getattr(one, "__args__", ())
            waiting += [getattr(one, "__origin__", None)] if hasattr(one, "__metadata__") else []
    return {name: kind for name, kind in found.items() if name in definitions}


def _explain(definition: Schema, kind: type[msgspec.Struct]) -> None:
    definition["additionalProperties"] = False
    definition["description"] = " ".join((kind.__doc__ or "").split())
    notes = field_notes(kind)
    tag = kind.__struct_config__.tag_field
    for name, field in definition["properties"].items():
        if name == tag:
            field["description"] = definition["description"]
        elif note := notes.get(name) or USUAL.get(name):
            field["description"] = note


def _tell_parts(
    definitions: Schema, kind: type[msgspec.Struct], notes: Mapping[str, str], before: str = ""
) -> None:
    """Add the descriptions for dotted names to every field below a struct."""
    for field in msgspec.structs.fields(kind):
        dotted = f"{before}{field.encode_name}"
        entry = definitions[kind.__name__]["properties"][field.encode_name]
        if dotted in notes:
            entry["description"] = notes[dotted]
        elif "description" not in entry:
            entry["description"] = f"Parameter of {dotted.replace('_', ' ').replace('.', ', ')}."
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            _tell_parts(definitions, field.type, notes, f"{dotted}.")


def _replace(definitions: Schema, field: str, schema: Schema) -> None:
    """Replace the schema of a field, or of each of its items."""
    struct, _, name = field.partition(".")
    holder = definitions[struct]["properties"][name]
    while "items" in holder:
        holder = holder["items"]
    kept = {key: holder[key] for key in ("description", "default") if key in holder}
    holder.clear()
    holder.update({**schema, **kept})


def _among(words: Words) -> Schema:
    """Return the schema of one of these words. Meanings appear twice, for different editors."""
    offered = [*_offered(words)]
    listed: Schema = {
        "enum": [word for word, _ in offered],
        "x-taplo": {"docs": {"enumValues": [meaning for _, meaning in offered]}},
        "anyOf": [
            *({"const": word, "description": meaning} for word, meaning in offered),
            {"type": "string"},  # otherwise a wrong word would be reported once for each known one
        ],
    }
    if not words.numbered:
        return {"type": "string", **listed}
    known = "|".join(sorted(words.numbered, key=lambda word: (-len(word), word)))
    return {"type": "string", "anyOf": [listed, {"pattern": f"^({known}) [1-9][0-9]?$"}]}


def _offered(words: Words) -> Iterator[tuple[str, str]]:
    if words.may_be_empty:
        yield "", "None."
    yield from words.plain.items()
    for word, meaning in words.numbered.items():
        for number in range(1, SHOWN + 1):
            yield f"{word} {number}", meaning


def _add_own_fields(definition: Schema) -> None:
    """Add the fields of every card: its id, and whether it replaces another."""
    properties = definition["properties"]
    properties.setdefault("id", {"type": "string", "description": USUAL["id"]})
    properties["replaces"] = dict(REPLACES)
    definition["required"] = sorted({*definition.get("required", ()), "id"})
