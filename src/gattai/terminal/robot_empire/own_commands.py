"""`gattai robot-empire`: check and list decks, print cards."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, get_args

import typer
from rich.text import Text

from gattai import games
from gattai.games.robot_empire.battle.chances import turns_up
from gattai.games.robot_empire.cards import Category, GameCard
from gattai.games.robot_empire.decks import deck_refusals, read_deck, read_line
from gattai.games.robot_empire.faces import KINDS, text_of
from gattai.games.robot_empire.ruleset import RobotEmpire
from gattai.tabletop.problem import did_you_mean
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
from gattai.terminal.naming import find_named, folded
from gattai.terminal.printing import QUIET, STRONG, bar, percent, print_json, say, table

app = command_group("Robot Empire: check and list decks, print cards.")
CATEGORIES: tuple[str, ...] = get_args(Category)
DRAWS = (1, 2, 3, 5, 7, 10, 20)
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
    """Name every rule that a deck breaks, and every unreadable line."""
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
        say("", Text("Problems:", STRONG), *(f"  {line}" for line in unread))
        say(*reasons(against, rules.rulebook))
    say(verdict(deck, len(unread) + len(against)))
    raise typer.Exit(0 if legal else NO)


def _read(deck: str, rules: RobotEmpire) -> tuple[list[GameCard], list[str]]:
    """Return the cards of a deck, and what is wrong with unreadable lines."""
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
    """Print the full text of cards."""
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
        say(Text("* designed for this project; the document does not print it", QUIET))


@app.command("draw")
def draw(
    wanted: Annotated[
        list[str], typer.Argument(help="A card's name or id, or a kind of card such as agent.")
    ],
    seen: Annotated[int, typer.Option(help="Cards of the shared deck that you have seen.")] = 0,
    gone: Annotated[int, typer.Option(help="Copies of it among the cards you have seen.")] = 0,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Show the chance to draw a card among the next cards of the shared deck."""
    rules = _rules(packs)
    found = _wanted(rules, " ".join(wanted))
    is_moon = found[0].category == "moon"
    deck = [card for card in rules.cards.values() if card.category != "setup"]
    # ROBOT-EMPIRE.SETUP.FIRST-MOON: one Moon lies in the middle, the others join the deck.
    copies = sum(card.copies for card in found) - is_moon
    size = sum(card.copies for card in deck) - any(card.category == "moon" for card in deck)
    if not 0 <= gone <= min(copies, seen):
        raise Complaint(
            f"with {copies} copies in the deck and {seen} cards seen, {gone} copies cannot be gone"
        )
    if not seen < size:
        raise Complaint(f"the deck has {size} cards, so {seen} of them cannot have been seen")
    left, unseen = copies - gone, size - seen
    chances = {each: turns_up(unseen, left, each) for each in DRAWS if each <= unseen}
    if as_json:
        turned = {str(each): str(chance) for each, chance in chances.items()}
        cards = [each.id for each in found]
        print_json({"cards": cards, "wanted": left, "unseen": unseen, "turns_up": turned})
        return
    say(f"{left} among {unseen} cards that you have not seen [ROBOT-EMPIRE.SETUP.DEPOT]")
    rows = [
        (f"  {each}", percent(chance), Text(bar(float(chance), 20)))
        for each, chance in chances.items()
    ]
    say(table(("  cards turned over", "at least one", ""), rows, right=(1,)))


def _wanted(rules: RobotEmpire, text: str) -> list[GameCard]:
    """Return the cards of a kind, or the one of a name."""
    kind = folded(text)
    kind = kind.removesuffix("s") if kind.removesuffix("s") in CATEGORIES else kind
    deck = [each for each in rules.cards.values() if each.category != "setup"]
    if kind in CATEGORIES and kind != "setup":
        return [each for each in deck if each.category == kind]
    known = [word for each in deck for word in (each.id, folded(each.name))]
    if not any(word.startswith(kind) for word in known):
        near = did_you_mean(kind, (*known, *CATEGORIES))
        raise Complaint(f"no card and no kind {text!r}{near}; kinds: {', '.join(CATEGORIES[:-1])}")
    return [find_named("card", deck, text)]
