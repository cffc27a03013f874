"""One JSON Schema for the messages between a site and its pages. The browser's types are generated from it.

`python -m gattai.server.online.schema` prints it.
"""

from __future__ import annotations

from gattai.server.online.lobby import messages
from gattai.server.online.people.api import messages as people
from gattai.server.online.people.moderation import ModeratedPerson, ModeratorAction, Report
from gattai.server.online.people.passkeys import Passkey
from gattai.server.online.people.sessions import Session
from gattai.server.online.people.tokens import ApiToken
from gattai.server.online.play.transcripts import HashedEvents
from gattai.server.receipts import SiteKeys
from gattai.server.web.schema_file import print_schema

NAMED: dict[str, object] = {
    "ToLobby": messages.ToLobby,
    "SeekWanted": messages.SeekWanted,
    "SeekResult": messages.SeekResult,
    "Archive": messages.Archive,
    "Profile": messages.Profile,
    "Say": messages.Say,
    "ChatMessage": messages.ChatMessage,
    "Talk": messages.Talk,
    "Me": people.Me,
    "MadeToken": people.MadeToken,
    "Passkey": Passkey,
    "Session": Session,
    "ApiToken": ApiToken,
    "Report": Report,
    "ModeratorAction": ModeratorAction,
    "ModeratedPerson": ModeratedPerson,
    "Seated": messages.Seated,
    "HashedEvents": HashedEvents,
    "SiteKeys": SiteKeys,
}


if __name__ == "__main__":
    print_schema(NAMED)
