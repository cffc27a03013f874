"""The addresses of a site described as OpenAPI, made from their declarations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from gattai.server.messages import NotSo
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Endpoint

REFUSALS = {
    400: "what was sent cannot be",
    401: "nobody is known to have asked this",
    403: "not for this caller",
    404: "there is no such thing",
    409: "somebody was quicker, or it is not so any more",
    413: "longer than the site reads",
    429: "too often",
    503: "the site is too busy just now, or stops",
}


def describe(endpoints: Sequence[Endpoint], name: str, version: str) -> dict[str, Any]:
    """The whole document."""
    kinds = [kind for each in endpoints for kind in (each.takes, each.gives) if kind is not None]
    found, parts = msgspec.json.schema_components(
        [NotSo, *kinds], ref_template="#/components/schemas/{name}"
    )
    shapes = iter(found)
    refused = next(shapes)
    paths: dict[str, dict[str, Any]] = {}
    for each in endpoints:
        takes = next(shapes) if each.takes is not None else None
        gives = next(shapes) if each.gives is not None else None
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(
            each, takes, gives, refused
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": name, "version": version},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(parts.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "gattai"},
            },
        },
    }


def _operation(each: Endpoint, takes: Any, gives: Any, refused: Any) -> dict[str, Any]:
    json = "application/json"
    said: dict[str, Any] = {"200": {"description": "so it is"}}
    if gives is not None:
        said["200"]["content"] = {json: {"schema": gives}}
    for status, words in REFUSALS.items():
        said[str(status)] = {"description": words, "content": {json: {"schema": refused}}}
    operation: dict[str, Any] = {
        "summary": each.summary,
        "operationId": _name_of(each),
        "responses": said,
        "x-who": each.may.name.lower(),
    }
    if each.params:
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in each.params
        ]
    if takes is not None:
        operation["requestBody"] = {"required": True, "content": {json: {"schema": takes}}}
    if each.may > Rank.STRANGER:
        token = [{"token": [each.scope]}] if each.scope else []
        operation["security"] = [*token, {"session": []}]
    return operation


def _name_of(each: Endpoint) -> str:
    """A name for whoever makes a client from this: `get_api_match_id`."""
    words = each.path.replace("{", "").replace("}", "").strip("/").replace("/", "_")
    return f"{each.method.lower()}_{words}".replace("-", "_").replace(":", "_")
