"""The caller's saved lists."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gattai.server.lists import RenameList, SavedList, SaveList
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate, Reply
from gattai.server.online.site import Site
from gattai.server.online.store.lists import MAX_LISTS, MAX_LISTS_GUEST, PersonLists
from gattai.server.online.store.pool import Database
from gattai.server.web.building import NO_LIST, SavedLists

ALL_JUDGED = Rate(30, 60)
"""Every list is judged anew, because the rules may have changed."""


def endpoints(database: Database, packs: Sequence[Path] = ()) -> tuple[Endpoint, ...]:
    """Return the endpoints for saved lists. They are those of a table at home."""

    def of(call: Call) -> SavedLists:
        most = MAX_LISTS if call.caller.rank > Rank.GUEST else MAX_LISTS_GUEST
        return SavedLists(PersonLists(database, call.caller.id, most), packs)

    async def every(_: Site, call: Call) -> list[SavedList]:
        return await of(call).all(call.query.get("game", "")) if call.caller.person else []

    async def one(_: Site, call: Call) -> SavedList:
        if call.caller.person is None:
            raise LookupError(NO_LIST)
        return await of(call).find(call.params["list"])

    async def save(_: Site, call: Call) -> Reply:
        sent = call.sent(SaveList)
        return Reply(await of(call).save(sent), 200 if sent.id else 201)

    async def rename(_: Site, call: Call) -> SavedList:
        return await of(call).rename(call.params["list"], call.sent(RenameList).title)

    async def delete(_: Site, call: Call) -> SavedList:
        return await of(call).delete(call.params["list"])

    anybody, guest, path = Rank.STRANGER, Rank.GUEST, "/api/lists"
    return (
        Endpoint(
            "GET", path, "My saved lists (`?game=`), the last changed first.",
            anybody, every, None, list[SavedList], "read", ALL_JUDGED,
        ),
        Endpoint("POST", path, "Save a list.", guest, save, SaveList, SavedList),
        Endpoint("GET", f"{path}/{{list}}", "A list of mine.", anybody, one, None, SavedList, "read"),
        Endpoint(
            "POST", f"{path}/{{list}}/rename", "Give a list of mine another title.",
            guest, rename, RenameList, SavedList,
        ),
        Endpoint("POST", f"{path}/{{list}}/delete", "Delete a list of mine.", guest, delete, None, SavedList),
    )  # fmt: skip
