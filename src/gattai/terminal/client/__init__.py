"""What the prompt and the full screen share: the core of a client that draws scenes and knows no game.

match      the match behind the full screen    session    a game being played and saved
setting    players, dice and options from words
story      a transcript, retold                luck       luck in words
plan       who, what, where: the menu          words      every word a client says by itself
panels     pieces, cards, tracks, dice in styled text
grid       a board in rows and columns         paint      colours, light and dark, and none of our own
"""
