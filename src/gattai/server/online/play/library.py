"""What there is to play and to read at a site: games, rules, words, squads. Anybody may."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from gattai import games
from gattai.kernel.ruleset import AnyRuleset
from gattai.scene.parts import Builder
from gattai.server.messages import GameCard, SquadSaid, SquadText
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint
from gattai.server.online.site import Site
from gattai.server.rule_cards import RuleCard, TermCard
from gattai.server.web import library

BY_LINK = "a friend, by an invitation link"


class Library:
    """The shelves of a site."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self._packs = tuple(packs)
        self._cards: tuple[GameCard, ...] = ()
        self.endpoints: Sequence[Endpoint] = (
            _get("/api/games", "The games there are.", self.all_games, list[GameCard]),
            _get("/api/games/{game}", "One game, with pictures.", self.one_game, GameCard),
            _get("/api/rules/{game}", "The rules of a game.", self.all_rules, list[RuleCard]),
            _get("/api/terms/{game}", "The words of a game.", self.all_terms, list[TermCard]),
            _get("/api/squad/{game}", "What squads are made from.", self.builder, Builder),
            Endpoint(
                "POST",
                "/api/squad/{game}",
                "Judge a squad.",
                Rank.STRANGER,
                self.judged,
                SquadText,
                SquadSaid,
                "read",
            ),
        )

    async def cards(self) -> tuple[GameCard, ...]:
        """All games; they do not change while the site runs."""
        if not self._cards:
            found = await asyncio.to_thread(library.game_cards, self._packs, guest=BY_LINK)
            self._cards = tuple(found)
        return self._cards

    def rules(self, game: str) -> AnyRuleset:
        """The rules of a game. LookupError if there is no such game."""
        return games.load(game, self._packs)

    async def all_games(self, _: Site, call: Call) -> tuple[GameCard, ...]:
        return await self.cards()

    async def one_game(self, _: Site, call: Call) -> GameCard:
        rules = await asyncio.to_thread(self.rules, call.params["game"])
        return await asyncio.to_thread(library.game_card, rules, guest=BY_LINK)

    async def all_rules(self, _: Site, call: Call) -> list[RuleCard]:
        return library.rule_cards(self.rules(call.params["game"]))

    async def all_terms(self, _: Site, call: Call) -> list[TermCard]:
        return library.terms(self.rules(call.params["game"]))

    async def builder(self, _: Site, call: Call) -> Builder:
        return library.builder(self.rules(call.params["game"]))

    async def judged(self, _: Site, call: Call) -> SquadSaid:
        return library.squad_said(self.rules(call.params["game"]), call.sent(SquadText).text)


def _get(path: str, summary: str, handler: object, gives: object) -> Endpoint:
    return Endpoint("GET", path, summary, Rank.STRANGER, handler, None, gives, "read")  # type: ignore[arg-type]
