"""`gattai robot-empire`: decks checked and listed, cards printed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from gattai import games
from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.decks import deck_refusals, read_deck, read_line
from gattai.games.robot_empire.faces import KINDS, text_of
from gattai.games.robot_empire.ruleset import RobotEmpire
from gattai.terminal.arguments import (
    Json,
    PackFolders,
    command_group,
    plain_reason,
    reasons,
    subgroup,
    verdict,
)
from gattai.terminal.complaint import NO, Complaint
from gattai.terminal.naming import find_named
from gattai.terminal.printing import QUIET, STRONG, print_json, say

app = command_group("Robot Empire: decks checked and listed, cards printed.")
deck_app = subgroup(app, "deck", "Check a deck.")


def _rules(packs: list[Path] | None) -> RobotEmpire:
    rules = games.load("robot-empire", tuple(packs or ()))
    assert isinstance(rules, RobotEmpire)
    return rules


@deck_app.command("check")
def deck_check(
    deck: Annotated[
        str,
        typer.Argument(
            help="A file of lines such as '4 brax-the-strong', or the name of a ready deck."
        ),
    ],
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Name every rule that a deck breaks, and every line that nobody can read."""
    rules = _rules(packs)
    cards, unread = _read(deck, rules)
    against = [*deck_refusals(cards)]
    legal = not against and not unread
    if as_json:
        print_json(
            {
                "deck": deck,
                "legal": legal,
                "cards": len(cards),
                "unread": unread,
                "refusals": [plain_reason(refusal, rules.rulebook) for refusal in against],
            }
        )
        raise typer.Exit(0 if legal else NO)
    say(Text(f"{len(cards)} cards", STRONG), f"  {_listed(cards)}")
    if not legal:
        say("", Text("Against it:", STRONG), *(f"  {line}" for line in unread))
        say(*reasons(against, rules.rulebook))
    say(verdict(deck, len(unread) + len(against)))
    raise typer.Exit(0 if legal else NO)


def _read(deck: str, rules: RobotEmpire) -> tuple[list[GameCard], list[str]]:
    """The cards of a deck, and what is wrong with lines that cannot be read."""
    path = Path(deck)
    if not path.is_file():
        if deck in rules.decks:
            return [*read_deck(deck, rules.cards, rules.decks)], []
        raise Complaint(f"{deck}: no such file, and no ready deck: {', '.join(rules.decks)}")
    cards: list[GameCard] = []
    unread: list[str] = []
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Complaint(f"{path}: is not a text file in UTF-8") from problem
    for number, line in enumerate(text.splitlines(), 1):
        wanted = line.strip()
        if not wanted or wanted.startswith("//"):
            continue
        try:
            cards += read_line(wanted, rules.cards)
        except ValueError as problem:
            unread.append(f"line {number}: {problem}")
    return cards, unread


def _listed(cards: list[GameCard]) -> str:
    return ", ".join(
        f"{count} {card.name}{'*' * card.house}" for card, count in Counter(cards).items()
    )


@app.command("decks")
def decks(packs: PackFolders = None, as_json: Json = False) -> None:
    """List the ready decks, with their cards."""
    rules = _rules(packs)
    if as_json:
        print_json({"decks": list(rules.decks.values())})
        return
    for deck in rules.decks.values():
        cards = [*read_deck(deck.id, rules.cards, rules.decks)]
        say(Text(f"{deck.id}: {deck.title}", STRONG), f"  {len(cards)} cards: {_listed(cards)}")


@app.command("card")
def card(
    names: Annotated[
        list[str], typer.Argument(help="A card's name or id, such as 'Brax the Strong'.")
    ],
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Print whole cards."""
    rules = _rules(packs)
    found = [find_named("card", rules.cards.values(), name) for name in names]
    if as_json:
        print_json({"cards": found})
        return
    for each in found:
        figures = [("costs", each.cost), ("Attack", each.attack), ("Defense", each.defense)]
        shown = ", ".join(
            f"{name} {value}" for name, value in figures if value not in (None, 0, "")
        )
        ports = f"; ports {', '.join(each.ports)}" if each.ports else ""
        say(Text(f"{each.number} {each.name}{'*' * each.house}", STRONG))
        say(f"  {KINDS[each.category]}{': ' if shown else ''}{shown}{ports}")
        if text_of(each):
            say(f"  {text_of(each)}")
    if any(each.house for each in found):
        say(Text("* figures are ours, the document prints none", QUIET))
