"""How each game looks to a bot: what its tables are worth, and which answers are worth a look.

One module a game, with its `EYE`; no rule depends on any of them. Odds may be used here, for eyes
lie above them; games do not know that they are looked at.
"""
