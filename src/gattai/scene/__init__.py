"""Scenes: what one seat can see, as plain data that any client can draw.

parts    board, pieces, cards, tracks, log, options: the types a scene is made of
maker    what a game fills in
story    what happened, as lines of the log; dice with what they counted for
stage    builds a scene from a position: through a view, never from a state
advice   what a player may ask before answering: odds, previews, why not
owners   a seat's colour and shape
svg      a scene as a picture
"""
