"""One JSON Schema for every message and every part of a scene: the browser's types are made from it.

`python -m gattai.server.schema` prints it.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from gattai.scene.parts import Builder
from gattai.server import messages

NAMED: dict[str, Any] = {
    "FromPage": messages.FromPage,
    "ToPage": messages.ToPage,
    "GameCard": messages.GameCard,
    "Door": messages.Door,
    "Glance": messages.Glance,
    "NewMatch": messages.NewMatch,
    "MatchCard": messages.MatchCard,
    "AskReplay": messages.AskReplay,
    "ReplayStep": messages.ReplayStep,
    "LuckOf": messages.LuckOf,
    "RuleCard": messages.RuleCard,
    "TermCard": messages.TermCard,
    "Builder": Builder,
    "SquadText": messages.SquadText,
    "SquadSaid": messages.SquadSaid,
}


def schema() -> dict[str, Any]:
    """The schema: all types under `$defs`, the two unions under their own names there too."""
    found, parts = msgspec.json.schema_components(NAMED.values(), ref_template="#/$defs/{name}")
    unions = {name: shape for name, shape in zip(NAMED, found, strict=True) if "$ref" not in shape}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages",
        "$defs": dict(sorted({**parts, **unions}.items())),
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in NAMED},
        "required": [*NAMED],
    }


def main() -> None:
    """Print the schema, the same bytes every time."""
    text = msgspec.json.format(msgspec.json.encode(schema()), indent=2)
    sys.stdout.write(text.decode() + "\n")


if __name__ == "__main__":
    main()
