"""`gattai host bot`: a bot that plays at a site like any other program."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import TypedDict
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from gattai import games
from gattai.bots import registry
from gattai.kernel.position import stand
from gattai.kernel.question import Seat
from gattai.kernel.ruleset import Outcome
from gattai.kernel.text.answers import answer_text
from gattai.kernel.text.snapshot import read_position
from gattai.server.table.thinking import problem_of

PATIENCE = 60.0
"""Seconds of silence after which the site counts as gone; it sends a sign of life every few seconds."""
HIDDEN = 403
"""The site's status if the position would reveal hidden information."""


class _Asked(TypedDict):
    """The message that asks a program for an answer."""

    match: str
    game: str
    seat: int
    number: int
    options: list[dict[str, object]]


class Robot:
    """A bot on a site."""

    def __init__(self, name: str, site: str, token: str, say: Callable[[str], None]) -> None:
        registry.check(name)
        self._name = name
        self._site = site.rstrip("/")
        self._token = token
        self._say = say
        self._seed = secrets.token_hex(8)

    def seek(self, game: str, *, rated: bool = False) -> None:
        """Offer a game to anyone."""
        self._ask("POST", "/api/seeks", {"game": game, "rated": rated})

    def play(self, most: int | None = None) -> int:
        """Answer all questions until this many matches are over; returns their number. Raises OSError if the site is gone."""
        over = 0
        address = self._site.replace("http", "ws", 1) + "/ws/program"
        headers = {"Authorization": f"Bearer {self._token}"}
        with connect(address, additional_headers=headers, max_size=None, proxy=None) as socket:
            while most is None or over < most:
                message = json.loads(socket.recv(timeout=PATIENCE))
                if message["type"] == "asked" and message["options"]:
                    answer = {
                        "type": "answer",
                        "match": message["match"],
                        "number": message["number"],
                        "epoch": message["epoch"],
                        "text": self._answer(message),
                        "key": secrets.token_hex(8),
                    }
                    socket.send(json.dumps(answer))
                elif message["type"] == "over":
                    over += 1
                    self._say(f"{message['match']}: {message['reason']}")
                elif message["type"] == "refused":
                    self._say(f"{message['match']}: refused: {'; '.join(message['reasons'])}")
        return over

    def _answer(self, message: _Asked) -> str:
        """Return the bot's answer, or any option if the position is hidden from it."""
        try:
            text = self._ask("GET", f"/api/matches/{quote(message['match'])}/position")
        except HTTPError as problem:
            if problem.code != HIDDEN:
                self._say(
                    f"{message['match']}: answered at random, because the position is not available: {problem}"
                )
            return self._any(message)
        position = json.loads(text)
        rules = games.load(message["game"])
        seats = position.get("words", {}).get("Seat")
        if seats and any(option.name == "seats" for option in rules.options):
            rules = rules.seated({"seats": str(len(seats))})
        step = stand(rules, read_position(rules, text))
        seat = Seat(message["seat"])
        if isinstance(step.question, Outcome) or seat not in step.waiting:
            return self._any(message)  # the match has moved on
        bot = registry.make(self._name, self._seed, rules=rules)
        seen, ask = problem_of(step, seat)
        value = bot.answer(seen, ask, message["number"])
        return answer_text(rules, step.position, step.question, value)

    def _any(self, message: _Asked) -> str:
        return str(secrets.choice(message["options"])["text"])

    def _ask(self, method: str, path: str, body: object = None) -> str:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._site + path, data, headers, method=method)
        with urlopen(request, timeout=PATIENCE) as response:
            found: bytes = response.read()
        return found.decode()
