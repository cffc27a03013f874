"""Replays on a site: of completed matches, and of transcripts that users send."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from gattai.server.film.page import POLICY
from gattai.server.film.replays import Replays
from gattai.server.messages import Analysis, AskReplay, LuckOf, ReplayStep
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate, Reply
from gattai.server.online.play.reading import Reader
from gattai.server.online.site import Site
from gattai.server.web.answering import JSON
from gattai.server.web.screening import Screening

MAX_TEXT = 4_000_000
"""Maximum size of a transcript in bytes; other requests are smaller."""
MAX_FILMS = 16
STEPS, LONG = Rate(600, 60), Rate(20, 60)
"""Rate limits: users step through a replay quickly; luck, analysis and film take long to compute."""


class Replaying:
    """The endpoints for steps, luck, analysis and film."""

    def __init__(self, reader: Reader, screening: Screening) -> None:
        self._reader = reader
        self._screening = screening
        self.replays = Replays()
        self._films: OrderedDict[str, bytes] = OrderedDict()
        self.endpoints: Sequence[Endpoint] = (
            self._post("/api/replay", "One step of a replay.", self.step, ReplayStep, STEPS),
            self._post("/api/replay/luck", "The luck of a replay.", self.luck, LuckOf),
            self._post("/api/replay/course", "How a game went.", self.analysis, Analysis),
            self._post("/api/replay/film", "A replay as one HTML file.", self.film, None),
            Endpoint(
                "GET",
                "/replay/{match}",
                "The replay of a completed match, as one HTML file.",
                Rank.STRANGER,
                self.shared,
                scope="read",
                rate=LONG,
            ),
        )

    def _post(
        self, path: str, summary: str, handler: object, gives: object, rate: Rate = LONG
    ) -> Endpoint:
        return Endpoint(
            "POST",
            path,
            summary,
            Rank.STRANGER,
            handler,  # type: ignore[arg-type]
            AskReplay,
            gives,
            "read",
            rate,
            MAX_TEXT,
        )

    async def _text(self, call: Call, *, secrets_too: bool = True) -> str:
        """Return the requested transcript: from this request, an earlier one, or a match of this site."""
        wanted = call.sent(AskReplay)
        sent = wanted.transcript or self.replays.find(wanted.match)
        if sent:
            self.replays.keep(sent)
            return sent
        return await self._reader.text(wanted.match, call.caller, secrets_too=secrets_too)

    async def step(self, _: Site, call: Call) -> Reply:
        wanted = call.sent(AskReplay)
        step = await self._screening.replayed(await self._text(call), wanted.at, wanted.seat)
        return Reply(content=step, kind=JSON)

    async def luck(self, _: Site, call: Call) -> LuckOf:
        return LuckOf(await self._screening.luck_of(await self._text(call)))

    async def analysis(self, _: Site, call: Call) -> Analysis:
        return await self._screening.analysis_of(await self._text(call))

    async def film(self, _: Site, call: Call) -> Reply:
        wanted = call.sent(AskReplay)
        return _page(await self._screening.film_of(await self._text(call), wanted.seat))

    async def shared(self, _: Site, call: Call) -> Reply:
        match = call.params["match"]
        if match not in self._films:
            text = await self._reader.text(match, None, secrets_too=True)
            self._films[match] = await self._screening.film_of(text, None)
            while len(self._films) > MAX_FILMS:
                self._films.popitem(last=False)
        self._films.move_to_end(match)
        return _page(self._films[match])


def _page(content: bytes) -> Reply:
    """Return a self-contained page that may run its own script and nothing else."""
    headers = (("content-security-policy", POLICY), ("cache-control", "no-store"))
    return Reply(content=content, kind="text/html; charset=utf-8", headers=headers)
