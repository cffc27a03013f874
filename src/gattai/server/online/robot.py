"""`gattai host bot`: a bot of ours, or of anybody's, that plays at a site as any other program does."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any
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
"""Seconds without a word after which the site is taken for gone; it says something every few."""
HIDDEN = 403
"""What the site answers where the position would tell what is hidden."""


class Robot:
    """One bot at one site."""

    def __init__(self, name: str, site: str, token: str, say: Callable[[str], None]) -> None:
        registry.check(name)
        self._name = name
        self._site = site.rstrip("/")
        self._token = token
        self._say = say
        self._seed = secrets.token_hex(8)

    def seek(self, game: str, *, rated: bool = False) -> None:
        """Offer a game to whoever comes."""
        self._ask("POST", "/api/seeks", {"game": game, "rated": rated})

    def play(self, most: int | None = None) -> int:
        """Answer wherever one is asked, until so many matches are over; how many were. OSError if the site is gone."""
        over = 0
        address = self._site.replace("http", "ws", 1) + "/ws/program"
        headers = {"Authorization": f"Bearer {self._token}"}
        with connect(address, additional_headers=headers, max_size=None, proxy=None) as socket:
            while most is None or over < most:
                told = json.loads(socket.recv(timeout=PATIENCE))
                if told["type"] == "asked" and told["options"]:
                    answer = {
                        "type": "answer",
                        "match": told["match"],
                        "number": told["number"],
                        "epoch": told["epoch"],
                        "text": self._answer(told),
                        "key": secrets.token_hex(8),
                    }
                    socket.send(json.dumps(answer))
                elif told["type"] == "over":
                    over += 1
                    self._say(f"{told['match']}: {told['reason']}")
                elif told["type"] == "refused":
                    self._say(f"{told['match']}: refused: {'; '.join(told['reasons'])}")
        return over

    def _answer(self, told: dict[str, Any]) -> str:
        """What the bot says; any option, where the table is hidden from it and it cannot think."""
        try:
            text = self._ask("GET", f"/api/matches/{quote(told['match'])}/position")
        except HTTPError as problem:
            if problem.code != HIDDEN:
                self._say(f"{told['match']}: answered at random, without the position: {problem}")
            return self._any(told)
        position = json.loads(text)
        rules = games.load(told["game"])
        seats = position.get("words", {}).get("Seat")
        if seats and any(option.name == "seats" for option in rules.options):
            rules = rules.seated({"seats": str(len(seats))})
        step = stand(rules, read_position(rules, text))
        seat = Seat(told["seat"])
        if isinstance(step.question, Outcome) or seat not in step.waiting:
            return self._any(told)  # the match has gone on since
        bot = registry.make(self._name, self._seed, rules=rules)
        seen, ask = problem_of(step, seat)
        value = bot.answer(seen, ask, told["number"])
        return answer_text(rules, step.position, step.question, value)

    def _any(self, told: dict[str, Any]) -> str:
        return str(secrets.choice(told["options"])["text"])

    def _ask(self, method: str, path: str, body: Any = None) -> str:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._site + path, data, headers, method=method)
        with urlopen(request, timeout=PATIENCE) as response:
            found: bytes = response.read()
        return found.decode()
