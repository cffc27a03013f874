"""Card faces in a scene: price, points, text, ports; and the current state of a unit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

from gattai.games.robot_empire.cards import PARTS, PORTS, ROBOTS, CardAction, GameCard
from gattai.games.robot_empire.effects.register import words_of
from gattai.games.robot_empire.figures import attack, defense, flies, gain_words, has_range, shot
from gattai.games.robot_empire.keywords import read
from gattai.games.robot_empire.state import State, Unit
from gattai.scene.parts import Badge, Bar, Card, Held, Line, Look

KINDS: dict[str, str] = {
    "robot": "Robot",
    "mega-top": "Mega Robot, torso",
    "mega-bottom": "Mega Robot, legs",
    "monster": "Monster",
    "agent": "Agent",
    "component": "Component",
    "super-weapon": "Super Weapon",
    "equipment": "Base Equipment",
    "moon": "Mining Moon",
    "setup": "Setup card",
}


def text_of(card: GameCard) -> str:
    """Everything a card does, in a few short sentences."""
    sentences: list[str] = []
    sentences += [f"Permanent {u.cost}: {gain_words(u)}." for u in card.permanent]
    sentences += [f"Instant {u.cost}: {gain_words(u)}." for u in card.instant]
    if card.ability is not None:
        sentences.append(f"Recharge: {words_of(card.ability)}")
    if card.effect is not None:
        sentences.append(words_of(card.effect))
    if card.gives is not None:
        sentences.append(f"The Robot has {gain_words(card.gives)}.")
    if card.category == "moon":
        sentences.append(
            f"{card.value} coins for the Robot that lands here; landing costs {card.landing_cost}."
        )
    # Names come last, because they are on the card and players learn them after a game or two.
    sentences += [f"{text.capitalize()}: {read(text).says()}" for text in card.keywords]
    return " ".join(sentences)


@cache
def face_of(card: GameCard, with_ports: bool = True) -> Card:
    """The face of a printed card; ports are shown only if the match uses them."""
    figures: list[tuple[str, str]] = []
    for name, value in (("attack", card.attack), ("defense", card.defense)):
        if value is not None:
            figures.append((name, str(value)))
    if card.category == "moon":
        figures.append(("coins", str(card.value)))
    lines = [
        *(Line(text, read(text).says()) for text in card.keywords),
        *(Line(f"Permanent {u.cost}", gain_words(u)) for u in card.permanent),
        *(Line(f"Instant {u.cost}", gain_words(u)) for u in card.instant),
        *_action_lines("Recharge", card.ability),
        *_action_lines("Effect", card.effect),
        *([Line("gives", gain_words(card.gives))] if card.gives else []),
        *([Line("ports", ", ".join(PORTS[port] for port in card.ports))] if card.ports else []),
    ]
    ports = [*card.ports, *([card.port] if card.port else [])]
    return Card(
        id=card.id,
        title=card.name,
        subtitle=f"{card.number} {KINDS[card.category]}",
        lines=tuple(lines),
        house=card.house,
        cost="" if card.category in ("moon", "setup") else str(card.cost),
        figures=tuple(figures),
        text=text_of(card),
        # The text already contains its keywords with their meanings.
        keywords=tuple([f"{PORTS[port]} port" for port in ports]) if with_ports else (),
        kind=KINDS[card.category],
        look=_look(card),
    )


LOOKS: dict[str, str] = {
    "robot": "robot",
    "mega-top": "robot",
    "mega-bottom": "robot",
    "monster": "kaiju",
    "agent": "agent",
    "component": "gear",
    "super-weapon": "event",
    "equipment": "building",
    "moon": "moon",
    "setup": "gear",
}
HALVES: dict[str, str] = {"mega-top": "torso", "mega-bottom": "legs"}


@cache
def _look(card: GameCard) -> Look:
    return Look(
        kind=LOOKS[card.category],
        classes=_build(card) if card.category in ROBOTS else (),
        role=HALVES.get(card.category, ""),
        level=2 if card.category in PARTS else 1,
        weapons=(card.name,),
        traits=card.keywords,
    )


def _build(card: GameCard) -> tuple[str, ...]:
    """The build of a Robot. Cards print no class, so its abilities decide."""
    words = [read(text) for text in card.keywords]
    attack, defense = (each if isinstance(each, int) else 0 for each in (card.attack, card.defense))
    letters = {
        "E": any(word.flies for word in words),
        "S": any(word.long_range() for word in words),
        "I": card.ability is not None or any(word.harvest() for word in words),
        "G": defense > attack,
    }
    return tuple([letter for letter, fits in letters.items() if fits][:2]) or ("A",)


def _look_together(parts: Sequence[GameCard]) -> Look:
    """The look of several cards that are one unit: the sum of their features."""
    looks = [_look(part) for part in parts]
    return Look(
        kind=looks[0].kind,
        classes=tuple(dict.fromkeys(letter for look in looks for letter in look.classes)),
        level=max(look.level for look in looks) + any(look.role for look in looks),
        weapons=tuple(name for look in looks for name in look.weapons),
        traits=tuple(dict.fromkeys(trait for look in looks for trait in look.traits)),
    )


def _action_lines(name: str, action: CardAction | None) -> list[Line]:
    return [] if action is None else [Line(name, words_of(action))]


def unit_face(state: State, unit: Unit) -> Card:
    """A unit of several cards, or with Components, has its own face."""
    kept = unit.__dict__.get("face")
    if kept is None:
        kept = unit.__dict__["face"] = _unit_face(state, unit)
    return cast(Card, kept)


def _unit_face(state: State, unit: Unit) -> Card:
    if len(unit.cards) == 1 and not unit.fitted:
        return face_of(unit.faces[0], state.box.ports)
    parts = (*unit.faces, *unit.fitted)
    faces = [face_of(part, state.box.ports) for part in parts]
    return Card(
        id=f"unit:{state.name(unit.id)}",
        title=unit.title,
        subtitle="Mega Robot" if unit.is_mega else KINDS[unit.faces[0].category],
        lines=tuple(Line(face.name, text_of(face) or KINDS[face.category]) for face in parts),
        owner=unit.seat,
        house=any(face.house for face in parts),
        figures=(("attack", str(attack(unit))), ("defense", str(defense(unit)))),
        text=" ".join(filter(None, (text_of(face) for face in parts))),
        keywords=tuple(dict.fromkeys(word for face in faces for word in face.keywords)),
        kind="Mega Robot" if unit.is_mega else KINDS[unit.faces[0].category],
        look=_look_together(parts),
    )


def _points_now(unit: Unit) -> tuple[str, str]:
    return str(attack(unit)), str(defense(unit))


def _points_shown(unit: Unit) -> tuple[str, str]:
    """The points on the face: the printed ones for a single card, the current ones for others."""
    if len(unit.cards) > 1 or unit.fitted:
        return _points_now(unit)
    return str(unit.faces[0].attack), str(unit.faces[0].defense)


def _badges(state: State, unit: Unit) -> list[Badge]:
    badges: list[Badge] = []
    if unit.is_fighter and _points_now(unit) != _points_shown(unit):
        about = f"Attack {attack(unit)}, Defense {defense(unit)} now"
        badges.append(Badge(f"now {attack(unit)}/{defense(unit)}", about))
    if unit.recharging:
        badges.append(
            Badge("recharging", "Recharging until its player's next turn", tone="bad", is_seen=True)
        )
    if unit.moon is not None:
        badges.append(Badge("on a Moon", f"on {state.card(unit.moon).name}"))
    if flies(unit):
        badges.append(Badge("flies", "only flyers can block it", tone="good"))
    if has_range(unit):
        badges.append(Badge(f"range {shot(state, unit).total}", "long range attack", tone="good"))
    if unit.is_part:
        badges.append(Badge("half", "part of a Mega Robot, not assembled"))
    if unit.coins:
        badges.append(Badge(f"{unit.coins} paid", "coins on its upgrade circles", tone="good"))
    if unit.is_fighter and unit.since == state.turn and state.active == unit.seat:
        badges.append(Badge("new", "cannot attack this turn"))
    declared = state.declared_attack_of(unit.id)
    if declared is not None:
        badges.append(
            Badge(
                f"attacks {state.box.seats[declared.at]}",
                "has been declared an attacker",
                is_seen=True,
            )
        )
    blocked = state.blocks(unit.id)
    if blocked is not None:
        name = state.card(blocked.unit).name
        badges.append(Badge(f"blocks {name}", "stands in its way", is_seen=True))
    if unit.damage:
        badges.append(
            Badge(f"{unit.damage} damage", "until the turn ends", tone="bad", is_seen=True)
        )
    return badges


def held_unit(state: State, unit: Unit, face: Card) -> Held:
    """A unit with its face, cached until it, or an effect of others on it, changes."""
    others = (
        (state.declared_attack_of(unit.id), state.blocks(unit.id)) if state.onsets else None,
        state.turn == unit.since and state.active == unit.seat,
        has_range(unit) and shot(state, unit).total,
    )
    kept = unit.__dict__.get("held")
    if kept is None or kept[0] != others:
        kept = unit.__dict__["held"] = others, _held_unit(state, unit, face)
    return cast(Held, kept[1])


def _held_unit(state: State, unit: Unit, face: Card) -> Held:
    badges = _badges(state, unit)
    most = defense(unit).most
    owner = state.box.seats[unit.seat]
    parts = [f"{owner}'s {unit.title}", *(badge.text for badge in badges)]
    return Held(
        id=state.name(unit.id),
        card=face.id,
        badges=tuple(badges),
        bar=None if unit.is_part else Bar("Defense", max(0, most - unit.damage), most),
        is_done=unit.recharging,
        is_active=state.declared_attack_of(unit.id) is not None
        or state.blocks(unit.id) is not None,
        about=", ".join(parts),
    )
