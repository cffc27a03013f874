"""Training of an eye: games that a bot plays against itself, and what they teach.

harvest    games, and the tables in them that a bot would judge, with how each game ended
fitting    weights that tell the ends best
course     rounds of both, one after the other, and a match as proof
"""
