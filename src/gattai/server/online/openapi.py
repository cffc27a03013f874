"""Describes the endpoints of a site as OpenAPI."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gattai.server.messages import Rejected
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Endpoint

REFUSALS = {
    400: "the request is invalid",
    401: "a session or a token is required",
    403: "this caller may not do this",
    404: "not found",
    409: "the state has changed meanwhile",
    413: "the request is too long",
    429: "too often",
    503: "the site is too busy, or is stopping",
}


def describe(endpoints: Sequence[Endpoint], name: str, version: str) -> dict[str, object]:
    """Return the OpenAPI document."""
    kinds = [kind for each in endpoints for kind in (each.takes, each.gives) if kind is not None]
    found, parts = msgspec.json.schema_components(
        [Rejected, *kinds], ref_template="#/components/schemas/{name}"
    )
    shapes = iter(found)
    refused = next(shapes)
    paths: dict[str, dict[str, object]] = {}
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


def _operation(each: Endpoint, takes: object, gives: object, refused: object) -> dict[str, object]:
    json = "application/json"
    content = {} if gives is None else {"content": {json: {"schema": gives}}}
    responses: dict[str, object] = {"200": {"description": "so it is", **content}}
    for status, words in REFUSALS.items():
        responses[str(status)] = {"description": words, "content": {json: {"schema": refused}}}
    operation: dict[str, object] = {
        "summary": each.summary,
        "operationId": _name_of(each),
        "responses": responses,
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
    """Return the operation id for generated clients: `get_api_match_id`."""
    words = each.path.replace("{", "").replace("}", "").strip("/").replace("/", "_")
    return f"{each.method.lower()}_{words}".replace("-", "_").replace(":", "_")
