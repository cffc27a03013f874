"""The commands: what each takes, and what it does.

app        all commands and their arguments    bots       the bots there are, and their matches
games      the games there are                 packs      packs checked
play       a new game or a saved one           replay     saved games and positions, read again
coverage   rules, the code that cites them     proofs     ... and the tests that prove them
"""
