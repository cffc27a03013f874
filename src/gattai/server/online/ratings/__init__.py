"""How people play: ratings, what counts for them, and how they came about.

glicko    two players (Glicko-2), pure
several   three and more (Plackett and Luce, by openskill)
judging   what is rated and what is not, and why; pure
reading   what a journal says of a match that is over; pure
absences  since when nobody looks from a seat
ratings   the tables: a match is entered once, however often it is told
"""
