"""Dice duel: two robots on a catwalk, a game of one page."""

from gattai.games.game import Game

GAME = Game("dice-duel", __name__, ".duel:DiceDuel", ".duel:MAKER", ".duel:measures", ".duel:EYE")
