"""Pools of attack dice for every kind of number on the sheet."""

from __future__ import annotations

from gattai.games.attack_chart.attack.attack import Shot
from gattai.games.attack_chart.attack.needed import Method, needed

KINDS: dict[str, tuple[Method, int, int]] = {
    "N": ("formula", 0, 3),
    "A": ("chart", 5, 0),
    "Ax2 of the Formula": ("formula", 5, 2),
    "Ax2 of the Chart": ("chart", 8, 2),
    "3+": ("formula", 5, 4),
    "8+": ("chart", 4, 7),
    "9": ("formula", 2, 4),
    "9/3": ("formula", 2, 5),
}
"""For each kind of number a method, a Power and a Defence that lead to it."""


def shot(kind: str, dice: int, *, modifier: int = 0, armour: int = 0, aegis: int = 0) -> Shot:
    """So many dice that need this kind of number."""
    number = needed(*KINDS[kind])
    assert number.code == kind.split()[0]
    return Shot(dice, number, modifier, armour, aegis)
