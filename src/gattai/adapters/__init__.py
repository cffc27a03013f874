"""The games as environments for reinforcement learning, with `pip install 'gattai[rl]'`.

table      a game with numbered options
card_rows  a card as a row of numbers
encoder    a seat's view and options as arrays of a fixed size
zoo        PettingZoo: every seat is an agent
spiel      OpenSpiel: a Python game of it
gym        Gymnasium: one seat against bots
many       many games at once, several per process
"""
