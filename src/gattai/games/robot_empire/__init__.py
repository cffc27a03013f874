"""Robot Empire: a card game of robot armies for two to six players."""

from gattai.games.game import Game

GAME = Game(
    "robot-empire",
    __name__,
    rules=".ruleset:RobotEmpire",
    scene=".scene:MAKER",
    measures=".measures.action:measures",
    gauge=".measures.game:GAUGE",
    eye="gattai.bots.eyes.robot_empire:EYE",
    kinds=".ruleset:KINDS",
    words=".checks:words",
    check_card=".checks:check_card",
    choices=".ruleset:RobotEmpire.choices",
    contents=".deck_faces:deck_faces",
    roster=".ruleset:RobotEmpire.roster",
    odds="gattai.terminal.robot_empire.odds_command:app",
    own="gattai.terminal.robot_empire.own_commands:app",
    commands="Robot Empire: check a deck, list decks, print a card",
)
