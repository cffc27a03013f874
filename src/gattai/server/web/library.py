"""The library: games and rules as cards for the set-up screen."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from gattai import games
from gattai.bots import registry
from gattai.bots.registry import PERSON
from gattai.games.game import GameDefinition
from gattai.games.poster import FILE as POSTER
from gattai.games.poster import Poster, read_poster
from gattai.games.reader import chapters, reader_of
from gattai.games.rule_pictures import pictures_of
from gattai.games.rule_search import FoundRules, search
from gattai.kernel.rulebook import Ruling
from gattai.kernel.ruleset import AnyRuleset, Setting
from gattai.scene.citing import cite
from gattai.server.messages import (
    Choice,
    GameListing,
    Opponent,
    SettingChoice,
)
from gattai.server.rule_cards import RuleCard, RuleContents, RulingCard, TermCard
from gattai.server.table.lessons import lesson_of
from gattai.server.table.opening import GUEST, LINK, why_not_by_link
from gattai.server.web import showcase
from gattai.tabletop.problem import PackError

log = logging.getLogger(__name__)

MAX_QUESTION = 200
"""Longer questions are cut."""
AT_THIS_SCREEN = "a friend at this screen"
BY_LINK = "a friend anywhere, by links that you send each other"
IN_THE_NETWORK = "a friend in this network, by invitation link"


def game_cards(
    packs: Sequence[Path] = (), *, guest: str = "", by_link: bool = False
) -> list[GameListing]:
    """Return all games, without their goals and pictures of their options.

    `guest` describes how to invite a guest, if possible; `by_link` offers matches by link where a game has them.
    """
    every = games.all_rules(packs)
    cards = [
        game_card(rules, guest=guest, by_link=by_link, choice=showcase.plain) for rules in every
    ]
    return [
        replace(card, poster=card.poster and replace(card.poster, goal=None), goal_cites=())
        for card in cards
    ]


def warm_up(packs: Sequence[Path] = ()) -> None:
    """Load all rules and what draws them. Errors are logged and reported again on use."""
    try:
        for card in game_cards(packs):
            games.scene_maker(card.name)
    except PackError as problem:
        log.info("not all games could be loaded: %s", problem)
    except Exception:
        log.exception("not all games could be loaded")


def broken() -> tuple[str, ...]:
    """Return the plug-ins that failed to load, each with its reason."""
    return tuple(map(str, (*games.broken(), *registry.broken())))


def game_card(
    rules: AnyRuleset,
    *,
    guest: str = "",
    by_link: bool = False,
    choice: Callable[[AnyRuleset, Setting], Choice] = showcase.pictured,
) -> GameListing:
    """Return the card of a game."""
    title = rules.rulebook.game
    lesson = lesson_of(rules)
    poster = poster_of(games.get(rules.name))
    goal = poster.goal if poster else None
    return GameListing(
        name=rules.name,
        title=title.title,
        summary=title.summary,
        owner=title.owner,
        seats=rules.seats,
        options=tuple(choice(rules, option) for option in rules.options),
        opponents=tuple(_opponents(guest, by_link=by_link and not why_not_by_link(rules))),
        lesson=lesson.title if lesson else "",
        lesson_about=lesson.about if lesson else "",
        poster=poster,
        goal_cites=tuple(cite(rules, rule) for rule in goal.rules) if goal else (),
    )


@cache
def poster_of(game: GameDefinition) -> Poster | None:
    """Return the poster of a game; None if it has none."""
    file = game.folder / POSTER
    return read_poster(file.read_bytes()) if file.is_file() else None


def _opponents(guest: str, *, by_link: bool) -> Sequence[Opponent]:
    bots = registry.kinds().items()
    return [
        *(Opponent(name, kind.about, kind.level, kind.styles) for name, kind in bots if kind.level),
        Opponent(PERSON, AT_THIS_SCREEN),
        *([Opponent(GUEST, guest)] if guest else []),
        *([Opponent(LINK, BY_LINK)] if by_link else []),
        *(Opponent(name, kind.about, styles=kind.styles) for name, kind in bots if not kind.level),
    ]


def rule_cards(rules: AnyRuleset) -> list[RuleCard]:
    """Return the rules of a game with their rulings."""
    book = rules.rulebook
    return [
        RuleCard(
            id=rule.id,
            title=rule.title,
            page=rule.page,
            certainty=rule.certainty,
            kind=rule.kind if rule.status == "playable" else f"{rule.kind}, not implemented yet",
            text=rule.text,
            rulings=tuple(
                _ruling_card(ruling)
                for ruling in book.ruling
                if rule.id in ruling.rules or ruling.id in rule.see
            ),
        )
        for rule in book.rule
    ]


QUESTIONS = 6


def rule_contents(rules: AnyRuleset) -> RuleContents:
    """Return the chapters of a game's rules, the rules of a first game, and questions to try."""
    book, folder = rules.rulebook, games.get(rules.name).folder
    reader = reader_of(folder)
    asked = tuple(questions[0] for questions in reader.asked.values())
    return RuleContents(
        document=f"{book.game.document}; {book.game.edition}",
        chapters=chapters(book, reader),
        first_game=tuple(f"{book.game.prefix}.{rule}" for rule in reader.first_game),
        questions=asked[:: len(asked) // QUESTIONS or 1][:QUESTIONS],
        pictures=dict(pictures_of(folder)),
    )


def found_rules(rules: AnyRuleset, question: str) -> FoundRules:
    """Return the rules that answer a question."""
    return search(rules, question[:MAX_QUESTION])


def _ruling_card(ruling: Ruling) -> RulingCard:
    texts = (ruling.question, ruling.ruling, ruling.reason)
    if ruling.switch is None:
        return RulingCard(*texts)
    readings = tuple(
        SettingChoice(reading.name, reading.text) for reading in ruling.switch.readings
    )
    return RulingCard(*texts, ruling.switch.name, readings)


def terms(rules: AnyRuleset) -> list[TermCard]:
    """Return the terms of a game with explanations."""
    return [
        TermCard(word, rule.title, rule.text, rule.id, rule.page)
        for rule in rules.rulebook.rule
        for word in rule.terms
    ]
