"""What there is to play and to read: games, rules, squads, as cards for the set-up screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gattai import games
from gattai.bots import registry
from gattai.bots.registry import PERSON
from gattai.games.game import Workshop
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset, Option
from gattai.scene.parts import Builder
from gattai.scene.stage import reasons_of
from gattai.server.messages import (
    Choice,
    GameCard,
    RuleCard,
    SquadSaid,
)
from gattai.server.table.lessons import lesson_of
from gattai.server.table.opening import GUEST
from gattai.server.table.viewer import not_so

AT_THIS_SCREEN = "a friend at this screen"
IN_THE_NETWORK = "a friend in this network, by an invitation link"


def game_cards(packs: Sequence[Path] = (), *, lan: bool = False) -> list[GameCard]:
    """All games."""
    return [game_card(rules, lan=lan) for rules in games.all_rules(packs)]


def game_card(rules: AnyRuleset, *, lan: bool) -> GameCard:
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
        options=tuple(_choice(rules, option) for option in rules.options),
        opponents=tuple(_opponents(lan=lan)),
        squads=() if workshop is None else workshop.options(rules),
        lesson=lesson.title if lesson else "",
        lesson_about=lesson.about if lesson else "",
    )


def _opponents(*, lan: bool) -> Sequence[tuple[str, str]]:
    bots = registry.kinds().items()
    return [
        *((name, kind.about) for name, kind in bots if kind.level),
        (PERSON, AT_THIS_SCREEN),
        *([(GUEST, IN_THE_NETWORK)] if lan else []),
        *((name, kind.about) for name, kind in bots if not kind.level),
    ]


def _choice(rules: AnyRuleset, option: Option) -> Choice:
    """An option; where the game or its cards say what it may be, with their titles."""
    choices = tuple(games.get(rules.name).offered(rules, option).items())
    seats = tuple(len(rules.seated({option.name: value}).seats) for value, _ in choices)
    taken = seats if len(dict.fromkeys(seats)) > 1 else ()
    return Choice(option.name, option.about, option.default, choices, taken)


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
                (ruling.question, ruling.ruling, ruling.reason)
                for ruling in book.ruling
                if rule.id in ruling.rules or ruling.id in rule.see
            ),
        )
        for rule in book.rule
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
