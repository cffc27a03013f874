"""The kernel: it knows no game.

rulebook    rule ids, refusals         tally      numbers that know why
dice        faces and readings         window     reactions
question    all that a rule may ask    secrecy    who may know
event       what happened              action       what may be done, with all that belongs to it
table       while the rules run        ruleset    the contract of a game
position    apply: where a game stands, how it moves on
record      a game while it is played  undo       what may be taken back
measure     what an action is judged by
running     run, the one driver of rules; batch, many games quickly; source, where dice come from
text        words and templates; notation and answers; snapshot and transcript
"""
