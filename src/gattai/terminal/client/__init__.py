"""Shared by the prompt and the full screen: draws scenes without knowing any game.

match      the match behind the full screen    session    plays and saves a game
setting    players, dice and options from arguments
story      a transcript in words               luck       luck in words
plan       choosing step by step: the menu     words      the client's own texts
panels     pieces, cards, tracks and dice as styled text
grid       a board in rows and columns         paint      colours: light, dark, terminal
"""
