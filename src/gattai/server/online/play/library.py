"""The public library of a site: games, rules, terms, lists to build."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec

from gattai import games
from gattai.games.building import JudgedList
from gattai.games.rule_search import FoundRules
from gattai.kernel.ruleset import AnyRuleset
from gattai.server.lists import (
    AskJudgement,
    BuilderCard,
    BuilderName,
    ImportedList,
    ImportList,
)
from gattai.server.messages import GameListing
from gattai.server.online.caller import Rank
from gattai.server.online.endpoint import Call, Endpoint, Rate
from gattai.server.online.site import Site
from gattai.server.rule_cards import RuleCard, RuleContents, TermCard
from gattai.server.web import building, library

AS_TYPED = Rate(600, 60)
"""A search is sent while its words are typed, a list while it is built."""
BY_LINK = "a friend, by invitation link"


class Library:
    """The endpoints of the library."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self._packs = tuple(packs)
        self._cards: tuple[GameListing, ...] = ()
        self.endpoints: Sequence[Endpoint] = (
            _get("/api/games", "All games.", self.all_games, list[GameListing]),
            _get("/api/games/{game}", "One game, with pictures.", self.one_game, GameListing),
            _get("/api/rules/{game}", "The rules of a game.", self.all_rules, list[RuleCard]),
            _get(
                "/api/rules/{game}/contents",
                "The chapters of a game's rules.",
                self.rule_contents,
                RuleContents,
            ),
            msgspec.structs.replace(
                _get(
                    "/api/rules/{game}/search",
                    "The rules that answer a question.",
                    self.found_rules,
                    FoundRules,
                ),
                rate=AS_TYPED,
            ),
            _get("/api/terms/{game}", "The terms of a game.", self.all_terms, list[TermCard]),
            _get(
                "/api/builder",
                "The games whose lists can be built.",
                self.builders,
                list[BuilderName],
            ),
            _get(
                "/api/builder/{game}",
                "Everything that lists of a game are built from.",
                self.builder,
                BuilderCard,
            ),
            Endpoint(
                "POST",
                "/api/builder/{game}/judge",
                "Judge a list.",
                Rank.STRANGER,
                self.judged,
                AskJudgement,
                JudgedList,
                "read",
                AS_TYPED,
            ),
            Endpoint(
                "POST",
                "/api/lists/import",
                "Read a shared list.",
                Rank.STRANGER,
                self.imported,
                ImportList,
                ImportedList,
                "read",
            ),
        )

    async def cards(self) -> tuple[GameListing, ...]:
        """Return all games; they do not change while the site runs."""
        if not self._cards:
            found = await asyncio.to_thread(library.game_cards, self._packs, guest=BY_LINK)
            self._cards = tuple(found)
        return self._cards

    def rules(self, game: str) -> AnyRuleset:
        """Return the rules of a game. Raises LookupError if there is no such game."""
        return games.load_fitting(game, self._packs)

    async def all_games(self, _: Site, call: Call) -> tuple[GameListing, ...]:
        return await self.cards()

    async def one_game(self, _: Site, call: Call) -> GameListing:
        rules = await asyncio.to_thread(self.rules, call.params["game"])
        return await asyncio.to_thread(library.game_card, rules, guest=BY_LINK)

    async def all_rules(self, _: Site, call: Call) -> list[RuleCard]:
        return library.rule_cards(self.rules(call.params["game"]))

    async def rule_contents(self, _: Site, call: Call) -> RuleContents:
        return library.rule_contents(self.rules(call.params["game"]))

    async def found_rules(self, _: Site, call: Call) -> FoundRules:
        return library.found_rules(self.rules(call.params["game"]), call.query.get("words", ""))

    async def all_terms(self, _: Site, call: Call) -> list[TermCard]:
        return library.terms(self.rules(call.params["game"]))

    async def builders(self, _: Site, call: Call) -> list[BuilderName]:
        return await asyncio.to_thread(building.builder_names, self._packs)

    async def builder(self, _: Site, call: Call) -> BuilderCard:
        rules = self.rules(call.params["game"])
        # The client that a site shares with tables at home sends its token, an empty one, everywhere.
        asked = {name: value for name, value in call.query.items() if name != "token"}
        return await asyncio.to_thread(building.builder_card, rules, asked)

    async def judged(self, _: Site, call: Call) -> JudgedList:
        rules = self.rules(call.params["game"])
        return await asyncio.to_thread(building.judgement, rules, call.sent(AskJudgement))

    async def imported(self, _: Site, call: Call) -> ImportedList:
        return await asyncio.to_thread(building.imported, call.sent(ImportList), self._packs)


def _get(path: str, summary: str, handler: object, gives: object) -> Endpoint:
    return Endpoint("GET", path, summary, Rank.STRANGER, handler, None, gives, "read")  # type: ignore[arg-type]
