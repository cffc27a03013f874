"""Generates one JSON Schema for messages; the browser's types are generated from it."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import msgspec


def schema_of(named: Mapping[str, object]) -> dict[str, object]:
    """Return the schema: all types under `$defs`, and named unions there too."""
    found, parts = msgspec.json.schema_components(named.values(), ref_template="#/$defs/{name}")
    unions = {name: shape for name, shape in zip(named, found, strict=True) if "$ref" not in shape}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages",
        "$defs": dict(sorted({**parts, **unions}.items())),
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in named},
        "required": [*named],
    }


def print_schema(named: Mapping[str, object]) -> None:
    """Print the schema, always with identical bytes."""
    text = msgspec.json.format(msgspec.json.encode(schema_of(named)), indent=2)
    sys.stdout.write(text.decode() + "\n")
