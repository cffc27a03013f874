"""Training of evaluations from games that a bot plays against itself.

self_play  games, with the tables a bot would score and the results
fitting    the weights that predict the results best
pipeline   rounds of both, and a match as proof
tuning     weights from matches between weights alone (`bowl`)
"""
