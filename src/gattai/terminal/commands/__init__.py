"""The commands: their arguments, and what they do.

app        all commands and their arguments    bots       lists bots, plays matches
games      lists games                         packs      checks packs
play       plays a new or saved game           replay     shows saved games and positions
coverage   rules and the code that cites them  proofs     the tests that prove rules
odds       exact odds at a table
"""
