"""Cards and pieces of the scene: Characters, Tactics, tokens, hands and plans."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gattai.games.aristeia.actions.preparing import chosen_for, is_built
from gattai.games.aristeia.box import Box
from gattai.games.aristeia.cards import ActionCard, CharacterCard, Pool, SwitchCard, TacticCard
from gattai.games.aristeia.effects.effect_card import effects_in_words
from gattai.games.aristeia.effects.wording import Cast
from gattai.games.aristeia.figures import energy, initiative, speed
from gattai.games.aristeia.state import SEATS, SIDES, Character, CharacterId, State, Token
from gattai.kernel.question import Seat
from gattai.scene.parts import Badge, Bar, Card, Held, Line, Look, Piece, Zone
from gattai.tabletop.hexes import to_text


@cache
def character_card(card: CharacterCard, box: Box) -> Card:
    """ARISTEIA.TEAM.UNVEIL: a Character's card, open to both players."""
    cast = Cast(card.name, states=box.state)
    lines = [Line(action.name, _action(action, cast)) for action in card.actions]
    lines += [Line(f"Switch {' '.join(s.cost)}", _switch(s, cast)) for s in card.switches]
    lines += [
        Line(skill.name, f"{_when(skill.when)}: {effects_in_words(skill.effects, cast)}")
        for skill in card.skills
    ]
    pools = (("Defense", card.defense), ("Brawn", card.brawn), ("Agility", card.agility))
    lines.append(Line("dice", ", ".join(f"{name} {_pool(pool)}" for name, pool in pools)))
    if card.source:
        lines.append(Line("where it comes from", card.source))
    return Card(
        card.id,
        card.name,
        f"{card.hit_points} Hit Points",
        tuple(lines),
        house=card.house,
        figures=(
            ("Initiative", str(card.initiative)),
            ("Speed", str(card.speed)),
            ("Energy", str(card.energy)),
        ),
        kind="character",
        look=_look(card),
    )


def _look(card: CharacterCard) -> Look:
    skills = tuple(skill.name for skill in card.skills)
    weapons = tuple(action.name for action in card.actions if action.name != "Move")
    return Look("athlete", role=_role(card), weapons=weapons, traits=skills)


STURDY, HARDY = 6, 5
"""Hit Points from which a fighter is drawn as a tank, or as a brawler."""


def _role(card: CharacterCard) -> str:
    """The role of a Character. Cards print no role, so its Actions and Hit Points decide."""
    attacks = [action for action in card.actions if action.kind == "attack"]
    effects = [each for action in card.actions for each in (*action.always, *action.on_success)]
    if any(effect.heals for effect in effects):
        return "medic"
    if not attacks:
        return "runner"
    if all(attack.range[0] > 1 for attack in attacks):  # useless next to an enemy
        return "shooter"
    if card.hit_points >= STURDY:
        return "blocker"
    return "brawler" if card.hit_points >= HARDY else "duelist"


def _pool(pool: Pool) -> str:
    return " ".join((*pool.dice, *pool.symbols)) or "nothing"


def _switch(switch: SwitchCard, cast: Cast) -> str:
    only = " (against an adjacent enemy)" if switch.adjacent else ""
    return effects_in_words(switch.effects, cast) + only


def _action(action: ActionCard, cast: Cast) -> str:
    price = [f"{action.ap} AP"] if action.ap or not action.mp else []
    price += [f"{action.mp} MP"] if action.mp else []
    parts = [", ".join(price)]
    if action.target != "none":
        sight = "in sight" if action.sight else "no sight needed"
        parts.append(f"Range {action.range[0]}-{action.range[1]}, {sight}")
    if action.pool.dice or action.pool.symbols:
        parts.append(_pool(action.pool))
    parts += [f"{' '.join(s.cost)}: {_switch(s, cast)}" for s in action.switches]
    parts += [effects_in_words(action.always, cast)] if action.always else []
    if action.on_success:
        parts.append(f"on success: {effects_in_words(action.on_success, cast)}")
    return "; ".join(parts)


def _when(moment: str) -> str:
    return moment.replace("-", " ")


@cache
def tactic_card(card: TacticCard) -> Card:
    """A Tactic, for players who may read it."""
    return Card(
        id=card.id,
        title=card.name,
        subtitle=f"{card.number}, {card.owner}",
        lines=(Line(_when(card.when), card.text),),
        house=card.house,
        text=card.text,
        kind="tactic",
        look=Look("event"),
        keywords=(_when(card.when),),
    )


def piece_of(view: State, who: CharacterId) -> Piece:
    """A Character on the board, on the Bench, or in the Infirmary."""
    character = view.characters[who]
    hurt = character.card.hit_points - character.damage
    return Piece(
        id=character.name,
        name=character.card.name,
        owner=character.seat,
        glyph=_glyph(character.card.name),
        at=None if character.at is None else to_text(character.at),
        bar=Bar("Hit Points", hurt, character.card.hit_points),
        figures=(
            ("Initiative", str(initiative(character))),
            ("Speed", str(speed(character))),
            ("Energy", str(energy(character))),
        ),
        badges=tuple(_badges(view, character)),
        is_done=_has_acted(view, who),
        is_active=who == view.active,
        is_gone=character.off == "infirmary",
        house=character.card.house,
        card=character.card.id,
        fate={"infirmary": "Infirmary", "bench": "Bench"}.get(character.off, ""),
    )


def _glyph(name: str) -> str:
    """Two letters that identify a Character.

    >>> _glyph("Major Lunah"), _glyph("Maximus"), _glyph("8-Ball")
    ('Lu', 'Ma', '8B')
    """
    return "".join(letter for letter in name.split()[-1] if letter.isalnum())[:2]


def _has_acted(view: State, who: CharacterId) -> bool:
    """Whether its Initiative card is open and its Activation is over."""
    opened = view.revealed[view.characters[who].seat]
    pending = view.waiting if view.phase != "first" else opened[-1:]
    return who in opened and who != view.active and who not in pending


def _badges(view: State, character: Character) -> Iterator[Badge]:
    for token in character.tokens:
        yield _token(view, token)
    if character.is_firm:
        yield Badge("firm", "cannot be Displaced until it activates again", tone="good")


def _token(view: State, token: Token) -> Badge:
    """ARISTEIA.STATE.SIDES: the side that is up, and the next one."""
    side = "red" if token.is_red else "blue"
    cause = "" if token.cause is None else f", by {view.characters[token.cause].card.name}"
    later = "it turns blue" if token.is_red else "it comes off"
    about = f"{token.state.name}, {side} side up{cause}; {later} when its Activation ends"
    tone = "good" if token.state.red.initiative > 0 else "bad"
    return Badge(f"{token.state.name} ({side})", about, tone=tone)


PICKING = ("teams", "first-pick", "draft")
"""Phases without complete teams, in which there are no decks either."""


def tactics_shown(view: State, seat: Seat) -> tuple[TacticCard, ...]:
    """All of a player's Tactics that this viewer may read now."""
    hand, lying = view.hands[seat], (each.tactic for each in view.playing if each.seat == seat)
    held = hand.open() if hand.is_open else ()
    return (*held, *view.discards[seat], *lying, *_to_choose_from(view, seat), *_built(view, seat))


def _to_choose_from(view: State, seat: Seat) -> tuple[TacticCard, ...]:
    """ARISTEIA.TEAM.DECK: the Tactics of the Character for which the player chooses now."""
    if view.phase != "decks" or not view.lists[seat].is_open or is_built(view, seat):
        return ()
    return view.box.tactics_of.get(chosen_for(view, seat).id, ())


def _built(view: State, seat: Seat) -> tuple[TacticCard, ...]:
    """The Tactics in the deck so far, for its player."""
    own = view.lists[seat]
    return own.open() if view.phase == "decks" and own.is_open else ()


def _zones_before(view: State, seat: Seat) -> Iterator[Zone]:
    """Teams and decks that are being built."""
    side = SIDES[seat]
    if view.phase in PICKING:
        picks = view.picks[seat]
        cards = picks.open() if picks.is_open else ()
        held = tuple(Held(f"{side}-{card.id}", card.id) for card in cards)
        yield Zone(f"{side}-team", "Team", "hand", seat, held, len(picks))
        return
    choice = _to_choose_from(view, seat)
    if choice:
        name = f"Tactics of {chosen_for(view, seat).name}"
        shown = tuple(Held(f"{side}-choice-{card.id}", card.id) for card in choice)
        yield Zone(f"{side}-choice", name, "hand", seat, shown, len(shown), "two go into the deck")
    laid = tuple(Held(f"{side}-{card.id}", card.id) for card in _built(view, seat))
    yield Zone(f"{side}-deck", "deck so far", "pile", seat, laid, len(view.lists[seat]))


def initiative_id(view: State, who: CharacterId) -> str:
    """The id of a Character's Initiative card in a Running Order."""
    return f"{SIDES[view.characters[who].seat]}-{view.characters[who].name}"


def held_id(view: State, tactic: TacticCard) -> str | None:
    """The id of a Tactic in a hand, if the hand is visible."""
    for seat in SEATS:
        hand = view.hands[seat]
        if hand.is_open and tactic in hand.open():
            return f"{SIDES[seat]}-{tactic.id}"
    return None


def zones_of(view: State, seat: Seat) -> Iterator[Zone]:
    """The zones of a player: hand, deck, discard pile and Running Order."""
    if view.phase in (*PICKING, "decks"):
        yield from _zones_before(view, seat)
        return
    side = SIDES[seat]
    hand, deck = view.hands[seat], view.decks[seat]
    held: tuple[Held, ...] = ()
    if hand.is_open:
        held = tuple(Held(f"{side}-{card.id}", card.id) for card in hand.open())
    yield Zone(f"{side}-hand", "Tactics", "hand", seat, held, len(hand))
    yield Zone(f"{side}-deck", "deck", "pile", seat, (), len(deck), "nobody knows the order")
    pile = view.discards[seat]
    laid = tuple(Held(f"{side}-{card.id}", card.id) for card in reversed(pile))
    yield Zone(f"{side}-discards", "discarded", "pile", seat, laid, len(pile))
    lying = tuple(each.tactic for each in view.playing if each.seat == seat)
    if lying:
        shown = tuple(Held(f"{side}-{c.id}", c.id, is_active=True) for c in lying)
        yield Zone(f"{side}-played", "played", "row", seat, shown, len(shown))
    if view.round:
        plan = tuple(_plan(view, seat))
        about = "face down until their Turn; the other player cannot see them"
        yield Zone(f"{side}-order", "Running Order", "plan", seat, plan, len(plan), about)


def _plan(view: State, seat: Seat) -> Iterator[Held]:
    """ARISTEIA.PLANNING.ORDER: open cards for both players, face-down ones only for their player."""
    order = view.orders[seat]
    if view.phase == "planning" and not len(order):
        yield from _unplanned(view, seat)
        return
    for place, who in enumerate(view.revealed[seat], 1):
        yield _initiative(view, who, place)
    first = len(view.revealed[seat]) + 1
    for place in range(len(order)):
        if order.is_open:
            yield _initiative(view, order.open()[place], first + place, about="face down")
        else:
            name = f"{SIDES[seat]}-order-{first + place}"
            yield Held(name, order=first + place, about="face down")


def _unplanned(view: State, seat: Seat) -> Iterator[Held]:
    """The cards being laid: in hand for their player, hidden from the other."""
    for place, who in enumerate(view.team(seat), 1):
        if view.hands[seat].is_open:
            yield Held(initiative_id(view, who), view.characters[who].card.id)
        else:
            yield Held(f"{SIDES[seat]}-order-{place}", about="being laid in secret")


def _initiative(view: State, who: CharacterId, place: int, about: str = "") -> Held:
    return Held(
        initiative_id(view, who),
        view.characters[who].card.id,
        order=place,
        is_active=who == view.active,
        is_done=_has_acted(view, who),
        about=about,
    )
