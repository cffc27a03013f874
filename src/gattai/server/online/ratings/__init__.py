"""Ratings: computed after each match, with rules for what counts.

glicko    two players (Glicko-2), pure
several   three and more (Plackett and Luce, by openskill)
judging   what is rated and what is not, and why; pure
reading   the result of a match from its journal; pure
leavers  since when a seat has no open page
ratings   the database tables: each match is entered once
"""
