"""Evaluations learnt from games that bots played against themselves.

features   the features of a table that each game computes
weights    the weights found by training, as a file
trained    the evaluation of a game with weights, and which games have weights
shipped    the weights that come with gattai, one file per game
"""
