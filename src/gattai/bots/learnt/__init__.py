"""An eye that was trained: what games that bots played against themselves taught about tables.

traits     what a table is like, in numbers: what each game counts for it
weights    what training found, as it stands in a file
eye        the evaluation of a game with weights, and which games have some
shipped    the weights that come with gattai, one file a game
"""
