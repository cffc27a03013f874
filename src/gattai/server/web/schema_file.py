"""Types of messages as one JSON Schema, from which the types of the browser are made."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import msgspec


def schema_of(named: Mapping[str, Any]) -> dict[str, Any]:
    """The schema: all types under `$defs`, unions under their own names there too."""
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


def print_schema(named: Mapping[str, Any]) -> None:
    """Print the schema, the same bytes every time."""
    text = msgspec.json.format(msgspec.json.encode(schema_of(named)), indent=2)
    sys.stdout.write(text.decode() + "\n")
