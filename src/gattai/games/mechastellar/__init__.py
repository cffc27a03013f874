"""MechaStellar VER10 in hex play."""

from gattai.games.game import Game

GAME = Game(
    "mechastellar",
    __name__,
    rules=".ruleset:MechaStellar",
    scene=".scene:MAKER",
    measures=".measures.action:measures",
    gauge=".measures.game:GAUGE",
    eye="gattai.bots.eyes.mechastellar:EYE",
    kinds=".cards:KINDS",
    words=".checks:words",
    check_card=".checks:check_card",
    choices=".ruleset:MechaStellar.choices",
    roster=".ruleset:MechaStellar.roster",
    loose_ends=".content:loose_ends",
    odds="gattai.terminal.mechastellar.odds_command:app",
    own="gattai.terminal.mechastellar.own_commands:app",
    commands="MechaStellar: compare rulesets, check a force, print a profile",
)
