"""Dice duel: two robots on a catwalk, a game of one page."""

from gattai.games.game import GameDefinition

from .duel import EVALUATION, DiceDuel, DuelScene, measures

GAME = GameDefinition(
    "dice-duel", __name__, DiceDuel, DuelScene, lambda: measures, lambda: EVALUATION
)
