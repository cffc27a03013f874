"""Set up the table: the field, the squads and the settings of a game."""

from __future__ import annotations

from collections.abc import Mapping

from gattai.games.aegis.cards import FieldCard, SquadCard, UnitCard
from gattai.games.aegis.squads import find_cards, squad_refusals
from gattai.games.aegis.state import BLUE, RED, Rulings, State, Unit
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import Setting, chosen_readings
from gattai.kernel.text.words import UnknownWord

_SQUAD = "a squad id, or five units with commas and after a '+' the Combine Pool"
OPTIONS = (
    Setting("red", f"red's squad: {_SQUAD}", "arc-buster-offensive"),
    Setting("blue", f"blue's squad: {_SQUAD}", "sky-guard-offensive"),
    Setting("field", "the battlefield", "hexfield-7", is_listed=True),
    Setting("turn-limit", "after how many turns the game is a draw; 0 means never", "0"),
)


def set_table(
    options: Mapping[str, str],
    units: Mapping[str, UnitCard],
    squads: Mapping[str, SquadCard],
    fields: Mapping[str, FieldCard],
) -> State:
    """Return the table before the first action."""
    if options["field"] not in fields:
        raise UnknownWord("field", options["field"], tuple(fields))
    limit = options["turn-limit"]
    if not (limit.isascii() and limit.isdigit() and int(limit) <= 10_000):
        raise ValueError(f"option turn-limit cannot be {limit!r}; it is a number from 0 to 10000")
    red_squad, red_pool = squad_of("red", options["red"], units, squads)
    blue_squad, blue_pool = squad_of("blue", options["blue"], units, squads)
    taken: dict[str, int] = {}
    placed = [
        _unit(card, seat, taken)
        for cards, seat in ((red_squad, RED), (blue_squad, BLUE))
        for card in cards
    ]
    return State(
        field=fields[options["field"]],
        units=tuple(placed),
        pools=(tuple(red_pool), tuple(blue_pool)),
        turn_limit=int(limit),
        rulings=chosen_readings(Rulings, options),
    )


def squad_of(
    side: str, wanted: str, units: Mapping[str, UnitCard], squads: Mapping[str, SquadCard]
) -> tuple[list[UnitCard], list[UnitCard]]:
    """The cards of a squad and its pool. Raises ValueError with every rule that it breaks."""
    if "," in wanted or "+" in wanted:
        squad_text, _, pool_text = wanted.partition("+")
        squad = [name for name in squad_text.split(",") if name.strip()]
        pool = [name for name in pool_text.split(",") if name.strip()]
    elif wanted in squads:
        squad, pool = [*squads[wanted].units], [*squads[wanted].pool]
    else:
        raise UnknownWord("squad", wanted, tuple(squads))
    cards, pool_cards = find_cards(squad, units), find_cards(pool, units)
    against = tuple(squad_refusals(cards, pool_cards))
    if against:
        raise Refused(against)
    return cards, pool_cards


def _unit(card: UnitCard, seat: Seat, taken: dict[str, int]) -> Unit:
    count = taken[card.id] = taken.get(card.id, 0) + 1
    name = card.id if count == 1 else f"{card.id}-{count}"
    return Unit(name=name, card=card, seat=seat, actions=card.action, under=(card,))
