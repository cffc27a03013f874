"""The addresses of the lab: what can be changed in a game, studies, their reports and packs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from gattai.server.web.answering import (
    Request,
    Response,
    Route,
    as_json,
    as_page,
    as_text,
    either,
    get,
    post,
    received,
)

if TYPE_CHECKING:
    from gattai.server.studies.studies import Studies

REPORT_POLICY = (
    "sandbox allow-scripts allow-popups; default-src 'none'; "
    "script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""A report draws its charts by scripts inside it. It is kept apart from the table and its token."""
NEEDS = "polars"
"""Installed with the extra `lab`, without which no study can be played."""


def has_lab() -> bool:
    """Return whether studies can be played here."""
    return find_spec(NEEDS) is not None


class LabApi:
    """The part of the API for studies. Only the host may use it, because studies cost CPU time."""

    def __init__(
        self, folder: Path, packs: Sequence[Path], host_only: Callable[[Request], None]
    ) -> None:
        self._folder = folder
        self._packs = packs
        self._host_only = host_only
        self._studies: Studies | None = None

    @property
    def studies(self) -> Studies:
        """Return the studies; what plays them is loaded with the first question."""
        if self._studies is None:
            if not has_lab():
                raise ValueError("the lab is not installed: pip install 'gattai[lab]'")
            from gattai.server.studies.studies import Studies

            self._studies = Studies(self._folder, self._packs)
        return self._studies

    def close(self) -> None:
        """Stop the study that is being played."""
        if self._studies is not None:
            self._studies.close()

    async def kit(self, request: Request) -> Response:
        self._host_only(request)
        return as_json(await asyncio.to_thread(self.studies.kit, request.path_params["game"]))

    async def all(self, request: Request) -> Response:
        self._host_only(request)
        return as_json(await asyncio.to_thread(self.studies.all))

    async def begin(self, request: Request) -> Response:
        self._host_only(request)
        from gattai.server.studies.messages import AskStudy

        sent = await received(request, AskStudy)
        return as_json(await asyncio.to_thread(self.studies.begin, sent), 201)

    async def one(self, request: Request) -> Response:
        self._host_only(request)
        return as_json(await asyncio.to_thread(self.studies.find, request.path_params["study"]))

    async def act(self, request: Request) -> Response:
        self._host_only(request)
        acts = {
            "stop": self.studies.stop,
            "resume": self.studies.resume,
            "delete": self.studies.delete,
        }
        act = acts.get(request.path_params["act"])
        if act is None:
            raise LookupError(f"a study can {', '.join(acts)}")
        return as_json(await asyncio.to_thread(act, request.path_params["study"]))

    async def text(self, request: Request) -> Response:
        self._host_only(request)
        name = request.path_params["study"]
        return as_text(self.studies.text(name), f"{name}.toml")

    async def pack(self, request: Request) -> Response:
        self._host_only(request)
        name = request.path_params["study"]
        return as_text(self.studies.pack(name), f"{name}-pack.toml")

    async def page(self, request: Request) -> Response:
        self._host_only(request)
        wanted = request.path_params.get("page", "").removeprefix("games/").removesuffix(".html")
        found = await asyncio.to_thread(
            self.studies.page, request.path_params["study"], "" if wanted == "report" else wanted
        )
        return as_page(found, REPORT_POLICY)

    def routes(self) -> list[Route]:
        return [
            get("/api/lab/{game}", self.kit),
            either("/api/studies", self.all, self.begin),
            get("/api/studies/{study}", self.one),
            get("/api/studies/{study}/text", self.text),
            get("/api/studies/{study}/pack", self.pack),
            post("/api/studies/{study}/{act}", self.act),
            get("/lab/{study}/{page:path}", self.page),
        ]
