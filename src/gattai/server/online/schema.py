"""One JSON Schema for what pages of a site and the site say: their types in the browser are made from it.

`python -m gattai.server.online.schema` prints it.
"""

from __future__ import annotations

from typing import Any

from gattai.server.online.lobby import messages
from gattai.server.online.people.api import messages as people
from gattai.server.online.people.moderation import Deed, Report, Watched
from gattai.server.online.people.passkeys import Passkey
from gattai.server.online.people.sessions import Session
from gattai.server.online.people.tokens import Token
from gattai.server.web.schema_file import print_schema

NAMED: dict[str, Any] = {
    "ToLobby": messages.ToLobby,
    "SeekWanted": messages.SeekWanted,
    "Found": messages.Found,
    "Archive": messages.Archive,
    "Profile": messages.Profile,
    "Say": messages.Say,
    "Said": messages.Said,
    "Talk": messages.Talk,
    "Me": people.Me,
    "MadeToken": people.MadeToken,
    "Passkey": Passkey,
    "Session": Session,
    "Token": Token,
    "Report": Report,
    "Deed": Deed,
    "Watched": Watched,
    "Seated": messages.Seated,
}


if __name__ == "__main__":
    print_schema(NAMED)
