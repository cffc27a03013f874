"""Our games as environments for learning, with `pip install 'gattai[rl]'`.

table      a game by numbers: the options of whoever is asked, one after the other
card_rows  what a card can do, as a row of numbers
encoder    what a seat sees, and what it may do, as arrays of a fixed size
zoo        PettingZoo: every seat is an agent
spiel      OpenSpiel: a Python game of it
gym        Gymnasium: one seat against bots
many       many games at once, several in each process
"""
