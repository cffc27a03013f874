"""Set up the table: the settings of a battle, the forces, and the checks of a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from gattai.games.mechastellar.cards import MapCard, UnitCard
from gattai.games.mechastellar.content import Content
from gattai.games.mechastellar.figures import stat
from gattai.games.mechastellar.forces import HOW, Force, force_of
from gattai.games.mechastellar.ground import Ground
from gattai.games.mechastellar.parameters import DEFAULT, Parameters, Rulings
from gattai.games.mechastellar.rulesets import find_ruleset
from gattai.games.mechastellar.state import NORTH, SEATS, SOUTH, State, Unit, UnitId
from gattai.kernel.question import Seat
from gattai.kernel.rulebook import Refusal, Refused
from gattai.kernel.ruleset import Setting, chosen_readings
from gattai.kernel.text.words import UnknownWord

OPTIONS = (
    Setting("south", f"the south's force: {HOW}", "aurora-coalition"),
    Setting("north", f"the north's force: {HOW}", "khan-dominion"),
    Setting("map", "the battlefield", "standard-crossing", is_listed=True),
    Setting("rules", "the ruleset: a version of the rules, or one of your own", DEFAULT),
    Setting("deployment", "how units are deployed", "zones", ("zones", "alternate")),
)


def set_table(options: Mapping[str, str], content: Content) -> State:
    """MS.SETUP.BOARD, MS.TOOLS.MEASURE: the table before the first action, in hexes."""
    rules = find_ruleset(options["rules"], content.rulesets)
    if options["map"] not in content.maps:
        raise UnknownWord("map", options["map"], tuple(content.maps))
    field = content.maps[options["map"]]
    against = tuple(map_refusals(field, rules))
    if against:
        raise Refused(against)
    units: list[Unit] = []
    taken: dict[str, int] = {}
    for seat in SEATS:
        wanted = options["south" if seat == SOUTH else "north"]
        force = force_of(wanted, content.units, content.armies, rules)
        _add_models(units, force, seat, taken)
    alternate = options["deployment"] == "alternate"
    # MS.DEPLOY.ORDER counts units, MS.DEPLOY.ALTERNATE models.
    counts = [
        sum(unit.seat == seat and (alternate or unit.leader == n) for n, unit in enumerate(units))
        for seat in SEATS
    ]
    state = State(
        rules=rules,
        ground=Ground.of(field),
        units=tuple(units),
        owners=(None,) * len(field.control_point),
        alternate=alternate,
        rulings=chosen_readings(Rulings, options),
    )
    if counts[0] == counts[1]:
        return state
    # The side with more of them deploys first.
    first = SOUTH if counts[0] > counts[1] else NORTH
    return _begun(state, first)


def _begun(state: State, first: Seat) -> State:
    return replace(state, phase="deploying", turn=first)


def _add_models(units: list[Unit], force: Force, seat: Seat, taken: dict[str, int]) -> None:
    """MS.SQUAD.FORM, MS.SETUP.COMMANDER: create the models of a side, squad by squad."""
    for number, models in enumerate(force.units):
        leader = UnitId(len(units))
        for place, card in enumerate(models):
            commander = number in force.commanders and place == 0
            units.append(_unit(card, seat, leader, commander, taken))


def _unit(
    card: UnitCard, seat: Seat, leader: UnitId, commander: bool, taken: dict[str, int]
) -> Unit:
    count = taken[card.id] = taken.get(card.id, 0) + 1
    unit = Unit(
        name=card.id if count == 1 else f"{card.id}-{count}",
        card=card,
        seat=seat,
        leader=leader,
        hp=card.hp,
        uses=tuple(weapon.uses for weapon in card.weapon),
        commander=commander,
        barrier=card.barrier.strength if card.barrier else 0,
    )
    points = stat(unit)
    if not points:
        return unit
    return replace(unit, points=points)


def map_refusals(field: MapCard, rules: Parameters) -> Iterator[Refusal]:
    """MS.SETUP.CP-PLACE, MS.SETUP.TERRAIN: return everything wrong with a map; empty if it is legal."""
    points, wanted = len(field.control_point), rules.setup.control_points
    if points != wanted:
        figures = (("points", points), ("wanted", wanted))
        yield Refusal("MS.SETUP.CP-PLACE", f"{field.title} has too few or too many points", figures)
    if field.control_point and field.control_point[0].at != (0, 0):
        yield Refusal("MS.SETUP.CP-PLACE", "the first Control Point lies in the very centre")
    most = rules.high_ground.max_level
    for card in field.terrain:
        if card.level > most:
            figures = (("level", card.level), ("most", most))
            yield Refusal("MS.SETUP.TERRAIN", f"{card.kind} is too high", figures)


def map_remarks(field: MapCard, rules: Parameters) -> Iterator[Refusal]:
    """Recommendations of the document that a map ignores: home points 8 to 16 inches from their
    edge, and no cover on points.

    MS.SETUP.CP-CLEAR: cover on a point would hide its holder.
    """
    least, most = rules.setup.home_cp_edge_min_in, rules.setup.home_cp_edge_max_in
    for point in field.control_point[1:]:
        _, r = point.at
        inches = (field.half_rows - abs(r) + 1) * rules.hex.inches
        if r and not least <= inches <= most:
            figures = (("inches", inches), ("least", least), ("most", most))
            yield Refusal("MS.SETUP.CP-PLACE", f"{point.id} lies too near or too far", figures)
    for point, at in zip(field.control_point, field.points, strict=True):
        if at in field.pieces and field.pieces[at].cover and not field.pieces[at].level:
            yield Refusal("MS.SETUP.CP-CLEAR", f"{field.pieces[at].kind} stands on {point.id}")
