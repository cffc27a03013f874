"""What there is to play and to read: games, rules, squads, as cards for the set-up screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gattai import games
from gattai.bots import registry
from gattai.bots.registry import PERSON
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset, Option
from gattai.scene.stage import reasons_of
from gattai.server.lessons import lesson_of
from gattai.server.messages import (
    Builder,
    Choice,
    GameCard,
    RuleCard,
    SquadSaid,
    Starter,
)
from gattai.server.opening import GUEST
from gattai.server.page import not_so

AT_THIS_SCREEN = "a friend at this screen"
IN_THE_NETWORK = "a friend in this network, by an invitation link"


def game_cards(packs: Sequence[Path] = (), *, lan: bool = False) -> list[GameCard]:
    """All games."""
    return [game_card(games.load(name, packs), lan=lan) for name in games.names()]


def game_card(rules: AnyRuleset, *, lan: bool) -> GameCard:
    """A game for the set-up screen."""
    title = rules.rulebook.game
    lesson = lesson_of(rules)
    return GameCard(
        name=rules.name,
        title=title.title,
        summary=title.summary,
        owner=title.owner,
        seats=rules.seats,
        options=tuple(_choice(rules, option) for option in rules.options),
        opponents=tuple(_opponents(lan=lan)),
        squads=tuple(_squad_options(rules)),
        lesson=lesson.title if lesson else "",
        lesson_about=lesson.about if lesson else "",
    )


def _opponents(*, lan: bool) -> Sequence[tuple[str, str]]:
    bots = registry.kinds()
    names = [name for name in registry.names() if name != PERSON]
    levels = [name for name in ("rookie", "veteran", "ace") if name in names]
    rest = [name for name in names if name not in levels]
    return [
        *((name, bots[name].about) for name in levels),
        (PERSON, AT_THIS_SCREEN),
        *([(GUEST, IN_THE_NETWORK)] if lan else []),
        *((name, bots[name].about) for name in rest),
    ]


def _choice(rules: AnyRuleset, option: Option) -> Choice:
    """An option; where the game's cards say what it may be, with their titles."""
    choices = tuple((value, value) for value in option.choices)
    if not choices:
        kind = "squad" if option.name in rules.seats else option.name
        choices = tuple(
            (card.id, getattr(card, "title", card.id)) for card in _cards(rules, kind).values()
        )
    seats = tuple(len(rules.seated({option.name: value}).seats) for value, _ in choices)
    taken = seats if len(dict.fromkeys(seats)) > 1 else ()
    return Choice(option.name, option.about, option.default, choices, taken)


def _cards(rules: AnyRuleset, kind: str) -> dict[str, Any]:
    """The cards of a kind, for a game that has packs."""
    found = getattr(rules, f"{kind}s", None)
    return found if isinstance(found, dict) else {}


def _squad_options(rules: AnyRuleset) -> Sequence[str]:
    if not _cards(rules, "squad"):
        return []
    return [option.name for option in rules.options if option.name in rules.seats]


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
    squads = _cards(rules, "squad")
    if not squads:
        raise LookupError(f"{rules.name} has no squads to be put together")
    first = rules.setup({option.name: option.default for option in rules.options})
    everything = tuple(_cards(rules, "unit").values())
    # A table whose pools hold every unit there is shows the card of every unit there is.
    table = replace(first, pools=(everything, ()))
    shown = {card.id: card for card in games.scene_maker(rules.name).setting(table, None).cards}
    return Builder(
        units=tuple(shown[card.id] for card in everything if card.level == 1),
        pool=tuple(shown[card.id] for card in everything if card.level > 1),
        starters=tuple(
            Starter(squad.id, squad.title, f"{','.join(squad.units)}+{','.join(squad.pool)}")
            for squad in squads.values()
        ),
    )


def squad_said(rules: AnyRuleset, text: str) -> SquadSaid:
    """Every rule that a squad breaks. LookupError for a game without squads."""
    options = _squad_options(rules)
    if not options:
        raise LookupError(f"{rules.name} has no squads to be put together")
    wanted = {option.name: option.default for option in rules.options}
    if "," not in text and "+" not in text and text not in _cards(rules, "squad"):
        text = f"{text}+"  # a squad of one is a list, though no comma stands in it
    try:
        rules.setup({**wanted, options[0]: text})
    except Refused as refused:
        return SquadSaid(text, reasons_of(rules, refused.refusals))
    except ValueError as problem:
        return SquadSaid(text, not_so(str(problem)).reasons)
    return SquadSaid(text, ())
