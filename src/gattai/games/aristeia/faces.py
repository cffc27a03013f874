"""Cards and pieces as they are shown: Characters, Tactics, tokens, hands and plans."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gattai.games.aristeia.cards import ActionCard, CharacterCard, Pool, SwitchCard, TacticCard
from gattai.games.aristeia.figures import energy, initiative, speed
from gattai.games.aristeia.state import SIDES, Character, CharacterId, State, Token
from gattai.games.aristeia.switches import in_words
from gattai.kernel.question import Seat
from gattai.scene.parts import Badge, Bar, Card, Held, Line, Piece, Zone
from gattai.tabletop.hexes import to_text


@cache
def character_card(card: CharacterCard) -> Card:
    """ARISTEIA.TEAM.UNVEIL: a Character's card, open to both players."""
    lines = [Line(f"Switch {' '.join(s.cost)}", _switch(s)) for s in card.switches]
    lines += [Line(action.name, _action(action)) for action in card.actions]
    lines += [
        Line(skill.name, f"{_when(skill.when)}: {_effects(skill.effects)}") for skill in card.skills
    ]
    if card.source:
        lines.append(Line("where it comes from", card.source))
    pools = (("Defense", card.defense), ("Brawn", card.brawn), ("Agility", card.agility))
    figures = (
        ("Initiative", str(card.initiative)),
        ("Speed", str(card.speed)),
        ("Energy", str(card.energy)),
        ("Hit Points", str(card.hit_points)),
        *((name, _pool(pool)) for name, pool in pools),
    )
    title = f"Initiative {card.initiative}, Energy {card.energy}, Speed {card.speed}"
    return Card(
        card.id, card.name, title, tuple(lines), house=card.house, figures=figures, kind="character"
    )


def _pool(pool: Pool) -> str:
    return " ".join((*pool.dice, *pool.symbols)) or "nothing"


def _switch(switch: SwitchCard) -> str:
    only = " (against an adjacent enemy)" if switch.adjacent else ""
    return _effects(switch.effects) + only


def _effects(effects: tuple[object, ...]) -> str:
    return ", ".join(in_words(effect) for effect in effects)  # type: ignore[arg-type]


def _action(action: ActionCard) -> str:
    price = [f"{action.ap} AP"] if action.ap or not action.mp else []
    price += [f"{action.mp} MP"] if action.mp else []
    parts = [", ".join(price)]
    if action.target != "none":
        sight = "in sight" if action.sight else "no sight needed"
        parts.append(f"Range {action.range[0]}-{action.range[1]}, {sight}")
    if action.pool.dice or action.pool.symbols:
        parts.append(_pool(action.pool))
    parts += [f"{' '.join(s.cost)}: {_switch(s)}" for s in action.switches]
    parts += [_effects(action.always)] if action.always else []
    parts += [f"on success: {_effects(action.on_success)}"] if action.on_success else []
    return "; ".join(parts)


def _when(moment: str) -> str:
    return moment.replace("-", " ")


@cache
def tactic_card(card: TacticCard) -> Card:
    """A Tactic, for those who may read it."""
    return Card(
        id=card.id,
        title=card.name,
        subtitle=f"{card.number}, {card.owner}",
        lines=(Line(_when(card.when), card.text),),
        house=card.house,
        text=card.text,
        kind="tactic",
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
        glyph=character.card.name[:2],
        at=None if character.at is None else to_text(character.at),
        bar=Bar("Hit Points", hurt, character.card.hit_points),
        figures=(
            ("Initiative", str(initiative(character))),
            ("Speed", str(speed(character))),
            ("Energy", str(energy(character))),
        ),
        badges=tuple(_badges(view, character)),
        is_done=who in view.revealed[character.seat] and who not in (view.active, *view.waiting),
        is_active=who == view.active,
        is_gone=character.off == "infirmary",
        house=character.card.house,
        card=character.card.id,
        fate={"infirmary": "Infirmary", "bench": "Bench"}.get(character.off, ""),
    )


def _badges(view: State, character: Character) -> Iterator[Badge]:
    for token in character.tokens:
        yield _token(view, token)
    if character.is_firm:
        yield Badge("firm", "cannot be Displaced until it activates again", tone="good")


def _token(view: State, token: Token) -> Badge:
    """ARISTEIA.STATE.SIDES: which side shows, and what comes next."""
    side = "red" if token.is_red else "blue"
    cause = "" if token.cause is None else f", by {view.characters[token.cause].card.name}"
    about = f"{token.state.name}, {side} side up{cause}"
    tone = "good" if token.side.initiative > 0 else "bad"
    return Badge(token.state.name, about, back="blue" if token.is_red else "off", tone=tone)


def zones_of(view: State, seat: Seat) -> Iterator[Zone]:
    """A player's hand, deck, discard pile and Running Order."""
    side = SIDES[seat]
    hand, deck, order = view.hands[seat], view.decks[seat], view.orders[seat]
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
        yield Zone(
            f"{side}-order",
            "Running Order",
            "plan",
            seat,
            tuple(_plan(view, seat)),
            len(order) + len(view.revealed[seat]),
        )


def _plan(view: State, seat: Seat) -> Iterator[Held]:
    """ARISTEIA.PLANNING.ORDER: open cards with their faces, face-down ones for their player only."""
    side, order = SIDES[seat], view.orders[seat]
    for place, who in enumerate(view.revealed[seat], 1):
        character = view.characters[who]
        is_active = who == view.active
        yield Held(f"{side}-{character.name}", character.card.id, order=place, is_active=is_active)
    first = len(view.revealed[seat]) + 1
    for place in range(len(order)):
        if order.is_open:
            character = view.characters[order.open()[place]]
            yield Held(
                f"{side}-{character.name}",
                character.card.id,
                order=first + place,
                about="face down",
            )
        else:
            yield Held(f"{side}-order-{first + place}", order=first + place, about="face down")
