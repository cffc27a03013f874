"""Keywords: each is one small class with its rule in its docstring.

moments      every moment at which an exception may speak
attributes   attributes and modifiers of Actions
passives     passive abilities
combine      abilities of units that come into play by combining
commander    abilities of Commanders
conditions   temporary states
registry     which word on a card is which class

A new keyword is one class with its decorator, and one test.
"""
