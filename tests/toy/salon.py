"""The same toy as `parley` with a scene of its own: hands, a deck, cards laid open, no board at all."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gattai.scene.maker import Layout, PlainMaker
from gattai.scene.parts import Badge, Card, Held, ListedOption, Track, Zone
from tests.toy.parley import SEATS, Parley, Show, State, Strike

NAMES = ("Jester", "Page", "Knight", "Queen")
TEXTS = (
    "Shown before the die, it stops any blow.",
    "Quick, but easily outbid.",
    "Bids well. Keeps its word.",
    "Nobody bids more. Who wins with her strikes first.",
)


class Salon(Parley):
    name = "salon"

    def __init__(self, user_packs: Iterable[Path] = ()) -> None:
        super().__init__()


class SalonScene(PlainMaker):
    """What a game of cards fills in."""

    def layout(self, view: State, seat: int | None) -> Layout:
        hands = [self._hand(view, owner) for owner in SEATS]
        shown = tuple(Held(f"shown-{n}", f"card-{card}") for n, card in enumerate(view.shown))
        table = (
            Zone("deck", "Deck", "pile", None, (), len(view.deck), "Nobody draws from it."),
            Zone("shown", "Laid open", "row", None, shown, len(shown)),
        )
        return Layout(
            headline="bids are made" if view.striker is None else "a blow is about to fall",
            turn=view.striker,
            cards=tuple(_card(card) for card in range(4)),
            tracks=tuple(Track("hearts", view.hearts[s], 2, s) for s in SEATS),
            zones=(*hands, *table),
        )

    def _hand(self, view: State, owner: int) -> Zone:
        hand = view.hands[owner]
        held = (
            tuple(
                Held(
                    f"{owner}-{n}",
                    f"card-{card}",
                    badges=(Badge("parry", "stops any blow", tone="good"),) if card == 0 else (),
                )
                for n, card in enumerate(sorted(hand.open()))
            )
            if hand.is_open
            else ()
        )
        return Zone(f"hand-{owner}", "Hand", "hand", owner, held, len(hand))

    def option(self, view: State, text: str, action: Any) -> ListedOption:
        if isinstance(action, Show):
            for owner in SEATS:
                hand = view.hands[owner]
                if hand.is_open and action.card in hand.open():
                    place = sorted(hand.open()).index(action.card)
                    label = f"show the {NAMES[action.card]}"
                    return ListedOption(text, label, "show", card=f"{owner}-{place}")
        if isinstance(action, Strike):
            return ListedOption(text, f"strike {Parley.seats[action.at]}", "strike")
        return super().option(view, text, action)


def _card(card: int) -> Card:
    return Card(
        id=f"card-{card}",
        title=NAMES[card],
        subtitle="a card of the toy",
        lines=(),
        cost=str(card),
        figures=(("bid", str(card)),),
        text=TEXTS[card],
        keywords=("Fool",) if card == 0 else (),
        kind="courtier",
    )


MAKER = SalonScene()
