"""Odds of Robot Empire, printed: the figures with their reasons and rules, then the chances."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.text import Text

from gattai import games
from gattai.games.robot_empire.battle.chances import (
    Fighter,
    Fought,
    fight,
    hit,
    lay_attack,
    turns_up,
)
from gattai.games.robot_empire.cards import GameCard
from gattai.games.robot_empire.deeds.playing import comes_out
from gattai.games.robot_empire.figures import D6, Points, attack, defense, shot
from gattai.games.robot_empire.state import State, Unit
from gattai.odds.distribution import Distribution
from gattai.odds.exact import exact
from gattai.terminal.complaint import Complaint
from gattai.terminal.printing import QUIET, STRONG, bar, percent, table

PREFIX = "ROBOT-EMPIRE."
COMBAT, COST = "ROBOT-EMPIRE.DICE.COMBAT", "ROBOT-EMPIRE.DICE.COST"
HAND = 7
Row = tuple[str | Text, ...]
DRAWS = (1, 2, 3, 5, HAND, 10, 20)


def cite(rule: str) -> Text:
    """A rule's id and where it stands."""
    book = games.load("robot-empire").rulebook
    found = book.find_ruling(rule)
    where = "ruling" if found is not None else book.find(rule).page
    return Text(f"[{rule.removeprefix(PREFIX)}, {where}]", QUIET)


def _figures(what: str, points: Points) -> Iterator[Row]:
    head = f"  {what}"
    for term in points.tally.terms:
        if term.amount or not points.dice:
            yield head, f"{term.amount}: {term.what}", cite(term.rule)
            head = ""
    if points.dice:
        yield head, f"{points.dice}d6, thrown", cite(COMBAT)


def _plain_points(points: Points) -> dict[str, Any]:
    terms = [{"amount": t.amount, "what": t.what, "rule": t.rule} for t in points.tally.terms]
    return {"fixed": points.fixed, "dice": points.dice, "terms": terms}


class FightPage(msgspec.Struct, frozen=True, dict=True):
    """An attack, blocked or not."""

    attacker: Fighter
    blockers: tuple[Fighter, ...]
    battery: int

    @cached_property
    def table(self) -> State:
        """The table just before the battle."""
        return lay_attack(self.attacker, self.blockers, battery=self.battery)

    @cached_property
    def odds(self) -> Distribution[Fought]:
        """What can come of it."""
        return exact(lambda: fight(self.table))

    def lines(self) -> Iterator[RenderableType]:
        """The page."""
        attacker, *gang = self.table.units
        against = " and ".join([unit.title for unit in gang]) or "a player whom nobody covers"
        yield Text(f"{attacker.title} attacks, against {against}", STRONG)
        yield table(("", "", ""), self._numbers(), heads_shown=False)
        yield ""
        if not gang:
            yield from self._battery()
            return
        yield table(("", ""), self._summary(attacker, gang), right=(1,), heads_shown=False)
        if len(gang) > 1:
            said = "The damage on a gang is divided so that as many as possible are sure to fall."
            yield from ("", Text(said, QUIET))

    def _numbers(self) -> Iterator[Row]:
        for number, unit in enumerate(self.table.units):
            yield from _figures(f"{unit.title}: Attack", attack(unit))
            if number or self.blockers:
                yield from _figures(f"{unit.title}: Defense", defense(unit))
                if unit.damage:
                    yield "", f"{unit.damage} damage already", cite("ROBOT-EMPIRE.DMG.UNTIL-END")
        if self.blockers:
            yield "  both sides", "deal damage together", cite("ROBOT-EMPIRE.DMG.SIMULTANEOUS")
        else:
            yield "  Battery", f"{self.battery} coins", cite("ROBOT-EMPIRE.DMG.UNBLOCKED")

    def _summary(self, attacker: Unit, gang: list[Unit]) -> Iterator[Row]:
        yield f"  {attacker.title} falls", percent(self.odds.chance(_attacker_falls))
        for number, unit in enumerate(gang):
            yield f"  {unit.title} falls", percent(self._falls(number))
        if len(gang) > 1:
            all_fall = self.odds.chance(lambda result: all(result.blockers_fall))
            yield "  all who block fall", percent(all_fall)
        nobody = self.odds.chance(lambda r: not r.attacker_falls and not any(r.blockers_fall))
        yield "  nobody falls", percent(nobody)

    def _falls(self, number: int) -> Fraction:
        return self.odds.chance(lambda result: result.blockers_fall[number])

    def _battery(self) -> Iterator[RenderableType]:
        lost = self.odds.map(lambda result: result.battery).sorted()
        highest = max(lost[coins] for coins in lost)
        rows = [
            (f"  {coins}", percent(lost[coins]), Text(bar(float(lost[coins] / highest), 20)))
            for coins in lost
        ]
        yield table(("  coins lost", "chance", ""), rows, right=(1,))
        yield ""
        yield f"  on average {float(lost.mean()):.2f}"
        yield f"  the player is out: {percent(lost.chance(lambda coins: coins >= self.battery))}"

    def plain(self) -> dict[str, Any]:
        """The same as data; chances are exact fractions, written n/d."""
        units = [
            {
                "cards": [face.id for face in unit.faces],
                "attack": _plain_points(attack(unit)),
                "defense": _plain_points(defense(unit)),
                "damage": unit.damage,
            }
            for unit in self.table.units
        ]
        outcomes = [
            {
                "attacker_falls": result.attacker_falls,
                "blockers_fall": result.blockers_fall,
                "battery": result.battery,
                "chance": str(self.odds[result]),
            }
            for result in self.odds
        ]
        return {
            "attacker": units[0],
            "blockers": units[1:],
            "battery": self.battery,
            "attacker_falls": str(self.odds.chance(_attacker_falls)),
            "blockers_fall": [str(self._falls(number)) for number in range(len(self.blockers))],
            "outcomes": outcomes,
        }


def _attacker_falls(result: Fought) -> bool:
    return result.attacker_falls


class ShotPage(msgspec.Struct, frozen=True, dict=True):
    """A long range attack that nobody answers."""

    shooter: Fighter
    target: Fighter

    @cached_property
    def table(self) -> State:
        """The two of them."""
        return lay_attack(self.shooter, (self.target,))

    @cached_property
    def chance(self) -> Fraction:
        """That it destroys its target."""
        shooter, target = self.table.units
        if not shot(self.table, shooter).total:
            raise Complaint(f"{shooter.title} has no long range attack")
        return exact(lambda: hit(self.table, shooter.id, target.id)).chance(bool)

    def lines(self) -> Iterator[RenderableType]:
        """The page."""
        chance = self.chance
        shooter, target = self.table.units
        yield Text(f"{shooter.title} shoots at {target.title}", STRONG)
        rows: list[Row] = [
            ("  damage", f"{term.amount}: {term.what}", cite(term.rule))
            for term in shot(self.table, shooter).terms
        ]
        yield table(("", "", ""), [*rows, *_figures("Defense", defense(target))], heads_shown=False)
        if target.damage:
            yield f"  {target.damage} damage already"
        yield from ("", f"  {target.title} is destroyed: {percent(chance)}")

    def plain(self) -> dict[str, Any]:
        """The same as data."""
        shooter, target = self.table.units
        damage = shot(self.table, shooter).total
        points = _plain_points(defense(target))
        return {"damage": damage, "defense": points, "destroyed": str(self.chance)}


class PricePage(msgspec.Struct, frozen=True):
    """A card whose price is thrown."""

    card: GameCard
    vault: int | None

    def _can_be_paid(self, vault: int) -> Fraction:
        return exact(lambda: comes_out(self.card, vault)).chance(bool)

    def lines(self) -> Iterator[RenderableType]:
        """The page."""
        yield Text(f"{self.card.name} costs {self.card.cost}, thrown as it comes out", STRONG)
        yield Text("  what cannot be paid stays in the hand ", "").append_text(cite(COST))
        yield ""
        vaults = range(1, len(D6.faces) + 1) if self.vault is None else [self.vault]
        rows = [(f"  {coins}", percent(self._can_be_paid(coins))) for coins in vaults]
        yield table(("  coins in the Vault", "it can be paid"), rows, right=(1,))

    def plain(self) -> dict[str, Any]:
        """The same as data."""
        vaults = range(1, len(D6.faces) + 1) if self.vault is None else [self.vault]
        chances = {str(coins): str(self._can_be_paid(coins)) for coins in vaults}
        return {"card": self.card.id, "can_be_paid": chances}


class DrawPage(msgspec.Struct, frozen=True):
    """Whether a card turns up, from what is known of the shared deck."""

    name: str
    copies: int
    size: int
    cards: tuple[GameCard, ...]
    seen: int = 0
    gone: int = 0

    def lines(self) -> Iterator[RenderableType]:
        """The page."""
        left, unseen = self.copies - self.gone, self.size - self.seen
        yield Text(f"Does {self.name} turn up?", STRONG)
        yield f"  {left} among {unseen} cards that you have not seen, wherever they lie"
        yield Text("  the deck is shuffled, so each place is as likely ", "").append_text(
            cite("ROBOT-EMPIRE.SETUP.DEPOT")
        )
        yield ""
        rows = [
            (f"  {drawn}", percent(chance), Text(bar(float(chance), 20)))
            for drawn, chance in self._chances()
        ]
        yield table(("  cards turned over", "at least one", ""), rows, right=(1,))

    def _chances(self) -> Iterator[tuple[int, Fraction]]:
        left, unseen = self.copies - self.gone, self.size - self.seen
        for drawn in DRAWS:
            if drawn <= unseen:
                yield drawn, turns_up(unseen, left, drawn)

    def plain(self) -> dict[str, Any]:
        """The same as data."""
        return {
            "cards": [card.id for card in self.cards],
            "wanted": self.copies - self.gone,
            "unseen": self.size - self.seen,
            "turns_up": {str(drawn): str(chance) for drawn, chance in self._chances()},
        }


class Overview(msgspec.Struct, frozen=True):
    """What is left to chance at all, and how to ask about it."""

    cards: tuple[GameCard, ...]

    def _dice(self) -> Iterator[tuple[GameCard, str]]:
        for card in self.cards:
            what = [w for w in ("cost", "attack", "defense") if isinstance(getattr(card, w), str)]
            if what:
                yield card, ", ".join(what)

    def lines(self) -> Iterator[RenderableType]:
        """The page."""
        yield Text("What chance decides in Robot Empire", STRONG)
        rows: list[Row] = [
            ("  who begins", "the highest die", cite("ROBOT-EMPIRE.SETUP.FIRST-PLAYER")),
            ("  the first Moon, the deck", "shuffled", cite("ROBOT-EMPIRE.SETUP.DEPOT")),
            ("  Attack and Defense of 1d6", "thrown in each battle", cite(COMBAT)),
            ("  a price of 1d6", "thrown as the card comes out", cite(COST)),
        ]
        yield table(("", "", ""), rows, heads_shown=False)
        yield from ("", "Cards that print a die:")
        yield table(("", ""), [(f"  {c.name}", w) for c, w in self._dice()], heads_shown=False)
        yield from ("", "Ask for instance:")
        for said in (
            '"Dice Golem -> Wobble Tank + Chaos Imp"',
            '"Chaos Imp [damage 0, +1/+0] -> battery" --battery 4',
            '"Dice Golem" --vault 4',
            "--draw agent --seen 12 --gone 3",
        ):
            yield f"  gattai odds robot-empire {said}"

    def plain(self) -> dict[str, Any]:
        """The same as data."""
        return {"dice": {card.id: what.split(", ") for card, what in self._dice()}}
