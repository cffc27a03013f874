"""Aristeia! (Corvus Belli): a four-a-side arena sport of symbol dice, Switches and Tactics."""

from gattai.games.game import Game

GAME = Game(
    "aristeia",
    __name__,
    rules=".ruleset:Aristeia",
    scene=".scene:MAKER",
    measures=".measures.action:measures",
    gauge=".measures.game:GAUGE",
    eye="gattai.bots.eyes.aristeia:EYE",
    kinds=".content:KINDS",
    check_card=".content:check_card",
    loose_ends=".content:loose_ends",
    choices=".ruleset:Aristeia.choices",
    roster=".ruleset:Aristeia.roster",
    odds="gattai.terminal.aristeia.odds_command:app",
)
