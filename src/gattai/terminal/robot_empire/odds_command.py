"""`gattai odds robot-empire`: its arguments, and how a battle is read from words."""

from __future__ import annotations

import re
from typing import Annotated, Any, get_args

import typer
from msgspec.structs import replace

from gattai import games
from gattai.games.robot_empire.battle.chances import Fighter, upgrades
from gattai.games.robot_empire.cards import FIGHTERS, Category, GameCard
from gattai.games.robot_empire.ruleset import RobotEmpire
from gattai.games.robot_empire.state import FULL_BATTERY
from gattai.tabletop.problem import did_you_mean
from gattai.terminal.arguments import HELP, Json, PackFolders, single_command
from gattai.terminal.complaint import Complaint
from gattai.terminal.naming import find_named, folded, split_attack
from gattai.terminal.printing import print_json, say
from gattai.terminal.robot_empire import odds_page

app = single_command()

EXAMPLE = '"Dice Golem -> Wobble Tank + Chaos Imp"'
MOST_BLOCKERS = 6
BATTERY = ("battery", "the-battery", "nobody", "player")
CATEGORIES: tuple[str, ...] = get_args(Category)
_NOTES = re.compile(r"\[([^\]]*)\]")
_PLUS = re.compile(r"([+-]\d+)/([+-]\d+)")
NOTES = "permanent, instant, damage 2, +1/+0"


@app.command(context_settings=HELP)
def odds(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help=f"An attack, such as {EXAMPLE} or 'Chaos Imp -> battery'; or one card alone."
        ),
    ] = None,
    shot: Annotated[
        bool, typer.Option("--shot", help="It is a long range attack on one unit.")
    ] = False,
    battery: Annotated[
        int, typer.Option(help="Coins on the Battery that is attacked.")
    ] = FULL_BATTERY,
    vault: Annotated[int | None, typer.Option(help="Coins to pay a price with.")] = None,
    draw: Annotated[
        str, typer.Option(help="A card, or a kind such as agent or moon: does it turn up?")
    ] = "",
    seen: Annotated[int, typer.Option(help="With --draw: cards of the deck you have seen.")] = 0,
    gone: Annotated[int, typer.Option(help="With --draw: how many of those were wanted ones.")] = 0,
    packs: PackFolders = None,
    as_json: Json = False,
) -> None:
    """Exact odds where chance decides: dice in a battle, a price that is thrown, the next cards."""
    rules = games.load("robot-empire", tuple(packs or ()))
    assert isinstance(rules, RobotEmpire)
    text = " ".join(words or ()).strip()
    if draw:
        page: Any = odds_page.DrawPage(*_wanted(rules, draw, seen, gone), seen, gone)
    elif not text:
        page = odds_page.Overview(tuple(rules.cards.values()))
    else:
        page = _read(rules, text, shot=shot, battery=battery, vault=vault)
    if as_json:
        print_json(page.plain())
    else:
        say(*page.lines())


def _read(
    rules: RobotEmpire, text: str, *, shot: bool, battery: int, vault: int | None
) -> odds_page.FightPage | odds_page.PricePage | odds_page.ShotPage:
    cards = rules.cards
    if not 1 <= battery <= FULL_BATTERY:
        raise Complaint(f"a Battery holds 1 to {FULL_BATTERY} coins, not {battery}")
    if not re.search(r"->|=>|→|\b(on|at|vs|against)\b", text):
        card = find_named("card", cards.values(), text)
        if isinstance(card.cost, str):
            return odds_page.PricePage(card, vault)
        raise Complaint(
            f"{card.name} costs {card.cost}, no die decides that; write an attack like {EXAMPLE}"
        )
    left, _, right = split_attack(text, EXAMPLE)
    attacker = _fighter(rules, left)
    if shot:
        return odds_page.ShotPage(attacker, _fighter(rules, right, any_unit=True))
    if folded(right) in BATTERY:
        return odds_page.FightPage(attacker, (), battery)
    blockers = tuple(_fighter(rules, part) for part in _split(right))
    if len(blockers) > MOST_BLOCKERS:
        raise Complaint(f"at most {MOST_BLOCKERS} block here, not {len(blockers)}")
    return odds_page.FightPage(attacker, blockers, battery)


def _split(text: str) -> list[str]:
    """Blockers joined by +, but not the + inside of brackets."""
    parts = re.split(r"\+(?![^\[]*\])", text)
    if any(not part.strip() for part in parts):
        raise Complaint(f"{text.strip()!r}: blockers are joined by one + each, like {EXAMPLE}")
    return parts


def _fighter(rules: RobotEmpire, text: str, *, any_unit: bool = False) -> Fighter:
    """`Torso & Legs [permanent, damage 2]`: a unit by its cards, with what was paid and suffered."""
    notes = [note.strip() for found in _NOTES.findall(text) for note in found.split(",")]
    names = _NOTES.sub("", text).split("&")
    faces = tuple(find_named("card", rules.cards.values(), name) for name in names)
    wanted = (*FIGHTERS, "equipment") if any_unit else FIGHTERS
    for face in faces:
        if face.category not in wanted:
            raise Complaint(f"{face.name} is no fighter: {face.category}")
    fighter = Fighter(faces)
    _check_cards(fighter)
    for note in notes:
        fighter = _noted(fighter, note)
    return fighter


def _check_cards(fighter: Fighter) -> None:
    kinds = [face.category for face in fighter.faces]
    if kinds in (["mega-top"], ["mega-bottom"]):
        raise Complaint(
            f"{fighter.faces[0].name} is half a Mega Robot; write both halves: 'torso & legs'"
        )
    if len(kinds) > 1 and kinds != ["mega-top", "mega-bottom"] and {*kinds} != {"monster"}:
        raise Complaint("joined by & are a torso and legs, in this order, or Monsters of a chain")


def _noted(fighter: Fighter, note: str) -> Fighter:
    """What stands in brackets behind a name."""
    word, _, number = note.partition(" ")
    plus = _PLUS.fullmatch(note)
    if plus:
        return replace(
            fighter,
            attack=fighter.attack + int(plus[1]),
            defense=fighter.defense + int(plus[2]),
        )
    if word in ("permanent", "instant"):
        there = upgrades(fighter, word)
        if not there:
            raise Complaint(f"{fighter.faces[0].name} has no {word} upgrade")
        paid = int(number) if number.isdigit() else 1
        if paid > there:
            raise Complaint(f"{fighter.faces[0].name} has {there} {word} upgrades, not {paid}")
        return (
            replace(fighter, permanent=paid)
            if word == "permanent"
            else replace(fighter, instant=paid)
        )
    if word == "damage" and number.isdigit():
        return replace(fighter, damage=int(number[:4]))
    raise Complaint(f"[{note}] is not understood; in brackets stand {NOTES}")


def _wanted(
    rules: RobotEmpire, draw: str, seen: int, gone: int
) -> tuple[str, int, int, tuple[GameCard, ...]]:
    """What is wanted, how many of it there are, and the deck it is in."""
    deck = [card for card in rules.cards.values() if card.category != "setup"]
    kind = folded(draw)
    kind = kind.removesuffix("s") if kind.removesuffix("s") in CATEGORIES else kind
    if kind in CATEGORIES and kind != "setup":
        found = [card for card in deck if card.category == kind]
        name = f"a card of the kind {kind}"
    else:
        known = [word for card in deck for word in (card.id, folded(card.name))]
        if not any(word.startswith(kind) for word in known):
            near = did_you_mean(kind, (*known, *CATEGORIES))
            raise Complaint(
                f"no card and no kind {draw!r}{near}; kinds: {', '.join(CATEGORIES[:-1])}"
            )
        found = [find_named("card", deck, draw)]
        name = found[0].name
    # ROBOT-EMPIRE.SETUP.FIRST-MOON: one Moon lies in the middle, the others join the deck.
    copies = sum(card.copies for card in found) - (kind == "moon")
    size = sum(card.copies for card in deck) - any(card.category == "moon" for card in deck)
    if not 0 <= gone <= min(copies, seen):
        raise Complaint(f"of {copies} in the deck and {seen} seen, {gone} cannot be gone")
    if not seen < size:
        raise Complaint(f"the deck has {size} cards, so {seen} of them cannot have been seen")
    return name, copies, size, tuple(found)
