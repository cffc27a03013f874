"""The addresses of the list builder: cards, judgements, saved lists, trials."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from gattai import games
from gattai.kernel.ruleset import AnyRuleset
from gattai.server.lists import AskJudgement, AskTrial, ImportList, RenameList, SaveList
from gattai.server.local.lists import ListFolder
from gattai.server.local.room import Room
from gattai.server.web import building
from gattai.server.web.answering import (
    Request,
    Response,
    Route,
    as_json,
    either,
    get,
    post,
    received,
)

if TYPE_CHECKING:
    from gattai.server.web.trials import Trials


class BuilderApi:
    """The part of the API for building lists."""

    def __init__(self, room: Room, host_only: Callable[[Request], None]) -> None:
        self._packs = room.packs
        self._lists = building.SavedLists(
            ListFolder(room.store.folder, room.store.disk), room.packs
        )
        self._host_only = host_only
        self._trials: Trials | None = None

    @property
    def trials(self) -> Trials:
        """Return the trials; what plays them is loaded with the first one."""
        if self._trials is None:
            from gattai.server.web.trials import Trials

            self._trials = Trials(self._packs)
        return self._trials

    def close(self) -> None:
        """Stop the running trial."""
        if self._trials is not None:
            self._trials.close()

    async def names(self, _: Request) -> Response:
        return as_json(await asyncio.to_thread(building.builder_names, self._packs))

    async def card(self, request: Request) -> Response:
        asked = {name: value for name, value in request.query_params.items() if name != "token"}
        rules = await asyncio.to_thread(self._rules, request)
        return as_json(await asyncio.to_thread(building.builder_card, rules, asked))

    async def judge(self, request: Request) -> Response:
        sent = await received(request, AskJudgement)
        rules = await asyncio.to_thread(self._rules, request)
        return as_json(await asyncio.to_thread(building.judgement, rules, sent))

    async def all_lists(self, request: Request) -> Response:
        self._host_only(request)
        game = request.query_params.get("game", "")
        return as_json(await self._lists.all(game))

    async def save_list(self, request: Request) -> Response:
        self._host_only(request)
        sent = await received(request, SaveList)
        saved = await self._lists.save(sent)
        return as_json(saved, 200 if sent.id else 201)

    async def one_list(self, request: Request) -> Response:
        self._host_only(request)
        return as_json(await self._lists.find(request.path_params["list"]))

    async def rename_list(self, request: Request) -> Response:
        self._host_only(request)
        title = (await received(request, RenameList)).title
        name = request.path_params["list"]
        return as_json(await self._lists.rename(name, title))

    async def delete_list(self, request: Request) -> Response:
        self._host_only(request)
        return as_json(await self._lists.delete(request.path_params["list"]))

    async def import_list(self, request: Request) -> Response:
        sent = await received(request, ImportList)
        return as_json(await asyncio.to_thread(building.imported, sent, self._packs))

    async def begin_trial(self, request: Request) -> Response:
        self._host_only(request)
        sent = await received(request, AskTrial)
        return as_json(await asyncio.to_thread(self.trials.begin, sent), 201)

    async def one_trial(self, request: Request) -> Response:
        self._host_only(request)
        return as_json(self.trials.find(request.path_params["trial"]))

    async def cancel_trial(self, request: Request) -> Response:
        self._host_only(request)
        return as_json(self.trials.cancel(request.path_params["trial"]))

    def routes(self) -> list[Route]:
        return [
            get("/api/builder", self.names),
            get("/api/builder/{game}", self.card),
            post("/api/builder/{game}/judge", self.judge),
            either("/api/lists", self.all_lists, self.save_list),
            post("/api/lists/import", self.import_list),
            get("/api/lists/{list}", self.one_list),
            post("/api/lists/{list}/rename", self.rename_list),
            post("/api/lists/{list}/delete", self.delete_list),
            post("/api/trials", self.begin_trial),
            get("/api/trials/{trial}", self.one_trial),
            post("/api/trials/{trial}/cancel", self.cancel_trial),
        ]

    def _rules(self, request: Request) -> AnyRuleset:
        return games.load_fitting(request.path_params["game"], self._packs)
