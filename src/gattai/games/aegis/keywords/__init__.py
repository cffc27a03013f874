"""Keywords: each is one small class with its rule in its docstring.

moments      every hook that keywords can override
attributes   attributes and modifiers of Actions, and the temporary states they leave
passives     passive abilities
combine      abilities of units that come into play by combining
commander    abilities of Commanders
registry     maps words on cards to classes

A new keyword is one class with its decorator, and one test.
"""
