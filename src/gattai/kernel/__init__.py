"""The kernel: it knows no game.

rulebook    rule ids, refusals         tally      numbers that know why
dice        faces and readings         source     where dice come from
question    all that a rule may ask    window     reactions
event       what happened              secrecy    who may know
ruleset     the contract of a game     run        rules in progress: the one driver of them
position    apply: where a game stands, how it moves on
words       ids as words               notation   answers as text
snapshot    positions as text          transcript whole games as text
batch       many games, quickly
"""
