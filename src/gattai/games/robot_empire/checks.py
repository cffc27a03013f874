"""Checks that types cannot make: of cards when they are loaded, and of states during play."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gattai.games.robot_empire.cards import CardAction, DeckCard, Gain, GameCard, Upgrade
from gattai.games.robot_empire.decks import LARGEST, MAX_COPIES, SMALLEST
from gattai.games.robot_empire.effects.register import EFFECTS
from gattai.games.robot_empire.effects.targets import TARGETS
from gattai.games.robot_empire.figures import LONGEST_CHAIN, defense
from gattai.games.robot_empire.guessing import seen_cards
from gattai.games.robot_empire.keywords import KEYWORDS, split_name
from gattai.games.robot_empire.phases.drawing import HAND
from gattai.games.robot_empire.state import FULL_BATTERY, State, Unit
from gattai.tabletop.content import did_you_mean
from gattai.tabletop.pack_schema import Words, meanings

FIGHTER = ("cost", "attack", "defense", "keywords", "permanent", "instant", "ability")
FIELDS: dict[str, tuple[str, ...]] = {
    "robot": (*FIGHTER, "ports"),
    "mega-top": (*FIGHTER, "ports"),
    "mega-bottom": (*FIGHTER, "ports"),
    "monster": FIGHTER,
    "equipment": ("cost", "defense", "keywords", "permanent", "instant", "ability"),
    "agent": ("cost", "effect"),
    "super-weapon": ("cost", "effect"),
    "component": ("cost", "port", "gives"),
    "moon": ("value", "landing_cost"),
    "setup": ("start_coins",),
}
"""The fields of each category of card, besides number, name and copies."""
NEEDED: dict[str, tuple[str, ...]] = {
    "robot": ("attack", "defense"),
    "mega-top": ("attack", "defense"),
    "mega-bottom": ("attack", "defense"),
    "monster": ("attack", "defense"),
    "equipment": ("defense",),
    "agent": ("effect",),
    "super-weapon": ("effect",),
    "component": ("port", "gives"),
    "moon": ("value",),
}
USUAL: dict[str, object] = {"cost": 0, "value": 0, "landing_cost": 0, "start_coins": 0}
EXAMPLES: dict[str, str] = {
    "attack": 'attack = 2, or "1d6"',
    "defense": 'defense = 2, or "1d6"',
    "effect": 'effect = { op = "draw", amount = 1 }',
    "port": 'port = "JJ" (JJ, RT or FF)',
    "gives": "gives = { defense = 1 }",
    "value": "value = 4",
    "amount": "amount = 1",
    "keyword": 'keyword = "flying"',
}
MAY_THROW_COST = ("robot", "mega-top", "mega-bottom", "monster", "equipment")
ACTION_FIELDS = ("amount", "attack", "defense", "keyword")


def words() -> dict[str, Words]:
    """The keywords, effects and targets that cards may name."""
    known = Words(
        meanings({word: each for word, each in KEYWORDS.items() if not each.takes_number}),
        meanings({word: each for word, each in KEYWORDS.items() if each.takes_number}),
    )
    one = replace(known, may_be_empty=True)
    return {
        "GameCard.keywords": known,
        "Gain.keyword": one,
        "Upgrade.keyword": one,
        "CardAction.keyword": one,
        "CardAction.op": Words(meanings(EFFECTS)),
        "CardAction.target": Words(
            {word: f"Aimed at {each.words}." for word, each in TARGETS.items()}
        ),
    }


def check_card(kind: str, card: object) -> Iterator[tuple[str, str]]:
    """Return (field, complaint) for everything wrong with a card."""
    if isinstance(card, GameCard):
        yield from _check_fields(card)
        yield from _check_numbers(card)
        yield from _check_words(card)
    if isinstance(card, DeckCard):
        yield from _check_deck(card)


def _a(word: str) -> str:
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def _printed(card: GameCard, field: str) -> bool:
    return bool(getattr(card, field) not in (USUAL.get(field), None, ()))


def _check_fields(card: GameCard) -> Iterator[tuple[str, str]]:
    allowed = FIELDS[card.category]
    every = dict.fromkeys(field for fields in FIELDS.values() for field in fields)
    for field in every:
        if field not in allowed and _printed(card, field):
            yield field, f"{_a(card.category)} has no {field}; it has {', '.join(allowed)}"
    for field in NEEDED.get(card.category, ()):
        if getattr(card, field) is None or (field == "value" and not card.value):
            yield field, f"{_a(card.category)} needs {field}, such as {EXAMPLES[field]}"
    if not (card.number.startswith("#") and card.number[1:].isdigit()):
        yield "number", f"is '#' and digits, such as '#001', not {card.number!r}"


def _check_numbers(card: GameCard) -> Iterator[tuple[str, str]]:
    if isinstance(card.cost, str) and card.category not in MAY_THROW_COST:
        yield "cost", f"{_a(card.category)} costs a number; the die is for what is brought out"
    if len({*card.ports}) != len(card.ports):
        yield "ports", "a port is named once"
    if card.category == "moon" and card.landing_cost > card.value:
        yield "landing_cost", f"landing costs {card.landing_cost}, more than the value {card.value}"


def _check_words(card: GameCard) -> Iterator[tuple[str, str]]:
    for text in card.keywords:
        yield from check_keyword("keywords", text, card.category)
    for field in ("permanent", "instant"):
        for number, upgrade in enumerate(getattr(card, field)):
            yield from _check_gain(f"{field}.{number}", upgrade, card.category)
    if card.gives is not None:
        yield from _check_gain("gives", card.gives, "robot")
    for field in ("effect", "ability"):
        spec = getattr(card, field)
        if spec is not None:
            yield from _check_action(field, spec)
            if spec.target == "agent" and card.category != "agent":
                yield f"{field}.target", "only an Agent can answer an Agent"


def _check_gain(field: str, gain: Gain | Upgrade, category: str) -> Iterator[tuple[str, str]]:
    if not (gain.attack or gain.defense or gain.keyword):
        yield field, "gives nothing: say attack, defense or keyword, such as attack = 1"
    if gain.keyword:
        yield from check_keyword(f"{field}.keyword", gain.keyword, category)


def check_keyword(field: str, text: str, category: str) -> Iterator[tuple[str, str]]:
    """Return what is wrong with a keyword on a card of this category."""
    name, number = split_name(text)
    if name not in KEYWORDS:
        yield field, f"no keyword {name!r}{did_you_mean(name, list(KEYWORDS))}"
        return
    known = KEYWORDS[name]
    if known.takes_number and not 1 <= number <= 20:
        yield field, f"{name} needs a number from 1 to 20, such as '{name} 1'"
    elif number and not known.takes_number:
        yield field, f"{name} takes no number: write {name!r}"
    if known.is_for and category not in known.is_for:
        whom = " or ".join(map(_a, known.is_for))
        yield field, f"{name} means nothing on {_a(category)}; it is for {whom}"


def _check_action(field: str, spec: CardAction) -> Iterator[tuple[str, str]]:
    if spec.op not in EFFECTS:
        yield f"{field}.op", f"no effect {spec.op!r}{did_you_mean(spec.op, list(EFFECTS))}"
        return
    effect = EFFECTS[spec.op]
    if spec.target not in TARGETS:
        near = did_you_mean(spec.target, list(TARGETS))
        yield f"{field}.target", f"no target {spec.target!r}{near}"
    elif spec.target not in effect.targets:
        known = " or ".join(map(repr, effect.targets))
        yield f"{field}.target", f"{spec.op} is aimed at {known}, not at {spec.target!r}"
    given = [name for name in ACTION_FIELDS if getattr(spec, name)]
    for name in given:
        if name not in effect.needs:
            yield f"{field}.{name}", f"{spec.op} has no use for {name}"
    if effect.needs and not any(name in given for name in effect.needs):
        needed = " or ".join(effect.needs)
        example = EXAMPLES[effect.needs[0]]
        yield f"{field}.{effect.needs[0]}", f"{spec.op} needs {needed}, such as {example}"
    if spec.keyword:
        yield from check_keyword(f"{field}.keyword", spec.keyword, "robot")


def _check_deck(deck: DeckCard) -> Iterator[tuple[str, str]]:
    """Checks that need no cards; the rest is checked when the deck is played."""
    total = 0
    for line in deck.cards:
        count, _, name = line.partition(" ")
        if not count.isdigit() or not name.strip():
            yield "cards", f"{line!r} is no line of a deck, such as '4 brax-the-strong'"
        else:
            total += int(count)
            if not 1 <= int(count) <= MAX_COPIES:
                yield "cards", f"{line!r}: a deck has 1 to {MAX_COPIES} of a card"
    if not SMALLEST <= total <= LARGEST:
        yield "cards", f"a deck has {SMALLEST} to {LARGEST} cards, not {total}"


def broken(state: State) -> Iterator[str]:
    """Return the broken invariants of a state."""
    if len(state.players) != len(state.box.seats) or len(state.piles) != len(state.decks):
        yield "there are other players than seats, or other discard piles than decks"
        return
    if len({len(state.box.cards), len(state.box.names), len(state.box.pile_of)}) > 1:
        yield "a card has no name, or belongs to no deck"
        return
    yield from _broken_coins(state)
    yield from _broken_cards(state)
    for unit in state.units:
        yield from _broken_unit(state, unit)
    yield from _broken_moons(state)
    if state.windows and state.phase == "over":
        yield "somebody is asked after the end"
    fighters = [card for declared in state.onsets for card in (declared.unit, *declared.blockers)]
    if len({*fighters}) != len(fighters) or not {*fighters} <= {*state.by_id}:
        yield "somebody fights twice, or who is not there"


def _broken_coins(state: State) -> Iterator[str]:
    """ROBOT-EMPIRE.INV.COINS: the number of coins never changes, and no amount is negative."""
    lying = [
        *(player.battery for player in state.players),
        *(player.vault for player in state.players),
        *(moon.coins for moon in state.moons),
        *(unit.coins for unit in state.units),
        state.chest,
    ]
    if sum(lying) != state.box.supply:
        yield f"there are {sum(lying)} coins, not {state.box.supply}"
    if min(lying) < 0:
        yield "there are less than no coins somewhere"
    for player in state.players:
        if player.battery > FULL_BATTERY:
            yield f"a Battery holds {player.battery} coins"
        if player.is_out:
            if player.battery or player.vault or len(player.hand):
                yield "who is out still has something"
        elif not player.battery and state.turn:
            yield "who has no Energy is still in the game"


def _broken_cards(state: State) -> Iterator[str]:
    """Every card is in exactly one place."""
    places = [*seen_cards(state)]
    lying, count = len({*places}), len(state.box.cards)
    if lying != count:
        yield f"there are {lying} cards, not {count}"
    if lying != len(places):
        yield "a card is in two places"
    most = HAND if not state.turn else len(state.box.cards)
    if any(len(player.hand) > most for player in state.players):
        yield "a hand is too large"
    if any(state.card(card).category == "moon" for p in state.players for card in p.hand.open()):
        yield "a Moon is in a hand"


def _broken_unit(state: State, unit: Unit) -> Iterator[str]:
    name = state.name(unit.id)
    if state.players[unit.seat].is_out:
        yield f"{name} belongs to somebody who is out"
    if unit.damage and not _survives(unit):
        yield f"{name} stands with {unit.damage} damage"
    if len(unit.cards) > (LONGEST_CHAIN if unit.is_monster else 2):
        yield f"{name} is made of {len(unit.cards)} cards"
    if len({card.port for card in unit.fitted}) != len(unit.fitted):
        yield f"{name} has two Components of a type"
    if unit.components and not unit.is_robot:
        yield f"{name} has a Component and is no Robot"
    if tuple(state.card(card) for card in unit.cards) != unit.faces:
        yield f"{name} shows another card"
    if unit.moon is not None and not unit.is_robot:
        yield f"{name} is on a Moon and is no Robot"


def _survives(unit: Unit) -> bool:
    """Whether a unit can stand with its damage; a Defense with dice may be thrown high enough."""
    points = defense(unit)
    return unit.damage >= 0 and (points.dice > 0 or unit.damage < points.fixed)


def _broken_moons(state: State) -> Iterator[str]:
    for moon in state.moons:
        if not 0 <= moon.coins <= state.card(moon.card).value:
            yield f"{state.name(moon.card)} holds {moon.coins} coins"
    taken = [unit.moon for unit in state.units if unit.moon is not None]
    if len({*taken}) != len(taken) or not {*taken} <= {moon.card for moon in state.moons}:
        yield "two Robots are on one Moon, or one is on a Moon that is not there"
