"""Reading a film as a browser does: out of its page, step by step."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import msgspec

from gattai.server.film.camera import Film, patched


def film_in(page: bytes) -> Film:
    """The film that a page holds."""
    found = re.search(rb'id="gattai-film">([^<]+)</script>', page)
    assert found is not None, page[:200]
    return msgspec.json.decode(zlib.decompress(b64decode(found[1])), type=Film)


def scenes(film: Film) -> Iterator[Any]:
    """The scene of each step."""
    scene = None
    for frame in film.frames:
        scene = patched(scene, frame.patch)
        yield scene
