"""A.E.G.I.S.: squads of five robots on a hex grid that share energy and combine."""

from gattai.games.game import Game

GAME = Game(
    "aegis",
    __name__,
    rules=".ruleset:Aegis",
    scene=".scene:MAKER",
    measures=".measures.action:measures",
    gauge=".measures.game:GAUGE",
    eye="gattai.bots.eyes.aegis:EYE",
    kinds=".ruleset:KINDS",
    words=".checks:words",
    check_card=".checks:check_card",
    choices=".ruleset:Aegis.choices",
    armies=".ruleset:Aegis.armies",
    roster=".ruleset:Aegis.roster",
    workshop=".workshop:WORKSHOP",
    odds="gattai.terminal.aegis.odds_command:app",
    own="gattai.terminal.aegis.own_commands:app",
    commands="A.E.G.I.S.: check a squad, list squads, print a card",
)
