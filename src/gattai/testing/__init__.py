"""The laws that every game must keep, for use with any game.

laws     the laws: each takes the rules of a game and a seed, plays, and fails with a reason
walk     random games, answer by answer
tables   the options they are played with
plugin   the laws as tests of pytest: `pytest --gattai-laws my-game`
"""
