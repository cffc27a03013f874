"""What there is to play and to read: games, rules, squads, as cards for the set-up screen."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from gattai import games
from gattai.bots import registry
from gattai.bots.registry import PERSON
from gattai.games.game import Game, Workshop
from gattai.games.poster import FILE as POSTER
from gattai.games.poster import Poster, read_poster
from gattai.kernel.rulebook import Refused, Ruling
from gattai.kernel.ruleset import AnyRuleset, Option
from gattai.scene.parts import Builder
from gattai.scene.stage import reasons_of
from gattai.server.messages import (
    Choice,
    GameCard,
    Offer,
    Opponent,
    SquadSaid,
)
from gattai.server.rule_cards import RuleCard, RulingCard, TermCard
from gattai.server.table.lessons import lesson_of
from gattai.server.table.opening import GUEST
from gattai.server.table.viewer import not_so
from gattai.server.web import showcase

AT_THIS_SCREEN = "a friend at this screen"
IN_THE_NETWORK = "a friend in this network, by an invitation link"


def game_cards(packs: Sequence[Path] = (), *, guest: str = "") -> list[GameCard]:
    """All games, without the pictures of their options; `guest` says how one is invited, if that can be."""
    every = games.all_rules(packs)
    return [game_card(rules, guest=guest, choice=showcase.plain) for rules in every]


def warm_up(packs: Sequence[Path] = ()) -> None:
    """Load all rules and what draws them. What is wrong with them is said to whoever asks for them."""
    with contextlib.suppress(Exception):
        for card in game_cards(packs):
            games.scene_maker(card.name)


def broken() -> tuple[str, ...]:
    """What was plugged in and cannot be used, each with its reason."""
    return tuple(map(str, (*games.broken(), *registry.broken())))


def game_card(
    rules: AnyRuleset,
    *,
    guest: str = "",
    choice: Callable[[AnyRuleset, Option], Choice] = showcase.pictured,
) -> GameCard:
    """A game for the set-up screen."""
    title = rules.rulebook.game
    lesson = lesson_of(rules)
    workshop = games.get(rules.name).builds()
    return GameCard(
        name=rules.name,
        title=title.title,
        summary=title.summary,
        owner=title.owner,
        seats=rules.seats,
        options=tuple(choice(rules, option) for option in rules.options),
        opponents=tuple(_opponents(guest)),
        squads=() if workshop is None else workshop.options(rules),
        lesson=lesson.title if lesson else "",
        lesson_about=lesson.about if lesson else "",
        poster=poster_of(games.get(rules.name)),
    )


@cache
def poster_of(game: Game) -> Poster | None:
    """What hangs at the door for a game; None where its folder has no poster."""
    file = game.folder / POSTER
    return read_poster(file.read_bytes()) if file.is_file() else None


def _opponents(guest: str) -> Sequence[Opponent]:
    bots = registry.kinds().items()
    return [
        *(Opponent(name, kind.about, kind.level, kind.styles) for name, kind in bots if kind.level),
        Opponent(PERSON, AT_THIS_SCREEN),
        *([Opponent(GUEST, guest)] if guest else []),
        *(Opponent(name, kind.about, styles=kind.styles) for name, kind in bots if not kind.level),
    ]


def _workshop(rules: AnyRuleset) -> Workshop:
    found = games.get(rules.name).builds()
    if found is None:
        raise LookupError(f"{rules.name} has no squads to be put together")
    return found


def rule_cards(rules: AnyRuleset) -> list[RuleCard]:
    """The rules of a game, each with the rulings that touch it."""
    book = rules.rulebook
    return [
        RuleCard(
            id=rule.id,
            title=rule.title,
            page=rule.page,
            certainty=rule.certainty,
            kind=rule.kind if rule.status == "playable" else f"{rule.kind}, later",
            text=rule.text,
            rulings=tuple(
                _ruling_card(ruling)
                for ruling in book.ruling
                if rule.id in ruling.rules or ruling.id in rule.see
            ),
        )
        for rule in book.rule
    ]


def _ruling_card(ruling: Ruling) -> RulingCard:
    said = (ruling.question, ruling.ruling, ruling.reason)
    if ruling.switch is None:
        return RulingCard(*said)
    readings = tuple(Offer(reading.name, reading.text) for reading in ruling.switch.readings)
    return RulingCard(*said, ruling.switch.name, readings)


def terms(rules: AnyRuleset) -> list[TermCard]:
    """The words of a game that explain themselves."""
    return [
        TermCard(word, rule.title, rule.text, rule.id, rule.page)
        for rule in rules.rulebook.rule
        for word in rule.terms
    ]


def builder(rules: AnyRuleset) -> Builder:
    """What squads are put together from. LookupError for a game without squads."""
    return _workshop(rules).builder(rules)


def squad_said(rules: AnyRuleset, text: str) -> SquadSaid:
    """Every rule that a squad breaks. LookupError for a game without squads."""
    try:
        _workshop(rules).try_out(rules, text)
    except Refused as refused:
        return SquadSaid(text, reasons_of(rules, refused.refusals))
    except ValueError as problem:
        return SquadSaid(text, not_so(str(problem)).reasons)
    return SquadSaid(text, ())
