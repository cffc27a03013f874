"""Whether a map is one on which the battle can be fought: its Control Points and its High Ground."""

from __future__ import annotations

from collections.abc import Iterator

from gattai.games.mechastellar.cards import MapCard
from gattai.games.mechastellar.parameters import Parameters
from gattai.kernel.rulebook import Refusal


def map_refusals(field: MapCard, rules: Parameters) -> Iterator[Refusal]:
    """MS.SETUP.CP-PLACE, MS.SETUP.TERRAIN: everything that is wrong with a map; nothing if it is sound."""
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
    """What the document only recommends: home points 8 to 16 inches from their edge, and no cover on any.

    MS.SETUP.CP-CLEAR: cover on a point would hide who holds it.
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
