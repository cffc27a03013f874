"""Replays at a site: of matches that are over, and of transcripts that somebody sends."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from gattai.server.film.page import POLICY
from gattai.server.film.replays import Replays
from gattai.server.messages import AskReplay, Course, LuckOf, ReplayStep
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate, Reply
from gattai.server.online.play.reading import Reader
from gattai.server.online.site import Site
from gattai.server.web.answering import JSON
from gattai.server.web.screening import Screening

MOST_TEXT = 4_000_000
"""Transcripts may be long; nothing else is."""
MOST_FILMS = 16
STEPS, LONG = Rate(600, 60), Rate(20, 60)
"""A replay is stepped through quickly; luck, course and film take long to find."""


class Replaying:
    """Steps, luck, course and film."""

    def __init__(self, reader: Reader, screening: Screening) -> None:
        self._reader = reader
        self._screening = screening
        self.replays = Replays()
        self._films: OrderedDict[str, bytes] = OrderedDict()
        self.endpoints: Sequence[Endpoint] = (
            self._post("/api/replay", "One step of a replay.", self.step, ReplayStep, STEPS),
            self._post("/api/replay/luck", "The luck of a replay.", self.luck, LuckOf),
            self._post("/api/replay/course", "How a game went.", self.course, Course),
            self._post("/api/replay/film", "A replay as one page.", self.film, None),
            Endpoint(
                "GET",
                "/replay/{match}",
                "The replay of a match that is over, as one page.",
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
            MOST_TEXT,
        )

    async def _text(self, call: Call, *, secrets_too: bool = True) -> str:
        """The transcript that is asked for: sent with the question, sent before, or of a match here."""
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

    async def course(self, _: Site, call: Call) -> Course:
        return await self._screening.course_of(await self._text(call))

    async def film(self, _: Site, call: Call) -> Reply:
        wanted = call.sent(AskReplay)
        return _page(await self._screening.film_of(await self._text(call), wanted.seat))

    async def shared(self, _: Site, call: Call) -> Reply:
        match = call.params["match"]
        if match not in self._films:
            text = await self._reader.text(match, None, secrets_too=True)
            self._films[match] = await self._screening.film_of(text, None)
            while len(self._films) > MOST_FILMS:
                self._films.popitem(last=False)
        self._films.move_to_end(match)
        return _page(self._films[match])


def _page(content: bytes) -> Reply:
    """A page that holds all it needs: it is let draw itself, and nothing else."""
    headers = (("content-security-policy", POLICY), ("cache-control", "no-store"))
    return Reply(content=content, kind="text/html; charset=utf-8", headers=headers)
